/** The parts of the mock that logs outside of the process need to store worlds as differences from their fixture. */
import { createSeededRandom } from '../adapters/seeded-random.ts';
import { createSequentialIds } from '../adapters/sequential-ids.ts';
import type { HostTimer, LogHost } from '../kernel/ports.ts';
import type { StoreSchema } from '../kernel/store/schema.ts';
import { createCommitCodec } from '../kernel/world/commit-codec.ts';
import { beginState, type Fixture } from '../kernel/world/fixture.ts';

/** The contents of worlds. */
export interface WorldContents {
  readonly schema: StoreSchema;
  /** By name; the first one is the default. */
  readonly fixtures: ReadonlyMap<string, Fixture>;
  /** Increases when the records of a fixture change. */
  readonly fixtureRevision: number;
  /** The kind of API in stored worlds; absent for none. */
  readonly name?: string;
}

export function createLogHost(
  { schema, fixtures, fixtureRevision, name }: WorldContents,
  timer: HostTimer,
  report: LogHost['report'],
): LogHost {
  const ports = { ids: createSequentialIds(), random: createSeededRandom() };
  const codec = createCommitCodec({
    schema,
    fixtureRevision,
    contents: name,
    begin: (origin) => {
      const fixture = fixtures.get(origin.fixture);
      return fixture && beginState(schema, origin, fixture, ports);
    },
  });
  return { codec, timer, report };
}
