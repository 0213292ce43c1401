/** Finds how a list is read in pages, from its parameters and its response. */
import { LIKELY, type Inference, type Paging } from '../graph.ts';
import {
  afters,
  flags,
  flatten,
  groups,
  isPageParameter,
  nexts,
  offsets,
  pages,
  sizes,
  tokens,
  totals,
} from '../words.ts';
import { rangeIn } from '../queries/bound-rules.ts';
import { nameParameter } from '../queries/query-rule.ts';
import type { SourceParameter, SourceResponse, SourceSchema } from '../source.ts';
import { schemaAt } from '../records/schema-parts.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Infers the paging of a list; `null` if it has none. `list` is the JSON Pointer of the list in the response. */
export function inferPaging(
  parameters: readonly SourceParameter[],
  response: SourceResponse | null,
  list: string,
): Inference<Paging> | null {
  const find = finderOf(parameters);
  const first = find(['first']);
  // Why: beside another size, the first result is a position.
  const others = first === undefined ? sizes : sizes.filter((name) => name !== 'first');
  // Why: a list may be read by pages and by offsets, each with a size of its own.
  const ofPage = find(pages) === undefined ? undefined : find(sizes.filter((name) => name.includes('page')));
  // Why only beside a position: a length alone is more often a property of records.
  const length = find([...pages, ...offsets]) === undefined ? undefined : find(['length']);
  const size = ofPage ?? find(others) ?? first ?? length;
  const body = response?.schema ?? null;
  const read = body === null ? noParts : readParts(body, list.split('/').slice(1, -1));
  // Why: beside its address, a page may have a token, which is what the parameter takes.
  const parts = find(tokens) === undefined ? read : { ...read, next: read.token ?? read.next };
  const same = sameNamed(parameters, body, size);
  const position = choosePosition(find, parts) ?? same ?? positionBeside(size, body, parts);
  const inBody = parts.next ?? (position === same ? (same?.next ?? null) : null);
  if (position === null && (size === undefined || !isCountable(size))) return null;
  const hasLink = response?.headers.includes('link') === true || parameters.some(namesLink);
  const { style, parameter, confidence, text } = position ?? {
    style: 'limit' as const,
    parameter: null,
    confidence: 0.7,
    text: `only {${size?.name ?? ''}} limits the list`,
  };
  const isNullLast = inBody !== null && marksLast(schemaAt(body, inBody)?.text ?? '');
  return {
    value: {
      style,
      position: parameter?.name ?? null,
      size: size?.name ?? null,
      next: inBody !== null ? { in: 'body', pointer: inBody } : hasLink ? { in: 'header' } : null,
      ...(isNullLast ? { isNullLast } : {}),
      hasMore: parts.hasMore,
      total: parts.total,
      first: style === 'limit' ? 0 : firstOf(style, parameter),
    },
    confidence,
    evidence: [{ text, pointer: (parameter ?? size)?.pointer ?? null }],
  };
}

/** Returns whether a text states that the last page names no other one: "null on the last page". */
export function marksLast(text: string): boolean {
  return (
    /\b(?:null|absent|missing|omitted)\b/i.test(text) &&
    /\bno (?:further|more|other|next) (?:items?|pages?|results?|entries|records?|rows?)\b|\b(?:on|at|for) the last page\b/i.test(
      text,
    ) &&
    !/\b(?:may|might|can) be\b/i.test(text)
  );
}

/** Returns whether a parameter is described as one that the `Link` header has. */
function namesLink({ text }: SourceParameter): boolean {
  return /`?\bLink\b`? (?:response )?header/.test(text);
}

/** Returns the number of the first page or item. Why: an index begins at 0. */
export function firstOf(style: Paging['style'], parameter: SourceParameter): number {
  if (style !== 'page') return style === 'offset' ? firstItem(parameter) : 0;
  const { name, text, schema } = parameter;
  const isIndex =
    /index/i.test(name) ||
    /\bindex\b|zero.?based|0.?based|(?:starts?|begins?) (?:at|with|from) (?:0|zero)\b/i.test(
      `${text} ${schema.text}`,
    );
  return schema.minimum ?? (isIndex || skipsPages(parameter) ? 0 : 1);
}

/** Returns whether a parameter has a number of pages to skip: that of the first page is 0. */
function skipsPages({ name, text, schema }: SourceParameter): boolean {
  return (
    /^(?:skippages|pagestoskip)$/.test(flatten(name)) ||
    (/skip/i.test(name) && /\b(?:number of|how many) pages to skip\b/i.test(`${text} ${schema.text}`))
  );
}

/** Returns the number of the first item. Why: items are skipped, unless the description counts them from 1. */
function firstItem({ text, schema }: SourceParameter): number {
  const isFromOne = /\b(?:1|one).?based\b/i.test(`${text} ${schema.text}`);
  return schema.minimum === 1 || schema.defaultValue === 1 || isFromOne ? 1 : 0;
}

export function pagingParameters({ position, size }: Paging): ReadonlySet<string> {
  return new Set([position, size].filter((name) => name !== null));
}

type Finder = (names: readonly string[]) => SourceParameter | undefined;

/** Returns a function that finds the first of these names among the query parameters. */
function finderOf(parameters: readonly SourceParameter[]): Finder {
  const byName = new Map<string, SourceParameter>();
  for (const parameter of parameters) {
    const name = nameParameter(parameter).flat;
    if (parameter.in === 'query' && !byName.has(name)) byName.set(name, parameter);
  }
  return (names) => {
    const name = names.find((each) => byName.has(each));
    return name === undefined ? undefined : byName.get(name);
  };
}

interface Position {
  readonly style: Exclude<Paging['style'], 'limit'>;
  readonly parameter: SourceParameter;
  readonly confidence: number;
  readonly text: string;
}

/** Finds a text parameter that a response with pages also has: it is the position of the next page. */
function sameNamed(
  parameters: readonly SourceParameter[],
  body: SourceSchema | null,
  size: SourceParameter | undefined,
): (Position & { readonly next: string }) | null {
  if (body === null || size === undefined) return null;
  const texts = new Map(
    [...body.properties].flatMap(([name, { types }]) =>
      types?.has('string') === true ? [[flatten(name), pointerStep(name)] as const] : [],
    ),
  );
  for (const parameter of parameters) {
    const next = texts.get(flatten(parameter.name));
    if (next === undefined || parameter.in !== 'query' || !isText(parameter)) continue;
    const text = `{${parameter.name}} is the value of ${next}`;
    return { style: 'token', parameter, confidence: 0.8, text, next };
  }
  return null;
}

/** Returns the undeclared position of the page that a response has the address of: `page[after]` beside `page[size]`. */
function positionBeside(
  size: SourceParameter | undefined,
  body: SourceSchema | null,
  { next }: BodyParts,
): Position | null {
  if (size === undefined || !isCountable(size) || next === null || !isAddress(next)) return null;
  const isNamed = schemaAt(body, next)?.types?.has('string') === true;
  const name = /^page\[.+\]$/.test(size.name) ? 'page[after]' : 'page_token';
  const parameter = { ...size, name, isRequired: false };
  const text = `${next} is the address of the next page`;
  return isNamed ? { style: 'token', parameter, confidence: 0.7, text } : null;
}

/** Returns whether what leads to the next page is its address, and no token. */
export function isAddress(next: string): boolean {
  return /links?\b|href|ur[il]/i.test(next) && !isTokenNamed({ next });
}

/**
 * Chooses the parameter that selects a page. Why: a text cannot be counted, so an `offset` or a `page` that is one is a
 * token; a required `token` is a credential; a token that no response names is of no use where pages can be counted.
 */
function choosePosition(find: Finder, parts: BodyParts): Position | null {
  const made = (style: Position['style'], parameter: SourceParameter, text: string): Position => ({
    style,
    parameter,
    confidence: parts.next === null && parts.hasMore === null && style !== 'page' ? 0.8 : 0.95,
    text: `{${parameter.name}} ${text}`,
  });
  const page = find(pages);
  const offset = asCount(find(offsets) ?? (find(['max', 'maxresults']) && find(['first'])));
  const counted = chooseCounted(page, offset, made);
  const token = find(tokens);
  if (token !== undefined && !isNumber(token) && !isCredential(token, parts))
    if (counted === null || isTokenNamed(parts)) return made('token', token, 'is a token of the page before');
  const after = asPosition(find(afters));
  // Why: where no response shows that there are more, only a count shows the end; an address may have any position.
  const isCounted =
    counted !== null && (parts.next === null ? parts.hasMore === null : isAddress(parts.next));
  if (after !== undefined && !isCounted && !/^date/.test(after.schema.format ?? ''))
    return parts.next === null
      ? made('after', after, 'is the id of the last item of the page before')
      : made('token', after, `is the value of ${parts.next}`);
  if (page !== undefined && !isCountable(page) && parts.next !== null)
    return made('token', page, `is the value of ${parts.next}`);
  if (counted !== null) return counted;
  if (offset !== undefined && (parts.next !== null || flatten(offset.name) === 'offset'))
    return made('token', offset, 'is a text, which cannot be counted');
  return page === undefined ? null : made('page', page, 'is the page');
}

/** Returns a parameter, unless it is the start of a range that is filtered by. */
function asPosition(parameter: SourceParameter | undefined): SourceParameter | undefined {
  return parameter === undefined || rangeIn(parameter.text) !== null ? undefined : parameter;
}

/** Returns a parameter, unless it is the start of a period. */
function asCount(parameter: SourceParameter | undefined): SourceParameter | undefined {
  if (parameter === undefined || !/^(?:from|start|begin)$/.test(flatten(parameter.name))) return parameter;
  const isTime =
    isText(parameter) ||
    /\b(?:date|time|timestamp|epoch|unix)\b/i.test(`${parameter.text} ${parameter.schema.text}`);
  return isTime ? undefined : parameter;
}

function chooseCounted(
  page: SourceParameter | undefined,
  offset: SourceParameter | undefined,
  made: (style: Position['style'], parameter: SourceParameter, text: string) => Position,
): Position | null {
  if (page !== undefined && isCountable(page)) return made('page', page, 'is the number of a page');
  if (offset !== undefined && skipsPages(offset) && isCountable(offset))
    return made('page', offset, 'is the number of pages to skip');
  if (offset !== undefined && isCountable(offset))
    return made('offset', offset, 'is the number of items to skip');
  return null;
}

/** Returns whether a response has the token of the next page, and not only its address. */
function isTokenNamed({ next }: Pick<BodyParts, 'next'>): boolean {
  return next !== null && /token|cursor|marker|continu|after|bookmark/i.test(next);
}

function isCredential({ name, isRequired }: SourceParameter, parts: BodyParts): boolean {
  return flatten(name) === 'token' && (isRequired || parts.next === null);
}

function isNumber({ schema }: Pick<SourceParameter, 'schema'>): boolean {
  return schema.types?.has('integer') === true || schema.types?.has('number') === true;
}

/**
 * Returns whether a parameter is a number. Why: a number may be declared as a text, with `'1'` as its default or "page
 * number" as its description.
 */
function isCountable(parameter: SourceParameter): boolean {
  const { examples, text } = parameter.schema;
  const areNumbers = examples.every((example) => typeof example === 'string' && /^\d+$/.test(example));
  const isDescribed = /\bpage number\b|\binteger\b|\bnumber of\b|\bhow many\b/i.test(
    `${parameter.text} ${text}`,
  );
  return !isText(parameter) || (areNumbers && (examples.length > 0 || isDescribed));
}

function isText(parameter: SourceParameter): boolean {
  return parameter.schema.types?.has('string') === true && !isNumber(parameter);
}

/** JSON Pointers of the links and counts of pages in a body. */
interface BodyParts {
  readonly next: string | null;
  /** The first one of a next page that is named like a token. */
  readonly token: string | null;
  readonly hasMore: string | null;
  readonly total: string | null;
}

const noParts: BodyParts = { next: null, token: null, hasMore: null, total: null };

/** Names of the property of a next page that leads to it. */
const nextValues = ['offset', 'cursor', 'token', 'after', 'href', 'url', 'uri', 'path'];

/** Finds the links and counts of pages in a body; `around` are the properties that lead to the list. */
function readParts(body: SourceSchema, around: readonly string[], base = '', depth = 0): BodyParts {
  let { next, token, hasMore, total } = noParts;
  for (const [property, schema] of body.properties) {
    const name = flatten(property.replace(/^@?odata\./, 'odata'));
    const pointer = base + pointerStep(property);
    const isScalar = schema.items === null && schema.properties.size === 0;
    if (isScalar && nexts.has(name)) next ??= pointer;
    if (isScalar && nexts.has(name) && /next/i.test(name) && isTokenNamed({ next: pointer }))
      token ??= pointer;
    if (isScalar && flags.has(name)) hasMore ??= pointer;
    if (isScalar && isTotal(name, schema.text)) total ??= pointer;
    const isAround = pointer === `${base}/${around[0] ?? ''}`;
    if (isScalar || depth > 2 || !(groups.has(name) || nexts.has(name) || isAround)) continue;
    const inner = readParts(schema, isAround ? around.slice(1) : [], pointer, depth + 1);
    const value = nexts.has(name) ? nextValues.find((each) => schema.properties.has(each)) : undefined;
    next ??= inner.next ?? (value === undefined ? null : pointer + pointerStep(value));
    token ??= inner.token;
    hasMore ??= inner.hasMore;
    total ??= inner.total;
  }
  return { next, token, hasMore, total };
}

/** Returns whether a property has the number of all records: by its name, or by "The number of rows on all pages". */
function isTotal(name: string, text: string): boolean {
  return totals.has(name)
    ? !/\b(?:in|on) (?:the|this) (?:current )?page\b/i.test(text)
    : /\bnumber of (?:all )?[a-z]{2,30} (?:on|in|across|over) all (?:the )?pages\b/i.test(text);
}

/** Properties of responses with the size of pages that was asked for, and not with the number of records on one. */
const shownSizes: ReadonlySet<string> = new Set(
  'perpage pagesize limit itemsperpage pagelength pagelen pagelimit'.split(' '),
);

export function isPageSize(property: string): boolean {
  return shownSizes.has(flatten(property));
}

/**
 * Infers the paging of a list without parameters for it, from the next page that its response names beside the number of
 * this one; `null` for none. Shape: without a size, since no request has one.
 */
export function inferShownPaging(
  parameters: readonly SourceParameter[],
  success: SourceResponse | null,
  list: string,
): Inference<Paging> | null {
  const isDeclared = parameters.some(({ name, in: place }) => place === 'query' && isPageParameter(name));
  const body = isDeclared ? null : (success?.schema ?? null);
  const position = body === null ? null : positionIn(body);
  const paging = position === null ? null : inferPaging([position], success, list);
  return paging?.value.next == null || paging.value.next.in !== 'body'
    ? null
    : { ...paging, confidence: LIKELY };
}

/**
 * Numbers the pages of a list with a size only, where its response has the address of the next page: any parameter may be
 * in that.
 */
export function withPosition(
  paging: Inference<Paging> | null,
  body: SourceSchema | null,
): Inference<Paging> | null {
  const next = paging?.value.style === 'limit' ? paging.value.next : null;
  const schema = next?.in === 'body' ? schemaAt(body, next.pointer) : null;
  if (paging === null || schema?.types?.has('string') !== true) return paging;
  const isAddress =
    /^ur[il]/i.test(schema.format ?? '') || /\b(?:ur[il]|hyperlink|link)\b/i.test(schema.text);
  return isAddress
    ? { ...paging, value: { ...paging.value, style: 'page', position: 'page', first: 1 } }
    : paging;
}

/** Returns the number of a page, or of its first item, as a parameter with its name; `null` for none. */
function positionIn(body: SourceSchema): SourceParameter | null {
  const match =
    findNumber(body, (name) => pages.includes(flatten(name))) ??
    findNumber(body, (name) => offsets.includes(flatten(name)));
  if (match === null) return null;
  const [name, schema] = match;
  return { name, in: 'query', isRequired: false, text: schema.text, pointer: schema.pointer, schema };
}

/** Finds a number beside a list, or in the object about its pages. */
export function findNumber(
  { properties }: SourceSchema,
  isWanted: (name: string) => boolean,
  depth = 2,
): readonly [name: string, schema: SourceSchema] | null {
  const own = [...properties].find(([name, property]) => isNumber({ schema: property }) && isWanted(name));
  if (own !== undefined) return own;
  for (const [name, property] of properties) {
    const inner = groups.has(flatten(name)) && depth > 0 ? findNumber(property, isWanted, depth - 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}
