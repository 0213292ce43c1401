import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A tool that the page of the caller offers. */
export const pageTool: Scenario = {
  name: 'page-tool',
  description: 'Pauses for the output of a tool that a web page offers, then responds with it.',
  steps: [
    { say: 'I fill in the form on your page.' },
    {
      await: [
        {
          tool: {
            role: 'local',
            name: 'fill_form',
            parameters: { city: 'Bergen', street: 'Strandgaten 4' },
            origin: 'webmcp',
            pageOrigin: 'https://shop.test',
            annotations: { idempotentHint: true },
          },
        },
      ],
    },
    { say: 'The page says: {{output.fill_form}}' },
  ],
};
