/** The addresses of the other pages of a list, in the objects of its response that name them. */
import type { Paging } from '../../contract/resources/graph.ts';
import type { SourceSchema } from '../../contract/resources/source.ts';
import { flatten } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields } from './fields.ts';

type Position = string | number;

/** Where a page begins in its list. */
interface PagePlace {
  readonly start: number;
  readonly size: number;
  readonly total: number;
}

/** Properties with an object of addresses, and their names in it. */
const holders = new Set(['links', 'paging', 'pages', 'pagination', 'meta']);
const places: Readonly<Record<string, 'self' | 'first' | 'previous' | 'last'>> = {
  self: 'self',
  current: 'self',
  first: 'first',
  prev: 'previous',
  previous: 'previous',
  last: 'last',
};

/** Replaces the sampled addresses of pages; one that does not exist is null or left out, where that is allowed. */
export function withPageAddresses(
  body: JsonValue,
  page: PagePlace,
  paging: Paging,
  address: (position: Position) => string,
  schema: SourceSchema | null,
): JsonValue {
  if (!isFields(body) || paging.style === 'after' || paging.style === 'limit') return body;
  const positions = positionsOf(page, paging);
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!isFields(value) || !holders.has(flatten(name))) return [name, value];
      const inner = schema?.properties.get(name) ?? null;
      const changed = Object.entries(value).flatMap(([each, shown]): [string, JsonValue][] => {
        const place = places[flatten(each)];
        if (place === undefined || typeof shown !== 'string' || !isAddress(shown)) return [[each, shown]];
        const position = positions[place];
        if (position !== null) return [[each, address(position)]];
        if (inner?.properties.get(each)?.isNullable === true) return [[each, null]];
        return inner?.required.has(each) === true ? [[each, shown]] : [];
      });
      return [name, Object.fromEntries(changed)];
    }),
  );
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/)?\//.test(text);
}

function positionsOf(
  { start, size, total }: PagePlace,
  { style, first }: Paging,
): Readonly<Record<'self' | 'first' | 'previous' | 'last', Position | null>> {
  const step = Math.max(1, size);
  const at = (count: number): Position =>
    style === 'page' ? Math.floor(count / step) + first : style === 'offset' ? count + first : `p${count}`;
  const lastStart = Math.floor(Math.max(0, total - 1) / step) * step;
  return {
    self: at(start),
    first: at(0),
    previous: start > 0 ? at(Math.max(0, start - step)) : null,
    last: at(lastStart),
  };
}
