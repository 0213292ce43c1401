/** Validates scenarios that come from outside against the schema of the control API. */
import type { Problem } from '../../templates/runtime/problem.ts';
import { validateSchema } from '../../generated/control/validators.ts';
import { findScenarioProblems } from './domain/scenarios/problems.ts';
import type { Scenario } from './domain/scenarios/scenario.ts';
import { ok, err, type Result } from '../kernel/transaction/result.ts';
import { isObject } from '../../templates/runtime/json/value.ts';

/**
 * Reads a scenario from a parsed document; a scenario without a name gets the name of its file.
 *
 * Errors: all problems, with paths such as `steps.3.tool.name` (returned).
 * Source: spec/control/schemas/Scenario.yaml.
 */
export async function readScenario(
  value: unknown,
  defaultName: string,
): Promise<Result<Scenario, readonly Problem[]>> {
  const named = isObject(value) ? { name: defaultName, ...value } : value;
  const problems = await validateSchema.Scenario.explain(named);
  if (problems.length > 0) return err(problems);
  const scenario = named as Scenario;
  const problemsBeyond = findScenarioProblems(scenario);
  return problemsBeyond.length === 0 ? ok(scenario) : err(problemsBeyond);
}

/**
 * Asserts that scenarios passed by a program are valid.
 *
 * Errors: throws with the name of the scenario and the path of the first problem.
 */
export function assertScenarios(scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const problem = validateSchema.Scenario.firstProblem(scenario) ?? findScenarioProblems(scenario)[0];
    if (problem !== undefined) throw new TypeError(`Scenario ${scenario.name}: ${problem.message}`);
  }
}
