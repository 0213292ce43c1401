/**
 * The stories about runs and what is left of them.
 */
import type { Pack } from '../pack.ts';
import { configuredStories } from './configured.ts';
import { followingStories } from './following.ts';
import { historyStories } from './history.ts';
import { resultStories } from './results.ts';
import { toolCallStories } from './tool-calls.ts';

/** Runs: their results, their history, their tool calls. */
export const executionsPack: Pack = {
  name: 'executions',
  checks: [
    ...resultStories,
    ...historyStories,
    ...toolCallStories,
    ...followingStories,
    ...configuredStories,
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
};
