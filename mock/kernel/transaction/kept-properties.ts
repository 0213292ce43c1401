/**
 * Leaves out the parts of a commit that a log outside of the process already has: properties of a record that are the
 * same object as before. Otherwise each step of a long list, such as the records of a batch, would store the list
 * again.
 */
import type { StoredRecord } from '../store/collection.ts';
import type { Tables } from '../store/state.ts';
import type { ChangeSet, RecordPut } from './changes.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Returns the changes without properties that are the same objects as in the state before. */
export function shortenChanges(changes: ChangeSet, before: Tables | undefined): ChangeSet {
  if (before === undefined) return changes;
  return { ...changes, puts: changes.puts.map((put) => shorten(put, before)) };
}

function shorten(put: RecordPut, before: Tables): RecordPut {
  const old = recordBefore(put, before);
  if (old === undefined) return put;
  const properties = Object.entries<unknown>({ ...put.record });
  const kept = properties.flatMap(([name, value]) => (value === old[name] && isLarge(value) ? [name] : []));
  if (kept.length === 0) return put;
  // Null keeps the order of the properties.
  const rest = properties.map(([name, value]) => [name, kept.includes(name) ? null : value] as const);
  return { kind: put.kind, record: { ...Object.fromEntries(rest), id: put.record.id }, kept };
}

/** Returns whether a value takes more space than its name. */
function isLarge(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 64;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Returns the changes with the properties that were left out, from the state before. */
export function completeChanges(changes: ChangeSet, before: Tables): ChangeSet {
  if (changes.puts.every(({ kept }) => kept === undefined)) return changes;
  return { ...changes, puts: changes.puts.map((put) => complete(put, before)) };
}

function complete(put: RecordPut, before: Tables): RecordPut {
  const { kind, record, kept } = put;
  if (kept === undefined) return put;
  const old = recordBefore(put, before);
  if (old === undefined) throw new Error(`The log lacks the ${kind} ${record.id} that a commit refers to.`);
  const values = Object.fromEntries(kept.map((name) => [name, old[name]]));
  return { kind, record: { ...record, ...values } };
}

function recordBefore({ kind, record }: RecordPut, before: Tables): Properties | undefined {
  const old: StoredRecord | undefined = before.records.get(kind)?.get(record.id);
  return old === undefined ? undefined : { ...old };
}
