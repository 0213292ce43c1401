/** The index in memory of the worlds of a SQLite file: the places of their rows, not their contents. */
import type { SnapshotHead } from '../../kernel/ports.ts';
import { epochMs } from '../../kernel/time/time.ts';
import { isDamaged } from './file-errors.ts';
import type { Segments } from './segments.ts';
import type { Lineage } from './shared-states.ts';
import type { Extent, SnapshotRow, Statements, StoredState, WorldRow } from './statements.ts';

/** The key of worlds whose row in the file is damaged. */
export const DAMAGED_ROW = -1;

export class StoredWorld {
  readonly key: number;
  readonly name: string;
  /** The state that the world begins with; `null` while the first one is written. */
  base: StoredState | null = null;
  baseVersion = 0;
  /** The newest version, including commits that are being stored. */
  version = 0;
  /** The ids of the commits after the state, one for each version. */
  rows: number[] = [];
  /** Units: bytes of these commits. */
  bytes = 0;
  /** Settles when a state that replaces the world is stored or has failed. */
  replacing: Promise<unknown> | null = null;
  isCheckpointing = false;
  isDropped = false;
  /** The source for differences of forks of the world; `null` while it is unknown. */
  lineage: Lineage | null = null;
  /** Settles when a fork that later ones can refer to is stored or has failed. */
  forking: Promise<unknown> | null = null;
  /** A known reason why the world cannot be read; `null` if none is known. */
  problem: { readonly place: string; readonly reason: string } | null = null;
  /** When its state was stored. */
  at: number | null = null;
  /** Shape: the state is `null` while it is written. */
  readonly snapshots = new Map<string, { readonly head: SnapshotHead; readonly state: StoredState | null }>();

  constructor(key: number, name: string) {
    this.key = key;
    this.name = name;
  }

  /** Replaces the first state by a newer one, and the commits in between, of a given length; returns their ids. */
  rebase(state: StoredState, version: number, bytes: number): readonly number[] {
    const replaced = this.rows.splice(0, version - this.baseVersion);
    this.base = state;
    this.baseVersion = version;
    this.version = Math.max(this.version, version);
    this.bytes -= bytes;
    return replaced;
  }

  /** Adds a commit that the file has. */
  addCommit(id: number, version: number, bytes: number): void {
    if (version !== this.version + 1)
      this.problem ??= { place: `version ${this.version + 1}`, reason: 'it is missing' };
    this.version = Math.max(this.version, version);
    this.rows.push(id);
    this.bytes += bytes;
  }

  addSnapshot({ id, name, created_at }: SnapshotRow, state: StoredState): void {
    this.snapshots.set(id, { head: { id, name, createdAt: epochMs(created_at) }, state });
  }

  states(): readonly StoredState[] {
    const snapshots = Array.from(this.snapshots.values(), ({ state }) => state);
    return [this.base, ...snapshots].filter((state) => state !== null);
  }
}

/**
 * The worlds of a file, and the leftovers of an interrupted process.
 *
 * Shape: `damage` is the error of SQLite for a damaged page; what follows it is not known. `skipped` is the number of
 * snapshots that cannot be read.
 */
export interface FileIndex {
  readonly worlds: Map<string, StoredWorld>;
  readonly leftovers: { readonly rows: readonly number[]; readonly states: readonly number[] };
  readonly nextKey: number;
  readonly nextRow: number;
  readonly nextState: number;
  readonly damage: unknown;
  readonly skipped: number;
}

/** Reads the index of a file. Reads every commit's row, but not its text. */
export function indexFile(statements: Statements, segments: Segments): FileIndex {
  const { sources, damaged } = statements.sources();
  const extent = ({ state, parts, bytes }: Extent): StoredState => {
    return { state, parts, bytes, source: sources.get(state) };
  };
  const byKey = new Map(statements.worldRows().map((row) => [row.id, indexWorld(row, extent(row))]));
  const commits = indexCommits(statements, segments, byKey);
  const { rows: snapshots, damaged: skipped } = statements.snapshotRows();
  for (const row of snapshots) byKey.get(row.world)?.addSnapshot(row, extent(row));
  const stored = [...byKey.values()].flatMap((world) => world.states());
  const used = new Set(stored.flatMap(({ state, source }) => [state, ...(source ? [source.state] : [])]));
  const worlds = new Map([...byKey.values()].map((world) => [world.name, world]));
  const names = statements.damagedNames().filter((name) => !worlds.has(name));
  for (const name of names) worlds.set(name, damagedWorld(name));
  const { states, damage } = commits.damage === null ? readStates(statements) : { ...commits, states: [] };
  const all = new Set([...states, ...sources.keys()]);
  // Data of a damaged row looks like a leftover.
  const isWhole = damage === null && names.length === 0 && skipped === 0 && damaged === 0;
  const none = { rows: [], states: [] };
  return {
    worlds,
    leftovers: isWhole ? { rows: commits.leftovers, states: [...all].filter((id) => !used.has(id)) } : none,
    nextKey: largest(byKey.keys(), commits.lastKey) + 1,
    nextRow: commits.lastRow + 1,
    nextState: largest([...all, ...used], 0) + 1,
    damage,
    skipped,
  };
}

/** Assigns the rows of commits to their worlds. */
function indexCommits(statements: Statements, segments: Segments, worlds: ReadonlyMap<number, StoredWorld>) {
  const leftovers: number[] = [];
  let [lastKey, lastRow] = [0, 0];
  try {
    for (const { id, world: key, version, bytes } of statements.commitRows()) {
      const world = worlds.get(key);
      lastKey = Math.max(lastKey, key);
      lastRow = id;
      segments.add(id, bytes);
      if (world === undefined || version <= world.baseVersion) leftovers.push(id);
      else world.addCommit(id, version, bytes);
    }
  } catch (damage) {
    if (!isDamaged(damage)) throw damage;
    const reason = 'later commits may be in a damaged page of the file';
    for (const world of worlds.values()) world.problem ??= { place: `version ${world.version}`, reason };
    return { leftovers, lastKey, lastRow, damage };
  }
  return { leftovers, lastKey, lastRow, damage: null };
}

function readStates(statements: Statements): {
  readonly states: readonly number[];
  readonly damage: unknown;
} {
  try {
    return { states: statements.states(), damage: null };
  } catch (damage) {
    if (!isDamaged(damage)) throw damage;
    return { states: [], damage };
  }
}

function largest(numbers: Iterable<number>, least: number): number {
  let most = least;
  for (const number of numbers) most = Math.max(most, number);
  return most;
}

function indexWorld({ id, name, at, version }: WorldRow, base: StoredState): StoredWorld {
  const world = new StoredWorld(id, name);
  world.rebase(base, version, 0);
  world.at = at;
  return world;
}

/** Returns a world whose row is damaged: it has a name, and can only be deleted. */
function damagedWorld(name: string): StoredWorld {
  const world = new StoredWorld(DAMAGED_ROW, name);
  world.version = 1;
  world.problem = { place: 'its row', reason: 'it has values that Backlot does not write' };
  return world;
}
