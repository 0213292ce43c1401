/** The page about errors: the statuses that operations return, and the codes in their bodies. */
import type { Operation } from '../model/contract-model.ts';
import { objectAt } from '../json/json.ts';
import { html, table, type HtmlPart } from './html.ts';
import { renderLine } from './markdown.ts';
import { operationLinks, type Site } from './site.ts';

/** The maximum number of descriptions of a status. */
const MAX_TEXTS = 3;

/** Renders the error statuses and codes; `null` for a contract without any. */
export function errorsPart(site: Site): HtmlPart {
  const { operations } = site.contract;
  const statuses = new Map<string, { readonly texts: Set<string>; readonly operations: Operation[] }>();
  const codes = new Map<string, { readonly status: string; readonly operations: Operation[] }>();
  for (const operation of operations) {
    for (const { status, description } of operation.responses) {
      if (!/^[45]/.test(String(status))) continue;
      const row = statuses.get(String(status)) ?? { texts: new Set(), operations: [] };
      row.texts.add(description);
      row.operations.push(operation);
      statuses.set(String(status), row);
    }
    for (const [code, status] of Object.entries(objectAt(operation.extensions, 'x-error-codes'))) {
      const row = codes.get(code) ?? { status: JSON.stringify(status), operations: [] };
      row.operations.push(operation);
      codes.set(code, row);
    }
  }
  if (statuses.size === 0) return null;
  const statusRows = [...statuses].sort().map(
    ([status, row]) =>
      html`<tr>
        <td><b>${status}</b></td>
        <td>${[...row.texts].slice(0, MAX_TEXTS).map((text) => html`<div>${renderLine(text)}</div>`)}</td>
        <td>${operationLinks(site, row.operations)}</td>
      </tr>`,
  );
  const codeRows = [...codes].sort().map(
    ([code, row]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${row.status}</td>
        <td>${operationLinks(site, row.operations)}</td>
      </tr>`,
  );
  return [
    html`<h2>Statuses</h2>`,
    table(['Status', 'When', 'Returned by'], statusRows),
    codeRows.length === 0 ? null : [html`<h2>Codes</h2>`, table(['Code', 'Status', 'Returned by'], codeRows)],
  ];
}
