/** Forms of pagination whose pages have the URL of the next one. Requests are only sent to the host of the client. */
import type { Client } from '../client.ts';
import { PaginationError } from '../errors.ts';
import type { PageForm, PageTarget, ReadPage } from '../paginate.ts';
import { valueAtPath, type PropertyPath } from '../property-path.ts';

/** A list whose bodies have the URL of the next page. */
export interface AddressRule {
  readonly items: PropertyPath;
  /** Path to the URL, or to an object with the URL in `href`; `null`, empty or absent on the last page. */
  readonly next: PropertyPath;
}

/** A list whose `Link` header has the URL of the next page. Source: RFC 8288. */
export interface LinkRule {
  readonly items: PropertyPath;
}

/** Returns the form of a list whose bodies have the URL of the next page. */
export function byAddress({ items, next }: AddressRule): PageForm {
  return {
    ...atAddresses(items),
    next: (page) => {
      const value = valueAtPath(page.body, next);
      const address = typeof value === 'object' ? valueAtPath(value, 'href') : value;
      return typeof address === 'string' && address !== '' ? resolvedAddress(page, address) : undefined;
    },
  };
}

/** Returns the form of a list whose `Link` header has the URL of the next page. */
export function byLink({ items }: LinkRule): PageForm {
  return {
    ...atAddresses(items),
    next: (page) => {
      const address = nextLink(page.response?.headers.get('link') ?? '');
      return address === null ? undefined : resolvedAddress(page, address);
    },
  };
}

/** Returns the target of the link with the relation `next`; `null` without one. Source: RFC 8288, 3. */
export function nextLink(header: string): string | null {
  for (const [, address = '', parameters = ''] of header.matchAll(/<([^<>]*)>((?:"[^"]*"|[^"<])*)/g)) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    const relations = (quoted ?? plain ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return address;
  }
  return null;
}

function atAddresses(items: PropertyPath): Pick<PageForm, 'items' | 'start' | 'at'> {
  return { items, start: () => undefined, at: atAddress };
}

/** Resolves a URL against that of the page, if it is known. */
function resolvedAddress({ response }: ReadPage, address: string): string {
  return parseUrl(address, response?.url ?? '')?.href ?? address;
}

/** Requests a page at a URL. Errors: throws PaginationError for another host. */
function atAddress({ client, operationId, request }: PageTarget, position: unknown): PageTarget {
  const base = baseOf(client);
  const address = String(position);
  const host = parseUrl(address, base)?.host ?? '';
  if (host !== base.host)
    throw new PaginationError(
      operationId,
      `The next page of ${operationId} is at ${host === '' ? address : host}, but requests are sent to ${base.host} only`,
    );
  const send: Client['fetch'] = (url, init) => client.fetch(addressFrom(address, new URL(url, base)), init);
  // Why: without its own parameters, the query of the request has only credentials.
  return { client: { ...client, fetch: send }, operationId, request: { ...request, query: {} } };
}

function parseUrl(address: string, base: string | URL): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Resolves a URL, and adds the credentials that are in the query of the request. */
function addressFrom(address: string, own: URL): string {
  const { pathname, search, searchParams } = new URL(address, own);
  const missing = [...own.searchParams].filter(([name]) => !searchParams.has(name));
  const pairs = missing.map((pair) => pair.map(encodeURIComponent).join('='));
  const query = [search.slice(1), ...pairs].filter((part) => part !== '').join('&');
  // Why the origin of the client: services behind a proxy often write `http` for `https`.
  return `${own.origin}${pathname}${query === '' ? '' : `?${query}`}`;
}

/** Returns the base URL of a client; that of a page may be relative to it. */
function baseOf({ baseUrl }: Client): URL {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location;
  return new URL(`${baseUrl}/`, page?.href ?? 'http://localhost');
}
