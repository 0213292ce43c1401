/** The preferences for runs: `Prefer: scenario=…` and `Prefer: pace=…`. */
import type { Pace } from '../../generated/control/types.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import { findUnknownValue, type PreferenceRule } from '../http/prefer.ts';
import type { ScenarioCatalogue } from './domain/scenarios/catalogue.ts';

/** All paces, from fastest to slowest. */
export const paces: readonly Pace[] = ['instant', 'fast', 'real'];

/** Operations whose requests start a run and may therefore choose the scenario. */
const RUN_STARTERS: readonly string[] = ['executeAgent', 'dispatchRun', 'chatClientSession'];

/** Creates the preferences. Shape: a scenario applies only if a run starts, a pace only if a run is streamed. */
export function createRunPreferences(scenarios: ScenarioCatalogue): readonly PreferenceRule[] {
  return [
    {
      name: 'scenario',
      findProblem: (value, world) =>
        findUnknownValue(
          'scenario',
          value,
          world.query((view) => scenarios.names(view)),
        ),
      isHonoured: (operation, status) => isRun(operation, status) && RUN_STARTERS.includes(operation.id),
    },
    { name: 'pace', findProblem: (value) => findUnknownValue('pace', value, paces), isHonoured: isRun },
  ];
}

function isRun({ stream }: OperationSpec, status: number): boolean {
  return status < 400 && stream !== null;
}
