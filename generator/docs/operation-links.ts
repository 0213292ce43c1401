/** Links to operations, by the page that each is on. */
import type { Operation } from '../contract/contract.ts';
import { html, type Html, type HtmlPart } from './html.ts';
import { anchorOf, type Site } from './site.ts';

/** Links to an operation by its id. */
export function operationLink({ tagPages }: Site, { id, tag }: Operation): Html {
  return html`<a href="${tagPages.get(tag ?? '') ?? 'index.html'}#${anchorOf(id)}">${id}</a>`;
}

/** Links to operations, behind a line that opens them when they are many. */
export function operationLinks(site: Site, operations: readonly Operation[]): HtmlPart {
  const links = operations.map((operation, index) => [
    index === 0 ? '' : ', ',
    operationLink(site, operation),
  ]);
  if (operations.length <= 4) return links;
  return html`<details>
    <summary>${operations.length} operations</summary>
    ${links}
  </details>`;
}
