/**
 * Converts the Markdown of descriptions to HTML. HTML in a description is shown as text, and nothing is fetched:
 * images become links.
 */
import MarkdownIt from 'markdown-it';
import { Html, type HtmlPart } from './html.ts';

/** The default number of levels by which headings move down. */
const USUAL_SHIFT = 3;

const markdown = new MarkdownIt({ html: false }).disable('image');

// The headings of a page come first in the hierarchy: those of a description are below them.
for (const rule of ['heading_open', 'heading_close']) {
  markdown.renderer.rules[rule] = (tokens, index, options, env, self) => {
    const token = tokens[index];
    if (token !== undefined) token.tag = `h${String(Math.min(6, Number(token.tag.slice(1)) + shiftOf(env)))}`;
    return self.renderToken(tokens, index, options);
  };
}

/** Renders a description; empty for `null`. Shape: its headings move `shift` levels down. */
export function renderMarkdown(text: string | null, shift = USUAL_SHIFT): HtmlPart {
  return text === null || text.trim() === '' ? null : Html.trust(markdown.render(text, { shift }));
}

/** Renders a description as one line: its first paragraph, without the paragraph element. */
export function renderLine(text: string | null): HtmlPart {
  const [first = ''] = (text ?? '').trim().split(/\n\s*\n/);
  return first === '' ? null : Html.trust(markdown.renderInline(first));
}

function shiftOf(env: unknown): number {
  const { shift } = (env ?? {}) as { readonly shift?: unknown };
  return typeof shift === 'number' ? shift : USUAL_SHIFT;
}
