/** The states of records by their usual names. */
import { flatten } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';

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
  const found = beginnings.find((each) => flat.includes(each));
  return found === undefined ? undefined : values[flat.indexOf(found)];
}
