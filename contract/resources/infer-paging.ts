/** Finds how a list is read in pages, from its parameters and its response. */
import type { Inference, Paging } from './graph.ts';
import { pointerTo } from './infer-envelope.ts';
import type { SourceParameter, SourceResponse, SourceSchema } from './source.ts';
import { flatten } from './words.ts';

const sizes = new Set(
  (
    'limit perpage pagesize size count maxresults maxitems first top take itemsperpage resultsperpage pagelimit ' +
    'rows rowsperpage numresults max results pagelength maxpagesize batchsize maxcount resultsize querylimit'
  ).split(' '),
);
const pages = new Set('page pagenumber pagenum pageno pageindex currentpage pageindex p pagenr'.split(' '));
const offsets = new Set(
  'offset skip start startat startindex pageoffset from firstresult resultoffset begin startrow'.split(' '),
);
const tokens = new Set(
  (
    'cursor pagetoken nexttoken continuationtoken pagecursor marker continue nextcursor startcursor startingtoken next ' +
    'nextpagetoken skiptoken scrollid nextpage exclusivestartkey pageafter afterkey bookmark nextmarker token ' +
    'pagingtoken'
  ).split(' '),
);
const afters = new Set('after startingafter afterid sinceid lastid startafter lastseenid fromid'.split(' '));

/** Parameters that leave no doubt that a list has pages. */
const nexts = new Set(
  (
    'nextcursor nexttoken nextpagetoken continuationtoken nextpage next nextmarker nextpageuri nextpageurl nextlink ' +
    'odatanextlink continue cursor after endcursor nextoffset scrollid nextrecordstoken nextpagecursor'
  ).split(' '),
);
const flags = new Set(
  'hasmore hasnext hasnextpage more istruncated moreresults incompleteresults hasmoreitems'.split(' '),
);
const totals = new Set(
  (
    'total totalcount totalresults totalitems count totalelements totalrecords odatacount numresults resultcount ' +
    'totalsize'
  ).split(' '),
);

/** Infers the paging of a list; `null` if it has none. */
export function inferPaging(
  parameters: readonly SourceParameter[],
  response: SourceResponse | null,
): Inference<Paging> | null {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const find = (names: ReadonlySet<string>): SourceParameter | undefined =>
    query.find(({ name }) => names.has(flatten(name.replace(/^\$/, ''))));
  const size = find(sizes);
  const body = response?.schema ?? null;
  const parts = body === null ? noParts : readParts(body);
  const position = choosePosition(find, parts);
  if (position === null && size === undefined) return null;
  const hasLink = response?.headers.includes('link') === true;
  const { style, parameter, confidence, text } = position ?? {
    style: 'limit' as const,
    parameter: null,
    confidence: 0.7,
    text: `only {${size?.name ?? ''}} limits the list`,
  };
  return {
    value: {
      style,
      position: parameter?.name ?? null,
      size: size?.name ?? null,
      next: parts.next !== null ? { in: 'body', pointer: parts.next } : hasLink ? { in: 'header' } : null,
      hasMore: parts.hasMore,
      total: parts.total,
      first: style === 'page' ? (parameter.schema.minimum ?? 1) : 0,
    },
    confidence,
    evidence: [{ text, pointer: (parameter ?? size)?.pointer ?? null }],
  };
}

/** Returns the names of the parameters that paging uses. */
export function pagingParameters({ position, size }: Paging): ReadonlySet<string> {
  return new Set([position, size].filter((name) => name !== null));
}

interface Position {
  readonly style: Exclude<Paging['style'], 'limit'>;
  readonly parameter: SourceParameter;
  readonly confidence: number;
  readonly text: string;
}

/** Chooses the parameter that selects a page. Why: a text cannot be counted, so an `offset` that is one is a token. */
function choosePosition(
  find: (names: ReadonlySet<string>) => SourceParameter | undefined,
  parts: BodyParts,
): Position | null {
  const made = (style: Position['style'], parameter: SourceParameter, text: string): Position => ({
    style,
    parameter,
    confidence: parts.next === null && parts.hasMore === null && style !== 'page' ? 0.8 : 0.95,
    text: `{${parameter.name}} ${text}`,
  });
  const after = find(afters);
  if (after !== undefined)
    return parts.next === null
      ? made('after', after, 'is the id of the last item of the page before')
      : made('token', after, `is the value of ${parts.next}`);
  const token = find(tokens);
  if (token !== undefined && !isNumber(token)) return made('token', token, 'is a token of the page before');
  const page = find(pages);
  if (page !== undefined && !isText(page)) return made('page', page, 'is the number of a page');
  const offset = find(offsets);
  if (offset !== undefined) {
    if (isNumber(offset) || !isText(offset)) return made('offset', offset, 'is the number of items to skip');
    if (parts.next !== null || flatten(offset.name) === 'offset')
      return made('token', offset, 'is a text, which cannot be counted');
  }
  return page === undefined ? null : made('page', page, 'is the page');
}

function isNumber({ schema }: SourceParameter): boolean {
  return schema.types?.has('integer') === true || schema.types?.has('number') === true;
}

function isText(parameter: SourceParameter): boolean {
  return parameter.schema.types?.has('string') === true && !isNumber(parameter);
}

/** JSON Pointers of what a body says about pages. */
interface BodyParts {
  readonly next: string | null;
  readonly hasMore: string | null;
  readonly total: string | null;
}

const noParts: BodyParts = { next: null, hasMore: null, total: null };

/** Names of objects in a body that describe the page. */
const groups = new Set(
  'pagination paging meta metadata links pageinfo page responsemetadata nextpage cursors listmetadata pages'.split(
    ' ',
  ),
);

/** Names of the property of a next page that leads to it. */
const nextValues = ['offset', 'cursor', 'token', 'after', 'href', 'url', 'uri', 'path'];

function readParts(body: SourceSchema, base = '', depth = 0): BodyParts {
  let { next, hasMore, total } = noParts;
  for (const [property, schema] of body.properties) {
    const name = flatten(property.replace(/^@?odata\./, 'odata'));
    const pointer = base + pointerTo(property);
    const isScalar = schema.items === null && schema.properties.size === 0;
    if (isScalar && nexts.has(name)) next ??= pointer;
    if (isScalar && flags.has(name)) hasMore ??= pointer;
    if (isScalar && totals.has(name)) total ??= pointer;
    if (isScalar || depth > 2 || !(groups.has(name) || nexts.has(name))) continue;
    const inner = readParts(schema, pointer, depth + 1);
    const value = nexts.has(name) ? nextValues.find((each) => schema.properties.has(each)) : undefined;
    next ??= inner.next ?? (value === undefined ? null : pointer + pointerTo(value));
    hasMore ??= inner.hasMore;
    total ??= inner.total;
  }
  return { next, hasMore, total };
}
