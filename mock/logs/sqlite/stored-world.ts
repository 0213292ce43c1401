/** What a SQLite log keeps in memory about the worlds of its file: where their rows are, not what they contain. */
import type { SnapshotHead } from '../../kernel/ports.ts';
import { epochMs } from '../../kernel/time/time.ts';
import type { Segments } from './segments.ts';
import type { SnapshotRow, Statements, StoredState, WorldRow } from './statements.ts';

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
  /** The first version whose commit is missing; `null` if the world is complete. */
  gap: number | null = null;
  /** Shape: the state is `null` while it is written. */
  readonly snapshots = new Map<string, { readonly head: SnapshotHead; readonly state: StoredState | null }>();

  constructor(key: number, name: string) {
    this.key = key;
    this.name = name;
  }

  /** Begins with a newer state, which replaces commits of a length; returns their ids. */
  rebase(state: StoredState, version: number, bytes: number): readonly number[] {
    const replaced = this.rows.splice(0, version - this.baseVersion);
    this.base = state;
    this.baseVersion = version;
    this.version = Math.max(this.version, version);
    this.bytes -= bytes;
    return replaced;
  }

  addSnapshot({ id, name, created_at, state, parts, bytes }: SnapshotRow): void {
    const head = { id, name, createdAt: epochMs(created_at) };
    this.snapshots.set(id, { head, state: { state, parts, bytes } });
  }
}

/** The worlds of a file, and what an interrupted process has left behind. */
export interface FileIndex {
  readonly worlds: Map<string, StoredWorld>;
  readonly leftovers: { readonly rows: readonly number[]; readonly states: readonly number[] };
  readonly nextKey: number;
  readonly nextRow: number;
  readonly nextState: number;
}

/** Reads where everything is. Reads every commit's row, but none of its text. */
export function indexFile(statements: Statements, segments: Segments): FileIndex {
  const byKey = new Map(statements.worldRows().map((row) => [row.id, indexWorld(row)]));
  const leftoverRows: number[] = [];
  let [lastKey, lastRow] = [Math.max(0, ...byKey.keys()), 0];
  for (const { id, world: key, version, bytes } of statements.commitRows()) {
    const world = byKey.get(key);
    lastKey = Math.max(lastKey, key);
    lastRow = id;
    segments.add(id, bytes);
    if (world === undefined || version <= world.baseVersion) leftoverRows.push(id);
    else {
      if (version !== world.version + 1) world.gap ??= world.version + 1;
      world.version = Math.max(world.version, version);
      world.rows.push(id);
      world.bytes += bytes;
    }
  }
  for (const row of statements.snapshotRows()) byKey.get(row.world)?.addSnapshot(row);
  const used = new Set<number>();
  for (const { base, snapshots } of byKey.values()) {
    if (base !== null) used.add(base.state);
    for (const { state } of snapshots.values()) if (state !== null) used.add(state.state);
  }
  const states = statements.states();
  const lastState = Math.max(0, ...used, states.at(-1) ?? 0);
  return {
    worlds: new Map([...byKey.values()].map((world) => [world.name, world])),
    leftovers: { rows: leftoverRows, states: states.filter((id) => !used.has(id)) },
    nextKey: lastKey + 1,
    nextRow: lastRow + 1,
    nextState: lastState + 1,
  };
}

function indexWorld({ id, name, state, parts, bytes, version }: WorldRow): StoredWorld {
  const world = new StoredWorld(id, name);
  world.rebase({ state, parts, bytes }, version, 0);
  return world;
}
