/** Laws of queries: a list is sorted as requested, and filters are combined. */
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { LIKELY } from '../../contract/resources/graph.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { timeOfTimestamp } from '../responses/timestamps.ts';
import { filtersOf, isScalar, listedAt, listedValues, matches } from './filters.ts';
import { defineLaw, type Law } from './law.ts';
import { createContrast } from './queries/contrast.ts';
import { writableProperties } from './record-changes.ts';
import type { ResourceSession } from './resource-session.ts';
import { walkList } from './walk-list.ts';

export const orderLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW27',
    title: 'A list is in the requested order.',
    description:
      'Reads the list with each enum value of its sort parameter that names a property of its rows, in both directions, and in the default order.',
    rationale: 'A table sorted by a column would show the wrong rows first.',
    needs: ['list'],
    play: sortRows,
  }),
  defineLaw({
    id: 'LAW28',
    title: 'Two filters are combined.',
    description: 'Filters the list by the values that one of its rows has for two parameters.',
    rationale: 'A user who narrows a list would see too many rows.',
    needs: ['list'],
    play: combineFilters,
  }),
];

/** A value of a sort parameter. Shape: `property` is the name in a row. */
interface Order {
  readonly value: string;
  readonly property: string;
  readonly isDescending: boolean;
}

function readOrder(value: string, names: readonly string[], descending: '-' | '+'): Order | null {
  const [, sign = '', bare = '', word = ''] =
    /^([-+]?)(.*?)(?:(?<![\s:._-])[\s:._-]+(asc|desc|ascending|descending))?$/i.exec(value) ?? [];
  const flat = (text: string): string => text.replaceAll(/[_-]/g, '').toLowerCase();
  const property = names.find((name) => flat(name) === flat(bare));
  return property === undefined
    ? null
    : { value, property, isDescending: sign === descending || isDescendingWord(word) };
}

const isDescendingWord = (text: string): boolean => /^desc/i.test(text);

async function sortRows(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const { role, operation } = resource.operation('list');
  const use = role.query.find((each) => each.use.value.kind === 'sort' && each.use.confidence >= LIKELY);
  const sort = use?.parameter;
  const { ranks: stated, ascending } = use?.use.value.kind === 'sort' ? use.use.value : {};
  const descending = ascending === '-' ? '+' : '-';
  const values = sort === undefined ? [] : listedValues(resource, sort).map(String);
  if (sort === undefined || values.length === 0) return tools.skip('The sort parameter lists no values.');
  await createContrast(resource);
  for (const [name, ranks] of Object.entries(stated ?? {})) await createEach(resource, name, ranks);
  let compared = 0;
  const initial = operation.parameters.find(
    ({ name, in: place }) => place === 'query' && name === sort,
  )?.default;
  const all = values
    .slice(0, 8)
    .map((value) => ({ value, query: { [sort]: value }, how: `${sort}=${value}` }));
  const unsorted = typeof initial === 'string' ? [{ value: initial, query: {}, how: `no ${sort}` }] : [];
  const direction = role.query.find(
    ({ use }) => use.value.kind === 'direction' && use.confidence >= LIKELY,
  )?.parameter;
  const reverse =
    direction === undefined
      ? undefined
      : listedValues(resource, direction).map(String).find(isDescendingWord);
  const reversed =
    direction === undefined || reverse === undefined
      ? []
      : all.map(({ value, query, how }) => ({
          value: `${value} desc`,
          query: { ...query, [direction]: reverse },
          how: `${how} and ${direction}=${reverse}`,
        }));
  for (const { value, query, how } of [...unsorted, ...all, ...reversed]) {
    const { items } = await walkList(resource, { query, mostPages: 2 });
    const rows = items.filter((item) => isFields(item));
    const order = readOrder(value, Object.keys(rows[0] ?? {}), descending);
    if (order === null) continue;
    const keys = rows.map((row) => row[order.property]).filter((key) => key != null);
    if (new Set(keys).size < 2) continue;
    compared += 1;
    const message = `${operation.id} with ${how} is not in the order of ${order.property}.`;
    // Why: a parameter whose enum values all name properties is an order, whatever its name.
    const isSure = values.every((each) => readOrder(each, Object.keys(rows[0] ?? {}), descending) !== null);
    const own = stated?.[order.property];
    const listed = listedAt(resource, `/${order.property}`);
    const ranks = ranksOf(keys, own ?? listed);
    // Why: the values of an enum have an order only if a text states it, and the list may begin with either end.
    const isOpen = own === undefined && listed.length > 0;
    tools.note(
      (own === undefined ? [keys, ranks] : [ranks]).some(
        (each) =>
          isOrdered(order.isDescending ? each.toReversed() : each) ||
          (isOpen && isOrdered(order.isDescending ? each : each.toReversed())),
      ),
      isSure && !isOpen ? message : warning(message, `query ${sort}`),
      `query ${sort}`,
    );
  }
  if (compared === 0) tools.skip('No sort value names a property in which rows differ.');
}

/** Creates a record with each value of an enum other than the first two, which others have. */
async function createEach(
  resource: ResourceSession,
  name: string,
  values: readonly JsonValue[],
): Promise<void> {
  const isWritten =
    resource.operations.byNeed.create !== undefined &&
    writableProperties(resource, 'create').some((each) => each.name === name);
  for (const value of isWritten ? values.slice(2, 5) : []) await resource.tryCreate({ [name]: value });
}

/** Returns the places of values in their enum; the values themselves if they have none. */
function ranksOf(keys: readonly unknown[], listed: readonly JsonValue[]): readonly unknown[] {
  const ranks = keys.map((key) => listed.indexOf(key as JsonValue));
  return ranks.includes(-1) ? keys : ranks;
}

/** Returns whether values are in ascending order: numbers, times, or texts in any common collation. */
function isOrdered(keys: readonly unknown[]): boolean {
  const times = keys.map(timeOfTimestamp);
  const numbers = times.every((time) => time !== null) ? times : keys;
  if (numbers.every((key) => typeof key === 'number'))
    return numbers.every((key, index) => index === 0 || key >= (numbers[index - 1] ?? key));
  // Why only plain ones: collations differ in accents, spaces and other scripts.
  const texts = keys.map(String).filter((text) => /^[a-z\d][a-z\d ]*$/i.test(text));
  const orders: readonly ((one: string, other: string) => number)[] = [
    (one, other) => (one < other ? -1 : Number(one > other)),
    (one, other) => one.localeCompare(other),
    (one, other) => one.localeCompare(other, 'en', { numeric: true }),
    (one, other) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : Number(one.toLowerCase() > other.toLowerCase()),
  ];
  // Why also other types: a list may sort enum values by their meaning.
  if (!keys.every((key) => typeof key === 'string')) return true;
  return orders.some((compare) =>
    texts.every((text, index) => index === 0 || compare(texts[index - 1] ?? text, text) <= 0),
  );
}

async function combineFilters(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const filters = filtersOf(resource);
  if (filters.length < 2) return tools.skip('The list has fewer than two filters.');
  await createContrast(resource);
  const { items } = await walkList(resource, { mostPages: 3 });
  const { operation } = resource.operation('list');
  let compared = 0;
  for (const [index, one] of filters.entries())
    for (const other of filters.slice(index + 1)) {
      const valueOf = (item: JsonValue, { effect }: typeof one): JsonValue | undefined =>
        [valueAt(item, effect.property) as JsonValue | undefined].flat()[0];
      const row = items.find((item) => isScalar(valueOf(item, one)) && isScalar(valueOf(item, other)));
      if (row === undefined || compared === 6) continue;
      const wanted = [one, other].flatMap((filter) => {
        const value = valueOf(row, filter);
        return isScalar(value) ? [{ ...filter, value: String(value) }] : [];
      });
      const query = Object.fromEntries(wanted.map(({ parameter, value }) => [parameter, value]));
      const kept = await walkList(resource, { query, mostPages: 2 });
      compared += 1;
      for (const { parameter, value, effect, isSure } of wanted) {
        const isRight = kept.items.every((item) =>
          matches(valueAt(item, effect.property) as JsonValue, value, effect.compare),
        );
        const names = wanted.map((each) => `${each.parameter}=${each.value}`).join(' and ');
        const message = `${operation.id} with ${names} has a row with another ${parameter}.`;
        // Why: a flag may add rows to a list instead of excluding some.
        const isCertain = isSure && value !== 'true';
        tools.note(
          isRight,
          isCertain ? message : warning(message, `query ${parameter}`),
          `query ${parameter}`,
        );
      }
    }
  if (compared === 0) tools.skip('No row has values for two filters.');
}
