/** Which records a list shows, and in which order. */
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { switchNamed } from '../../../contract/resources/queries/infer-condition.ts';
import { LIKELY, type QueryEffect, type QueryUse } from '../../../contract/resources/graph.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isPlural } from '../../../contract/resources/words.ts';
import { pointerStep, splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import { readChain } from './chained-conditions.ts';
import { compareValues, comparisonWith, containsText, isEqual } from './compare.ts';
import { afterOrBefore, boundOfKey } from './key-order.ts';
import { readJsonConditions } from './json-conditions.ts';
import { isInViews } from './shown-by-default.ts';
import { findFiltered, placeOf, propertyIn } from './places.ts';
import { newest, oldest, type ListRules, type Order } from './list-rules.ts';
import { readClauses, readConditions, readSearch, type SearchClause } from './search-text.ts';

/** Returns the records that fit the filters of a query, in the order that it asks for, else in that of the list. */
export function selectRecords(
  all: readonly ResourceRecord[],
  rules: ListRules,
  sent: RequestValues['query'],
): readonly ResourceRecord[] {
  const { uses, schema, defaults = {}, views = [], optional, chronological, orders = [] } = rules;
  const unsent = pickFields(defaults, (name) => sent[name] === undefined);
  const query = { ...sent, ...unsent };
  const active = uses.filter(
    ({ parameter, use }) =>
      use.confidence >= LIKELY && query[parameter] != null && !isUnset(query[parameter], defaults[parameter]),
  );
  const negated = new Set(
    active.flatMap(({ parameter, use: { value } }) =>
      value.kind === 'negation' && isOn(query[parameter]) ? [value.property] : [],
    ),
  );
  const tests = active.map(({ parameter, use }): Test => {
    const test = testOf(use.value, query[parameter], { ...rules, all });
    const { value: effect } = use;
    if (effect.kind === 'filter' && negated.has(effect.property)) return (value) => !test(value);
    // Why: a list shows by default also records without the property that it is restricted to.
    const isOptional = query[parameter] === defaults[parameter] || optional?.has(parameter) === true;
    if (effect.kind !== 'filter' || !isOptional) return test;
    return (value) => (valueAt(value, effect.property) ?? undefined) === undefined || test(value);
  });
  const hidden = uses.flatMap(({ parameter, use }) =>
    use.value.kind === 'include' && !isOn(query[parameter]) ? [use.value.property] : [],
  );
  const unasked = views.filter(({ parameter }) => query[parameter] == null || query[parameter] === false);
  const sentTests = active.flatMap(({ parameter, use: { value: effect } }) =>
    effect.kind === 'sent' ? [sentTest(effect.property, query[parameter], all)] : [],
  );
  const selection = all.filter(
    ({ value, sent: own, isInitial }) =>
      sentTests.every((test) => test(own ?? {}, isInitial === true)) &&
      hidden.every((name) => value[name] !== true) &&
      isInViews(value, unasked) &&
      tests.every((test) => test(value)),
  );
  const asked = orderOf(active, query, schema).map((order) =>
    order.property === chronological ? (order.isDescending ? newest : oldest) : order,
  );
  return inOrder(selection, asked.length > 0 ? asked : orders);
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

/** What tests are about. Shape: `all` are in the order of their creation. */
interface Tested extends Pick<ListRules, 'schema' | 'isStrict'> {
  readonly all: readonly ResourceRecord[];
}

function testOf(effect: QueryEffect, wanted: unknown, list: Tested): Test {
  const { schema } = list;
  if (effect.kind === 'search') return searchOf(textOf(wanted), schema);
  if (effect.kind === 'expression') {
    const tests = [wanted].flat().map((each) => {
      const clauses = isFields(each) ? readClauses(each) : null;
      return clauses === null ? conditionsOf(textOf(each), list) : anyOf(clauses, schema);
    });
    return (value) => tests.every((test) => test(value));
  }
  if (effect.kind !== 'filter') return () => true;
  const ofKey = boundOfKey(effect, wanted, list.all);
  if (ofKey !== null) return ofKey;
  const isFitting = comparisonWith(wanted, effect.compare);
  const isList = isPlural(splitPointer(effect.property).at(-1) ?? '');
  return (value) => {
    const actual = valueAt(value, effect.property);
    return isFitting(isList && typeof actual === 'string' ? wordsIn(actual) : actual);
  };
}

/** Tests what only requests have. Shape: a first record of the world fits a value that no client has sent. */
function sentTest(
  property: string,
  wanted: unknown,
  all: readonly ResourceRecord[],
): (sent: RecordFields, isInitial: boolean) => boolean {
  const fits = comparisonWith(wanted, 'any');
  const isFitting = (sent: RecordFields): boolean => fits(valueAt(sent, property));
  const isSent = all.some(({ sent }) => sent !== undefined && isFitting(sent));
  return (sent, isInitial) =>
    isInitial && valueAt(sent, property) === undefined ? !isSent : isFitting(sent);
}

/** Returns a text with commas, such as `winter, cider`, and its parts. */
function wordsIn(text: string): string | readonly string[] {
  return text.includes(',') ? [text, ...text.split(',').map((each) => each.trim())] : text;
}

function searchOf(text: string, schema: SourceSchema | null): Test {
  const { clauses, words } = readSearch(text, (name) => placeOf(schema, name, propertyNamed) !== null);
  const searchText = words.toLowerCase().replaceAll(/^\*|\*$/g, '');
  return (value) =>
    clauses.every((clause) => fitsClause(value, clause, schema)) &&
    (searchText === '' || containsText(value, searchText));
}

function anyOf(clauses: readonly SearchClause[], schema: SourceSchema | null): Test {
  return (value) => clauses.some((clause) => fitsClause(value, clause, schema));
}

/** Tests conditions, and the switches that words name. Why nothing else: what is not understood selects nothing. */
function conditionsOf(text: string, { schema, isStrict = false, all }: Tested): Test {
  const switchName = schema === null ? null : switchNamed(text, schema);
  if (switchName !== null) return (value) => (value[switchName.property] === true) === switchName.isOn;
  const inJson = readJsonConditions(text, schema);
  if (inJson !== null) return inJson;
  const chain = readChain(text, findFiltered(schema));
  if (chain !== null) return chain;
  const alternatives = readConditions(text, (name) => placeOf(schema, name, propertyIn) !== null);
  const unknown = alternatives.find(({ words }) => /^[\w.]+\s?[=<>:]/.test(words))?.words;
  if (unknown !== undefined && isStrict)
    throw new OperationError(400, `No property of a record has this name: ${unknown}`);
  const tests = alternatives.map(({ clauses }) =>
    clauses.map(
      (clause) => afterOrBefore(clause, all) ?? ((value: RecordFields) => fitsClause(value, clause, schema)),
    ),
  );
  return (value) => tests.some((each) => each.every((test) => test(value)));
}

function fitsClause(
  fields: RecordFields,
  { name, operator, value, isNegated }: SearchClause,
  schema: SourceSchema | null,
): boolean {
  const place = placeOf(schema, name, propertyIn) ?? pointerStep(name);
  const actual = valueAt(fields, place) as JsonValue | undefined;
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

/** Why limits: each pair of records is compared by all of them, and no name of a property is longer. */
const [MAX_ORDERS, MAX_ORDER_LENGTH] = [20, 200];

/** Reads `-name`, `name:desc`, `name.desc`, `name desc`, several of them, and a parameter with the direction. */
function orderOf(
  uses: readonly QueryUse[],
  query: RequestValues['query'],
  schema: SourceSchema | null,
): readonly Order[] {
  const of = (kind: QueryEffect['kind']): unknown => {
    const use = uses.find(({ use: { value } }) => value.kind === kind);
    return use && query[use.parameter];
  };
  const direction = of('direction');
  const isReversed = typeof direction === 'string' && /^(?:desc|-1|down|z)/i.test(direction);
  const sent = of('sort');
  const ranked = uses.flatMap(({ use: { value } }) =>
    value.kind === 'sort' && value.ranks !== undefined ? [value.ranks] : [],
  );
  const ranks = new Map(Object.entries(ranked[0] ?? {}));
  const isMinusUp = uses.some(({ use: { value } }) => value.kind === 'sort' && value.ascending === '-');
  const all = ordersIn(sent);
  const parts = all.slice(0, MAX_ORDERS).filter(({ length }) => length <= MAX_ORDER_LENGTH);
  if (isReversed && parts.length === 0) return [newest];
  return parts.flatMap((part): Order[] => {
    const match = /^([-+]?)([\w.-]+?)(?:(?<![:.\s])[:.\s]+(asc|desc)\w*|_(asc|desc))?$/i.exec(part.trim());
    const name = match?.[2] ?? '';
    const property = match === null ? null : placeOf(schema, name, orderedProperty);
    const word = (match?.[3] ?? match?.[4])?.toLowerCase();
    const [, sign = ''] = match ?? [];
    const isDescending =
      sign === (isMinusUp ? '+' : '-') || word === 'desc' || (word === undefined && isReversed);
    if (property !== null) return [{ property, isDescending, ranks: ranks.get(property.slice(1)) }];
    if (/^(?:newest|latest|oldest)(?:first)?$/.test(flatten(name)))
      return [flatten(name).startsWith('oldest') ? oldest : newest];
    return creationTime.test(flatten(name)) ? [isDescending ? newest : oldest] : [];
  });
}

/** Returns the orders that a parameter has: of `sort_by[name]=desc`, `name:desc`. */
function ordersIn(sent: unknown): readonly string[] {
  if (Array.isArray(sent)) return sent.map(String);
  if (isFields(sent)) return Object.entries(sent).map(([name, word]) => `${name}:${textOf(word)}`);
  return typeof sent === 'string' ? sent.split(/[,|]/) : [];
}

/** Names of the time of creation, which records have by their order. */
const creationTime =
  /^(?:created|creation|datecreated|createdat|createdon|createddate|creationdate|creationtime)$/;

/** Returns the property that an order names: `created` is `created_at`, and `alphabetical` a name; `null` for none. */
function orderedProperty(name: string, schema: SourceSchema | null): string | null {
  const forms = (word: string): readonly string[] => [
    word,
    `${word}_at`,
    `${word}_on`,
    `${word}_date`,
    `${word}_time`,
    `date_${word}`,
  ];
  const names = [name, ...(orders[flatten(name)] ?? [])].flatMap(forms);
  return (
    names.map((each) => propertyNamed(each, schema)).find((each) => each !== null) ?? propertyIn(name, schema)
  );
}

/** Names of orders, with what they compare. */
const orders: Readonly<Record<string, readonly string[]>> = {
  alphabetical: ['name', 'title'],
  date: ['created', 'creation'],
  added: ['created'],
};

function inOrder(records: readonly ResourceRecord[], orders: readonly Order[]): readonly ResourceRecord[] {
  if (orders.includes(newest)) return records.toReversed();
  return orders.length === 0 || orders.includes(oldest) ? records : sortRecords(records, orders);
}

function sortRecords(
  records: readonly ResourceRecord[],
  orders: readonly Order[],
): readonly ResourceRecord[] {
  const [main] = orders;
  // Why: records that were created in the same second are still in order.
  const isNewestFirst = main?.isDescending === true && creationTime.test(flatten(main.property));
  return (isNewestFirst ? records.toReversed() : records).toSorted((one, other) => {
    for (const { property, isDescending, ranks } of orders) {
      const rankOf = (value: unknown): unknown => ranks?.indexOf(value as JsonValue) ?? value;
      const [first, second] = [one, other].map(({ value }) => rankOf(valueAt(value, property)));
      const difference = compareValues(first, second);
      if (difference !== 0 && !Number.isNaN(difference)) return isDescending ? -difference : difference;
    }
    return 0;
  });
}
