/**
 * The clock of a world, as users turn it.
 */
import type { ClockSetting } from '../../../generated/control/types.ts';
import type { Handlers } from '../../../generated/control/server.ts';
import { parseDuration, parseIsoTime } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import { milliseconds } from '../../kernel/units.ts';
import type { ClockChange } from '../../kernel/world-time.ts';
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
    await world.advance(milliseconds('by' in body ? parseDuration(body.by) : body.ms));
    return { status: 200, body: clockBody(world) };
  },
};

/** Reads a setting of the control API, whose time the contract has already held to its format. */
export function clockChange({ mode, now, rate }: ClockSetting): ClockChange {
  const at = now === undefined ? null : parseIsoTime(now);
  return { mode, rate, ...(at !== null && { now: at }) };
}
