/** Which records a list shows, and in which order. */
import { switchNamed } from '../../../contract/resources/infer-condition.ts';
import { LIKELY, type QueryEffect, type QueryUse } from '../../../contract/resources/graph.ts';
import type { SourceParameter, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { parseIsoTime } from '../../kernel/time/iso-time.ts';
import { propertyLike } from '../plan-parts.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { isFields, textOf } from '../fields.ts';
import { readSelector } from './label-selector.ts';
import { readConditions, readSearch, type SearchClause } from './search-text.ts';

type Query = Readonly<Record<string, unknown>>;

/** What a list is asked for. Shape: `text` is the description of the list. */
export interface ListRequest {
  readonly uses: readonly QueryUse[];
  readonly query: Query;
  readonly schema: SourceSchema | null;
  readonly text: string;
  /** The values of parameters that were not sent. */
  readonly defaults: Query;
}

/** Returns the values of the parameters that were not sent. */
export function defaultsOf(parameters: readonly SourceParameter[]): Query {
  return Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.defaultValue]));
}

/** Returns the records that fit the filters of a query, in the order that it asks for. */
export function selectRecords(
  all: readonly ResourceRecord[],
  { uses, query, schema, text, defaults }: ListRequest,
): readonly ResourceRecord[] {
  const active = uses.filter(
    ({ parameter, use }) =>
      use.confidence >= LIKELY && query[parameter] != null && !isUnset(query[parameter], defaults[parameter]),
  );
  const tests = active.map(({ parameter, use }): Test => {
    const test = testOf(use.value, query[parameter], schema);
    const { value: effect } = use;
    // Why: what a list shows by default are also the records that do not say what it is restricted to.
    if (effect.kind !== 'filter' || query[parameter] !== defaults[parameter]) return test;
    return (value) => valueAt(value, effect.property) === undefined || test(value);
  });
  const hidden = uses.flatMap(({ parameter, use }) =>
    use.value.kind === 'include' && !isOn(query[parameter]) ? [use.value.property] : [],
  );
  const kept = all.filter(
    ({ value }) => hidden.every((name) => value[name] !== true) && tests.every((test) => test(value)),
  );
  return inOrder(kept, orderOf(active, query, schema), text);
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true' || value === '1';
}

/**
 * Returns whether a switch in a query has its default, or a text the default `null`. Why: "only those with a dog" off is
 * no list without dogs.
 */
function isUnset(value: unknown, byDefault: unknown): boolean {
  return (typeof value === 'boolean' || value === 'null') && value === byDefault;
}

type Test = (value: RecordFields) => boolean;

function testOf(effect: QueryEffect, wanted: unknown, schema: SourceSchema | null): Test {
  if (effect.kind === 'search') return searchOf(textOf(wanted), schema);
  if (effect.kind === 'expression') return conditionsOf(textOf(wanted), schema);
  if (effect.kind !== 'filter') return () => true;
  const isFitting = comparisonWith(wanted, effect.compare);
  return (value) => isFitting(valueAt(value, effect.property));
}

function searchOf(text: string, schema: SourceSchema | null): Test {
  const { clauses, words } = readSearch(text, (name) => propertyLike(schema, name) !== null);
  const wanted = words.toLowerCase();
  return (value) =>
    clauses.every((clause) => fitsClause(value, clause, schema)) &&
    (wanted === '' || containsText(value, wanted));
}

/** Tests conditions, and the switches that words name. Why nothing else: what is not understood selects nothing. */
function conditionsOf(text: string, schema: SourceSchema | null): Test {
  const named = schema === null ? null : switchNamed(text, schema);
  if (named !== null) return (value) => (value[named.property] === true) === named.isOn;
  const alternatives = readConditions(text, (name) => propertyLike(schema, name) !== null);
  return (value) =>
    alternatives.some(({ clauses }) => clauses.every((clause) => fitsClause(value, clause, schema)));
}

function fitsClause(
  fields: RecordFields,
  { name, operator, value, isNegated }: SearchClause,
  schema: SourceSchema | null,
): boolean {
  const actual = fields[propertyLike(schema, name) ?? name];
  const difference = compareValues(actual, value);
  const fitting = {
    ':': isEqual(actual, value),
    '=': isEqual(actual, value),
    '!=': !isEqual(actual, value),
    '~': containsText(actual, value.toLowerCase()),
    '>': difference > 0,
    '>=': difference >= 0,
    '<': difference < 0,
    '<=': difference <= 0,
  };
  return fitting[operator] !== isNegated;
}

/** Bounds that an object in a query has, such as `created[gte]`. */
const bounds: Readonly<Record<string, (difference: number) => boolean>> = {
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
  eq: (difference) => difference === 0,
};

type Comparison = Extract<QueryEffect, { readonly kind: 'filter' }>['compare'];

function comparisonWith(wanted: unknown, compare: Comparison): (actual: unknown) => boolean {
  if (isFields(wanted) && Object.keys(wanted).some((name) => bounds[name] !== undefined))
    return (actual) =>
      Object.entries(wanted).every(([name, bound]) => bounds[name]?.(compareValues(actual, bound)) ?? true);
  const selects = compare === 'any' && typeof wanted === 'string' ? readSelector(wanted) : null;
  switch (compare) {
    case 'any':
    case 'equal': {
      if (isFields(wanted)) return (actual) => hasAll(actual, wanted);
      const isWanted = isAnything(wanted) ? () => true : isOneOf(listOf(wanted));
      return (actual) =>
        selects !== null && (isFields(actual) || actual === undefined)
          ? selects(actual ?? {})
          : isWanted(actual);
    }
    case 'without':
      return (actual) => wanted !== true || actual !== true;
    case 'contains':
      return (actual) => containsText(actual as JsonValue | undefined, textOf(wanted).toLowerCase());
    case 'least':
      return (actual) => compareValues(actual, wanted) >= 0;
    case 'most':
      return (actual) => compareValues(actual, wanted) <= 0;
    case 'above':
      return (actual) => compareValues(actual, wanted) > 0;
    case 'below':
      return (actual) => compareValues(actual, wanted) < 0;
  }
}

/** Returns whether an object has all that another one has: the metadata that a search asks for. */
function hasAll(actual: unknown, wanted: RecordFields): boolean {
  return (
    isFields(actual) &&
    Object.entries(wanted).every(([name, each]) =>
      isFields(each) ? hasAll(actual[name], each) : isEqual(actual[name], each),
    )
  );
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
export function isEqual(actual: unknown, wanted: unknown): boolean {
  return isOneOf([wanted])(actual);
}

/** Returns whether a value is equal to one of several. Why at once: a query may have thousands. */
function isOneOf(wanted: readonly unknown[]): (actual: unknown) => boolean {
  const values = new Set(wanted);
  const texts = new Set(wanted.map((each) => textOf(each).toLowerCase()));
  const isWanted = (actual: unknown): boolean => {
    if (Array.isArray(actual)) return actual.some(isWanted);
    if (isFields(actual))
      return Object.values(actual).some(
        (each) => values.has(each) || (typeof each === 'number' && texts.has(String(each))),
      );
    if (actual === undefined || actual === null) return values.has(null) || values.has('null');
    return texts.has(textOf(actual).toLowerCase());
  };
  return isWanted;
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

/** Why limits: each pair of records is compared by all of them, and no name of a property is longer. */
const [MOST_ORDERS, LONGEST_ORDER] = [20, 200];

/** Reads `-name`, `name:desc`, `name.desc`, `name desc`, several of them, and a parameter with the direction. */
function orderOf(uses: readonly QueryUse[], query: Query, schema: SourceSchema | null): readonly Order[] {
  const of = (kind: QueryEffect['kind']): unknown => {
    const use = uses.find(({ use: { value } }) => value.kind === kind);
    return use && query[use.parameter];
  };
  const direction = of('direction');
  const isReversed = typeof direction === 'string' && /^(?:desc|-1|down|z)/i.test(direction);
  const sent = of('sort');
  const all = Array.isArray(sent) ? sent.map(String) : typeof sent === 'string' ? sent.split(',') : [];
  const parts = all.slice(0, MOST_ORDERS).filter(({ length }) => length <= LONGEST_ORDER);
  if (isReversed && parts.length === 0) return [newest];
  return parts.flatMap((part): Order[] => {
    const match = /^([-+]?)([\w.-]+?)(?:[:.\s]+(asc|desc)\w*|_(asc|desc))?$/i.exec(part.trim());
    const property = match === null ? null : orderedProperty(schema, match[2] ?? '');
    if (match === null || property === null) return [];
    const word = (match[3] ?? match[4])?.toLowerCase();
    return [
      { property, isDescending: match[1] === '-' || word === 'desc' || (word === undefined && isReversed) },
    ];
  });
}

/** Returns the property that an order names: `created` is `created_at`, and `alphabetical` a name; `null` for none. */
function orderedProperty(schema: SourceSchema | null, name: string): string | null {
  const forms = (word: string): readonly string[] => [
    word,
    `${word}_at`,
    `${word}_on`,
    `${word}_date`,
    `${word}_time`,
    `date_${word}`,
  ];
  const names = [name, ...(orders[flatten(name)] ?? [])].flatMap(forms);
  return names.map((each) => propertyLike(schema, each)).find((each) => each !== null) ?? null;
}

/** Names of orders, with what they compare. */
const orders: Readonly<Record<string, readonly string[]>> = {
  alphabetical: ['name', 'title'],
  date: ['created', 'creation'],
  added: ['created'],
};

/** The order of lists that begin with the record that was created last. */
const newest: Order = { property: '', isDescending: true };

/** Descriptions of lists in that order. */
const newestFirst =
  /\b(?:most recent|newest|latest)(?:ly)?(?: \w+){0,3} first\b|\breverse chronological|\bdescending (?:order )?(?:of |by )?(?:creat|date)/i;

function inOrder(
  records: readonly ResourceRecord[],
  orders: readonly Order[],
  text: string,
): readonly ResourceRecord[] {
  if (orders.includes(newest) || (orders.length === 0 && newestFirst.test(text))) return records.toReversed();
  return orders.length === 0 ? records : sorted(records, orders);
}

function sorted(records: readonly ResourceRecord[], orders: readonly Order[]): readonly ResourceRecord[] {
  return records.toSorted((one, other) => {
    for (const { property, isDescending } of orders) {
      const difference = compareValues(one.value[property], other.value[property]);
      if (difference !== 0 && !Number.isNaN(difference)) return isDescending ? -difference : difference;
    }
    return 0;
  });
}
