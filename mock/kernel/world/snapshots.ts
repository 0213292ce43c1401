/**
 * The snapshots of a world. They are stored outside its state, so that restoring one keeps the others.
 */
import type { WorldState } from '../store/state.ts';
import type { EpochMs } from '../time/time.ts';

/** A stored state. Costs only what has changed since, whatever the size of the world. `name` is null by default. */
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
