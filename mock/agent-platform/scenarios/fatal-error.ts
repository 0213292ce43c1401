import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A failure that the run can not recover from. */
export const fatalError: Scenario = {
  name: 'fatal-error',
  description: 'Fails with an error that it cannot recover from.',
  steps: [
    { say: 'Let me look that up.' },
    {
      notice: {
        error: {
          code: 'CONVERSATION_LOST',
          message: 'The conversation could not be loaded.',
          details: { conversationId: 'conv_12' },
          recoverable: false,
        },
      },
    },
  ],
};
