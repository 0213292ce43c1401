/** The addresses of the other pages of a list, in the objects and lists of its response that name them. */
import type { Paging } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { pointerStep, splitLast } from '../../../templates/runtime/json/pointer.ts';
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
const holders = new Set(['links', 'paging', 'pages', 'pagination', 'meta', 'cursors']);

type Place = 'self' | 'first' | 'previous' | 'next' | 'last';

type Positions = Readonly<Record<Place, Position | null>>;

/** Returns which page a relation or a property names; `null` for none. */
function placeNamed(name: string): Place | null {
  if (name === 'current') return 'self';
  return name === 'prev'
    ? 'previous'
    : /^(?:self|first|previous|next|last)$/.test(name)
      ? (name as Place)
      : null;
}

/**
 * Returns which page a property has the address of; `null` for none. Shape: with `isInside`, only addresses are beside
 * it.
 */
function placeOf(name: string, isInside: boolean): Place | null {
  const flat = flatten(name);
  const match = /^(self|current|first|prev|previous|next|last)(?:page)?(ur[il]|href|link)?$/.exec(flat);
  if (match === null) return !isInside && /^(?:href|uri|url)$/.test(flat) ? 'self' : null;
  const [, place = '', isNamed] = match;
  if (!isInside && isNamed === undefined && place !== 'self' && !place.startsWith('prev')) return null;
  return placeNamed(place);
}

/** How other pages are named. Shape: `list` leads to the records in the body; `null` for unknown. */
export interface PageAddresses {
  /** Returns the full address of the page at a position. */
  readonly address: (position: Position) => string;
  readonly list: string | null;
}

/** The pages around a page. Shape: `skipped` leads to what is written otherwise. */
interface Around extends PageAddresses {
  readonly positions: Positions;
  readonly style: Paging['style'];
  readonly skipped: string | null;
  readonly isExtended: boolean;
}

/** What is known of the object that is filled. Shape: `pointer` leads to it. */
interface Holder {
  readonly schema: SourceSchema | null;
  readonly pointer: string;
  readonly isInside: boolean;
  readonly isOfCursors: boolean;
}

/**
 * Replaces the sampled addresses of pages; one that does not exist is null or left out, where that is allowed.
 * `isExtended` adds those that objects and lists of addresses may have besides.
 */
export function withPageAddresses(
  body: JsonValue,
  page: PagePlace,
  paging: Paging,
  { address, list }: PageAddresses,
  schema: SourceSchema | null,
  isExtended = false,
): JsonValue {
  const { style, next } = paging;
  if (!isFields(body) || style === 'after' || style === 'limit') return body;
  const skipped = next?.in === 'body' ? next.pointer : null;
  const around = { positions: positionsOf(page, paging), style, skipped, address, list, isExtended };
  return fill(body, { schema, pointer: '', isInside: false, isOfCursors: false }, around);
}

function fill(fields: RecordFields, holder: Holder, around: Around): RecordFields {
  const entries = namesIn(fields, holder, around).flatMap((name): [string, JsonValue][] => {
    const shown = fields[name];
    const value = isHolder(name)
      ? fillHolder(name, shown, holder, around)
      : fillAddress(name, shown, holder, around);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Fills an object or a list of addresses; undefined for none. */
function fillHolder(
  name: string,
  shown: JsonValue | undefined,
  holder: Holder,
  around: Around,
): JsonValue | undefined {
  const schema = holder.schema?.properties.get(name) ?? null;
  const pointer = holder.pointer + pointerStep(name);
  if (Array.isArray(shown))
    return pointer === around.list ? shown : fillLinks(shown, schema?.items ?? null, around);
  const isAdded = shown === undefined && schema?.required.size === 0;
  if (!isAdded && !isFields(shown)) return shown;
  const isOfCursors = flatten(name) === 'cursors' || isBesideToken(pointer, shown ?? {}, schema, around);
  const fields = fill(shown ?? {}, { schema, pointer, isInside: true, isOfCursors }, around);
  return isAdded && Object.keys(fields).length === 0 ? undefined : fields;
}

/** Returns whether an object has the token of the next page, so that the others are named by tokens. */
function isBesideToken(
  pointer: string,
  fields: RecordFields,
  schema: SourceSchema | null,
  { style, skipped }: Around,
): boolean {
  if (style !== 'token' || skipped === null) return false;
  const [holder, name] = splitLast(skipped);
  const next = fields[name];
  const isToken = typeof next === 'string' && !isAddress(next);
  const isUri = schema?.properties.get(name)?.format?.startsWith('uri') === true;
  return holder === pointer && isToken && !isUri;
}

/** Returns the address or the cursor of the page that a property names; undefined to leave it out. */
function fillAddress(
  name: string,
  shown: JsonValue | undefined,
  { schema, pointer, isInside, isOfCursors }: Holder,
  { positions, style, skipped, address }: Around,
): JsonValue | undefined {
  const place = placeOf(name, isInside);
  const isSkipped = skipped !== null && `${skipped}/`.startsWith(`${pointer}${pointerStep(name)}/`);
  if (place === null || isSkipped || (isOfCursors && style !== 'token')) return shown;
  const property = schema?.properties.get(name) ?? null;
  const position = positions[place];
  const without = schema?.required.has(name) === true ? shown : undefined;
  const link = isInside ? linkIn(shown, property) : null;
  if (link !== null)
    return position === null ? without : { ...(isFields(shown) ? shown : {}), [link]: address(position) };
  if (!mayBeAddress(shown, property)) return shown;
  if (position === null) return property?.isNullable === true ? null : without;
  return isOfCursors ? position : inFormOf(address(position), shown, property);
}

function isHolder(name: string): boolean {
  return holders.has(flatten(name));
}

/** Lists the properties that an object has, and those that it may have for other pages. */
function namesIn(
  fields: RecordFields,
  { schema, isInside }: Holder,
  { isExtended }: Around,
): readonly string[] {
  const isAdded = (name: string, property: SourceSchema): boolean =>
    isInside
      ? linkIn(undefined, property) !== null ||
        (isExtended && (isHolder(name) || placeOf(name, true) !== null))
      : !isHolder(name);
  const additions = [...(schema?.properties ?? [])].filter(([name, property]) => isAdded(name, property));
  return [...new Set([...Object.keys(fields), ...additions.map(([name]) => name)])];
}

/** Fills a list of links with relations: `[{ rel: 'next', uri }]`. */
function fillLinks(
  shown: readonly JsonValue[],
  item: SourceSchema | null,
  { positions, address, isExtended }: Around,
): JsonValue {
  const placed = shown.flatMap((each) => {
    const place = isFields(each) && typeof each['rel'] === 'string' ? placeNamed(flatten(each['rel'])) : null;
    const link = linkIn(each, item);
    return place === null || link === null || !isFields(each) ? [] : [{ each, place, link }];
  });
  const [sample] = placed;
  if (sample === undefined) return [...shown];
  const rels = item?.properties.get('rel')?.values ?? ['self', 'first', 'previous', 'next', 'last'];
  const missing = rels.flatMap((rel) => {
    const place = typeof rel === 'string' ? placeNamed(flatten(rel)) : null;
    const isShown = placed.some((other) => other.place === place);
    return place === null || isShown || !isExtended
      ? []
      : [{ ...sample, each: { ...sample.each, rel }, place }];
  });
  const others = shown.filter((value) => !placed.some(({ each }) => each === value));
  const links = [...placed, ...missing].flatMap(({ each, place, link }): JsonValue[] => {
    const position = positions[place];
    return position === null ? [] : [{ ...each, [link]: address(position) }];
  });
  return [...links, ...others];
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

function positionsOf({ start, size, total }: PagePlace, { style, first }: Paging): Positions {
  const step = Math.max(1, size);
  const at = (count: number): Position =>
    style === 'page' ? Math.floor(count / step) + first : style === 'offset' ? count + first : `p${count}`;
  const lastStart = Math.floor(Math.max(0, total - 1) / step) * step;
  return {
    self: at(start),
    first: at(0),
    previous: start > 0 ? at(Math.max(0, start - step)) : null,
    next: start + size < total ? at(start + size) : null,
    last: at(lastStart),
  };
}
