/**
 * Scenario checks: several requests about one part of the service, grouped into suites.
 * Types only.
 */
import type { Client } from '../../../generated/runtime/client/client.ts';
import type { Check } from '../../check.ts';
import type { Abilities, Ability, RunTemplate, TestEnvironment } from '../../driver/driver.ts';
import type { Exchange, RequestPlan } from '../../engine/exchange.ts';
import type { Problem } from '../../engine/finding.ts';
import type { SendOptions } from '../../http/wire.ts';
import type { PlayedRun } from './play-run.ts';

/** A check that sends several requests. */
export interface ScenarioCheck extends Check {
  readonly family: 'pack';
  /** Without one of these it is skipped. */
  readonly needs?: readonly Ability[];
  /** Kinds of runs without which it is skipped. */
  readonly runs?: readonly string[];
  /** Profiles without which it is skipped; `full` when absent. */
  readonly profiles?: readonly string[];
  /** Runs the check. Errors: what `tools` throws ends it, and so does a response that the client can't read. */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** Checks of one part of the service. */
export interface CheckSuite {
  /** `agents`, `sandbox`: the subject of its findings is `pack:` and this. */
  readonly name: string;
  readonly checks: readonly ScenarioCheck[];
}

/** The tools of a scenario check. */
export interface CheckContext {
  readonly environment: TestEnvironment;
  /** Has the abilities that the check `needs`. */
  readonly abilities: Required<Abilities>;
  /** The generated client with the profile `full`; it repeats nothing. */
  readonly client: Client;
  /** The generated client for another profile, `null` for none; `headers` go with every call. */
  clientAs(profile: string | null, headers?: Readonly<Record<string, string>>): Client;
  /** The generated client with a key that was learnt on the way; it is never written down. */
  clientWith(key: string, name: string): Client;
  /** Sends a request as it stands. */
  send(plan: Omit<RequestPlan, 'operation'>, options?: SendOptions): Promise<Exchange>;
  /** Starts a run of a kind and reads it to its end or pause. */
  play(kind: string, options?: PlayOptions): Promise<PlayedRun>;
  /** The recipe of a kind of run that the check needs. */
  runTemplate(kind: string): RunTemplate;
  /** Fails the check unless a condition holds. Shape: `at` is for a message, `response` when absent. */
  expect(holds: boolean, problem: Problem | string, at?: string): asserts holds;
  /** Reports a problem unless a condition holds, and continues. Shape: as `expect`. */
  note(holds: boolean, problem: Problem | string, at?: string): void;
  /** Skips the check for this reason. */
  skip(reason: string): never;
  /** Keeps a value out of everything that is written down. */
  keepSecret(name: string, value: string): void;
  /** For what is left to chance: the seed of the run. */
  readonly seed: number;
}

/** How a run is played. Shape: `profile` is `full` when absent, `isStreamed` true. */
export interface PlayOptions {
  readonly profile?: string | null;
  readonly isStreamed?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}
