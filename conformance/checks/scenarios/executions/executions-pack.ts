/**
 * The stories about runs and what is left of them.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { configuredChecks } from './configured.ts';
import { followingChecks } from './following.ts';
import { historyChecks } from './history.ts';
import { resultChecks } from './results.ts';
import { toolCallChecks } from './tool-calls.ts';

/** Runs: their results, their history, their tool calls. */
export const executionsSuite: CheckSuite = {
  name: 'executions',
  checks: [
    ...resultChecks,
    ...historyChecks,
    ...toolCallChecks,
    ...followingChecks,
    ...configuredChecks,
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
};
