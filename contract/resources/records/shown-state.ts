/** The states in examples: those that an action leads to if its name implies none. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { SourceOperation, SourceSchema } from '../source.ts';
import { flatten, isVerb } from '../words.ts';
import { stateProperty } from './state-values.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the state that the example of an action shows.
 *
 * Shape: empty where reading a record shows the same state, as `read`, and for a state that records begin in.
 */
export function stateInExample(
  schema: SourceSchema | null,
  { method, action }: Pick<SourceOperation, 'method'> & { readonly action: string },
  shown: Fields,
  read: Fields,
): Readonly<Record<string, string>> {
  const name = stateProperty(schema);
  if (name === null || method === 'GET' || !isVerb(action)) return {};
  const { types = null, values = null } = schema?.properties.get(name) ?? {};
  const state = shown[name];
  if (typeof state !== 'string' || types?.has('string') !== true) return {};
  const isOther = state !== read[name] && firstState([state]) === undefined;
  return isOther && (values === null || values.includes(state)) ? { [name]: state } : {};
}

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
