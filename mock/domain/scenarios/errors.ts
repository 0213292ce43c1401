/**
 * Errors of scenarios.
 */
import type { Problem } from '../../../generated/runtime/problem.ts';

/** An error of this area. */
export type ScenarioError =
  | { readonly code: 'SCENARIO_NOT_FOUND'; readonly name: string }
  | { readonly code: 'SCENARIO_COMMON'; readonly name: string }
  | { readonly code: 'SCENARIO_RENAMED'; readonly name: string }
  | { readonly code: 'SCENARIO_INVALID'; readonly problems: readonly Problem[] }
  | { readonly code: 'SCENARIO_UNKNOWN'; readonly scenario: string; readonly known: readonly string[] }
  | { readonly code: 'AGENT_NOT_FOUND'; readonly agentId: string };
