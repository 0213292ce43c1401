/** Checks of the test key that is configured: how many executions it may start, alone and by batches. */
import { withRecords } from '../batches/batch-records.ts';
import { expectFailure, requireSuccess } from '../call-response.ts';
import { citeAssumption, defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { startRun, testKeyLimits } from './start-runs.ts';

export const testKeyChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'LIMIT09',
    title: 'The records of a batch count as executions of a test key.',
    description: `Submits a batch of ${testKeyLimits.perDay + 1} records with the test key, which allows ${testKeyLimits.perDay} executions a day.`,
    rationale: 'A test key would be a way to unlimited cost.',
    profiles: ['test'],
    basis: relyOnPractice('Each record of a batch is an execution, and a test key has 20 a day.'),
    run: submitTooMany,
  }),
  defineCheck({
    id: 'LIMIT10',
    title: 'A test key starts no more than 20 executions a day.',
    description: 'Starts runs with the test key until one is rejected, at most 21.',
    rationale: 'Tests would cause unlimited cost.',
    runs: ['text'],
    profiles: ['test'],
    basis: relyOnFacts('F-5-005', 'F-5-006', 'F-8-001'),
    run: startTooMany,
  }),
];

async function submitTooMany(context: CheckContext): Promise<void> {
  const batch = context.configuredBody('submitFlowBatch');
  const ids = Array.from({ length: testKeyLimits.perDay + 1 }, (_, index) => `record_of_a_check_${index}`);
  const body = withRecords(batch, ids);
  const own = await context.call('submitFlowBatch', { body });
  requireSuccess(context, own, `A batch of ${ids.length} invented records`);
  const { status } = await context.call('submitFlowBatch', { body, profile: 'test' });
  expectFailure(context, status, `A batch of ${ids.length} records with a test key`);
}

async function startTooMany(context: CheckContext): Promise<void> {
  for (let count = 1; count <= testKeyLimits.perDay + 1; count++) {
    const { status } = await startRun(context, 'test');
    if (count === 1 && (status === 401 || status === 403)) context.skip(`The test key returned ${status}.`);
    if (status < 400) continue;
    const message = `An exhausted test key returned ${status} instead of 429.`;
    context.note(status === 429, citeAssumption('A-062', message, 'status'));
    return;
  }
  context.expect(
    false,
    `A test key has started ${testKeyLimits.perDay + 1} executions on one day.`,
    'status',
  );
}
