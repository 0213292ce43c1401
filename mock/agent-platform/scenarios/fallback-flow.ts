import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A model call that fails, and a flow that replaces it. */
export const fallbackFlow: Scenario = {
  name: 'fallback-flow',
  description: 'The model fails; a flow responds instead.',
  steps: [
    {
      fallback: {
        reason: 'The model provider does not respond',
        attempts: [
          {
            type: 'flow',
            success: true,
            text: 'Ticket ticket_88 is open. Somebody will answer by mail today.',
          },
        ],
      },
    },
  ],
};
