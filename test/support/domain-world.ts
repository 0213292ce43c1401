/** A world of the real domain without HTTP, on a clock that is frozen until a test advances it. */
import { createManualHostTimer } from './manual-host-timer.ts';
import { storeSchema, machines } from '../../mock/agent-platform/domain/store.ts';
import { fillDefault } from '../../mock/agent-platform/fixtures/default.ts';
import { fillEmpty } from '../../mock/agent-platform/fixtures/empty.ts';
import type { World } from '../../mock/kernel/world/world.ts';
import { epochMs } from '../../mock/kernel/time/time.ts';
import { openWorlds } from '../../mock/worlds/worlds.ts';

/** When every test world starts. */
export const testStart = epochMs(Date.UTC(2026, 0, 15, 9, 30));

/** Opens a world whose clock is frozen at `testStart`. */
export async function openTestWorld(fixture: 'default' | 'empty' = 'empty', seed = 1): Promise<World> {
  const worlds = await openWorlds({
    schema: storeSchema,
    fixtures: new Map([
      ['default', fillDefault],
      ['empty', fillEmpty],
    ]),
    fire: (tx, timer) => machines.fire(tx, timer),
    report(error) {
      throw error;
    },
    host: createManualHostTimer(testStart),
    start: { fixture, seed, clock: { mode: 'frozen', now: testStart } },
  });
  const world = worlds.find('default');
  if (world === undefined) throw new Error('There is no world default.');
  return world;
}
