import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Long delays in which only pings arrive. */
export const slow: Scenario = {
  name: 'slow',
  description: 'Reasons for a long time; a ping every 15 seconds keeps the stream alive.',
  steps: [
    { think: 'This is a hard one.' },
    { wait: 35_000 },
    { say: 'It took a while, but here I am.' },
    {
      tool: {
        role: 'lookup',
        name: 'count_stock',
        parameters: {},
        result: { counted: 18_204 },
        takes: 20_000,
      },
    },
    {
      say: {
        text: 'There are 18204 pieces in stock.',
        adapted: '{{tool.count_stock}} returned {{output.count_stock}}.',
      },
    },
  ],
};
