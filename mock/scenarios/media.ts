import type { Scenario } from '../domain/scenario.ts';
import { onePixel } from './one-pixel.ts';

/** Images and a film, as data and by address. */
export const media: Scenario = {
  name: 'media',
  description: 'Shows an image that it was given as data, one that a tool made, and a film by its address.',
  steps: [
    { say: 'Here is what I found.' },
    { media: { mediaType: 'image/png', data: onePixel, stream: true } },
    {
      tool: {
        name: 'draw_chart',
        parameters: { months: 3 },
        result: { format: 'png' },
        takes: 300,
      },
    },
    { media: { mediaType: 'image/png', data: onePixel, ofTool: true } },
    { media: { mediaType: 'video/mp4', url: 'https://media.test/how-to-return.mp4' } },
    { say: 'The film shows how to return a parcel.' },
  ],
};
