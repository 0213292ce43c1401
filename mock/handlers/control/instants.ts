/**
 * Instants in requests of the control API: those that a world can have, from 1970 to the end of 9999.
 */
import { isoTime, parseDuration, parseIsoTime } from '../../domain/time.ts';
import { RequestProblem } from '../../http/request-problem.ts';
import { after, isInstant, milliseconds } from '../../kernel/time/time.ts';
import type { DurationMs, EpochMs } from '../../kernel/time/time.ts';

const range = 'from 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z';

/** Reads a time whose format the contract has checked. Errors: throws a `RequestProblem` at `path`. */
export function readInstant(text: string, path: string): EpochMs {
  const at = parseIsoTime(text);
  if (at === null || !isInstant(at))
    throw new RequestProblem({ message: `${path} must be a time ${range}`, code: 'INVALID_VALUE', path });
  return at;
}

/** Reads the span that a clock is put forward by. Errors: throws a `RequestProblem` when the clock would leave the range. */
export function readSpan(count: number, now: EpochMs, path: string): DurationMs {
  const span = milliseconds(Math.floor(count));
  if (!Number.isSafeInteger(span) || !isInstant(after(now, span)))
    throw new RequestProblem({
      message: `${path} must not put the clock, which shows ${isoTime(now)}, outside the time ${range}`,
      code: 'INVALID_VALUE',
      path,
    });
  return span;
}

/** Reads how long a world lives without a request. Errors: throws a `RequestProblem` for no time at all. */
export function readLifetime(text: string): DurationMs {
  const span = milliseconds(parseDuration(text));
  if (span > 0) return span;
  throw new RequestProblem({
    message: 'expiresAfter must be longer than no time, such as PT10M',
    code: 'INVALID_VALUE',
    path: 'expiresAfter',
  });
}
