import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Notices about compactions of the context with different outcomes. */
export const compactionOutcomes: Scenario = {
  name: 'compaction-outcomes',
  description:
    'Compacts the context three times: on demand (fails), by a rule (is skipped), and for another provider.',
  steps: [
    { say: 'You asked me to sum up what we have said.' },
    { notice: { compaction: { reason: 'manual', strategy: 'summary', outcome: 'failed' } } },
    {
      notice: { compaction: { reason: 'surface_policy', strategy: 'summary', tier: 2, outcome: 'skipped' } },
    },
    { notice: { compaction: { reason: 'provider_mismatch', strategy: 'provider_native', outcome: 'ok' } } },
    { say: 'That did not work at first. Now I go on with the essential parts.' },
  ],
};
