import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A tool that runs in the caller's own process; the run pauses until its output comes back. */
export const localTool: Scenario = {
  name: 'local-tool',
  description: 'Pauses for the output of a tool that runs in the client, then responds with it.',
  steps: [
    { say: 'I need to look at your shopping cart.' },
    {
      await: [
        {
          tool: {
            role: 'local',
            name: 'read_cart',
            parameters: { includePrices: true },
            origin: 'sdk',
            preferOffered: true,
          },
        },
      ],
    },
    { say: 'Thank you. This is what came back: {{output.read_cart}}' },
  ],
};
