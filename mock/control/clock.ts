/**
 * The clock of a world, as users set it, and instants in requests: those that a world can have, from 1970 to the end of
 * 9999.
 */
import type { World } from '../kernel/world/world.ts';
import type { Clock, ClockSetting, Timer as TimerBody } from '../../generated/control/types.ts';
import type { Handlers } from '../../generated/control/server.ts';
import { parseDuration, isoTime, parseIsoTime } from '../kernel/time/iso-time.ts';
import type { HandlerContext } from '../http/context.ts';
import type { InvalidRequestHandler } from '../http/operation.ts';
import type { ClockChange, DurationMs, EpochMs } from '../kernel/time/time.ts';
import type { Timer } from '../kernel/machine/trigger.ts';
import { createErrorResponses, RequestProblem } from '../http/error-responses.ts';
import type { ErrorDetail, ErrorTable } from '../http/error-responses.ts';
import { after, between, isInstant, milliseconds } from '../kernel/time/time.ts';
import { namesOf } from './record-bodies.ts';

interface TimerMissing {
  readonly code: 'TIMER_MISSING';
}

const table = {
  TIMER_MISSING: { status: 409, error: 'There is no timer to advance to' },
} as const satisfies ErrorTable<TimerMissing>;

const errorResponse = createErrorResponses<TimerMissing, typeof table>(table);

type ClockOperation = 'getClock' | 'setClock' | 'advanceClock' | 'listTimers';

export const clockHandlers: Pick<Handlers<HandlerContext>, ClockOperation> = {
  getClock(_, { world }) {
    return { status: 200, body: clockBody(world) };
  },

  async setClock({ body }, { world }) {
    await world.changeClock(clockChange(body));
    return { status: 200, body: clockBody(world) };
  },

  async advanceClock({ body }, { world }) {
    const span = 'to' in body ? await spanToNextTimer(world) : readAdvance(body, world.now);
    if (span === null) return errorResponse({ code: 'TIMER_MISSING' });
    await world.advance(span);
    return { status: 200, body: clockBody(world) };
  },

  listTimers({ query }, { world }) {
    return world.query((view) => ({
      status: 200,
      body: { timers: view.timers(query.limit).map(timerBody), total: view.timerCount },
    }));
  },
};

function readAdvance(body: { readonly by: string } | { readonly ms: number }, now: EpochMs): DurationMs {
  return 'by' in body ? readSpan(parseDuration(body.by), now, 'by') : readSpan(body.ms, now, 'ms');
}

/** Returns the span until the next timer fires, once those that are due have fired; null without timers. */
async function spanToNextTimer(world: World): Promise<DurationMs | null> {
  await world.catchUp();
  const timer = world.view.firstTimer();
  return timer === undefined ? null : milliseconds(Math.max(0, between(world.now, timer.due)));
}

export function timerBody({ key, due, target, trigger, wait }: Timer): TimerBody {
  return { key, due: isoTime(due), kind: namesOf(target.kind), targetId: target.id, trigger, wait };
}

/** Reports errors for the variant that the client meant, not for all variants. */
export const invalidClockRequests: Readonly<Record<'advanceClock', InvalidRequestHandler>> = {
  advanceClock: (problems) => ({
    status: 400,
    body: { error: 'Validation failed', details: problemsOfAdvance(problems) },
  }),
};

function problemsOfAdvance(problems: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const about = problems.filter(({ path }) => path === 'by' || path === 'ms' || path === 'to');
  if (about.length === 0) return problems;
  const meant = about.find(({ code }) => code !== 'UNKNOWN_FIELD' && code !== 'MISSING_REQUIRED_FIELD');
  if (meant?.code === 'INVALID_FORMAT')
    return [
      { ...meant, message: 'by must be an ISO 8601 duration of weeks, or of days and smaller', suggestion },
    ];
  if (meant !== undefined) return [{ ...meant, suggestion }];
  return about.some(({ code }) => code === 'UNKNOWN_FIELD')
    ? [
        {
          message: 'by, ms and to are mutually exclusive',
          code: 'UNKNOWN_FIELD',
          path: 'ms',
          suggestion,
        },
      ]
    : [{ message: 'by, ms or to is required', code: 'MISSING_REQUIRED_FIELD', path: 'by', suggestion }];
}

const suggestion = 'Send {"by": "PT10M"}, {"ms": 600000} or {"to": "next-timer"}.';

/**
 * Reads a clock setting of the control API. Errors: throws a `RequestProblem` for an instant that no world can have.
 */
export function clockChange({ mode, now, rate }: ClockSetting, path = 'now'): ClockChange {
  return { mode, rate, ...(now !== undefined && { now: readInstant(now, path) }) };
}

const range = 'from 1970-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z';

/** Reads a time whose format the contract has validated. Errors: throws a `RequestProblem` at `path`. */
export function readInstant(text: string, path: string): EpochMs {
  const at = parseIsoTime(text);
  if (at === null || !isInstant(at))
    throw new RequestProblem({ message: `${path} must be a time ${range}`, code: 'INVALID_VALUE', path });
  return at;
}

/**
 * Reads the span by which to advance a clock. Errors: throws a `RequestProblem` when the clock would leave the range.
 */
export function readSpan(count: number, now: EpochMs, path: string): DurationMs {
  const span = milliseconds(Math.floor(count));
  if (!Number.isSafeInteger(span) || !isInstant(after(now, span)))
    throw new RequestProblem({
      message: `${path} must not move the clock, which shows ${isoTime(now)}, outside the time ${range}`,
      code: 'INVALID_VALUE',
      path,
    });
  return span;
}

/** Reads how long a world lives without a request. Errors: throws a `RequestProblem` for a zero duration. */
export function readLifetime(text: string): DurationMs {
  const span = milliseconds(parseDuration(text));
  if (span > 0) return span;
  throw new RequestProblem({
    message: 'expiresAfter must be a positive duration, such as PT10M',
    code: 'INVALID_VALUE',
    path: 'expiresAfter',
  });
}

export function clockBody({ clock }: World): Clock {
  return { mode: clock.mode, now: isoTime(clock.now), rate: clock.rate };
}
