/** The law of filters: they narrow a list, and the remaining rows match. */
import { childLocation } from '../../contract/locations/schema-location.ts';
import { splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import { CERTAIN, LIKELY, type QueryEffect } from '../../contract/resources/graph.ts';
import { listsAll } from '../../contract/statements/lists.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { resolveShape } from '../requests/values.ts';
import { varyId } from '../requests/vary-id.ts';
import { timeOfTimestamp } from '../responses/timestamps.ts';
import { defineLaw, type Law } from './law.ts';
import { plainShape, propertyAt, returnedLocation } from './record-schema.ts';
import { isSuccess } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';
import { noteTotal } from './pages.ts';
import { createContrast } from './queries/contrast.ts';
import { queryOfTotal, walkList, type Walk } from './walk-list.ts';

export const filterLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW11',
    title: 'A filter keeps the rows that match it, and no others.',
    description:
      'For each parameter named like a property, filters the list by values of its rows and by a value that no row has, and compares the rows of all pages. Where its values say whether to list the rows with a flag, looks for such rows where they are excluded.',
    rationale: 'A filter that is ignored or too narrow shows wrong totals.',
    needs: ['list'],
    play: checkFilters,
  }),
];

/** A query parameter that filters a list by a property. */
export interface Filter {
  readonly parameter: string;
  readonly effect: Extract<QueryEffect, { readonly kind: 'filter' }>;
  readonly isSure: boolean;
}

/** Lists the likely filters of a list. */
export function filtersOf(resource: ResourceSession): readonly Filter[] {
  return resource
    .operation('list')
    .role.query.flatMap(({ parameter, use }): readonly Filter[] =>
      use.value.kind === 'filter' && !/^(?:none|absent)$/.test(use.value.compare) && use.confidence >= LIKELY
        ? [{ parameter, effect: use.value, isSure: use.confidence >= CERTAIN }]
        : [],
    );
}

async function checkFilters(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const filters = filtersOf(resource);
  if (filters.length === 0) return tools.skip('No parameter is named like a property.');
  await createContrast(resource);
  const { items, isWhole } = await walkList(resource, { mostPages: MAX_PAGES });
  for (const filter of filters) await checkFilter(resource, tools, { filter, items, isWhole });
}

/** The maximum number of pages of the list without a filter. */
const MAX_PAGES = 8;

interface FilteredList {
  readonly filter: Filter;
  /** The rows without the filter. Shape: `isWhole` is whether these are all of them. */
  readonly items: readonly JsonValue[];
  readonly isWhole: boolean;
}

async function checkFilter(
  resource: ResourceSession,
  tools: CheckTools,
  { filter, items, isWhole }: FilteredList,
): Promise<void> {
  const { parameter, effect, isSure } = filter;
  const { operation } = resource.operation('list');
  const valueIn = (item: JsonValue): JsonValue | undefined =>
    valueAt(item, effect.property) as JsonValue | undefined;
  const valuesIn = (item: JsonValue): readonly JsonValue[] => [valueIn(item) ?? null].flat();
  const present = [...new Set(items.flatMap(valuesIn).filter(isScalar))];
  // Why: the order of keys that are texts may be that of their creation.
  const isKey = items.every(
    (item) => resource.keyOf(item) === valueIn(item) && Number.isNaN(Number(valueIn(item))),
  );
  if (isRange(effect.compare) && isKey) return;
  if (isInclusion(present, listedValues(resource, parameter))) {
    const isOn = (item: JsonValue): boolean => valueIn(item) === true;
    return checkInclusion(resource, tools, { parameter, items, isOn });
  }
  const own = listedAt(resource, effect.property);
  // Why: a value that no row can have, such as `all`, selects rows in another way.
  const listed = listedValues(resource, parameter).filter((value) =>
    own.length > 0 ? own.includes(value) : typeof value !== 'string' || !isEverything.test(value),
  );
  for (const value of valuesToTry(present, listed)) {
    for (const size of [undefined, 1]) {
      const response = await resource.list({ query: { [parameter]: String(value) } });
      if (!isSuccess(response)) break;
      const mostPages = size === undefined ? 2 : 3;
      const walk = {
        query: { ...queryOfTotal(resource), [parameter]: String(value) },
        mostPages,
        ...(size === undefined ? {} : { size }),
      };
      const kept = await walkList(resource, walk);
      const name = `${operation.id} with ${parameter}=${String(value)}`;
      await noteTotal(tools, name, kept, () => walkList(resource, walk));
      const isWrong = kept.items.some((item) => !matches(valueIn(item), value, effect.compare));
      const isUnset =
        /^(?:equal|any)$/.test(effect.compare) && kept.items.some((item) => valueIn(item) === null);
      const unset = `${name} has a row whose ${effect.property.slice(1)} is null.`;
      tools.note(!isUnset, warning(unset, `query ${parameter}`));
      const message = `${name} has a row with another ${parameter}.`;
      // Why: a flag may add rows to a list instead of excluding some.
      const isCertain = isSure && value !== true;
      tools.note(
        !isWrong,
        isCertain ? message : warning(message, `query ${parameter}`),
        `query ${parameter}`,
      );
      const isInside = (item: JsonValue): boolean =>
        isRange(effect.compare)
          ? isScalar(valueIn(item)) &&
            valueIn(item) !== value &&
            matches(valueIn(item), value, effect.compare)
          : valuesIn(item).includes(value);
      const first = items.find((item) => isInside(item) && resource.keyOf(item) !== null);
      const isKept =
        first === undefined ||
        kept.items.some((item) => resource.keyOf(item) === resource.keyOf(first)) ||
        !kept.isWhole;
      const isHidden =
        isWhole &&
        size === undefined &&
        listsAll(operation) &&
        kept.items.some((item) => !hasRow(resource, items, item)) &&
        (await isStillHidden(resource, walk));
      const hidden = `${operation.id} without a filter lacks a row that it has with ${parameter}=${String(value)}.`;
      tools.note(!isHidden, hidden, 'body');
      const lack = `${name} lacks a row that has it.`;
      tools.note(isKept, isSure ? lack : warning(lack, `query ${parameter}`), `query ${parameter}`);
    }
  }
}

interface Inclusion {
  readonly parameter: string;
  /** The rows without the parameter. */
  readonly items: readonly JsonValue[];
  readonly isOn: (item: JsonValue) => boolean;
}

/** Returns whether a parameter names whether to list the rows with a flag: `archived=include` of rows with `archived`. */
function isInclusion(present: readonly Scalar[], listed: readonly JsonValue[]): boolean {
  const isWord = (value: JsonValue): boolean =>
    typeof value === 'string' && !/^(?:true|false|yes|no|on|off|[01])$/i.test(value);
  return (
    present.length > 0 &&
    present.every((value) => typeof value === 'boolean') &&
    listed.length > 0 &&
    listed.every(isWord)
  );
}

/** Lists rows with the words that exclude a flag, and without the parameter if its default is one of them. */
async function checkInclusion(
  resource: ResourceSession,
  tools: CheckTools,
  { parameter, items, isOn }: Inclusion,
): Promise<void> {
  const { operation } = resource.operation('list');
  const isExcluding = (value: unknown): value is string =>
    typeof value === 'string' && /^(?:excluded?|hidden?|hide|omit(?:ted)?|without)$/i.test(value);
  const note = (rows: readonly JsonValue[], how: string): void =>
    tools.note(
      !rows.some(isOn),
      warning(`${operation.id} ${how} has a row that is ${parameter}.`, `query ${parameter}`),
    );
  const standard = operation.parameters.find(
    ({ name, in: place }) => place === 'query' && name === parameter,
  )?.default;
  if (isExcluding(standard)) note(items, `without ${parameter}`);
  for (const value of listedValues(resource, parameter).filter(isExcluding)) {
    const { items: rows } = await walkList(resource, { query: { [parameter]: value }, mostPages: 2 });
    note(rows, `with ${parameter}=${value}`);
  }
}

function hasRow(resource: ResourceSession, rows: readonly JsonValue[], row: JsonValue): boolean {
  const key = resource.keyOf(row);
  return key === null || rows.some((each) => resource.keyOf(each) === key);
}

/** Returns whether a list without a filter lacks a row that it has with one. Why again: a row may have been added. */
async function isStillHidden(resource: ResourceSession, walk: Walk): Promise<boolean> {
  const kept = await walkList(resource, walk);
  const all = await walkList(resource, { mostPages: MAX_PAGES });
  return all.isWhole && kept.items.some((item) => !hasRow(resource, all.items, item));
}

const isEverything = /^(?:all|any|every|everything|both|none|\*)$/i;

/** Returns the enum values of a property of the rows; empty if there are none. */
export function listedAt(resource: ResourceSession, property: string): readonly JsonValue[] {
  const rows = returnedLocation(resource.operation('list'));
  const row = rows === null ? null : childLocation(rows, '0');
  const at = splitPointer(property).reduce((place, name) => propertyAt(place, name), row);
  const shape = at === null ? null : plainShape(at, at.shape);
  return shape?.kind === 'values' ? shape.values : [];
}

/** Returns two values of rows, one that no row has, and the enum values. Why: a word may be from a fixed list. */
function valuesToTry(present: readonly Scalar[], listed: readonly JsonValue[]): ReadonlySet<Scalar> {
  const some = present.some((value) => typeof value === 'boolean') ? [true, false] : present.slice(0, 2);
  const [first] = some;
  const isId = typeof first === 'string' && /\d/.test(first) && !/^\d{4}-\d\d-\d\d/.test(first);
  return new Set([
    ...some,
    ...(isId && listed.length === 0 ? [varyId(first)] : []),
    ...listed.filter(isScalar).slice(0, 4),
  ]);
}

/** Returns the enum values of a query parameter of a list, or of its items; empty if there are none. */
export function listedValues(resource: ResourceSession, parameter: string): readonly JsonValue[] {
  const { operation } = resource.operation('list');
  const check = operation.parameters.find(({ name, in: place }) => place === 'query' && name === parameter)
    ?.check.name;
  const shape = check === undefined ? undefined : operation.contract.shapes.checks[check];
  if (shape === undefined) return [];
  const whole = resolveShape(operation.contract, shape);
  const named = whole.kind === 'list' ? resolveShape(operation.contract, whole.rest) : whole;
  return named.kind === 'values' ? named.values : [];
}

function isRange(compare: string): boolean {
  return /^(?:least|most|above|below)$/.test(compare);
}

/** Returns whether a filter keeps a row with this value. */
export function matches(actual: JsonValue | undefined, wanted: Scalar, compare: string): boolean {
  if (Array.isArray(actual)) return actual.map(String).includes(String(wanted));
  if (!isScalar(actual)) return true;
  if (compare === 'without') return wanted !== true || actual !== true;
  if (compare === 'contains') return String(actual).toLowerCase().includes(String(wanted).toLowerCase());
  if (compare === 'begins') return String(actual).toLowerCase().startsWith(String(wanted).toLowerCase());
  // Why also the value itself: descriptions rarely specify whether "after" excludes it, which would be `above`.
  const [one, other] = [timeOfTimestamp(actual) ?? actual, timeOfTimestamp(wanted) ?? wanted];
  if (compare === 'above') return one > other;
  if (compare === 'below') return one < other;
  if (compare === 'least') return one >= other;
  if (compare === 'most') return one <= other;
  return String(actual).toLowerCase() === String(wanted).toLowerCase();
}

/** A value that can be written in a query. */
type Scalar = string | number | boolean;

/** Returns whether a value can be written in a query. */
export function isScalar(value: JsonValue | undefined): value is Scalar {
  return (
    (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
  );
}
