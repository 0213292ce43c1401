/** Finds where two texts differ, shortened to a few lines for display. */

/** The lines between the common start and the common end of two texts. */
export interface Difference {
  /** Units: line number from 1 of the first line that differs. */
  readonly line: number;
  /** Lines of the existing file. Shape: the first few, truncated to the width of a screen. */
  readonly found: readonly string[];
  /** Expected lines. Shape: like `found`. */
  readonly wanted: readonly string[];
  /** The number of lines that are not shown. */
  readonly more: number;
}

const SHOWN_LINES = 3;
const SHOWN_WIDTH = 120;

/** Returns the difference between a file and its expected text; `null` if the file does not exist or both are equal. */
export function findDifference(found: string | null, wanted: string): Difference | null {
  if (found === null || found === wanted) return null;
  const least = Math.min(found.length, wanted.length);
  let start = 0;
  while (start < least && found.charCodeAt(start) === wanted.charCodeAt(start)) start++;
  const lineStart = found.lastIndexOf('\n', start - 1) + 1;
  let end = 0;
  const isSameBefore = (back: number): boolean =>
    found.charCodeAt(found.length - back) === wanted.charCodeAt(wanted.length - back);
  while (end < least - lineStart && isSameBefore(end + 1)) end++;
  const [here, there] = [found, wanted].map((text) => linesUntil(text, lineStart, text.length - end));
  return {
    line: countLines(found, lineStart) + 1,
    found: (here ?? []).slice(0, SHOWN_LINES).map(cut),
    wanted: (there ?? []).slice(0, SHOWN_LINES).map(cut),
    more: hiddenOf(here) + hiddenOf(there),
  };
}

/** Lists the lines from a line's start to an end; an end inside a line includes all of that line. */
function linesUntil(text: string, start: number, end: number): string[] {
  if (end <= start) return [];
  const isLineEnd = text[end - 1] === '\n';
  const next = text.indexOf('\n', end);
  const until = isLineEnd ? end - 1 : next < 0 ? text.length : next;
  return text.slice(start, until).split('\n');
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function hiddenOf(lines: readonly string[] = []): number {
  return Math.max(lines.length - SHOWN_LINES, 0);
}

function cut(line: string): string {
  return line.length > SHOWN_WIDTH ? `${line.slice(0, SHOWN_WIDTH - 1)}…` : line;
}
