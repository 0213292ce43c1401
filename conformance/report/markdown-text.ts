/**
 * Writes text of strangers into Markdown so that it is read as text.
 */

/** Escapes everything that means something in Markdown or HTML. Shape: one line in, one line out. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;')
    .replace(/^(\s*\d*)([-=:.])/, '$1\\$2');
}

/**
 * Marks a text as code. Shape: one line in, one line out; a fence longer than any in the text; empty text is a space.
 *
 * Why: a bar would end the cell of a table even in code, so there it is escaped by who writes the table.
 */
export function markCode(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
