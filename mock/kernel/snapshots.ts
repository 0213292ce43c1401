/**
 * The snapshots that somebody took of a world. They lie beside its state, so that restoring one keeps the others.
 */
import type { WorldState } from './state.ts';
import type { EpochMs } from './units.ts';

/** Is a kept state. Costs what has changed since, however large the world is. */
export interface Snapshot {
  readonly id: string;
  readonly name: string;
  readonly createdAt: EpochMs;
  readonly state: WorldState;
}

/** Is the shelf of one world's snapshots. */
export class Snapshots {
  readonly #kept = new Map<string, Snapshot>();
  #taken = 0;

  /** Keeps a state; without a name it is named by its id. */
  keep(state: WorldState, createdAt: EpochMs, name?: string): Snapshot {
    this.#taken += 1;
    const id = `snapshot_${this.#taken}`;
    const snapshot = { id, name: name ?? id, createdAt, state };
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
