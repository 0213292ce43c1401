/** The page about common conventions of operations: pagination, polling, retries, limits. */
import type { DeclaredHeader, JsonObject, Operation } from '../model/contract-model.ts';
import { propertyOf, objectAt, textAt, textsAt } from '../json/json.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine } from './markdown.ts';
import { operationLink, operationLinks, type Site } from './site.ts';

/** Renders the conventions that the operations declare; an empty list if they declare none. */
export function conventionParts(site: Site): readonly HtmlPart[] {
  return [pagingPart(site), pollingPart(site), idempotencyPart(site), limitsPart(site)].filter(
    (part) => part !== null,
  );
}

function withExtension(site: Site, key: string): readonly Operation[] {
  return site.contract.operations.filter(({ extensions }) => Object.hasOwn(extensions, key));
}

function section(
  title: string,
  about: HtmlPart,
  headings: readonly string[],
  rows: readonly Html[],
): HtmlPart {
  if (rows.length === 0) return null;
  return html`<h2>${title}</h2>
    <p>${about}</p>
    ${table(headings, rows)}`;
}

function pagingPart(site: Site): HtmlPart {
  const rows = withExtension(site, 'x-pagination').map((operation) => {
    const paging = objectAt(operation.extensions, 'x-pagination');
    return html`<tr>
      <td>${operationLink(site, operation)}</td>
      <td><code>${selectingOf(paging)}</code></td>
      <td><code>${textAt(paging, 'items')}</code></td>
      <td><code>${textAt(paging, 'next')}</code></td>
    </tr>`;
  });
  const about =
    'Lists are paginated. Send the next cursor, number or id to get the page after a page, until there is none.';
  return section('Lists', about, ['Operation', 'Query parameter', 'Items in', 'Next page in'], rows);
}

/** Returns the query parameter that selects a page; `null` where its address does. */
function selectingOf(paging: JsonObject): string | null {
  return (
    ['cursor', 'page', 'offset', 'last'].map((key) => textAt(paging, key)).find((name) => name !== null) ??
    null
  );
}

function pollingPart(site: Site): HtmlPart {
  const rows = withExtension(site, 'x-polling').map((operation) => {
    const polling = objectAt(operation.extensions, 'x-polling');
    const cursor = objectAt(polling, 'cursor');
    const wait = objectAt(polling, 'wait');
    const longest = propertyOf(wait, 'max');
    return html`<tr>
      <td>${operationLink(site, operation)}</td>
      <td><code>${textAt(cursor, 'in')}</code></td>
      <td><code>${textAt(cursor, 'out')}</code></td>
      <td>
        <code>${textAt(wait, 'param')}</code>${typeof longest === 'number' ? `, up to ${longest}` : null}
      </td>
    </tr>`;
  });
  const about =
    'Feeds are polled. Send the cursor of the last response to get newer events. With the wait parameter, an empty response is delayed until the next event.';
  return section('Feeds', about, ['Operation', 'Query parameter', 'New cursor in', 'Wait with'], rows);
}

function idempotencyPart(site: Site): HtmlPart {
  const rows = withExtension(site, 'x-idempotency').map((operation) => {
    const rule = objectAt(operation.extensions, 'x-idempotency');
    const seconds = propertyOf(rule, 'ttlSeconds');
    return html`<tr>
      <td>${operationLink(site, operation)}</td>
      <td><code>${textAt(rule, 'header')}</code></td>
      <td>
        ${typeof seconds === 'number' ? duration(seconds) : null}, per ${textsAt(rule, 'scope').join(', ')}
      </td>
      <td>${JSON.stringify(propertyOf(rule, 'mismatch') ?? null)}</td>
    </tr>`;
  });
  const about =
    'Send a unique key with each request that changes data. A retry with the same key and body returns the first response and changes nothing.';
  return section('Safe retries', about, ['Operation', 'Header', 'Stored for', 'Same key, other body'], rows);
}

const LIMIT_HEADER = /^(x-)?rate-?limit|^retry-after$/i;

function limitsPart(site: Site): HtmlPart {
  const limited = site.contract.operations.filter(({ responses }) =>
    responses.some(({ status }) => status === 429),
  );
  if (limited.length === 0) return null;
  const headers = new Map<string, DeclaredHeader>();
  for (const header of site.contract.operations.flatMap(({ responses }) =>
    responses.flatMap((response) => response.headers),
  ))
    if (LIMIT_HEADER.test(header.name) && !headers.has(header.name)) headers.set(header.name, header);
  const rows = [...headers.values()].map(
    ({ name, description }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${renderLine(description)}</td>
      </tr>`,
  );
  return html`<h2>Rate limits</h2>
    <p>Too many requests get status 429. These operations are limited: ${operationLinks(site, limited)}</p>
    ${rows.length === 0 ? null : table(['Header', 'Meaning'], rows)}`;
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return amount(seconds / 86_400, 'day');
  if (seconds % 3_600 === 0) return amount(seconds / 3_600, 'hour');
  return amount(seconds, 'second');
}

function amount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
