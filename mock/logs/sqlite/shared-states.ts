/** The stored states that are in use, and those that forks can be stored as differences from. */
import type { WorldState } from '../../kernel/store/state.ts';
import type { StoredSource, StoredState } from './statements.ts';

/** Units: bytes. Less than this is not worth a reference. */
const MIN_SHARED_BYTES = 4096;

export interface LoadedState extends StoredSource {
  readonly content: WorldState;
  /** Units: bytes of all differences from this state that were stored. */
  repeated: number;
}

/**
 * The state with the fewest differences from forks of a world. Units: `changed` is the bytes that the world has written
 * since.
 */
export interface Lineage {
  readonly source: LoadedState;
  changed: number;
}

export class SharedStates {
  /** The number of worlds, snapshots and states that refer to a state, by its id. */
  readonly #users = new Map<number, number>();
  readonly #sources = new Map<number, LoadedState>();

  isUsed(state: number): boolean {
    return this.#users.has(state);
  }

  /** Returns whether a state has parts that others need too. */
  isShared({ state, source }: StoredState): boolean {
    return (this.#users.get(source?.state ?? state) ?? 0) > 1;
  }

  /** Counts a use, which keeps a state from being deleted. */
  use(state: number): void {
    this.#users.set(state, (this.#users.get(state) ?? 0) + 1);
  }

  /** Ends a use; returns whether it was the last one. */
  release(state: number): boolean {
    const users = (this.#users.get(state) ?? 0) - 1;
    if (users > 0) {
      this.#users.set(state, users);
      return false;
    }
    this.#users.delete(state);
    this.#sources.delete(state);
    return true;
  }

  find(state: number): LoadedState | undefined {
    return this.#sources.get(state);
  }

  /** Adds a state that is stored in full. */
  add(stored: StoredSource, content: WorldState): LoadedState {
    const { state, parts, bytes, world } = stored;
    const source = this.#sources.get(state) ?? { state, parts, bytes, world, content, repeated: 0 };
    this.#sources.set(state, source);
    return source;
  }

  /** Returns the lineage of a world that begins with a state and has written commits since. Units: `written` in bytes. */
  lineage(world: string, base: StoredState, content: WorldState, written: number): Lineage | null {
    if (base.source === undefined) return { source: this.add({ ...base, world }, content), changed: written };
    const source = this.#sources.get(base.source.state);
    return source === undefined ? null : { source, changed: written + base.bytes - source.bytes };
  }

  /**
   * Returns the state to store a fork as differences from; `null` to store it in full. That is better once all differences
   * take more space than a state in full, since later forks differ less from it.
   */
  choose(lineage: Lineage | null): LoadedState | null {
    if (lineage === null || !this.isUsed(lineage.source.state)) return null;
    const { source, changed } = lineage;
    if (source.bytes < MIN_SHARED_BYTES || source.repeated + changed > source.bytes) return null;
    return source;
  }
}

/** Returns whether a fork that is stored in full is large enough for later ones to wait for it, and refer to it. */
export function isWorthSharing(lineage: Lineage | null): boolean {
  return lineage === null || lineage.source.bytes + lineage.changed >= MIN_SHARED_BYTES;
}
