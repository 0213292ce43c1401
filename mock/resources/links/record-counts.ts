/** The numbers that records have of others: a comment on an issue raises its `comments`, and its deletion lowers it. */
import { parentName } from '../../../contract/resources/path-shape.ts';
import type { RecordCount, Resource } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isSameName, referredName } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isFields, keyTextIn, textOf } from '../fields.ts';
import { findRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { lastOf } from './known-records.ts';

/** A number of the records of a resource that a record above them has, or one that they refer to. */
export interface CountLink {
  readonly count: RecordCount;
  /** The resource of the record with the number. */
  readonly owner: string;
  /** The path parameter of that record, as records below it name it; `null` if it has none. */
  readonly parameter: string | null;
  /** The properties that refer to that record. */
  readonly properties: readonly string[];
}

/** Finds the numbers that other records have of those of a resource. Shape: `refers` has the resources that its properties refer to. */
export function countLinks(
  own: Resource,
  refers: ReadonlyMap<string, string>,
  resources: readonly Resource[],
): readonly CountLink[] {
  return resources.flatMap(({ name: owner, itemPath, key, counts = [] }) => {
    const last = key?.value.parameters.at(-1);
    const parameter = last === undefined || itemPath === null ? null : parentName(itemPath, last);
    const properties = [...refers].flatMap(([property, other]) => (other === owner ? [property] : []));
    return counts.flatMap((count) =>
      count.resource === own.name ? [{ count, owner, parameter, properties }] : [],
    );
  });
}

/**
 * Returns the numbers of records that a resource keeps: those of records below it, or that refer to it. `schemaOf` returns
 * the schema of the records of a resource.
 */
export function keptCounts(
  own: Resource,
  resources: readonly Resource[],
  schemaOf: (resource: Resource) => SourceSchema | null,
): readonly RecordCount[] {
  const isLinked = (other: Resource): boolean =>
    other.parents.some(({ resource }) => resource === own.name) ||
    [...(schemaOf(other)?.properties.keys() ?? [])].some((name) => {
      const referred = referredName(name);
      return referred !== null && isSameName(referred, lastOf(own));
    });
  return (own.counts ?? []).filter(({ resource }) =>
    resources.some((other) => other.name === resource && isLinked(other)),
  );
}

/** Returns a record that the world begins with before what it counts exists. */
export function withoutCounted(value: RecordFields, counts: readonly RecordCount[]): RecordFields {
  const shown = counts.filter(({ property }) => typeof value[property] === 'number');
  return { ...value, ...Object.fromEntries(shown.map(({ property }) => [property, 0])) };
}

type Counted = Pick<ResourceRecord, 'parents' | 'value' | 'isInitial'>;

/** Changes the numbers of a record that is created, changed or deleted. Shape: `null` for one that does not exist. */
export function updateCounts(
  tx: Transaction,
  links: readonly CountLink[],
  before: Counted | null,
  after: Counted | null,
): void {
  for (const link of links) {
    const [left, entered] = [ownersIn(link, before), ownersIn(link, after)];
    const parents = (after ?? before)?.parents ?? {};
    for (const key of left) if (!entered.has(key)) add(tx, link, { key, parents }, -1);
    for (const key of entered) if (!left.has(key)) add(tx, link, { key, parents }, 1);
  }
}

/** Returns the keys of the records that count this one. */
function ownersIn({ count, parameter, properties }: CountLink, record: Counted | null): ReadonlySet<string> {
  if (record === null || !isCounted(count, record.value)) return new Set();
  const above = parameter === null ? undefined : record.parents[parameter];
  if (above !== undefined) return new Set([above]);
  return new Set(properties.flatMap((name) => keysIn(record.value[name])));
}

/** Returns whether a record is in a state that counts. */
export function isCounted({ where }: RecordCount, value: RecordFields): boolean {
  if (where === undefined) return true;
  const state = textOf(valueAt(value, where.pointer));
  return where.values.some((each) => textOf(each) === state) !== where.isNegated;
}

function keysIn(value: JsonValue | undefined): readonly string[] {
  return [value ?? null].flat().flatMap((each) => {
    const key = isFields(each) ? keyTextIn(each, '/id') : keyTextIn({ each }, '/each');
    return key ?? [];
  });
}

function add(
  tx: Transaction,
  { owner, count: { property } }: CountLink,
  { key, parents }: Pick<ResourceRecord, 'key' | 'parents'>,
  by: number,
): void {
  // Why: records below several parents may have the same key.
  const record = findRecords(tx, owner, key).find((each) =>
    Object.entries(each.parents).every(([name, text]) => (parents[name] ?? text) === text),
  );
  if (record === undefined) return;
  const before = record.value[property];
  const number = Math.max(0, (typeof before === 'number' ? before : 0) + by);
  tx.put(records, { ...record, value: { ...record.value, [property]: number } });
}
