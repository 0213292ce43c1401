import type { Scenario } from '../domain/scenario.ts';

/** Model calls that fail, and the one that takes their place. */
export const fallback: Scenario = {
  name: 'fallback',
  description: 'The first model fails twice; another one answers.',
  steps: [
    {
      fallback: {
        reason: 'The model provider is overloaded',
        attempts: [
          { type: 'retry', success: false, model: 'mock-1', error: 'The model provider is overloaded' },
          { type: 'model', success: true, model: 'mock-1-small' },
        ],
      },
    },
    { say: 'I answer from a smaller model today.' },
  ],
};
