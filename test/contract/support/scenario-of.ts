/**
 * Scenarios of one test.
 */
import type { Scenario, Step } from '../../../mock/domain/scenarios/scenario.ts';

/** Makes a scenario of steps. */
export function scenarioOf(name: string, steps: readonly Step[]): Scenario {
  return { name, description: 'Made for a test.', steps };
}
