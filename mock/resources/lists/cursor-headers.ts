/** Headers with the cursors of other pages, as a response declares them or the text of the parameter states them. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { Paging } from '../../../contract/resources/graph.ts';
import type { ListPage } from './figures.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { tokenAt, tokensOf } from './page.ts';

/** Units: characters of a text that are read. */
const MAX_LENGTH = 5000;

/** The names of the headers with the cursors of the next and the previous page. */
const namesIn = memoizeByObject(({ source: { parameters, responses }, role }: OperationPlan) => {
  const position = role.paging?.value.position;
  const { text = '' } =
    parameters.find(({ name, in: place }) => place === 'query' && name === position) ?? {};
  const stated = /\bheaders?\b/i.test(text) ? text.slice(0, MAX_LENGTH).match(HEADER) : null;
  const names = [...responses.flatMap(({ headers }) => headers), ...(stated ?? [])];
  const headerLike = (end: RegExp): string | undefined =>
    names.find((name) => CURSOR.test(name) && end.test(name))?.toLowerCase();
  return { next: headerLike(/\bnext\b/i), previous: headerLike(/\bprev(?:ious)?\b/i) };
});

/** Returns the headers that name the pages after and before a page; empty for a list whose body names them. */
export function cursorHeaders(
  plan: OperationPlan,
  paging: Paging | null,
  { start, size, records, hasMore }: ListPage,
): Readonly<Record<string, string>> {
  if (paging?.style !== 'token' || paging.next?.in === 'body') return {};
  const accepts = tokensOf(plan);
  const { next, previous } = namesIn(plan);
  return {
    ...(next !== undefined && hasMore && { [next]: tokenAt(start + records.length, accepts) }),
    ...(previous !== undefined && start > 0 && { [previous]: tokenAt(Math.max(0, start - size), accepts) }),
  };
}

const HEADER = /\b[A-Za-z]\w*(?:-\w+)+\b/g;

const CURSOR = /\b(?:cursor|token|page|marker|continuation)\b/i;
