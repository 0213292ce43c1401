/** States that change by themselves, on the clock of a world: work completes, and what is being stopped is stopped. */
import { guessEffect, stemOf } from '../../../contract/resources/records/action-effect.ts';
import { COMPLETED_STATES } from '../../../contract/resources/records/state-values.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { ResourceRecord } from '../record.ts';
import { changeLater } from './timed-change.ts';

/** How long work takes: until it runs, and until it is done. */
const STEPS = { running: 'PT0.5S', done: 'PT1S' } as const;

const running = ['inprogress', 'running', 'processing', 'started', 'active', 'pending'];
const waiting = [...running, 'queued', 'starting', 'validating', 'scheduled', 'submitted', 'accepted'];
const failed = ['failed', 'failure', 'error', 'errored'];

/** States of what is being made, and those that it then has, the most certain first. */
const making = [
  'creating',
  'provisioning',
  'building',
  'initializing',
  'deploying',
  'installing',
  'starting',
];
const made = [
  'running',
  'active',
  'available',
  'ready',
  'online',
  'created',
  'deployed',
  'started',
  ...COMPLETED_STATES,
];

/** What decides whether a state changes by itself. */
export interface JobRules {
  /** Whether the response was 202, so that the work continues after it. */
  readonly isAccepted: boolean;
  /** The names of the actions of clients on such a record: what they lead to does not come by itself. */
  readonly actions: readonly string[];
}

/** Lets the state of a record go on: that of accepted work, of work that may fail, and one that is left by itself. */
export function startJob(
  tx: Transaction,
  resource: ResourcePlan,
  record: ResourceRecord,
  rules: JobRules,
): void {
  for (const { property, values, now } of statesOf(resource, record)) {
    const end = endOf(resource, record, { property, values, now, ...rules });
    if (end === undefined || now === end) continue;
    const between = waiting.includes(flatten(textOf(now))) ? firstOf(values, running) : undefined;
    const isBetween = between !== undefined && between !== now;
    if (isBetween)
      changeLater(tx, resource, record, {
        set: { [property]: between },
        from: { [property]: now },
        after: STEPS.running,
        isEnd: false,
        key: 'running',
      });
    endLater(tx, resource, record, { property, end, from: isBetween ? between : now });
  }
}

/** Lets a state that is left by itself go on, such as `cancelling` after an action. */
export function settle(tx: Transaction, resource: ResourcePlan, record: ResourceRecord): void {
  for (const { property, values, now } of statesOf(resource, record)) {
    const end = stateAfter(values, flatten(textOf(now)));
    if (end !== undefined) endLater(tx, resource, record, { property, end, from: now });
  }
}

interface State {
  readonly property: string;
  readonly values: readonly JsonValue[];
  readonly now: JsonValue;
}

function statesOf({ schema }: ResourcePlan, { value }: ResourceRecord): readonly State[] {
  return [...(schema?.properties ?? [])].flatMap(([property, { values }]) =>
    values !== null && /(?:^|_)(?:status|state)$/i.test(property)
      ? [{ property, values, now: value[property] ?? null }]
      : [],
  );
}

function endLater(
  tx: Transaction,
  resource: ResourcePlan,
  record: ResourceRecord,
  { property, end, from }: { property: string; end: JsonValue; from: JsonValue },
): void {
  changeLater(tx, resource, record, {
    set: { [property]: end },
    from: { [property]: from },
    after: STEPS.done,
    isEnd: COMPLETED_STATES.includes(flatten(textOf(end))),
  });
}

/** Returns the state that a record gets by itself; undefined for none. */
function endOf(
  { schema, writable, resource }: ResourcePlan,
  { value }: ResourceRecord,
  { property, values, now, isAccepted, actions }: State & JobRules,
): JsonValue | undefined {
  if (isAccepted || resource.kind === 'job') return firstOf(values, COMPLETED_STATES);
  if (schema === null || writable.has(flatten(property))) return undefined;
  const flat = flatten(textOf(now));
  const isLeft = stateAfter(values, flat);
  if (isLeft !== undefined || !waiting.includes(flat)) return isLeft;
  const end = firstOf(values, failed) === undefined ? undefined : firstOf(values, COMPLETED_STATES);
  const isOfClients = actions.some((name) => guessEffect(schema, [name], value)[property] === end);
  return isOfClients ? undefined : end;
}

/** Returns the state after one that is left by itself: `cancelled` after `cancelling`; undefined for another one. */
function stateAfter(values: readonly JsonValue[], flat: string): JsonValue | undefined {
  if (making.includes(flat)) return firstOf(values, made);
  if (!/[a-z]{3}ing$/.test(flat)) return undefined;
  const stem = stemOf(flat.slice(0, -'ing'.length).replace(/(.)\1$/, '$1'));
  return values.find((each) => {
    const other = flatten(textOf(each));
    return other.startsWith(stem) && /(?:ed|en)$/.test(other);
  });
}

/** Returns the first of some states that is listed. */
function firstOf(values: readonly JsonValue[], wanted: readonly string[]): JsonValue | undefined {
  const flat = values.map((each) => flatten(textOf(each)));
  const match = wanted.find((each) => flat.includes(each));
  return match === undefined ? undefined : values[flat.indexOf(match)];
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : '';
}
