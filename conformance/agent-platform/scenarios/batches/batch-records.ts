/**
 * Reads and replaces the records in the body of a batch. The source does not specify their property, so it is the first
 * list whose items are ids, or objects with one.
 */
import { isFields, textOf, type JsonFields } from '../read-value.ts';

/** Returns the ids of the records; empty unless they are all different. */
export function recordIdsOf(body: unknown): readonly string[] {
  const records = listIn(body)?.records ?? [];
  const ids = records.map(idOf).filter((id) => id !== null);
  return new Set(ids).size === records.length ? ids : [];
}

/** Returns a body with other records of the same form. */
export function withRecords(body: JsonFields, ids: readonly string[]): JsonFields {
  const { name, records } = listIn(body) ?? { name: 'recordIds', records: [] };
  const [first] = records;
  return { ...body, [name]: ids.map((id) => (isFields(first) ? withId(first, id) : id)) };
}

function listIn(body: unknown): { readonly name: string; readonly records: readonly unknown[] } | null {
  for (const [name, value] of Object.entries(isFields(body) ? body : {}))
    if (Array.isArray(value)) return { name, records: value };
  return null;
}

const idNames = ['id', 'recordId'];

function idOf(record: unknown): string | null {
  return typeof record === 'string' ? record : textOf(record, ...idNames);
}

function withId(record: JsonFields, id: string): JsonFields {
  return { ...record, [idNames.find((name) => name in record) ?? 'id']: id };
}
