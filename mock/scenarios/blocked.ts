import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A run that the account does not allow. */
export const blocked: Scenario = {
  name: 'blocked',
  description: 'Is not allowed to run because the credits of the organization are used up.',
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
