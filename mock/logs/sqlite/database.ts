/**
 * The file of a SQLite log: opens it for this process alone, checks its format, creates its tables. Rows of `commits`
 * are only appended and found by their ids, since an index would cost twice as much as the rows themselves.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { LogUnavailableError } from '../../kernel/ports.ts';
import { explainError, isInUse } from './file-errors.ts';
import { loadSqlite, type DatabaseSync } from './load-sqlite.ts';
import { describeOwner, removeOwner, writeOwner } from './owner.ts';
import { assertPlainFile, createFolder } from './plain-files.ts';
import { keepIgnoredLog } from './write-ahead-log.ts';

/**
 * What a commit survives: `process` the end of the process, however sudden; `disk` also a power failure, at the cost of
 * waiting for the disk.
 */
export type Durability = 'process' | 'disk';

/** `BKLT`, which marks the file as one of Backlot. */
const APPLICATION = 0x424b_4c54;
/** The format of a file that has only the tables which all versions read. */
const FIRST_FORMAT = 1;
/** The newest format; raised when older versions could not read a file. A file has it once it needs it. */
const FORMAT = 2;

/**
 * Units: bytes. The write-ahead log is copied to the database when it reaches this length, so that damage to it loses
 * no more.
 */
const WAL_LENGTH = 1_048_576;
const PAGE = 4096;

/**
 * Shape: `origin` is JSON. `state` is the id of the state that a world begins with, `version` its version; commits follow
 * it. Parts of states and commits that no world or snapshot refers to are leftovers. `crc` covers the text and its place.
 */
const TABLES = `
  CREATE TABLE worlds (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, origin TEXT NOT NULL,
    state INTEGER NOT NULL, parts INTEGER NOT NULL, bytes INTEGER NOT NULL, version INTEGER NOT NULL,
    at INTEGER NOT NULL);
  CREATE TABLE commits (id INTEGER PRIMARY KEY, world INTEGER NOT NULL, version INTEGER NOT NULL,
    at INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE parts (state INTEGER NOT NULL, part INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (state, part)) WITHOUT ROWID;
  CREATE TABLE snapshots (world INTEGER NOT NULL, id TEXT NOT NULL, name TEXT, created_at INTEGER NOT NULL,
    state INTEGER NOT NULL, parts INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (world, id));
`;

/**
 * Shape: the parts of `state`, the one of a fork, are the differences from the state `source` of `world`, which has
 * `parts` and `bytes`. The counts of the fork include them.
 */
const DIFFERENCES = `CREATE TABLE differences (state INTEGER PRIMARY KEY, source INTEGER NOT NULL,
    parts INTEGER NOT NULL, bytes INTEGER NOT NULL, world TEXT NOT NULL)`;

/** The statements that make a file one of format 2. Must be executed in a transaction. */
export const TO_FORMAT_2: readonly string[] = [DIFFERENCES, 'PRAGMA user_version = 2'];

export interface FileOptions {
  readonly file: string;
  readonly durability: Durability;
  /** Whether a file that does not exist is created. */
  readonly create: boolean;
  /** Receives messages about lost data; absent to ignore it. */
  readonly report?: (message: string) => void;
}

/** Opens a file for this process alone. Errors: LogUnavailableError, whose message says what to do. */
export function openFile({ file, durability, create, report }: FileOptions): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    assertWritable(file, create);
    const { DatabaseSync } = loadSqlite();
    database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF');
    const isNew = assertFormat(file, database);
    database.exec(`
      PRAGMA page_size = ${PAGE};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability === 'disk' ? 'FULL' : 'NORMAL'};
      PRAGMA wal_autocheckpoint = ${WAL_LENGTH / PAGE};
      PRAGMA journal_size_limit = ${WAL_LENGTH};
      PRAGMA cache_size = -8000;
      PRAGMA temp_store = MEMORY;
      BEGIN IMMEDIATE`);
    // The file is locked now, and its write-ahead log not yet written to.
    const lost = keepIgnoredLog(file);
    database.exec(`
      ${isNew ? `${TABLES} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${FIRST_FORMAT};` : ''}
      COMMIT`);
    if (lost !== null) report?.(lost);
    writeOwner(file);
    return database;
  } catch (error) {
    database?.close();
    if (!isInUse(error)) throw explainError(file, error);
    const message = `${file} is in use by ${describeOwner(file)}. Stop it, or use another folder.`;
    throw new LogUnavailableError(message, { cause: error });
  }
}

/** Closes the file; its write-ahead log is copied to it and removed. */
export function closeFile(file: string, database: DatabaseSync): void {
  database.close();
  removeOwner(file);
}

function assertWritable(file: string, create: boolean): void {
  const folder = dirname(file);
  if (create) createFolder(folder);
  else if (!existsSync(file)) throw new LogUnavailableError(`${file} does not exist. Check the folder.`);
  for (const suffix of ['', '-wal', '-shm', '-journal']) assertPlainFile(file + suffix);
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
}

/** Returns whether the file has no tables yet. Changes nothing. */
function assertFormat(file: string, database: DatabaseSync): boolean {
  const number = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const application = number('PRAGMA application_id');
  const schema = readSchema(database);
  if (application === 0 && schema.length === 0) return true;
  if (application !== APPLICATION)
    throw new LogUnavailableError(`${file} is not a database of Backlot. Use another folder.`);
  const format = number('PRAGMA user_version');
  if (format > FORMAT)
    throw new LogUnavailableError(
      `${file} has format ${format}, this version of Backlot reads up to ${FORMAT}. Use a newer version, or another folder.`,
    );
  const expected = expectedSchema(format);
  const other = schema.find((definition) => !expected.includes(definition));
  if (other !== undefined || schema.length !== expected.length)
    throw new LogUnavailableError(
      `${file} has ${other ?? 'fewer tables'}, which Backlot does not create. Restore a copy of the file, or use another folder.`,
    );
  return false;
}

/** Returns the definitions of tables, views and triggers. Shape: at most 100. */
function readSchema(database: DatabaseSync): readonly string[] {
  const rows = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name LIMIT 100').all();
  return rows.map(({ type, name, sql }) =>
    `${String(type)} ${String(name)}${sql === null ? '' : `: ${String(sql)}`}`
      .replace(/\s+/g, ' ')
      .slice(0, 500),
  );
}

function expectedSchema(format: number): readonly string[] {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(format < FORMAT ? TABLES : TABLES + DIFFERENCES);
    return readSchema(database);
  } finally {
    database.close();
  }
}
