/**
 * The pages of one contract as a site: what they are called, how they lead to each other, and what is around each.
 */
import type { Contract } from '../contract/contract.ts';
import { html, type Html, type HtmlPart } from './html.ts';

/** A page before it has its surroundings. */
export interface DocPage {
  /** File name. */
  readonly path: string;
  readonly title: string;
  readonly body: HtmlPart;
}

/** Where the parts of a contract are shown. */
export interface Site {
  readonly contract: Contract;
  /** File of each tag's page; operations without a tag are under the empty name. */
  readonly tagPages: ReadonlyMap<string, string>;
  readonly hasStreams: boolean;
  readonly hasAssumptions: boolean;
}

/** Name of the page of operations that have no tag. */
export const UNTAGGED = 'Operations';

/** Lays a site out. */
export function planSite(contract: Contract, hasAssumptions: boolean): Site {
  const tags = [...new Set(contract.operations.map(({ tag }) => tag ?? ''))];
  const files = new Set(['index.html', 'streams.html', 'schemas.html', 'assumptions.html']);
  const tagPages = new Map<string, string>();
  for (const tag of tags) {
    const slug = slugOf(tag === '' ? UNTAGGED : tag);
    let file = `${slug}.html`;
    for (let number = 2; files.has(file); number++) file = `${slug}-${number}.html`;
    files.add(file);
    tagPages.set(tag, file);
  }
  const hasStreams = contract.channels.length > 0 || contract.streams.length > 0;
  return { contract, tagPages, hasStreams, hasAssumptions };
}

/** Answers a text that may be a file name and an anchor. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? 'other' : slug;
}

/** Answers the anchor of a named thing; different names have different ones. */
export function anchorOf(name: string): string {
  return encodeURIComponent(name);
}

/** Prints a page with the title and the navigation around it. */
export function printPage({ path, title, body }: DocPage, site: Site, css: string): string {
  const { contract } = site;
  const links: (readonly [file: string, label: string])[] = [
    ['index.html', 'Overview'],
    ...[...site.tagPages].map(([tag, file]): readonly [string, string] => [
      file,
      tag === '' ? UNTAGGED : tag,
    ]),
    ...(site.hasStreams ? [['streams.html', 'Streams and events'] as const] : []),
    ...(contract.schemas.length > 0 ? [['schemas.html', 'Schemas'] as const] : []),
    ...(site.hasAssumptions ? [['assumptions.html', 'Assumptions'] as const] : []),
  ];
  const navigation = links.map(([file, label]) =>
    file === path
      ? html`<a href="${file}" aria-current="page">${label}</a>`
      : html`<a href="${file}">${label}</a>`,
  );
  return printDocument(
    `${title} – ${contract.title}`,
    css,
    html`<nav><strong>${contract.title}</strong><small>${contract.version}</small>${navigation}</nav>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>`,
  );
}

/** Prints the page that leads to the sites of several contracts. */
export function printStart(
  sites: readonly { readonly folder: string; readonly contract: Contract }[],
  css: string,
): string {
  const rows = sites.map(
    ({ folder, contract }) =>
      html`<li>
        <a href="${folder}/index.html">${contract.title}</a> ${contract.version}:
        ${contract.operations.length} operations
      </li>`,
  );
  return printDocument(
    'Reference',
    css,
    html`<main>
      <h1>Reference</h1>
      <ul>
        ${rows}
      </ul>
    </main>`,
  );
}

function printDocument(title: string, css: string, body: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
`;
  return `${page.toString()}${css}</style>\n</head>\n<body>\n${body.toString()}\n</body>\n</html>\n`;
}
