import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A model call that fails, and fallbacks that fail too. */
export const fallbackExhausted: Scenario = {
  name: 'fallback-exhausted',
  description: 'The model and every fallback fail, and so does the run.',
  steps: [
    {
      fallback: {
        reason: 'The model provider is overloaded',
        attempts: [
          { type: 'retry', success: false, error: 'The model provider is overloaded' },
          { type: 'model', success: false, error: 'The model is not available' },
          { type: 'flow', success: false, error: 'The flow has no step for this' },
          { type: 'message', success: false, error: 'No message is configured' },
        ],
      },
    },
  ],
};
