import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A model call that fails, and a fixed text that replaces it. */
export const fallbackMessage: Scenario = {
  name: 'fallback-message',
  description: 'The model fails twice; a fixed message replaces its response.',
  steps: [
    {
      fallback: {
        reason: 'The model provider does not respond',
        attempts: [
          { type: 'retry', success: false, error: 'The model provider does not respond' },
          {
            type: 'message',
            success: true,
            text: 'I cannot answer right now. Please try again in a minute.',
          },
        ],
      },
    },
  ],
};
