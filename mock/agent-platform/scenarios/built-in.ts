/** The built-in scenarios of every world. A new one is a YAML file in this folder, as users write them. */
import { scenarios } from '../../../generated/agent-platform/scenarios.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';

/** The built-in scenarios, the default one first. */
export const builtInScenarios: readonly Scenario[] = scenarios;

export function builtInScenario(name: (typeof scenarios)[number]['name']): Scenario {
  const match = builtInScenarios.find((scenario) => scenario.name === name);
  if (match === undefined) throw new Error(`There is no scenario ${name}.`);
  return match;
}
