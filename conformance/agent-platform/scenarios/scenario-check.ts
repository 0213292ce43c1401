/**
 * Scenario checks: several requests about one part of the service, in groups.
 * Types only.
 */
import type { Client } from '../../../templates/runtime/client/client.ts';
import type { Check } from '../../model/check.ts';
import type { RunTemplate, TestEnvironment } from '../../model/test-environment.ts';
import type { Abilities, Ability } from '../driver/abilities.ts';
import type { Exchange, RequestPlan } from '../../model/exchange.ts';
import type { Problem } from '../../model/finding.ts';
import type { SendOptions } from '../../http/wire.ts';
import type { PlayedRun } from './play-run.ts';

/** A check that sends several requests. */
export interface ScenarioCheck extends Check {
  readonly family: 'scenario';
  /** Abilities that the check requires; it is skipped if one is missing. */
  readonly needs?: readonly Ability[];
  /** Kinds of runs that the check requires. */
  readonly runs?: readonly string[];
  /** Profiles that the check requires; default `full`. */
  readonly profiles?: readonly string[];
  /** Runs the check. Errors: an error of the context ends it, and so does a response that the client can't parse. */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** Checks of one part of the service. */
export interface ScenarioCheckGroup {
  /** `agents`, `sandbox`: its findings have it in their subject, see `subjectOfGroup`. */
  readonly name: string;
  /** Whether it runs before the checks of operations; default `false`. */
  readonly isEarly?: boolean;
  readonly checks: readonly ScenarioCheck[];
}

/** The tools of a scenario check. */
export interface CheckContext {
  readonly environment: TestEnvironment;
  /** Has the abilities that the check `needs`. */
  readonly abilities: Required<Abilities>;
  /** The generated client with the profile `full`, without retries. */
  readonly client: Client;
  /** Returns the generated client for another profile, `null` for none; `headers` are sent with every call. */
  clientAs(profile: string | null, headers?: Readonly<Record<string, string>>): Client;
  /** Returns the generated client with a key that the check obtained; the key is redacted in reports. */
  clientWith(key: string, name: string): Client;
  /** Adds a key that the check obtained and returns its profile; the key is redacted in reports. */
  profileOf(key: string, name: string): string;
  /** Sends a request unchanged. */
  send(plan: Omit<RequestPlan, 'operation'>, options?: SendOptions): Promise<Exchange>;
  /** Starts a run of a kind and reads it to its end or pause. */
  play(kind: string, options?: PlayOptions): Promise<PlayedRun>;
  /** Returns the template of a kind of run that the check requires. */
  runTemplate(kind: string): RunTemplate;
  /** Fails the check unless a condition is true. Shape: `at` is the place of a string problem; default `response`. */
  expect(condition: boolean, problem: Problem | string, at?: string): asserts condition;
  /** Reports a problem unless a condition is true, and continues. Shape: as `expect`. */
  note(condition: boolean, problem: Problem | string, at?: string): void;
  /** Skips the check for this reason. */
  skip(reason: string): never;
  /** Redacts a value in reports. */
  keepSecret(name: string, value: string): void;
  /** The seed of the run, for random choices. */
  readonly seed: number;
}

/** How a run is played. Shape: defaults are `full` for `profile` and true for `isStreamed`. */
export interface PlayOptions {
  readonly profile?: string | null;
  readonly isStreamed?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}
