/** Which records a list shows, and in which order. */
import { LIKELY, type QueryEffect, type QueryUse } from '../../contract/resources/graph.ts';
import type { SourceSchema } from '../../contract/resources/source.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { parseIsoTime } from '../kernel/time/iso-time.ts';
import { propertyLike } from './plan.ts';
import type { RecordFields, ResourceRecord } from './record.ts';
import { isFields, textOf } from './fields.ts';

type Query = Readonly<Record<string, unknown>>;

/** Returns the records that fit the filters of a query, in the order that it asks for. */
export function selectRecords(
  all: readonly ResourceRecord[],
  uses: readonly QueryUse[],
  query: Query,
  schema: SourceSchema | null,
): readonly ResourceRecord[] {
  const given = uses.filter(({ parameter, use }) => use.confidence >= LIKELY && query[parameter] != null);
  const kept = all.filter(({ value }) =>
    given.every(({ parameter, use }) => fits(value, use.value, query[parameter])),
  );
  return sorted(kept, orderOf(given, query, schema));
}

function fits(value: RecordFields, effect: QueryEffect, wanted: unknown): boolean {
  if (effect.kind === 'search') return containsText(value, textOf(wanted).toLowerCase());
  if (effect.kind !== 'filter') return true;
  const actual = valueAt(value, effect.property);
  switch (effect.compare) {
    case 'equal':
    case 'any':
      return listOf(wanted).some((each) => isEqual(actual, each)) || isAnything(wanted);
    case 'least':
      return compareValues(actual, wanted) >= 0;
    case 'most':
      return compareValues(actual, wanted) <= 0;
  }
}

/** Returns whether a filter asks for every value: `state=all`. */
function isAnything(wanted: unknown): boolean {
  return typeof wanted === 'string' && /^(?:all|any|\*|)$/i.test(wanted);
}

function listOf(wanted: unknown): readonly unknown[] {
  if (Array.isArray(wanted)) return wanted as unknown[];
  return typeof wanted === 'string' && wanted.includes(',') ? [wanted, ...wanted.split(',')] : [wanted];
}

/** Returns whether a value is the wanted one, contains it, or is a record with it as its key. */
function isEqual(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(actual)) return actual.some((each) => isEqual(each, wanted));
  if (isFields(actual)) return Object.values(actual).some((each) => each === wanted);
  if (actual === undefined || actual === null) return wanted === null || wanted === 'null';
  return textOf(actual).toLowerCase() === textOf(wanted).toLowerCase();
}

/** Compares numbers, times and texts; NaN for values that can't be compared. */
function compareValues(one: unknown, other: unknown): number {
  if (one === undefined || one === null) return NaN;
  const [a, b] = [numberOf(one), numberOf(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  const [text, wanted] = [textOf(one), textOf(other)];
  return text < wanted ? -1 : text > wanted ? 1 : 0;
}

/** Units: seconds up to here, milliseconds from here, since 1970. */
const MILLISECONDS = 100_000_000_000;

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return NaN;
  const number = Number(value);
  if (!Number.isNaN(number)) return number > MILLISECONDS ? number / 1000 : number;
  const at = /^\d{4}-\d\d/.test(value) ? parseIsoTime(value) : null;
  return at === null ? NaN : at / 1000;
}

/** Units: levels of nested objects that a search looks into. */
const SEARCH_DEPTH = 3;

function containsText(value: JsonValue | undefined, wanted: string, depth = SEARCH_DEPTH): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  return Object.values(value).some((each: JsonValue) => containsText(each, wanted, depth - 1));
}

interface Order {
  readonly property: string;
  readonly isDescending: boolean;
}

/** Reads `-name`, `name:desc`, `name.desc`, `name desc`, several of them, and a parameter with the direction. */
function orderOf(uses: readonly QueryUse[], query: Query, schema: SourceSchema | null): readonly Order[] {
  const of = (kind: QueryEffect['kind']): unknown => {
    const use = uses.find(({ use: { value } }) => value.kind === kind);
    return use && query[use.parameter];
  };
  const direction = of('direction');
  const isReversed = typeof direction === 'string' && /^(?:desc|-1|down|z)/i.test(direction);
  const given = of('sort');
  const parts = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : [];
  return parts.flatMap((part): Order[] => {
    const match = /^([-+]?)([\w.-]+?)(?:[:.\s]+(asc|desc)\w*|_(asc|desc))?$/i.exec(part.trim());
    const property = match === null ? null : propertyLike(schema, match[2] ?? '');
    if (match === null || property === null) return [];
    const word = (match[3] ?? match[4])?.toLowerCase();
    return [
      { property, isDescending: match[1] === '-' || word === 'desc' || (word === undefined && isReversed) },
    ];
  });
}

function sorted(records: readonly ResourceRecord[], orders: readonly Order[]): readonly ResourceRecord[] {
  if (orders.length === 0) return records;
  return records.toSorted((one, other) => {
    for (const { property, isDescending } of orders) {
      const difference = compareValues(one.value[property], other.value[property]);
      if (difference !== 0 && !Number.isNaN(difference)) return isDescending ? -difference : difference;
    }
    return 0;
  });
}
