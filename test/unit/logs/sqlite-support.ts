/** Opens SQLite logs in temporary folders for the worlds of the kernel's tests. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { emptyFolder } from '../../support/folder.ts';
import { createManualHostTimer } from '../../support/manual-host-timer.ts';
import type { CommitLog, LogHost } from '../../../mock/kernel/ports.ts';
import type { Origin, WorldState } from '../../../mock/kernel/store/state.ts';
import { createCommitCodec } from '../../../mock/kernel/world/commit-codec.ts';
import { beginState } from '../../../mock/kernel/world/fixture.ts';
import { sqliteLog, type SqliteLogOptions } from '../../../mock/logs/sqlite/sqlite-log.ts';
import { fixtures, ports, schema, start } from '../kernel/support.ts';

/** Returns the path of a database in a new folder, which is deleted after the test. */
export function temporaryFile(): string {
  return join(emptyFolder(), 'backlot.db');
}

/** Opens a log, which is closed after the test. */
export async function openSqliteLog(
  options: Partial<SqliteLogOptions> = {},
  host: Partial<LogHost> = {},
): Promise<CommitLog> {
  const log = await sqliteLog({ file: temporaryFile(), ...options }).open({
    codec: createCommitCodec({ schema, begin, fixtureRevision: 1 }),
    timer: createManualHostTimer(start),
    report: (message, error) => {
      throw new Error(message, { cause: error });
    },
    ...host,
  });
  onTestFinished(() => log.close());
  return log;
}

function begin(origin: Origin): WorldState | undefined {
  const fixture = fixtures.get(origin.fixture);
  return fixture && beginState(schema, origin, fixture, ports);
}
