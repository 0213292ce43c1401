/** Work that is accepted with 202 and completes by itself, on the clock of its world. */
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { OperationPlan } from '../plan.ts';
import type { ResourceRecord } from '../record.ts';
import { changeLater } from './timed-change.ts';

/** How long work takes: until it runs, and until it is done. */
const STEPS = { running: 'PT0.5S', done: 'PT1S' } as const;

const running = ['inprogress', 'running', 'processing', 'started', 'active', 'pending'];
const done = [
  'completed',
  'complete',
  'succeeded',
  'success',
  'successful',
  'done',
  'finished',
  'ready',
].concat(['processed', 'available']);

/** Lets the record of an accepted request complete, if it has a state that says so. */
export function startJob(
  tx: Transaction,
  { success, resource }: Pick<OperationPlan, 'success' | 'resource'>,
  record: ResourceRecord,
): void {
  if (success?.status !== 202 && resource.resource.kind !== 'job') return;
  for (const [property, { values }] of resource.schema?.properties ?? []) {
    if (values === null || !/(?:^|_)(?:status|state)$/i.test(property)) continue;
    const now = record.value[property];
    const end = firstOf(values, done);
    if (end === undefined || now === end) continue;
    const between = firstOf(values, running);
    if (between !== undefined && between !== now)
      changeLater(tx, resource, record, {
        set: { [property]: between },
        after: STEPS.running,
        key: 'running',
      });
    changeLater(tx, resource, record, { set: { [property]: end }, after: STEPS.done });
  }
}

/** Returns the first of some states that is listed. */
function firstOf(values: readonly JsonValue[], wanted: readonly string[]): JsonValue | undefined {
  const flat = values.map((each) => (typeof each === 'string' ? flatten(each) : ''));
  const match = wanted.find((each) => flat.includes(each));
  return match === undefined ? undefined : values[flat.indexOf(match)];
}
