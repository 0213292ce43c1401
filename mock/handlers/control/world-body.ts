/**
 * Worlds and clocks in the words of the control API.
 */
import type { Clock, World as WorldBody } from '../../../generated/control/types.ts';
import { isoTime } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { World } from '../../kernel/world/world.ts';
import { defaultWorldId, type WorldSettings } from '../../worlds.ts';

/** Writes a world with its own base address. */
export function worldBody(
  { rootUrl }: ServiceContext,
  world: World,
  { pace, scenario, expiresAfter }: WorldSettings = {},
): WorldBody {
  const { seed, fixture, createdAt } = world.origin;
  return {
    id: world.id,
    baseUrl: world.id === defaultWorldId ? rootUrl : `${rootUrl}/w/${world.id}`,
    seed,
    fixture: fixture as WorldBody['fixture'],
    createdAt: isoTime(createdAt),
    clock: clockBody(world),
    ...(pace !== undefined && { pace }),
    ...(scenario !== undefined && { scenario }),
    ...(expiresAfter !== undefined && { expiresAfter: `PT${expiresAfter / 1000}S` }),
  };
}

/** Writes what the clock of a world shows. */
export function clockBody({ clock }: World): Clock {
  return { mode: clock.mode, now: isoTime(clock.now), rate: clock.rate };
}

/** Names the records of a kind, such as `agents` for `agent`. */
export function namesOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(kind) ? `${kind}es` : `${kind}s`;
}
