/**
 * Makes the reference of a contract: a set of pages that open from a folder, without a network and without scripts.
 * Both documents are in one set, so that an operation leads to its stream and a stream to its schemas.
 */
import type { Contract, JsonValue } from '../contract/contract.ts';
import type { EmittedFile } from '../emit/emitter.ts';
import { sampleContract } from '../emit/sampling.ts';
import { assumptionTable, collectAssumptions } from './assumptions.ts';
import { html, type HtmlPart } from './html.ts';
import { renderLine, renderMarkdown } from './markdown.ts';
import { operationSection, schemaFinder } from './operation-section.ts';
import { schemaSection } from './schema-text.ts';
import { anchorOf, planSite, printPage, printStart, UNTAGGED, type DocPage, type Site } from './site.ts';
import { streamSections } from './stream-sections.ts';

/** Answers a valid value of a check, by its name. */
type SampleFinder = (check: string) => JsonValue | undefined;

/** A contract, and the folder of its pages. */
export interface DescribedContract {
  readonly folder: string;
  readonly contract: Contract;
}

/** Makes the reference of several contracts: a folder of pages for each, and a page that leads to them. */
export function emitReference(described: readonly DescribedContract[], css: string): EmittedFile[] {
  const pages = described.flatMap(({ folder, contract }) =>
    emitPages(contract, css).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  );
  return [{ path: 'index.html', text: printStart(described, css) }, ...pages];
}

/** Makes the pages of one contract. */
function emitPages(contract: Contract, css: string): EmittedFile[] {
  const { samples } = sampleContract({ contract }, () => undefined);
  const sampleOf: SampleFinder = (check) => samples.get(check);
  const assumptions = collectAssumptions(contract);
  const site = planSite(contract, assumptions.length > 0);
  const pages: DocPage[] = [
    { path: 'index.html', title: 'Overview', body: overview(site) },
    ...[...site.tagPages].map(([tag, path]) => tagPage(tag, path, contract)),
    ...(site.hasStreams
      ? [{ path: 'streams.html', title: 'Streams and events', body: streamSections(contract) }]
      : []),
    ...(contract.schemas.length > 0 ? [schemasPage(contract, sampleOf)] : []),
    ...(site.hasAssumptions
      ? [{ path: 'assumptions.html', title: 'Assumptions', body: assumptionTable(assumptions) }]
      : []),
  ];
  return pages.map((page) => ({ path: page.path, text: printPage(page, site, css) }));
}

function overview({ contract, tagPages, hasStreams }: Site): HtmlPart {
  const about = new Map(contract.tags.map(({ name, description }) => [name, description]));
  const parts = [...tagPages].map(([tag, file]) => {
    const rows = contract.operations
      .filter((operation) => (operation.tag ?? '') === tag)
      .map(
        ({ id, method, path, summary }) =>
          html`<tr>
            <td><b class="${method}">${method.toUpperCase()}</b></td>
            <td>
              <a href="${file}#${anchorOf(id)}"><code>${path}</code></a>
            </td>
            <td>${renderLine(summary ?? id)}</td>
          </tr> `,
      );
    return html`<h2><a href="${file}">${tag === '' ? UNTAGGED : tag}</a></h2>
      ${renderMarkdown(about.get(tag) ?? null)}
      <table class="calls">
        <tbody>
          ${rows}
        </tbody>
      </table> `;
  });
  const channels = contract.channels.map(
    ({ id, address }) =>
      html`<li><a href="streams.html#channel-${anchorOf(id)}">${id}</a> <code>${address}</code></li>`,
  );
  return [
    renderMarkdown(contract.description),
    html`<p class="note">
      ${contract.operations.length} operations, ${contract.channels.length} channels,
      ${contract.schemas.length} schemas. Made from ${contract.documents.join(' and ')}.
    </p> `,
    parts,
    hasStreams && channels.length > 0
      ? html`<h2>Channels</h2>
          <ul>
            ${channels}
          </ul>`
      : null,
  ];
}

function tagPage(tag: string, path: string, contract: Contract): DocPage {
  const schemaOf = schemaFinder(contract.checks);
  const about = contract.tags.find(({ name }) => name === tag)?.description ?? null;
  const sections = contract.operations
    .filter((operation) => (operation.tag ?? '') === tag)
    .map((operation) => operationSection(operation, schemaOf));
  return { path, title: tag === '' ? UNTAGGED : tag, body: [renderMarkdown(about), sections] };
}

function schemasPage(contract: Contract, sampleOf: SampleFinder): DocPage {
  const checks = new Map(contract.checks.map(({ component, name }) => [component, name]));
  const schemas = contract.schemas.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const index = schemas.map(({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`);
  const sections = schemas.map((schema) => schemaSection(schema, sampleOf(checks.get(schema.name) ?? '')));
  return {
    path: 'schemas.html',
    title: 'Schemas',
    body: [
      html`<ul class="index">
        ${index}
      </ul>`,
      sections,
    ],
  };
}
