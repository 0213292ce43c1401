import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A run that is aborted. */
export const aborted: Scenario = {
  name: 'aborted',
  description: 'Starts to respond and is aborted halfway.',
  steps: [
    { say: 'I will list all 400 orders of last year, one by one. The first' },
    { finish: { outcome: 'aborted' } },
  ],
};
