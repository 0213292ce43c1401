/** The options of the mock of the Agent Platform, in addition to those of every mock. */
import type { Pace } from '../../generated/control/types.ts';
import type { World } from '../kernel/world/world.ts';
import { settingsOf } from '../worlds/world-states.ts';
import type { CardFetcher } from './cards/card-fetcher.ts';
import type { RunDefaults } from './domain/scenarios/catalogue.ts';
import type { Scenario } from './domain/scenarios/scenario.ts';

export interface PlatformOptions {
  /** Scenarios in addition to the built-in ones; one with the same name replaces the built-in one. */
  readonly scenarios?: readonly Scenario[];
  /** The default pace of runs; `instant` when absent, so that tests do not wait. */
  readonly pace?: Pace;
  /** The default scenario of runs; `text` when absent. Errors: `createMock` throws for an unknown one. */
  readonly scenario?: string;
  /** Hosts that agent cards may be fetched from although they are not public: `host` or `host:port`. */
  readonly allowCards?: readonly string[];
  /** Fetches agent cards from other hosts; by default over the network on Node, and not at all elsewhere. */
  readonly cards?: CardFetcher;
}

export function defaultsOf(world: World, options: PlatformOptions): RunDefaults {
  const { pace, scenario } = settingsOf(world);
  return {
    pace: pace ?? options.pace ?? 'instant',
    scenario: scenario ?? options.scenario ?? null,
  };
}
