/**
 * The snapshots that somebody took of a world. They lie beside its state, so that restoring one keeps the others.
 */
import type { WorldState } from '../store/state.ts';
import type { EpochMs } from '../time/time.ts';

/** A kept state. Costs what has changed since, however large the world is. `name` is null when it was given none. */
export interface Snapshot {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: EpochMs;
  readonly state: WorldState;
}

export class Snapshots {
  readonly #kept = new Map<string, Snapshot>();
  #taken = 0;

  keep(state: WorldState, createdAt: EpochMs, name: string | null = null): Snapshot {
    this.#taken += 1;
    const id = `snapshot_${this.#taken}`;
    const snapshot = { id, name, createdAt, state };
    this.#kept.set(id, snapshot);
    return snapshot;
  }

  find(id: string): Snapshot | undefined {
    return this.#kept.get(id);
  }

  /** Lists the snapshots, oldest first. */
  list(): readonly Snapshot[] {
    return [...this.#kept.values()];
  }
}
