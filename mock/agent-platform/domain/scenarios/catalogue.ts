/**
 * The available scenarios, and the choice for a run. Those of a world hide those of files, which hide the built-in
 * ones.
 */
import { defineCollection } from '../../../kernel/store/collection.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { Scenario } from './scenario.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { DomainErrorOf } from '../errors.ts';
import { lastUserText, scenarioMarkOf, toolMarkOf } from '../executions/playback/texts.ts';
import type { Pace, ScenarioSummary } from '../../../../generated/control/types.ts';
import type { JsonMap } from '../../../kernel/json.ts';

export interface ScenarioRecord extends Scenario {
  readonly id: string;
}

export const scenarios = defineCollection<ScenarioRecord>('scenario');

export interface ScenarioCatalogue {
  find(view: View, name: string): Scenario | undefined;
  /** Returns the names available in a world, in alphabetical order. */
  names(view: View): readonly string[];
  /** Returns where the scenario of a name that is available in a world comes from. */
  sourceOf(view: View, name: string): ScenarioSummary['source'];
}

/** A catalogue whose files may change while it is in use. */
export interface ScenarioFiles extends ScenarioCatalogue {
  /** Replaces the scenarios loaded from files. */
  useFiles(files: readonly Scenario[]): void;
}

export function createScenarioLibrary(builtIn: readonly Scenario[]): ScenarioFiles {
  let common = byName(builtIn);
  let fromFiles: ReadonlySet<string> = new Set();
  return {
    find(view, name) {
      return view.get(scenarios, name) ?? common.get(name);
    },

    names(view) {
      const inWorld = view.scan(scenarios).map(({ id }) => id);
      return [...new Set([...common.keys(), ...inWorld])].sort();
    },

    sourceOf(view, name) {
      if (view.has(scenarios, name)) return 'world';
      return fromFiles.has(name) ? 'file' : 'builtIn';
    },

    useFiles(files) {
      common = byName([...builtIn, ...files]);
      fromFiles = new Set(files.map(({ name }) => name));
    },
  };
}

function byName(list: readonly Scenario[]): ReadonlyMap<string, Scenario> {
  return new Map(list.map((scenario) => [scenario.name, scenario]));
}

/** The default scenario of an agent's runs, stored under the agent's id. */
export interface BehaviourRecord {
  readonly id: string;
  readonly scenario: string;
  readonly pace: Pace | null;
}

export const behaviours = defineCollection<BehaviourRecord>('behaviour');

/** The scenario of runs when nothing else specifies one. */
export const DEFAULT_SCENARIO = 'text';

/**
 * Selects the scenario of a run.
 *
 * Shape: `agentId` is null when no stored agent runs; `scenario` and `pace` are the preferences of the request;
 * `defaultScenario` is the scenario of a flow's steps, absent for `text`.
 */
export interface ScenarioSelection {
  readonly agentId: string | null;
  readonly messages: readonly JsonMap[];
  readonly scenario: string | null;
  readonly pace: Pace | null;
  readonly defaultScenario?: Scenario | undefined;
}

/** The defaults of a world for its runs. Shape: `scenario` is null for `text`. */
export interface RunDefaults {
  readonly pace: Pace;
  readonly scenario: string | null;
}

/** Why a run plays its scenario. */
export type ScenarioReason =
  | 'Prefer header'
  | 'message'
  | 'tool of the message'
  | 'behaviour of the agent'
  | 'flow'
  | 'world'
  | 'default';

export interface ChosenScenario {
  readonly scenario: Scenario;
  readonly pace: Pace;
  readonly reason: ScenarioReason;
}

/**
 * Chooses in this order: the preference of the request, `#scenario:NAME` in the last user message, `local-tool` if it
 * has `#tool:NAME`, the agent's behaviour, the scenario of a flow's steps, the default of the world.
 *
 * Errors: SCENARIO_UNKNOWN.
 */
export function chooseScenario(
  view: View,
  selection: ScenarioSelection,
  catalogue: ScenarioCatalogue,
  defaults: RunDefaults,
): Result<ChosenScenario, DomainErrorOf<'SCENARIO_UNKNOWN'>> {
  const behaviour = selection.agentId === null ? undefined : view.get(behaviours, selection.agentId);
  const pace = selection.pace ?? behaviour?.pace ?? defaults.pace;
  const { defaultScenario } = selection;
  const [name, reason] = nameScenario(selection, behaviour, defaults);
  if (reason !== 'flow') {
    const scenario = catalogue.find(view, name);
    return scenario === undefined
      ? err({ code: 'SCENARIO_UNKNOWN', scenario: name, known: catalogue.names(view) })
      : ok({ scenario, pace, reason });
  }
  if (defaultScenario === undefined) throw new Error('A flow has a default scenario.');
  return ok({ scenario: defaultScenario, pace, reason });
}

function nameScenario(
  { scenario, messages, defaultScenario }: ScenarioSelection,
  behaviour: BehaviourRecord | undefined,
  defaults: RunDefaults,
): readonly [name: string, reason: ScenarioReason] {
  if (scenario !== null) return [scenario, 'Prefer header'];
  const marked = scenarioMarkOf(messages);
  if (marked !== null) return [marked, 'message'];
  const tool = toolScenario(messages);
  if (tool !== null) return [tool, 'tool of the message'];
  if (behaviour?.scenario != null) return [behaviour.scenario, 'behaviour of the agent'];
  if (defaultScenario !== undefined) return [defaultScenario.name, 'flow'];
  return defaults.scenario === null ? [DEFAULT_SCENARIO, 'default'] : [defaults.scenario, 'world'];
}

/** Returns the scenario for a message that names a tool of the caller. */
function toolScenario(messages: readonly JsonMap[]): string | null {
  return toolMarkOf(lastUserText(messages)) === null ? null : 'local-tool';
}
