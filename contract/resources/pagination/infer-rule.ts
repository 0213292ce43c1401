/** Infers the rule by which all pages of a list are read, where parameters and response agree. */
import { enveloped, type Enveloped } from '../bodies/envelope.ts';
import { LIKELY, type Paging } from '../graph.ts';
import { inferPaging } from './infer-paging.ts';
import { readFacts } from '../operation-facts.ts';
import { findListOf, isNumeric, schemaAt, withBodyParameters, type PaginationRule } from './rule.ts';
import type { SourceOperation, SourceResponse, SourceSchema } from '../source.ts';
import { flatten } from '../words.ts';
import { pointerStep, splitPointer } from '../../../templates/runtime/json/pointer.ts';

/** Infers the rule of a list; `null` if it has no pages, or if parameters and response do not agree. */
export function inferPaginationRule(operation: SourceOperation): PaginationRule | null {
  const facts = readFacts(operation);
  const { body, success } = facts;
  const { method } = operation;
  if ((method !== 'GET' && method !== 'POST') || body === null || success === null) return null;
  const { parameters } = method === 'POST' ? withBodyParameters(operation) : operation;
  const match = findListOf(facts);
  const list = match !== null && match.envelope.confidence >= LIKELY ? match : onlyList(body);
  if (list === null) return null;
  const paging = inferPaging(parameters, success, list.envelope.value);
  if (paging === null || paging.confidence < LIKELY) return null;
  const step = stepOf(paging.value, { body, item: list.item, success });
  // Why: a list without a known name is no page of records, unless the body names the next page.
  if (step === null || (list !== match && paging.value.next?.in !== 'body')) return null;
  // Why: what other requests send may be anything, unless the response has the cursor that they take.
  if (method === 'POST' && step.cursor === undefined) return null;
  const { size } = paging.value;
  return {
    ...step,
    ...(list.envelope.value === '' ? {} : { items: textOf(list.envelope.value) }),
    ...(size === null || step.cursor !== undefined ? {} : { size }),
  };
}

function onlyList(body: SourceSchema): Enveloped | null {
  const [list, ...others] = [...body.properties].filter(([, { items }]) => items !== null);
  const items = list?.[1].items ?? null;
  if (list === undefined || items === null || others.length > 0) return null;
  return enveloped(pointerStep(list[0]), items, LIKELY, 'the body has only one list', body);
}

interface Listing {
  readonly body: SourceSchema;
  readonly item: SourceSchema;
  readonly success: SourceResponse;
}

function stepOf(paging: Paging, listing: Listing): PaginationRule | null {
  const { style, position, size, hasMore, total } = paging;
  const { body, success } = listing;
  const pointer = paging.next?.in === 'body' ? paging.next.pointer : null;
  const next = pointer === null ? null : schemaAt(body, splitPointer(pointer));
  const more = hasMore === null ? {} : { more: textOf(hasMore) };
  const leading = pointer === null ? null : { next: textOf(pointer) };
  if (leading !== null && next !== null && isAddress(leading.next, next)) return leading;
  if (leading !== null && position !== null && (style === 'token' || isNumeric(next)))
    return { [keyOf(style)]: position, ...leading, ...more };
  if (success.headers.includes('link'))
    return { ...(style === 'page' || style === 'offset' ? { [style]: position } : {}), next: 'Link' };
  if (style === 'after' && position !== null && hasMore !== null) return lastItem(position, more, listing);
  if ((style !== 'page' && style !== 'offset') || position === null) return null;
  // Why: a name such as `count` is often the size of the page.
  const counted = total !== null && /total/i.test(total) ? { total: textOf(total) } : {};
  const end = hasMore !== null ? more : leading === null ? {} : { more: leading.next };
  const isAgreed = size !== null || Object.keys({ ...counted, ...end }).length > 0;
  return isAgreed ? { [style]: position, ...counted, ...end } : null;
}

function keyOf(style: Paging['style']): 'page' | 'offset' | 'last' | 'cursor' {
  return style === 'page' || style === 'offset' ? style : style === 'after' ? 'last' : 'cursor';
}

/** Takes the id of the last item from the item if each has one, else from the body if that has it. */
function lastItem(
  last: string,
  more: { readonly more?: string },
  { body, item }: Listing,
): PaginationRule | null {
  if (item.required.has('id')) return { last, ...more };
  const named = [...body.properties.keys()].find((name) => flatten(name) === 'lastid');
  if (named !== undefined) return { cursor: last, next: textOf(pointerStep(named)), ...more };
  return item.properties.has('id') ? { last, ...more } : null;
}

/** Returns whether the next page is named by its address. */
function isAddress(path: string, { types, format, examples, text }: SourceSchema): boolean {
  if (types !== null && !types.has('string')) return false;
  return (
    /^(?:ur[il]|iri)(?:-reference)?$/.test(format ?? '') ||
    /(?:ur[il]|link|href)$/i.test(path) ||
    /(?:^|[./])_?links\b/i.test(path) ||
    examples.some((example) => typeof example === 'string' && /^(?:https?:\/)?\//.test(example)) ||
    /\b(?:ur[il]s?|hyperlink)\b/i.test(text)
  );
}

/** Returns a path as a rule has it: dotted, unless a name has a dot. */
function textOf(pointer: string): string {
  const names = splitPointer(pointer);
  return names.some((name) => name.includes('.')) ? pointer : names.join('.');
}
