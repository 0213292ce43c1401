/** The pages of the site for programs: each as Markdown beside its HTML, and `llms.txt`, which lists them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sidebar, type SidebarItem } from './sidebar.ts';

/** Where the pages are written. */
const docs = path.join(import.meta.dirname, '../../docs');

/** Writes the pages as Markdown into a folder of the built site. Shape: `pages` are paths below `docs/`. */
export function writeMarkdown(folder: string, pages: readonly string[]): void {
  for (const page of pages) {
    mkdirSync(path.dirname(path.join(folder, page)), { recursive: true });
    cpSync(path.join(docs, page), path.join(folder, page));
  }
  writeFileSync(path.join(folder, 'llms.txt'), listForPrograms());
}

/** Returns the list of pages in the form of llmstxt.org: a link with the first sentence of each. */
export function listForPrograms(): string {
  const head = [
    '# Backlot',
    '',
    '> Generates TypeScript from an OpenAPI description, serves it as a stateful mock, and checks services against it.',
    '',
    'Each page is Markdown at the address below, and HTML with the extension `.html`.',
  ];
  return [...head, ...sidebar.flatMap(listGroup), ''].join('\n');
}

function listGroup({ text, items = [] }: SidebarItem): readonly string[] {
  const lines = items.map((item) => {
    const page = `${item.link ?? ''}.md`.slice(1);
    return `- [${item.text}](${page}): ${firstSentence(readFileSync(path.join(docs, page), 'utf8'))}`;
  });
  return ['', `## ${text}`, '', ...lines];
}

/** Returns the first sentence of a page, without its links. */
function firstSentence(page: string): string {
  const paragraph = page.split(/\n\n+/).find((part) => /^[A-Za-z`[*]/.test(part)) ?? '';
  const text = paragraph
    .replace(/^\*\*.*?\*\* /, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
