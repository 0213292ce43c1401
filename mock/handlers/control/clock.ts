/**
 * The clock of a world, as users turn it.
 */
import type { ClockSetting } from '../../../generated/control/types.ts';
import type { Handlers } from '../../../generated/control/server.ts';
import { parseDuration } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { ErrorDetail } from '../../http/error-responses.ts';
import type { InvalidRequestHandler } from '../../http/operation.ts';
import type { ClockChange } from '../../kernel/time/time.ts';
import { readInstant, readSpan } from './instants.ts';
import { clockBody } from './world-body.ts';

/** Handles the operations on a world's clock. */
export const clockHandlers: Pick<Handlers<ServiceContext>, 'getClock' | 'setClock' | 'advanceClock'> = {
  getClock(_, { world }) {
    return { status: 200, body: clockBody(world) };
  },

  async setClock({ body }, { world }) {
    await world.changeClock(clockChange(body));
    return { status: 200, body: clockBody(world) };
  },

  async advanceClock({ body }, { world }) {
    await world.advance(
      'by' in body ? readSpan(parseDuration(body.by), world.now, 'by') : readSpan(body.ms, world.now, 'ms'),
    );
    return { status: 200, body: clockBody(world) };
  },
};

/** A wrong way to move the time is told as the one that was meant, and not as both that there are. */
export const clockMisfits: Readonly<Record<'advanceClock', InvalidRequestHandler>> = {
  advanceClock: (problems) => ({
    status: 400,
    body: { error: 'Validation failed', details: problemsOfAdvance(problems) },
  }),
};

function problemsOfAdvance(problems: readonly ErrorDetail[]): readonly ErrorDetail[] {
  const about = problems.filter(({ path }) => path === 'by' || path === 'ms');
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
          message: 'ms says the same as by, and only one is taken',
          code: 'UNKNOWN_FIELD',
          path: 'ms',
          suggestion,
        },
      ]
    : [{ message: 'by or ms is required', code: 'MISSING_REQUIRED_FIELD', path: 'by', suggestion }];
}

const suggestion = 'Send {"by": "PT10M"} or {"ms": 600000}.';

/** Reads a setting of the control API. Errors: throws a `RequestProblem` for an instant that no world can have. */
export function clockChange({ mode, now, rate }: ClockSetting, path = 'now'): ClockChange {
  return { mode, rate, ...(now !== undefined && { now: readInstant(now, path) }) };
}
