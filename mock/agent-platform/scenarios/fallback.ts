import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Model calls that fail, and the one that replaces them. */
export const fallback: Scenario = {
  name: 'fallback',
  description: 'The first model fails twice; another one responds.',
  steps: [
    {
      fallback: {
        reason: 'The model provider is overloaded',
        attempts: [
          { type: 'retry', success: false, error: 'The model provider is overloaded' },
          { type: 'model', success: true },
        ],
      },
    },
    { say: 'I answer from another model today.' },
  ],
};
