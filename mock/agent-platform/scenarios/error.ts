import type { Scenario } from '../domain/scenarios/scenario.ts';

/** An execution that fails in the middle of a text. */
export const error: Scenario = {
  name: 'error',
  description: 'Starts to respond and then fails because the model provider does not respond.',
  steps: [
    { say: 'One moment, I am reading your account' },
    {
      fail: {
        code: 'MODEL_UNAVAILABLE',
        message: 'The model provider did not respond in time.',
        details: { provider: 'mock', attempts: 3 },
      },
    },
  ],
};
