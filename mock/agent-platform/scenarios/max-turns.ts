import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A run that uses up its turns before it is done. */
export const maxTurns: Scenario = {
  name: 'max-turns',
  description:
    'Calls a tool in every turn until the turn limit of the agent is reached; the default limit is 3.',
  maxTurns: 3,
  steps: [
    {
      repeat: {
        steps: [
          { say: 'I read the next page of the list.' },
          {
            tool: {
              role: 'lookup',
              name: 'read_page',
              parameters: { size: 50 },
              result: { orders: 50, more: true },
              takes: 300,
            },
          },
        ],
      },
    },
  ],
};
