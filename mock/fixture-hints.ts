/** What a person can try first in a fixture: ids that exist in it. Types only; each fixture gives its own. */
import type { World } from './kernel/world.ts';

/** Ids for the first calls; `null` for what the fixture does not hold. */
export interface FixtureHints {
  /** An agent that can be run. */
  readonly agentId: string | null;
  /** A run that waits for its owner's approval. */
  readonly paused: {
    readonly agentId: string;
    readonly executionId: string;
    readonly approvalId: string;
  } | null;
}

/** Finds the hints in a world. */
export type FindHints = (world: World) => FixtureHints;
