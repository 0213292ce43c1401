/** The lists of keys that records have of those that refer to them: a server lists the volumes whose `server` it is. */
import { lastOf } from './known-records.ts';
import type { Resource } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isPlural, isSameName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { keyTextIn, textOf } from '../fields.ts';
import { findRecords, records, type RecordFields } from '../record.ts';

/** A reference of a record, and the list of the other record that has its key. */
export interface InverseLink {
  /** The property with the key of the other record. */
  readonly property: string;
  readonly resource: string;
  readonly list: string;
}

/** Finds the references of a record that others list. `schemaOf` returns the schema of the records of a resource. */
export function inverseLinksIn(
  schema: SourceSchema | null,
  own: Resource,
  resources: readonly Resource[],
  schemaOf: (resource: Resource) => SourceSchema | null,
): readonly InverseLink[] {
  const others = resources.filter(({ kind, name }) => kind === 'collection' && name !== own.name);
  return [...(schema?.properties ?? [])].flatMap(([property, { items, types }]): InverseLink[] => {
    if (items !== null || types === null || types.has('array') || types.has('boolean')) return [];
    const other = others.find((each) => isSameName(lastOf(each), bareName(property)));
    const list = other === undefined ? null : listOf(schemaOf(other), lastOf(own));
    return other === undefined || list === null ? [] : [{ property, resource: other.name, list }];
  });
}

/** Returns a name without the word for a key at its end: `server` of `server_id`. */
function bareName(property: string): string {
  const words = wordsOf(property);
  const isKey = words.length > 1 && /^(?:ids?|uuids?|gids?)$/.test(words.at(-1) ?? '');
  return (isKey ? words.slice(0, -1) : words).join('_');
}

/** Returns the property with the keys of records; `null` for none. */
function listOf(schema: SourceSchema | null, name: string): string | null {
  const lists = [...(schema?.properties ?? [])].filter(([property, { items }]) => {
    const isOfKeys = items?.types?.has('integer') === true || items?.types?.has('string') === true;
    const isNamed = isPlural(property) && isSameName(bareName(property), name);
    return isOfKeys && items.values === null && isNamed;
  });
  return lists[0]?.[0] ?? null;
}

/** The record whose references change. */
export interface LinkedRecord {
  readonly links: readonly InverseLink[];
  /** The key as the record has it. */
  readonly key: JsonValue;
}

/** Takes the key of a record out of the lists that it leaves, and adds it to those that it enters. */
export function updateInverse(
  tx: Transaction,
  { links, key }: LinkedRecord,
  before: RecordFields,
  after: RecordFields,
): void {
  for (const { property, resource, list } of links) {
    const [left, entered] = [referredKey(before[property]), referredKey(after[property])];
    if (left === entered) continue;
    changeList(tx, resource, left, list, (keys) => keys.filter((each) => textOf(each) !== textOf(key)));
    changeList(tx, resource, entered, list, (keys) => [...keys, key]);
  }
}

function referredKey(value: JsonValue | undefined): string | null {
  return keyTextIn({ value: value ?? null }, '/value') ?? keyTextIn({ value: value ?? null }, '/value/id');
}

function changeList(
  tx: Transaction,
  resource: string,
  key: string | null,
  list: string,
  change: (keys: readonly JsonValue[]) => readonly JsonValue[],
): void {
  const record = key === null ? undefined : findRecords(tx, resource, key)[0];
  if (record === undefined) return;
  const before = record.value[list];
  const keys = Array.isArray(before) ? (before as readonly JsonValue[]) : [];
  tx.put(records, { ...record, value: { ...record.value, [list]: change(keys) } });
}
