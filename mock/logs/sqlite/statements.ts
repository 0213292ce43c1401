/** The statements of a SQLite log, and the checksums of its texts. */
import { crc32 } from 'node:zlib';
import { CommitUnreadableError } from '../../kernel/ports.ts';
import { latestInstant } from '../../kernel/time/time.ts';
import { TO_FORMAT_2 } from './database.ts';
import type { DatabaseSync, StatementSync } from './load-sqlite.ts';
import type { Insert } from './tick-writer.ts';

/** The id of a state and the extent of its parts. */
export interface Extent {
  readonly state: number;
  readonly parts: number;
  readonly bytes: number;
}

/** A state that others are stored as differences from. Shape: `world` is the one that it was stored for. */
export interface StoredSource extends Extent {
  readonly world: string;
}

/** A state of a world or snapshot. Shape: its extent includes that of its source. */
export interface StoredState extends Extent {
  readonly source?: StoredSource | undefined;
}

/** A row of `worlds`. */
export interface WorldRow extends Extent {
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

export interface SnapshotRow extends Extent {
  readonly world: number;
  readonly id: string;
  readonly name: string | null;
  readonly created_at: number;
}

interface TextRow {
  readonly id: number;
  readonly world: number;
  /** Shape: bytes, unless another program has written them. */
  readonly body: unknown;
  readonly crc: unknown;
}

/** The columns of `commits`, and the rows that are inserted by one statement. */
const COLUMNS = 6;
const ROWS_AT_ONCE = 16;

/** The number of parts, each of up to some 64 kB, that are deleted by one statement. */
const PARTS_AT_ONCE = 8;

/**
 * A column of SQLite accepts values of any type, and integers beyond the range of numbers. These conditions find rows
 * with values that this version does not write.
 */
const MAX_COUNT = 2 ** 52;
const isCount = (column: string): string =>
  `(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND ${MAX_COUNT})`;
const number = (column: string): string => `CASE WHEN ${isCount(column)} THEN ${column} END`;
const areCounts = (...columns: readonly string[]): string => columns.map(isCount).join(' AND ');
const SOUND_WORLD = `typeof(name) = 'text' AND typeof(origin) = 'text' AND ${areCounts('id', 'state', 'parts', 'bytes', 'version')} AND ${isInstant('at')}`;
const SOUND_DIFFERENCE = `typeof(world) = 'text' AND ${areCounts('state', 'source', 'parts', 'bytes')}`;
const SOUND_COMMIT = areCounts('id', 'world', 'version');
const SOUND_SNAPSHOT = `typeof(id) = 'text' AND typeof(name) IN ('text', 'null') AND ${areCounts('world', 'state', 'parts', 'bytes')} AND ${isInstant('created_at')}`;

function isInstant(column: string): string {
  return `(typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND ${latestInstant})`;
}

const COMMIT = '(id, world, version, at, body, crc) VALUES (?, ?, ?, ?, ?, ?)';
const texts = `SELECT id, ${number('world')} AS world, body, ${number('crc')} AS crc FROM commits WHERE`;

/** The prepared statements. Shape: each method has the name of what it reads or writes. */
export class Statements {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #commit;
  readonly #commits;
  readonly #part;
  readonly #text;
  readonly #texts;
  readonly #parts;
  readonly #sweep;
  readonly #dropParts;

  constructor(database: DatabaseSync) {
    const sql = (text: string): StatementSync => database.prepare(text);
    this.#prepare = sql;
    this.#commit = sql(`INSERT INTO commits ${COMMIT}`);
    this.#commits = sql(`INSERT INTO commits ${COMMIT}${', (?, ?, ?, ?, ?, ?)'.repeat(ROWS_AT_ONCE - 1)}`);
    this.#part = sql('INSERT INTO parts (state, part, body, crc) VALUES (?, ?, ?, ?)');
    this.#text = sql(`${texts} id = ?`);
    this.#texts = sql(`${texts} id BETWEEN ? AND ? ORDER BY id`);
    this.#parts = sql(`SELECT body, ${number('crc')} AS crc FROM parts WHERE state = ? ORDER BY part`);
    this.#sweep = sql(
      `DELETE FROM commits WHERE id BETWEEN ? AND ? AND NOT EXISTS
        (SELECT 1 FROM worlds WHERE worlds.id = commits.world AND worlds.version < commits.version)`,
    );
    this.#dropParts = sql(
      `DELETE FROM parts
        WHERE state = ?1 AND part IN (SELECT part FROM parts WHERE state = ?1 LIMIT ${PARTS_AT_ONCE})`,
    );
  }

  /** Inserts commits, many of them with one statement, which takes a quarter less time for each. */
  commits(inserts: readonly Insert[], at: number): void {
    let values: (number | Uint8Array)[] = [];
    for (const { id, world, version, body } of inserts) {
      values.push(id, world, version, at, body, checksum(body, world, version));
      if (values.length < COLUMNS * ROWS_AT_ONCE) continue;
      this.#commits.run(...values);
      values = [];
    }
    for (let row = 0; row < values.length; row += COLUMNS)
      this.#commit.run(...values.slice(row, row + COLUMNS));
  }

  part(state: number, number: number, body: Uint8Array): void {
    this.#part.run(state, number, body, checksum(body, state, number));
  }

  begin({ id, name, origin, state, parts, bytes, version, at }: WorldRow): void {
    const columns = '(id, name, origin, state, parts, bytes, version, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    this.#prepare(`INSERT INTO worlds ${columns}`).run(id, name, origin, state, parts, bytes, version, at);
  }

  replace({ id, origin, state, parts, bytes, version, at }: Omit<WorldRow, 'name'>): void {
    const changes = 'origin = ?, state = ?, parts = ?, bytes = ?, version = ?, at = ?';
    this.#prepare(`UPDATE worlds SET ${changes} WHERE id = ?`).run(
      ...[origin, state, parts, bytes, version, at, id],
    );
  }

  snapshot({ world, id, name, created_at, state, parts, bytes }: SnapshotRow): void {
    const columns = '(world, id, name, created_at, state, parts, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)';
    this.#prepare(`INSERT INTO snapshots ${columns}`).run(world, id, name, created_at, state, parts, bytes);
  }

  /** Records that a state is stored as differences from another one. */
  difference(state: number, source: StoredSource): void {
    if (!this.#hasDifferences()) for (const sql of TO_FORMAT_2) this.#prepare(sql).run();
    const columns = '(state, source, parts, bytes, world) VALUES (?, ?, ?, ?, ?)';
    this.#prepare(`INSERT INTO differences ${columns}`).run(
      ...[state, source.state, source.parts, source.bytes, source.world],
    );
  }

  /** Deletes the record of the source of a state. */
  dropDifference(state: number): void {
    if (!this.#hasDifferences()) return;
    this.#prepare('DELETE FROM differences WHERE state = ?').run(state);
  }

  dropWorld(id: number): void {
    this.#prepare('DELETE FROM worlds WHERE id = ?').run(id);
    this.#prepare('DELETE FROM snapshots WHERE world = ?').run(id);
  }

  /** Deletes the unreferenced commits of a range. */
  sweep(first: number, last: number): void {
    this.#sweep.run(first, last);
  }

  /** Deletes some parts of a state; returns whether none is left. */
  dropParts(state: number): boolean {
    return Number(this.#dropParts.run(state).changes) < PARTS_AT_ONCE;
  }

  worldRows(): readonly WorldRow[] {
    const sql = `SELECT * FROM worlds WHERE ${SOUND_WORLD} ORDER BY id`;
    return this.#prepare(sql).all() as readonly object[] as readonly WorldRow[];
  }

  /** Returns the names of worlds in rows with values that this version does not write. */
  damagedNames(): readonly string[] {
    const sql = `SELECT CAST(name AS TEXT) AS name FROM worlds WHERE NOT (${SOUND_WORLD}) ORDER BY id`;
    return this.#prepare(sql)
      .all()
      .map(({ name }) => String(name));
  }

  dropDamaged(name: string): void {
    this.#prepare(`DELETE FROM worlds WHERE CAST(name AS TEXT) = ? AND NOT (${SOUND_WORLD})`).run(name);
  }

  /**
   * Returns the sources of states that are stored as differences, by their ids, and how many are left out because this
   * version has not written them so.
   */
  sources(): { readonly sources: ReadonlyMap<number, StoredSource>; readonly damaged: number } {
    if (!this.#hasDifferences()) return { sources: new Map(), damaged: 0 };
    const rows = this.#prepare(`SELECT * FROM differences WHERE ${SOUND_DIFFERENCE}`).all();
    const sources = rows.map(({ state, source, parts, bytes, world }) => {
      const extent = { state: Number(source), parts: Number(parts), bytes: Number(bytes) };
      return [Number(state), { ...extent, world: String(world) }] as const;
    });
    return { sources: new Map(sources), damaged: this.#count(`differences WHERE NOT (${SOUND_DIFFERENCE})`) };
  }

  #hasDifferences(): boolean {
    return this.#count("sqlite_schema WHERE name = 'differences'") > 0;
  }

  #count(rows: string): number {
    return Number(this.#prepare(`SELECT count(*) AS count FROM ${rows}`).get()?.['count'] ?? 0);
  }

  /**
   * Returns the rows of snapshots, and how many are left out because they have values that this version does not write.
   */
  snapshotRows(): { readonly rows: readonly SnapshotRow[]; readonly damaged: number } {
    const rows: readonly object[] = this.#prepare(
      `SELECT * FROM snapshots WHERE ${SOUND_SNAPSHOT} ORDER BY world, rowid`,
    ).all();
    const damaged = this.#count(`snapshots WHERE NOT (${SOUND_SNAPSHOT})`);
    return { rows: rows as readonly SnapshotRow[], damaged };
  }

  commitRows(): Iterable<CommitRow> {
    const columns = 'id, world, version, octet_length(body) AS bytes';
    const sql = `SELECT ${columns} FROM commits WHERE ${SOUND_COMMIT} ORDER BY id`;
    const rows: Iterable<object> = this.#prepare(sql).iterate();
    return rows as Iterable<CommitRow>;
  }

  /** Returns when a commit was stored; `null` if that cannot be read. */
  commitTime(id: number): number | null {
    const row = this.#prepare(`SELECT at FROM commits WHERE id = ? AND ${isCount('at')}`).get(id);
    return row === undefined ? null : Number(row['at']);
  }

  /** Returns the texts of commits of a world by their ascending ids; `null` for one that is missing or damaged. */
  texts(world: number, ids: readonly number[], version: number): readonly (string | null)[] {
    const [first = 0, last = -1] = [ids[0], ids.at(-1)];
    const isDense = last - first < 4 * ids.length;
    const rows: readonly object[] = isDense
      ? this.#texts.all(first, last)
      : ids.map((id) => this.#text.get(id) ?? {});
    const own = (rows as readonly Partial<TextRow>[]).filter((row) => row.world === world);
    const byId = new Map(own.map((row) => [row.id, row]));
    return ids.map((id, place) => {
      const { body, crc } = byId.get(id) ?? {};
      const isWhole = body instanceof Uint8Array && crc === checksum(body, world, version + place);
      return isWhole ? decodeText(body) : null;
    });
  }

  /** Returns the parts of a state without those of its source. Errors: CommitUnreadableError for missing or damaged ones. */
  parts({ state, parts, source }: StoredState): readonly string[] {
    const count = parts - (source?.parts ?? 0);
    const all: readonly object[] = this.#parts.all(state);
    const rows = all as readonly Pick<TextRow, 'body' | 'crc'>[];
    const isWhole =
      rows.length === count &&
      rows.every(({ body, crc }, at) => body instanceof Uint8Array && crc === checksum(body, state, at));
    if (!isWhole) throw new CommitUnreadableError('its checksum does not match');
    return rows.flatMap(({ body }) => (body instanceof Uint8Array ? decodeText(body) : []));
  }

  /** Returns the ids of all states that have parts. */
  states(): readonly number[] {
    const next = this.#prepare(
      `SELECT state FROM parts WHERE state > ? AND state <= ${MAX_COUNT} ORDER BY state LIMIT 1`,
    );
    const ids: number[] = [];
    for (let id = -1; ; ids.push(id)) {
      const row = next.get(id) as { readonly state: number } | undefined;
      if (row === undefined) return ids;
      id = row.state;
    }
  }
}

/** Returns the checksum of a text at its place, so that exchanged texts are found too. */
function checksum(text: Uint8Array, owner: number, number: number): number {
  return crc32(text, (Math.imul(owner, 0x9e3779b1) + number) >>> 0);
}

function decodeText(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}
