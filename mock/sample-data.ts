/** The fixtures of the mock, and logs that store worlds as what differs from their fixture. */
import { createSeededRandom } from './adapters/seeded-random.ts';
import { createSequentialIds } from './adapters/sequential-ids.ts';
import { storeSchema } from './agent-platform/domain/store.ts';
import { fillDefault, fixtureRevision } from './agent-platform/fixtures/default.ts';
import { fillEmpty } from './agent-platform/fixtures/empty.ts';
import type { Log } from './http/pipeline-parts.ts';
import type { HostTimer, LogHost } from './kernel/ports.ts';
import { createCommitCodec } from './kernel/world/commit-codec.ts';
import { beginState, type Fixture } from './kernel/world/fixture.ts';

/** The fixtures by name; the first one is the default. */
export const fixtures: ReadonlyMap<string, Fixture> = new Map([
  ['default', fillDefault],
  ['empty', fillEmpty],
]);

/** Creates what a log outside of the process needs to store worlds of these fixtures. */
export function createLogHost(timer: HostTimer, report: Log): LogHost {
  const ports = { ids: createSequentialIds(), random: createSeededRandom() };
  const codec = createCommitCodec({
    schema: storeSchema,
    fixtureRevision,
    begin: (origin) => {
      const fixture = fixtures.get(origin.fixture);
      return fixture && beginState(storeSchema, origin, fixture, ports);
    },
  });
  return { codec, timer, report };
}
