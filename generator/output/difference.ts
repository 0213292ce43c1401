/**
 * Finds where two texts part, in few enough lines to be shown.
 */

/** The lines between what two texts have in common at their start and at their end. */
export interface Difference {
  /** Units: counts from 1; the first line that is not the same. */
  readonly line: number;
  /** Lines of the file as it is. Shape: the first few, cut to the width of a screen. */
  readonly found: readonly string[];
  /** Lines as they should be. Shape: like `found`. */
  readonly wanted: readonly string[];
  /** How many lines are not shown. */
  readonly more: number;
}

const SHOWN_LINES = 3;
const SHOWN_WIDTH = 120;

/** Finds the difference of a file and what it should be; `null` when there is no such file or both are the same. */
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

/** Lists the lines from a line's start to an end, which may lie inside a line and then takes all of it. */
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
