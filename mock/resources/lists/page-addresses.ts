/** The addresses of the other pages of a list, in the objects of its response that name them. */
import type { Paging } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';

type Position = string | number;

/** Where a page begins in its list. */
interface PagePlace {
  readonly start: number;
  readonly size: number;
  readonly total: number;
}

/** Properties with an object of addresses. */
const holders = new Set(['links', 'paging', 'pages', 'pagination', 'meta']);

type Place = 'self' | 'first' | 'previous' | 'last';

/** Returns which page a property has the address of; `null` for none. `isInside` says that only addresses are beside it. */
function placeOf(name: string, isInside: boolean): Place | null {
  const flat = flatten(name);
  const match = /^(self|current|first|prev|previous|last)(?:page)?(ur[il]|href|link)?$/.exec(flat);
  if (match === null) return !isInside && /^(?:href|uri|url)$/.test(flat) ? 'self' : null;
  const [, place = '', isNamed] = match;
  if (!isInside && isNamed === undefined && place !== 'self' && !place.startsWith('prev')) return null;
  if (place === 'current') return 'self';
  return place === 'prev' ? 'previous' : (place as Place);
}

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
  const replaced = (
    fields: RecordFields,
    described: SourceSchema | null,
    isInside: boolean,
  ): RecordFields => {
    const names = new Set([
      ...Object.keys(fields),
      ...[...(described?.properties ?? [])].flatMap(([name, property]) =>
        !isInside || linkIn(undefined, property) !== null ? [name] : [],
      ),
    ]);
    return Object.fromEntries(
      [...names].flatMap((name): [string, JsonValue][] => {
        const shown = fields[name];
        const property = described?.properties.get(name) ?? null;
        const inner = shown !== undefined && isFields(shown) && holders.has(flatten(name)) && !isInside;
        if (inner) return [[name, replaced(shown, property, true)]];
        const place = placeOf(name, isInside);
        const link = place === null || !isInside ? null : linkIn(shown, property);
        const position = place === null ? null : positions[place];
        if (link !== null && position !== null)
          return [[name, { ...(isFields(shown) ? shown : {}), [link]: address(position) }]];
        if (link !== null)
          return described?.required.has(name) === true && shown !== undefined ? [[name, shown]] : [];
        if (place === null || !mayBeAddress(shown, property))
          return shown === undefined ? [] : [[name, shown]];
        if (position !== null) return [[name, inFormOf(address(position), shown, property)]];
        if (property?.isNullable === true) return [[name, null]];
        return described?.required.has(name) === true && shown !== undefined ? [[name, shown]] : [];
      }),
    );
  };
  return replaced(body, schema, false);
}

/** Returns the property with the address of a link that is an object; `null` for another value. */
function linkIn(shown: JsonValue | undefined, property: SourceSchema | null): string | null {
  if (shown !== undefined && !isFields(shown)) return null;
  const names = isFields(shown) ? Object.keys(shown) : [...(property?.properties.keys() ?? [])];
  return names.find((name) => /^(?:href|url|uri)$/i.test(name)) ?? null;
}

function mayBeAddress(shown: JsonValue | undefined, property: SourceSchema | null): boolean {
  if (typeof shown === 'string' && isAddress(shown)) return true;
  return (
    property?.types?.has('string') === true &&
    (shown == null || (typeof shown === 'string' && !/\s/.test(shown)))
  );
}

/** Returns an address as the sampled one is: without its origin where that is a path, or where nothing calls it a URL. */
function inFormOf(address: string, shown: JsonValue | undefined, property: SourceSchema | null): string {
  const isAbsolute = typeof shown === 'string' && /^https?:/.test(shown);
  if (isAbsolute || property?.format?.startsWith('uri') === true) return address;
  const { pathname, search } = new URL(address);
  return typeof shown === 'string' && shown.startsWith('/') ? pathname + search : address;
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/)?\//.test(text);
}

function positionsOf(
  { start, size, total }: PagePlace,
  { style, first }: Paging,
): Readonly<Record<Place, Position | null>> {
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
