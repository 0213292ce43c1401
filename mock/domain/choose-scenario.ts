/**
 * Which scenario a run follows, and how fast it is played.
 */
import { kindOf } from '../kernel/layout.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { View } from '../kernel/view.ts';
import type { Refusal } from './errors.ts';
import { scenarioMarkOf } from './run/messages.ts';
import type { Pace } from './run/run.ts';
import type { JsonMap, Scenario } from './scenario.ts';

/** What the runs of an agent follow when a request names no scenario; kept under the agent's id. */
export interface BehaviourRecord {
  readonly id: string;
  readonly scenario: string;
  readonly pace: Pace | null;
}

/** Behaviours by agent id. */
export const behaviours = kindOf<BehaviourRecord>('behaviour');

/** The scenario that runs follow when nothing else names one. */
export const usualScenario = 'text';

/** What a request says about the run that it starts. */
export interface RunWish {
  readonly scenario: string | null;
  readonly pace: Pace | null;
}

/** A scenario and its pace. */
export interface ChosenScenario {
  readonly scenario: Scenario;
  readonly pace: Pace;
}

/** Finds scenarios by name. */
export type ScenarioCatalogue = ReadonlyMap<string, Scenario>;

/**
 * Chooses in this order: what the request prefers, `#scenario:NAME` in the last user message, the agent's behaviour, `text`.
 *
 * Errors: SCENARIO_UNKNOWN.
 */
export function chooseScenario(
  view: View,
  agentId: string,
  messages: readonly JsonMap[],
  wish: RunWish,
  catalogue: ScenarioCatalogue,
  usualPace: Pace,
): Result<ChosenScenario, Refusal<'SCENARIO_UNKNOWN'>> {
  const behaviour = view.get(behaviours, agentId);
  const name = wish.scenario ?? scenarioMarkOf(messages) ?? behaviour?.scenario ?? usualScenario;
  const scenario = catalogue.get(name);
  if (scenario === undefined)
    return refuse({ code: 'SCENARIO_UNKNOWN', scenario: name, known: [...catalogue.keys()] });
  return ok({ scenario, pace: wish.pace ?? behaviour?.pace ?? usualPace });
}
