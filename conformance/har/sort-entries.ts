/** Separates the entries of a service in recorded traffic from all others. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { countOf, listSome, showInline } from '../report/plain-text.ts';
import type { HarEntry, HarFile } from './read-har.ts';

/** The entries of a service. Shape: `path` is relative to its address; `notices` names what is not checked. */
export interface SortedEntries {
  readonly entries: readonly { readonly entry: HarEntry; readonly path: string }[];
  readonly notices: readonly string[];
}

/** Names in a notice. */
const SHOWN = 10;

/** Finds the entries whose address begins with one of those of the service, and whose operation is declared. */
export function sortEntries(
  { entries: all, unreadable }: HarFile,
  addresses: readonly string[],
  contract: Contract,
): SortedEntries {
  const operations = operationsOf(contract);
  const bases = addresses.map((address) => new URL(address));
  const elsewhere: string[] = [];
  const undocumented: string[] = [];
  const bodiless: string[] = [];
  const entries = all.flatMap((entry) => {
    const { url, method, number, response } = entry;
    const path = pathBelow(bases, url);
    if (path === null) elsewhere.push(url.origin);
    else if (operations.match(method, path) === null)
      undocumented.push(`${method} ${path.split('?', 1)[0] ?? ''}`);
    else {
      if (response?.body === null) bodiless.push(`entry ${number}`);
      return [{ entry, path }];
    }
    return [];
  });
  return {
    entries,
    notices: [
      noticeOf(elsewhere, 'of another address'),
      noticeOf(undocumented, 'with an undocumented method or path'),
      noticeOf(unreadable, 'that can’t be read'),
      noticeOf(bodiless, 'without the body of the response, of which only the rest was checked'),
    ].filter((notice) => notice !== null),
  };
}

/** Returns the path and query relative to an address; `null` if it is not below one. */
function pathBelow(bases: readonly URL[], url: URL): string | null {
  for (const base of bases) {
    const prefix = base.pathname.replace(/(?<!\/)\/+$/, '');
    const isBelow = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
    if (url.origin === base.origin && isBelow)
      return `${url.pathname.slice(prefix.length) || '/'}${url.search}`;
  }
  return null;
}

/** Shape: the most frequent names first; `null` for none. */
function noticeOf(names: readonly string[], what: string): string | null {
  if (names.length === 0) return null;
  const counts = [...Map.groupBy(names, (name) => name)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const texts = counts.map(([name, { length }]) =>
    showInline(length === 1 ? name : `${name} (${length} times)`),
  );
  return `${countOf(names.length, 'entry', 'entries')} ${what}: ${listSome(texts, SHOWN)}.`;
}
