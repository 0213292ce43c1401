/**
 * The states that forks share. The first fork of a world is stored in full as such a state; later ones, and forks of
 * forks, as their differences from it. Redis counts the worlds that refer to a state and deletes it after the last one.
 */
import type { WorldState } from '../../kernel/store/state.ts';

/** A stored state that this process knows. Units: characters. */
export interface ForkSource {
  readonly id: string;
  readonly content: WorldState;
  readonly length: number;
  /** The length of all differences from it that this process has stored. */
  repeated: number;
}

/** Units: characters. Less than this is not worth a reference. */
export const MIN_SHARED_LENGTH = 4096;

/**
 * Returns a state unless the differences from it take more space than a state in full, since later forks differ less from
 * that.
 */
export function asSource(state: ForkSource | null): ForkSource | null {
  return state === null || state.repeated > state.length ? null : state;
}

/** Writes the lines of a fork. */
export function* withSource(id: string, lines: Iterable<string>): Generator<string> {
  yield JSON.stringify({ shared: id });
  yield* lines;
}
