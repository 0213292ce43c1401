import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A run that the account does not allow. */
export const blocked: Scenario = {
  name: 'blocked',
  description: 'Cannot run because the organization has no credits left.',
  steps: [
    {
      fail: {
        code: 'CREDITS_EXHAUSTED',
        message: 'The organization has no credits left',
        blockReason: 'credits',
        upgradeUrl: 'https://app.agents.test/billing',
      },
    },
  ],
};
