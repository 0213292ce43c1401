/** Collects and renders the assumptions of a description where its source is silent (`x-assumption`). */
import type { ContractModel, JsonObject, JsonValue } from '../model/contract-model.ts';
import { arrayAt, isArray, isObject, textAt } from '../json/json.ts';
import { html, table, type Html, type HtmlPart } from './html.ts';
import { renderLine } from './markdown.ts';
import { anchorOf } from './site.ts';

/** A decision that no source document settles. */
export interface Assumption {
  readonly id: string;
  readonly text: string;
  readonly reason: string | null;
  /** How strictly a service is checked against it. */
  readonly check: string | null;
}

const MARK = 'x-assumption';

/** Lists the ids of the assumptions that some `x-` properties name. */
export function assumptionsOf(extensions: JsonObject): readonly string[] {
  return arrayAt(extensions, MARK).flatMap((entry) => {
    const id = typeof entry === 'string' ? entry : isObject(entry) ? textAt(entry, 'id') : null;
    return id === null ? [] : [id];
  });
}

/** Collects every assumption that is spelled out anywhere in a contract, sorted by id. */
export function collectAssumptions(contract: ContractModel): readonly Assumption[] {
  const assumptions = new Map<string, Assumption>();
  const collect = (node: JsonValue): void => {
    if (isArray(node)) node.forEach(collect);
    if (!isObject(node)) return;
    for (const entry of arrayAt(node, MARK)) {
      const read = isObject(entry) ? readAssumption(entry) : null;
      if (read !== null) assumptions.set(read.id, read);
    }
    Object.values(node).forEach(collect);
  };
  collect(contract.extensions);
  for (const { extensions } of [...contract.operations, ...contract.channels]) collect(extensions);
  for (const { extensions } of contract.operations.flatMap(({ parameters }) => parameters))
    collect(extensions);
  for (const { extensions } of contract.channels.flatMap(({ messages }) => messages)) collect(extensions);
  for (const { schema } of [...contract.schemas, ...contract.checks]) collect(schema);
  for (const { declaration } of contract.securitySchemes) collect(declaration);
  return [...assumptions.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Links to assumptions; empty if there are none. */
export function assumptionLinks(ids: readonly string[]): HtmlPart {
  if (ids.length === 0) return null;
  const links = ids.map((id) => html` <a href="assumptions.html#${anchorOf(id)}">${id}</a>`);
  return html`<p class="assumed">Assumed:${links}</p> `;
}

/** Renders the assumptions as a table. */
export function assumptionTable(assumptions: readonly Assumption[]): Html {
  const rows = assumptions.map(
    ({ id, text, reason, check }) =>
      html`<tr id="${anchorOf(id)}">
        <td><code>${id}</code></td>
        <td>${renderLine(text)}</td>
        <td>${renderLine(reason)}</td>
        <td>${check}</td>
      </tr> `,
  );
  return html`<p>What this description assumes where its source specifies nothing, and why.</p>
    ${table(['Id', 'Assumption', 'Reason', 'Check'], rows)} `;
}

function readAssumption(entry: JsonObject): Assumption | null {
  const id = textAt(entry, 'id');
  const text = textAt(entry, 'text');
  return id === null || text === null
    ? null
    : { id, text, reason: textAt(entry, 'reason'), check: textAt(entry, 'check') };
}
