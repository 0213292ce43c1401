import { chart, mediumPath } from '../domain/assets/media/built-in-media.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Pictures, a sound and a document, as data and by their addresses at the mock. */
export const media: Scenario = {
  name: 'media',
  description: 'Shows a chart as data, and an animation, a sound and a document by URL.',
  steps: [
    { say: 'Here is what I found.' },
    { media: chart },
    {
      tool: {
        role: 'lookup',
        name: 'draw_parcel',
        parameters: { months: 3 },
        result: { format: 'png' },
        takes: 300,
      },
    },
    { media: { mediaType: 'image/png', url: mediumPath('parcel.png'), ofTool: true } },
    { media: { mediaType: 'audio/wav', url: mediumPath('greeting.wav') } },
    { media: { mediaType: 'application/pdf', url: mediumPath('return-label.pdf'), stream: true } },
    { say: 'The document is the label for your return.' },
  ],
};
