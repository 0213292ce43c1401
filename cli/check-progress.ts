/**
 * Tells how far a run has come: one line that is written anew in a terminal, a line now and then elsewhere.
 */
import type { Progress } from '../conformance/engine/runner.ts';
import { clip, countOf, showInline } from '../conformance/report/plain-text.ts';

/** Where the progress is written. */
export interface ProgressScreen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Tells the progress of a run. */
export interface ProgressTeller {
  tell(progress: Progress): void;
  /** Takes the line away. */
  clear(): void;
}

/** Units: milliseconds between two lines: in a terminal, and elsewhere. */
const QUICK = 100;
const SLOW = 15_000;

/** Starts to tell; nothing where `isQuiet`. */
export function openProgress(screen: ProgressScreen, isQuiet: boolean): ProgressTeller {
  if (isQuiet) return { tell: () => undefined, clear: () => undefined };
  const isLive = screen.isTTY === true;
  let last = isLive ? -QUICK : 0;
  let isShown = false;
  return {
    tell(progress) {
      if (progress.elapsedMs - last < (isLive ? QUICK : SLOW)) return;
      last = progress.elapsedMs;
      const line = lineOf(progress);
      if (isLive) screen.write(`\r\u001b[2K${clip(line, widthOf(screen) - 1)}`);
      else screen.write(`${line}\n`);
      isShown = isLive;
    },
    clear() {
      if (isShown) screen.write('\r\u001b[2K');
      isShown = false;
    },
  };
}

/** Some terminals say that they have no columns. */
function widthOf({ columns = 0 }: ProgressScreen): number {
  return columns > 0 ? columns : 80;
}

function lineOf({ subject, requests, findings, elapsedMs }: Progress): string {
  const seconds = Math.floor(elapsedMs / 1_000);
  const found = findings === 0 ? 'nothing found' : countOf(findings, 'finding');
  return `${showInline(subject)} · ${countOf(requests, 'request')} · ${found} · ${seconds} s`;
}
