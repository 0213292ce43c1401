/** Stores worlds in a SQLite file, for one process: `createMock({ log: sqliteLog({ file }) })`. */
import type { CommitLog, LogHost, WorldLog } from '../../kernel/ports.ts';
import { SqliteCommitLog } from './commit-log.ts';
import { closeFile, openFile, type Durability } from './database.ts';
import { explainDamage, explainError } from './file-errors.ts';

export type { WorldLog } from '../../kernel/ports.ts';
export type { Durability } from './database.ts';

/** Options of a SQLite log. */
export interface SqliteLogOptions {
  /** The path of the database; it is created, with its folder, if it does not exist. */
  readonly file: string;
  /** What a response survives; `process` when absent. */
  readonly durability?: Durability | undefined;
}

/**
 * Creates a log in a SQLite file. Worlds, their snapshots and everything in them survive the end of the process. Only one
 * process at a time can open the file.
 *
 * Errors: `createMock` rejects if the file cannot be opened, with a message that says what to do.
 *
 * @example
 *   const mock = await createMock({ log: sqliteLog({ file: 'data/backlot.db' }) });
 */
export function sqliteLog({ file, durability = 'process' }: SqliteLogOptions): WorldLog {
  return { open: (host) => Promise.resolve().then(() => openLog(file, durability, host)) };
}

function openLog(file: string, durability: Durability, host: LogHost): CommitLog {
  const database = openFile({ file, durability, create: true, report: host.report });
  try {
    const log = new SqliteCommitLog(file, database, host);
    // Writing to a damaged file could damage more of it.
    if (log.damage !== null) throw explainDamage(file, log.damage);
    return log;
  } catch (error) {
    closeFile(file, database);
    throw explainError(file, error);
  }
}
