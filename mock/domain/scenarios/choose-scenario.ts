/**
 * Which scenario a run follows, and how fast it is played.
 */
import { defineCollection } from '../../kernel/store/schema.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Refusal } from '../errors.ts';
import { lastUserText, scenarioMarkOf, toolMarkOf } from '../executions/playback/messages.ts';
import type { Pace } from '../../../generated/control/types.ts';
import type { ScenarioCatalogue } from './catalogue.ts';
import type { JsonMap } from '../json.ts';
import type { Scenario } from './scenario.ts';

/** What the runs of an agent follow when a request names no scenario; kept under the agent's id. */
export interface BehaviourRecord {
  readonly id: string;
  readonly scenario: string;
  readonly pace: Pace | null;
}

/** Behaviours by agent id. */
export const behaviours = defineCollection<BehaviourRecord>('behaviour');

/** The scenario that runs follow when nothing else names one. */
export const usualScenario = 'text';

/**
 * What a run's scenario is chosen by.
 *
 * Shape: `agentId` is null when no stored agent runs; `scenario` and `pace` are what the request prefers; `usual` is the
 * story of a run that has one of its own, absent for the scenario `text`.
 */
export interface RunWish {
  readonly agentId: string | null;
  readonly messages: readonly JsonMap[];
  readonly scenario: string | null;
  readonly pace: Pace | null;
  readonly usual?: Scenario | undefined;
}

/** What runs of a world do when nothing else says it. Shape: `scenario` is null for `text`. */
export interface RunDefaults {
  readonly pace: Pace;
  readonly scenario: string | null;
}

/** A scenario and its pace. */
export interface ChosenScenario {
  readonly scenario: Scenario;
  readonly pace: Pace;
}

/**
 * Chooses in this order: what the request prefers, `#scenario:NAME` in the last user message, `local-tool` when it has
 * `#tool:NAME`, the agent's behaviour, the own story of a flow, the default of the world.
 *
 * Errors: SCENARIO_UNKNOWN.
 */
export function chooseScenario(
  view: View,
  wish: RunWish,
  catalogue: ScenarioCatalogue,
  defaults: RunDefaults,
): Result<ChosenScenario, Refusal<'SCENARIO_UNKNOWN'>> {
  const behaviour = wish.agentId === null ? undefined : view.get(behaviours, wish.agentId);
  const pace = wish.pace ?? behaviour?.pace ?? defaults.pace;
  const named =
    wish.scenario ??
    scenarioMarkOf(wish.messages) ??
    toolScenario(wish.messages) ??
    behaviour?.scenario ??
    null;
  if (named === null && wish.usual !== undefined) return ok({ scenario: wish.usual, pace });
  const name = named ?? defaults.scenario ?? usualScenario;
  const scenario = catalogue.find(view, name);
  return scenario === undefined
    ? err({ code: 'SCENARIO_UNKNOWN', scenario: name, known: catalogue.names(view) })
    : ok({ scenario, pace });
}

/** A message that names a tool of the caller asks for the scenario that calls one. */
function toolScenario(messages: readonly JsonMap[]): string | null {
  return toolMarkOf(lastUserText(messages)) === null ? null : 'local-tool';
}
