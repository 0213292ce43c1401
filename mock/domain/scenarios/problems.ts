/**
 * Checks of a scenario beyond its schema.
 */
import type { Problem } from '../../../generated/runtime/problem.ts';
import { findEventProblems } from './event-problems.ts';
import { findPlaceholderProblems } from './placeholder-problems.ts';
import type { Scenario } from './scenario.ts';

/** Returns what is wrong with a scenario that fits its schema, with paths such as `steps.2.say`. */
export function findScenarioProblems(scenario: Pick<Scenario, 'steps'>): readonly Problem[] {
  return [...findEventProblems(scenario), ...findPlaceholderProblems(scenario)];
}
