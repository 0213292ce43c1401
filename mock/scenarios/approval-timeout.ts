import type { Scenario } from '../domain/scenario.ts';

/** A gate with little time. */
export const approvalTimeout: Scenario = {
  name: 'approval-timeout',
  description: 'Pauses for an approval that expires after a minute; nobody answers it in time.',
  steps: [
    { say: 'This needs a quick yes or no.' },
    {
      approve: {
        name: 'hold_seat',
        description: 'Holds a seat for a minute.',
        parameters: { flight: 'BG 104', seat: '12A' },
        timeout: 60_000,
        result: { held: true },
      },
    },
    { say: 'The seat is held.' },
  ],
};
