/**
 * The mock as a library, with the Agent Platform built in, for tests and hosts. Does not listen on a port; see
 * `hosts/node.ts`.
 */
import { createCardFetcher } from './agent-platform/cards/card-fetcher.ts';
import { createScenarioLibrary, type ScenarioFiles } from './agent-platform/domain/scenarios/catalogue.ts';
import type { Scenario } from './agent-platform/domain/scenarios/scenario.ts';
import type { PlatformControl, PlatformHelpers } from './agent-platform/helpers.ts';
import { defaultsOf, type PlatformOptions } from './agent-platform/options.ts';
import { createAgentPlatform } from './agent-platform/plugin.ts';
import { assertScenarios } from './agent-platform/scenario-check.ts';
import { builtInScenarios } from './agent-platform/scenarios/built-in.ts';
import { createEngine, type Engine } from './engine/engine.ts';
import type { DescribedMockOptions } from './described-options.ts';
import type { MockEngineOptions } from './engine/options.ts';
import type { EngineWorld } from './engine/world.ts';
import type * as describedMock from './described-mock.ts';
import { createHostDocuments, createHostFetch, loadDescribedMock } from './host-modules.ts';
import { defaultWorldId, type Worlds } from './worlds/worlds.ts';

export type { StartClock } from './engine/options.ts';
export type { DescribedMockOptions, DocumentSource } from './described-options.ts';
export type { DescriptionError } from './described-mock.ts';
export type { Engine } from './engine/engine.ts';

export type { LocalFetch as Fetch } from './hosts/fetch.ts';
export type { Exposure } from './http/access/access.ts';
export type { CardFetcher } from './agent-platform/cards/card-fetcher.ts';
export type { Log, ObservedRequest, RequestObserver } from './http/pipeline-parts.ts';
export type { Serve } from './http/pipeline.ts';
export type { WorldLog } from './kernel/ports.ts';
export type { World } from './kernel/world/world.ts';
export { ControlRefused } from './control/world-control.ts';
export type { PlatformControl as WorldControl } from './agent-platform/helpers.ts';
export type { Advance, MockClock, RequestQuery } from './engine/world.ts';
export type { FeatureGates, FeatureGatesRequest } from '../generated/control-agent-platform/types.ts';
export type { Fault, FaultRequest, JournalEntry, Snapshot } from '../generated/control/types.ts';
export type { Scenario } from './agent-platform/domain/scenarios/scenario.ts';
export type { Pace } from '../generated/control/types.ts';
export type { WorldRequest } from './worlds/world-states.ts';
export type { Worlds } from './worlds/worlds.ts';
export { createEngine } from './engine/engine.ts';
export { defineMock } from './resources/definition/define-mock.ts';
export type {
  AnyOperations,
  MockDefinition,
  MockFunction,
  MockStream,
} from './resources/definition/define-mock.ts';
export type { KnownCredential, KnownCredentials } from './resources/definition/known-credentials.ts';
export type { MockApi, ResourceHandle } from './resources/definition/mock-api.ts';
export { defineMockPlugin } from './plugin.ts';
export type { MockPlugin, PluginParts } from './plugin.ts';
export type { HandlerContext } from './http/context.ts';
export type { Handler } from './http/operation.ts';

/** Options of a mock; all are optional. */
export interface MockOptions extends MockEngineOptions, PlatformOptions {}

/**
 * One complete, isolated copy of the service.
 *
 * Errors: errors of the control API are thrown as `ControlRefused`.
 */
export interface MockWorld extends EngineWorld<PlatformHelpers>, PlatformHelpers {
  /** Every operation of the control API by its operationId. The methods are shortcuts for them. */
  readonly control: PlatformControl;
}

/** A mock in this process. */
export interface Mock extends Engine<PlatformHelpers> {
  /**
   * Replaces the scenarios that were given before; started runs are not affected.
   *
   * Errors: throws for a scenario that does not fit the schema.
   */
  useScenarios(scenarios: readonly Scenario[]): void;
}

/**
 * Starts a mock: of the API that `openapi` describes, or of the Agent Platform.
 *
 * Errors: rejects when the description cannot be read or the log cannot be opened, with a message about the reason and
 * what to do.
 */
export function createMock(options: DescribedMockOptions): Promise<Engine>;
export function createMock(options?: MockOptions): Promise<Mock>;
export async function createMock(options: MockOptions | DescribedMockOptions = {}): Promise<Engine | Mock> {
  return 'openapi' in options ? createMockOf(options) : createPlatformMock(options);
}

async function createMockOf(options: DescribedMockOptions): Promise<Engine> {
  const { createDescribedMock } = await loadDescribedMock<typeof describedMock>();
  return (await createDescribedMock(options)).engine;
}

async function createPlatformMock(options: MockOptions): Promise<Mock> {
  const scenarios = createScenarioLibrary(builtInScenarios);
  const useScenarios = (added: readonly Scenario[]): void => {
    assertScenarios(added);
    scenarios.useFiles(added);
  };
  useScenarios(options.scenarios ?? []);
  const plugin = createAgentPlatform({
    scenarios,
    defaults: (world) => defaultsOf(world, options),
    cards: options.cards ?? createCardFetcher(await createHostFetch(options.allowCards ?? [])),
    documents: createHostDocuments(),
  });
  const engine = await createEngine(plugin, options);
  assertScenario(options.scenario, engine.worlds, scenarios);
  return Object.assign(engine, { useScenarios });
}

function assertScenario(name: string | undefined, worlds: Worlds, scenarios: ScenarioFiles): void {
  const names = worlds.find(defaultWorldId)?.query((view) => [...scenarios.names(view)]) ?? [];
  if (name !== undefined && !names.includes(name))
    throw new Error(`There is no scenario ${name}. Known scenarios: ${names.join(', ')}.`);
}
