/**
 * S17: a run that takes time is told while it goes on. Judged only where it is known to take time.
 */
import type { CheckResult, Problem } from '../../engine/finding.ts';
import type { StreamCapture } from '../../engine/exchange.ts';
import type { StreamRule } from './stream-rule.ts';

/** All of a stream that comes within this time came at once. Units: milliseconds. */
const AT_ONCE_MS = 10;

/** Judges a whole stream of a run that takes time. */
export function checkFlush({ frames, end }: Pick<StreamCapture, 'frames' | 'end'>): CheckResult | null {
  if (end !== 'closed') return null;
  const problems = problemsOf(frames[0]?.at, frames.at(-1)?.at, frames.length);
  return problems === null ? null : { check: 'S17', problems };
}

/** S17. */
export const flushRule: StreamRule = {
  check: 'S17',
  open({ isFlushChecked }) {
    let first: number | undefined;
    let last: number | undefined;
    return {
      take({ frame: { at } }) {
        first ??= at;
        last = at;
        return null;
      },
      end: ({ end, count }) => (isFlushChecked && end === 'closed' ? problemsOf(first, last, count) : null),
    };
  },
};

function problemsOf(
  first: number | undefined,
  last: number | undefined,
  count: number,
): readonly Problem[] | null {
  if (first === undefined || last === undefined || count < 2) return null;
  if (last - first > AT_ONCE_MS) return [];
  return [
    { message: 'A run that takes time was told at once, with all of its events in one piece.', at: 'stream' },
  ];
}
