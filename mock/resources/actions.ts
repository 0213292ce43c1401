/** The states of records: what an action does to them, as a file says or as its name implies, and what they begin in. */
import type {
  OperationBehavior,
  StateChange,
  StateTable,
} from '../../contract/resources/overrides/override.ts';
import { stateProperty } from '../../contract/resources/records/state-values.ts';
import type { SourceSchema } from '../../contract/resources/source.ts';
import { flatten, isVerb, wordsOf } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields, textOf } from './fields.ts';
import type { RecordFields } from './record.ts';
import { OperationError } from '../http/declared-error.ts';
import type { TimedChange } from './timers/timed-change.ts';

/** What a file says about an operation. */
export interface ActionRules {
  readonly behavior: OperationBehavior | null;
  /** The property with the state, and its table; `null` for none. */
  readonly machine: { readonly property: string; readonly table: StateTable } | null;
  /** The names of the action: its operation id, and the last word of its path. */
  readonly names: readonly string[];
}

/** What an action does to a record: now, and later. */
export interface ActionEffect {
  readonly set: RecordFields;
  readonly later: TimedChange | null;
}

/** Returns what an action does. Errors: throws a `OperationError` in a state that does not allow it. */
export function effectOf(
  value: RecordFields,
  { behavior, machine, names }: ActionRules,
  schema: SourceSchema | null,
): ActionEffect {
  if (machine !== null && mentions(machine.table, names)) {
    const change = nextState(value, machine, names);
    const { to, after = null } = typeof change === 'string' ? { to: change } : change;
    const set = { [machine.property]: to };
    return after === null ? { set, later: null } : { set: {}, later: { set, after } };
  }
  if (behavior !== null) assertAllowed(value, behavior, schema);
  return { set: behavior?.set ?? (schema === null ? {} : guessEffect(schema, names, value)), later: null };
}

/** Returns whether a table says anything about an action. */
function mentions(table: StateTable, names: readonly string[]): boolean {
  return Object.values(table).some((changes) => names.some((name) => Object.hasOwn(changes, name)));
}

function nextState(
  value: RecordFields,
  { property, table }: NonNullable<ActionRules['machine']>,
  names: readonly string[],
): StateChange {
  const state = textOf(value[property]);
  const change = names.map((name) => table[state]?.[name]).find((each) => each !== undefined);
  if (change === undefined)
    throw new OperationError(409, `${names.at(-1) ?? 'This'} is not possible while ${property} is ${state}`);
  return change;
}

function assertAllowed(
  value: RecordFields,
  { from, set = {}, else: status = 409 }: OperationBehavior,
  schema: SourceSchema | null,
): void {
  const isText = (name: string): boolean => typeof set[name] === 'string';
  const property = stateProperty(schema) ?? Object.keys(set).find(isText) ?? null;
  if (from === undefined || property === null || from.includes(textOf(value[property]))) return;
  throw new OperationError(status, `This is only possible while ${property} is ${from.join(' or ')}`);
}

/** Units: letters of a verb and of a state that must agree. */
const STEM = 4;

/**
 * Guesses by words: `cancel` sets a status to `cancelled`, `archive` sets `archived` or `isArchived`; also in an object
 * with the state, such as `state: { status, running }`.
 */
function guessEffect(schema: SourceSchema, names: readonly string[], value: RecordFields): RecordFields {
  const last = names.at(-1) ?? '';
  const verb = results[flatten(last)] === undefined ? (wordsOf(last)[0] ?? '') : flatten(last);
  const isNegated = /^un[a-z]{3}/.test(verb) && !/^(?:unit|until)/.test(verb);
  const stem = stemOf(isNegated ? verb.slice(2) : verb);
  if (stem.length < 3 && results[verb] === undefined) return {};
  for (const [name, property] of schema.properties) {
    const { types, values } = property;
    const flat = flatten(name).replace(/^is/, '');
    if (types?.has('boolean') === true && stem.length >= 3 && flat.startsWith(stem))
      return { [name]: !isNegated };
    if (!/(?:^|_)?(?:status|state)$/i.test(name)) continue;
    const inner = value[name];
    const nested = values === null && isFields(inner) ? guessEffect(property, names, inner) : {};
    if (Object.keys(nested).length > 0) return { [name]: { ...(inner as RecordFields), ...nested } };
    const state = stateAfter(values ?? [], verb, isNegated ? null : stem);
    if (state !== undefined) return { ...switchesOf(schema, values ?? [], state), [name]: state };
  }
  return {};
}

/** Returns the state that a verb leads to; undefined for none. Shape: `stem` is `null` for the opposite of a verb. */
function stateAfter(values: readonly JsonValue[], verb: string, stem: string | null): JsonValue | undefined {
  const match = (wanted: string): JsonValue | undefined =>
    values.find((each) => typeof each === 'string' && flatten(each) === flatten(wanted));
  for (const each of results[verb] ?? []) {
    const state = match(each);
    if (state !== undefined) return state;
  }
  return stem === null || stem.length < 3
    ? undefined
    : values.find((each) => typeof each === 'string' && flatten(each).startsWith(stem));
}

/** Returns the switches that are named like states: the one of the state is on. */
function switchesOf(schema: SourceSchema, values: readonly JsonValue[], state: JsonValue): RecordFields {
  const states = new Set(values.map((each) => flatten(textOf(each))));
  const all = [...schema.properties].flatMap(([name, { types }]): [string, boolean][] =>
    types?.has('boolean') === true && states.has(flatten(name))
      ? [[name, flatten(name) === flatten(textOf(state))]]
      : [],
  );
  return Object.fromEntries(all);
}

/** Returns the verb in a body that says what to do, such as `{ action: 'deactivate' }`. Shape: empty without one. */
export function sentVerb(segment: string, sent: RecordFields): readonly string[] {
  const isCommand = /^(?:actions?|commands?|events?|transitions?)$/i.test(segment);
  const names = isCommand
    ? /^(?:action|command|event|operation|transition|type|name)$/
    : /^(?:action|command)$/;
  return Object.entries(sent)
    .filter(([name, value]) => names.test(flatten(name)) && typeof value === 'string' && isVerb(value))
    .map(([, value]) => textOf(value))
    .slice(0, 1);
}

/** Returns the letters that the forms of a verb share. */
export function stemOf(verb: string): string {
  return verb.replace(/(?:e|y)$/, '').slice(0, Math.max(STEM, verb.length - 2));
}

const results: Readonly<Record<string, readonly string[]>> = {
  pay: ['paid', 'succeeded'],
  confirm: ['confirmed', 'succeeded', 'processing', 'active'],
  capture: ['captured', 'succeeded'],
  finalize: ['finalized', 'open'],
  send: ['sent'],
  lend: ['lent'],
  start: ['running', 'active', 'in_progress', 'started'],
  run: ['running'],
  resume: ['running', 'active', 'in_progress'],
  stop: ['stopped', 'off', 'inactive', 'exited', 'offline'],
  kill: ['killed', 'exited', 'stopped', 'terminated'],
  close: ['closed', 'done'],
  complete: ['completed', 'complete', 'done'],
  finish: ['finished', 'done', 'completed'],
  enable: ['enabled', 'active'],
  disable: ['disabled', 'inactive'],
  activate: ['active', 'activated'],
  deactivate: ['inactive', 'deactivated'],
  ship: ['shipped', 'in_transit'],
  reopen: ['open', 'opened'],
  boot: ['running', 'booting', 'active'],
  reboot: ['running', 'rebooting', 'active'],
  poweron: ['running', 'on', 'active', 'powered_on'],
  poweroff: ['off', 'stopped', 'offline', 'powered_off'],
  shutdown: ['off', 'stopped', 'offline', 'shut_down'],
  suspend: ['suspended', 'inactive'],
  unsuspend: ['active'],
  unpause: ['running', 'active'],
  publish: ['published', 'live'],
};

/** States that records begin in, the most certain first. */
const beginnings = [
  'draft',
  'new',
  'created',
  'pending',
  'waiting',
  'queued',
  'requirespaymentmethod',
  'notstarted',
  'todo',
  'open',
  'opened',
  'incomplete',
  'idle',
  'active',
  'available',
  'enabled',
];

/** Returns the listed state that a record begins in; undefined if none is known as one. */
export function firstState(values: readonly JsonValue[]): JsonValue | undefined {
  const flat = values.map((each) => (typeof each === 'string' ? flatten(each) : ''));
  const match = beginnings.find((each) => flat.includes(each));
  return match === undefined ? undefined : values[flat.indexOf(match)];
}
