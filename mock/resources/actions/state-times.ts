/** The times of states: `closed_at` is when `state` became `closed`, and `completed_at` when `completed` became true. */
import { pickFields } from '../fields.ts';
import { timeOfAction } from '../../../contract/resources/records/action-effect.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { RecordFields } from '../record.ts';
import { timeKindOf, writeTime } from '../values/times.ts';

const ends: ReadonlySet<string> = new Set(['at', 'on', 'date', 'time', 'timestamp']);

/**
 * Returns the times that a change sets or takes away.
 *
 * Shape: what is taken away is null where that is allowed, else undefined. What the change itself sets stays.
 */
export function timesOfStates(
  before: RecordFields,
  after: RecordFields,
  schema: SourceSchema,
  at: EpochMs,
): Readonly<Record<string, JsonValue | undefined>> {
  const changes: Record<string, JsonValue | undefined> = {};
  for (const [name, property] of schema.properties) {
    const state = stateOf(name);
    if (state === null || before[name] !== after[name] || timeKindOf(name, property) !== null) continue;
    const [was, is] = [isIn(before, state, schema), isIn(after, state, schema)];
    if (was === is || !isTime(property)) continue;
    changes[name] = is ? writeTime(at, property, before[name]) : property.isNullable ? null : undefined;
  }
  return changes;
}

/** Returns a new record with the times of the states that it is in: `started_at` of one that is running. */
export function withTimesOfStates(
  value: RecordFields,
  schema: SourceSchema | null,
  at: EpochMs,
): RecordFields {
  if (schema === null) return value;
  const before = pickFields(value, (name, time) => stateOf(name) !== null && time === null);
  const times = timesOfStates(before, value, schema, at);
  const isNew = (entry: [string, JsonValue | undefined]): entry is [string, JsonValue] =>
    value[entry[0]] === null && entry[1] !== undefined;
  return { ...value, ...Object.fromEntries(Object.entries(times).filter(isNew)) };
}

/** An action. Shape: `behavior` and `machine` are `null` without overrides. */
interface NamedAction {
  readonly behavior: object | null;
  readonly machine: object | null;
  readonly names: readonly string[];
}

/** Returns the time that an action is noted at, such as `completed_at`, where it changes nothing else; empty for none. */
export function timesOfAction(
  schema: SourceSchema | null,
  { behavior, machine, names }: NamedAction,
  at: EpochMs,
  before: RecordFields,
): RecordFields {
  const name = schema === null || behavior !== null || machine !== null ? null : timeOfAction(schema, names);
  const property = name === null ? undefined : schema?.properties.get(name);
  return name === null || property === undefined ? {} : { [name]: writeTime(at, property, before[name]) };
}

/** Returns the state whose time a property is; `null` for none. */
function stateOf(name: string): string | null {
  const words = wordsOf(name);
  const [first = ''] = words;
  return words.length > 1 && ends.has(words.at(-1) ?? '') && first !== 'due'
    ? words.slice(0, -1).join('')
    : null;
}

function isTime({ types, format }: SourceSchema): boolean {
  if (types?.has('integer') === true) return true;
  return types?.has('string') === true && (format === null || format.startsWith('date'));
}

const isStart = /^start(?:ed)?$/;
const isUnderWay = /^(?:running|inprogress|processing|started)$/;

/** Returns whether a record is in a state: by a property with its name, or by a status. */
function isIn(fields: RecordFields, state: string, { properties }: SourceSchema): boolean {
  for (const name of properties.keys()) {
    const value = fields[name];
    if (value === true && flatten(name).replace(/^is/, '') === state) return true;
    if (typeof value !== 'string' || !/(?:^|_)(?:status|state)$/i.test(name)) continue;
    if (flatten(value) === state || (isStart.test(state) && isUnderWay.test(flatten(value)))) return true;
  }
  return false;
}
