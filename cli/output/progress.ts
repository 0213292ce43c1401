/** Prints the progress of a run: one line that is updated on a terminal, otherwise a line every 15 seconds. */
import type { Finding } from '../../conformance/model/finding.ts';
import type { Progress } from '../../conformance/runner/run.ts';
import { clip, countOf, showInline } from '../../conformance/report/plain-text.ts';

/** The stream for the progress. */
export interface ProgressScreen {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface ProgressPrinter {
  show(progress: Progress): void;
  /** Prints a finding that fails above the line, once; only on a terminal. */
  add(finding: Pick<Finding, 'fingerprint' | 'verdict' | 'check' | 'subject' | 'message'>): void;
  /** Removes the line. */
  clear(): void;
}

/** Units: milliseconds between two lines: on a terminal, and otherwise. */
const QUICK = 100;
const SLOW = 15_000;

/** Creates a printer; it prints nothing if `isQuiet`. */
export function openProgress(screen: ProgressScreen, isQuiet: boolean): ProgressPrinter {
  if (isQuiet) return { show: () => undefined, add: () => undefined, clear: () => undefined };
  const isLive = screen.isTTY === true;
  let last = isLive ? -QUICK : 0;
  let isShown = false;
  const printed = new Set<string>();
  return {
    show(progress) {
      if (progress.elapsedMs - last < (isLive ? QUICK : SLOW)) return;
      last = progress.elapsedMs;
      const line = lineOf(progress);
      if (isLive) screen.write(`\r\u001b[2K${clip(line, widthOf(screen) - 1)}`);
      else screen.write(`${line}\n`);
      isShown = isLive;
    },
    add({ fingerprint, verdict, check, subject, message }) {
      if (!isLive || verdict !== 'fail' || printed.has(fingerprint)) return;
      printed.add(fingerprint);
      const line = showInline(`${check} ${subject}: ${message}`);
      screen.write(`\r\u001b[2K${clip(line, widthOf(screen) - 1)}\n`);
    },
    clear() {
      if (isShown) screen.write('\r\u001b[2K');
      isShown = false;
    },
  };
}

/** Returns the width; some terminals report 0 columns. */
function widthOf({ columns = 0 }: ProgressScreen): number {
  return columns > 0 ? columns : 80;
}

function lineOf({ subject, requests, findings, elapsedMs }: Progress): string {
  const seconds = Math.floor(elapsedMs / 1_000);
  const result = findings === 0 ? 'nothing found' : countOf(findings, 'finding');
  return `${showInline(subject)} · ${countOf(requests, 'request')} · ${result} · ${seconds} s`;
}
