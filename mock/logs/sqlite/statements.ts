/** The statements of a SQLite log, and the checksums of its texts. */
import { crc32 } from 'node:zlib';
import { CommitUnreadableError } from '../../kernel/ports.ts';
import type { DatabaseSync } from './load-sqlite.ts';

/** The id of a state and the extent of its parts. Units: `bytes` in characters. */
export interface StoredState {
  readonly state: number;
  readonly parts: number;
  readonly bytes: number;
}

/** A row of `worlds`. */
export interface WorldRow extends StoredState {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
  readonly version: number;
  readonly at: number;
}

/** A row of `commits` without its text. */
export interface CommitRow {
  readonly id: number;
  readonly world: number;
  readonly version: number;
  readonly bytes: number;
}

/** A row of `snapshots`. */
export interface SnapshotRow extends StoredState {
  readonly world: number;
  readonly id: string;
  readonly name: string | null;
  readonly created_at: number;
}

interface TextRow {
  readonly id: number;
  readonly world: number;
  readonly body: string;
  readonly crc: number;
}

export type Statements = ReturnType<typeof prepareStatements>;

/** Prepares the statements. Shape: methods are named for what they write or read. */
export function prepareStatements(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  const commit = sql('INSERT INTO commits (id, world, version, at, body, crc) VALUES (?, ?, ?, ?, ?, ?)');
  const part = sql('INSERT INTO parts (state, part, body, crc) VALUES (?, ?, ?, ?)');
  const begin = sql(
    'INSERT INTO worlds (id, name, origin, state, parts, bytes, version, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const replace = sql(
    'UPDATE worlds SET origin = ?, state = ?, parts = ?, bytes = ?, version = ?, at = ? WHERE id = ?',
  );
  const snapshot = sql(
    'INSERT INTO snapshots (world, id, name, created_at, state, parts, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const text = sql('SELECT id, world, body, crc FROM commits WHERE id = ?');
  const texts = sql('SELECT id, world, body, crc FROM commits WHERE id BETWEEN ? AND ? ORDER BY id');
  const parts = sql('SELECT body, crc FROM parts WHERE state = ? ORDER BY part');
  const nextState = sql('SELECT state FROM parts WHERE state > ? ORDER BY state LIMIT 1');
  const dropWorld = sql('DELETE FROM worlds WHERE id = ?');
  const dropSnapshots = sql('DELETE FROM snapshots WHERE world = ?');
  const dropCommit = sql('DELETE FROM commits WHERE id = ?');
  const dropParts = sql(
    'DELETE FROM parts WHERE state = ?1 AND part IN (SELECT part FROM parts WHERE state = ?1 LIMIT 8)',
  );
  return {
    commit: (id: number, world: number, version: number, at: number, body: string) =>
      commit.run(id, world, version, at, body, checksum(body, world, version)),
    part: (state: number, number: number, body: string) =>
      part.run(state, number, body, checksum(body, state, number)),
    begin: ({ id, name, origin, state, parts: count, bytes, version, at }: WorldRow) =>
      begin.run(id, name, origin, state, count, bytes, version, at),
    replace: ({ id, origin, state, parts: count, bytes, version, at }: Omit<WorldRow, 'name'>) =>
      replace.run(origin, state, count, bytes, version, at, id),
    snapshot: ({ world, id, name, created_at, state, parts: count, bytes }: SnapshotRow) =>
      snapshot.run(world, id, name, created_at, state, count, bytes),
    dropWorld: (id: number) => [dropWorld.run(id), dropSnapshots.run(id)],
    dropCommit: (id: number) => dropCommit.run(id),
    /** Deletes some parts of a state; returns whether there may be more. */
    dropParts: (state: number): boolean => Number(dropParts.run(state).changes) > 0,
    worlds: () => sql('SELECT * FROM worlds ORDER BY id').all() as readonly object[] as readonly WorldRow[],
    snapshots: () =>
      sql(
        'SELECT * FROM snapshots ORDER BY world, rowid',
      ).all() as readonly object[] as readonly SnapshotRow[],
    commits: () =>
      sql(
        'SELECT id, world, version, octet_length(body) AS bytes FROM commits ORDER BY id',
      ).iterate() as Iterable<object> as Iterable<CommitRow>,
    /** Returns the texts of commits of a world by their ascending ids; `null` for one that is missing or damaged. */
    texts: (world: number, ids: readonly number[], version: number): readonly (string | null)[] => {
      const [first = 0, last = -1] = [ids[0], ids.at(-1)];
      const isDense = last - first < 4 * ids.length;
      const rows = isDense
        ? (texts.all(first, last) as readonly object[])
        : ids.map((id) => text.get(id) ?? {});
      const own = (rows as readonly Partial<TextRow>[]).filter((row) => row.world === world);
      const byId = new Map(own.map((row) => [row.id, row]));
      return ids.map((id, place) => {
        const { body, crc } = byId.get(id) ?? {};
        return body !== undefined && crc === checksum(body, world, version + place) ? body : null;
      });
    },
    /** Returns the parts of a state. Errors: throws CommitUnreadableError for missing or damaged ones. */
    parts: ({ state, parts: count }: StoredState): readonly string[] => {
      const rows = parts.all(state) as readonly object[] as readonly Pick<TextRow, 'body' | 'crc'>[];
      const isWhole =
        rows.length === count && rows.every(({ body, crc }, at) => crc === checksum(body, state, at));
      if (!isWhole) throw new CommitUnreadableError('its checksum does not match');
      return rows.map(({ body }) => body);
    },
    /** Returns the ids of all states that have parts. */
    states: (): readonly number[] => {
      const ids: number[] = [];
      for (let id = -1; ; ids.push(id)) {
        const row = nextState.get(id) as { readonly state: number } | undefined;
        if (row === undefined) return ids;
        id = row.state;
      }
    },
  };
}

/** Returns the checksum of a text at its place, so that exchanged texts are found too. */
function checksum(text: string, owner: number, number: number): number {
  return crc32(text, (Math.imul(owner, 0x9e3779b1) + number) >>> 0);
}
