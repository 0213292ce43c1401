/** The states of records: what an action does to them, as a file says or as its name implies, and what they begin in. */
import type { OperationBehavior, StateChange, StateTable } from '../../contract/resources/overrides.ts';
import type { SourceSchema } from '../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { textOf } from './fields.ts';
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
  return { set: behavior?.set ?? (schema === null ? {} : guessEffect(schema, names)), later: null };
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
  { from, else: status = 409 }: OperationBehavior,
  schema: SourceSchema | null,
): void {
  const property = stateProperty(schema);
  if (from === undefined || property === null || from.includes(textOf(value[property]))) return;
  throw new OperationError(status, `This is only possible while ${property} is ${from.join(' or ')}`);
}

function stateProperty(schema: SourceSchema | null): string | null {
  return [...(schema?.properties.keys() ?? [])].find((name) => /^(?:status|state)$/i.test(name)) ?? null;
}

/** Units: letters of a verb and of a state that must agree. */
const STEM = 4;

/** Guesses by words: `cancel` sets a status to `cancelled`, `archive` sets `archived` or `isArchived`. */
function guessEffect(schema: SourceSchema, names: readonly string[]): RecordFields {
  const verb = wordsOf(names.at(-1) ?? '')[0] ?? '';
  const isNegated = /^un[a-z]{3}/.test(verb) && !/^(?:unit|until)/.test(verb);
  const stem = stemOf(isNegated ? verb.slice(2) : verb);
  if (stem.length < 3 && results[verb] === undefined) return {};
  for (const [name, { types, values }] of schema.properties) {
    const flat = flatten(name).replace(/^is/, '');
    if (types?.has('boolean') === true && stem.length >= 3 && flat.startsWith(stem))
      return { [name]: !isNegated };
    if (values === null || isNegated || !/(?:^|_)?(?:status|state)$/i.test(name)) continue;
    const state =
      results[verb]?.find((each) => values.includes(each)) ??
      values.find((each) => typeof each === 'string' && isResultOf(each, verb, stem));
    if (state !== undefined) return { [name]: state };
  }
  return {};
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
  stop: ['stopped', 'off', 'inactive'],
  close: ['closed', 'done'],
  complete: ['completed', 'complete', 'done'],
  finish: ['finished', 'done', 'completed'],
  enable: ['enabled', 'active'],
  disable: ['disabled', 'inactive'],
  activate: ['active', 'activated'],
  deactivate: ['inactive', 'deactivated'],
  ship: ['shipped', 'in_transit'],
  reopen: ['open', 'opened'],
  publish: ['published', 'live'],
};

function isResultOf(state: string, verb: string, stem: string): boolean {
  const flat = flatten(state);
  return (results[verb]?.map(flatten).includes(flat) ?? false) || (stem.length >= 3 && flat.startsWith(stem));
}

/** States that records begin in, the most certain first. */
const beginnings = [
  'draft',
  'new',
  'created',
  'pending',
  'queued',
  'requirespaymentmethod',
  'notstarted',
  'todo',
  'open',
  'opened',
  'incomplete',
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
