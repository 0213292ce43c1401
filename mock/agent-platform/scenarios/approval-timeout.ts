import type { Scenario } from '../domain/scenarios/scenario.ts';

/** An approval with a short timeout. */
export const approvalTimeout: Scenario = {
  name: 'approval-timeout',
  description: 'Pauses for an approval that expires after a minute without a decision.',
  steps: [
    { say: 'This needs a quick yes or no.' },
    {
      approve: {
        role: 'action',
        name: 'hold_seat',
        description: 'Holds a seat for a minute.',
        parameters: { flight: 'BG 104', seat: '12A' },
        timeout: 60_000,
        expect: 'timeout',
        result: { held: true },
      },
    },
    { say: { text: 'The seat is held.', adapted: 'It is done.' } },
  ],
};
