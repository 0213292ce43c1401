/**
 * Splits the description of a document into an introduction and chapters: each first-level heading starts a chapter,
 * which becomes a separate page.
 */
/** One chapter of a description. */
export interface Chapter {
  readonly title: string;
  /** Markdown without the heading. */
  readonly text: string;
}

/** A description in its parts. */
export interface Guide {
  readonly introduction: string;
  readonly chapters: readonly Chapter[];
}

/** Splits a description at its first-level headings, except those in fenced code. */
export function splitGuide(description: string | null): Guide {
  const parts: { title: string | null; lines: string[] }[] = [{ title: null, lines: [] }];
  let fence: string | null = null;
  for (const line of (description ?? '').split('\n')) {
    const mark = /^(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const title = fence === null && line.startsWith('# ') ? line.slice(2).trim() : '';
    if (title !== '') parts.push({ title, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return {
    introduction: parts[0]?.lines.join('\n') ?? '',
    chapters: parts.flatMap(({ title, lines }) =>
      title === null ? [] : [{ title, text: lines.join('\n').trim() }],
    ),
  };
}
