/** Extends the Markdown parser of the site, so that the pages also read well in the repository. */
import path from 'node:path';

const repository = 'https://github.com/OWNER/backlot/blob/main';

/** The part of markdown-it that is used here. */
interface MarkdownParser {
  readonly core: { readonly ruler: { push(name: string, rule: (state: ParsedPage) => void): void } };
  readonly renderer: { readonly rules: Record<string, ((...args: never) => string) | undefined> };
}

interface ParsedPage {
  readonly tokens: readonly PageToken[];
  readonly env: { readonly relativePath?: string };
}

interface PageToken {
  readonly type: string;
  readonly children: readonly PageToken[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** Adds the rules of the site to a parser. */
export function preparePages(parser: MarkdownParser): void {
  const write = parser.renderer.rules['code_inline'];
  // Why: two braces would begin an expression of Vue.
  parser.renderer.rules['code_inline'] = (...args) =>
    (write?.(...args) ?? '').replaceAll('{{', '&#123;&#123;');
  parser.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'link_open') continue;
      const address = linkToRepository(env.relativePath ?? '', token.attrGet('href') ?? '');
      if (address !== null) token.attrSet('href', address);
    }
  });
}

/** Returns the URL of a file of the repository outside of `docs/`; `null` for every other link. */
function linkToRepository(page: string, link: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return null;
  const file = path.posix.join('docs', path.posix.dirname(page), link);
  return file.startsWith('docs/') ? null : `${repository}/${file}`;
}
