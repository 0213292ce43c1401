/** Scenario checks: several requests about one part of the service, in groups. Types only. */
import type * as operations from '../../../generated/service/client.ts';
import type { OperationId } from '../../../generated/service/operations.ts';
import type { Check } from '../../model/check.ts';
import type { RunTemplate, TestEnvironment } from '../../model/test-environment.ts';
import type { Abilities, Ability } from '../driver/abilities.ts';
import type { Exchange, RequestPlan } from '../../model/exchange.ts';
import type { Problem } from '../../model/finding.ts';
import type { JsonFields } from '../../model/json-fields.ts';
import type { SendOptions } from '../../http/wire.ts';
import type { PlayedRun } from './played-run.ts';

/** A check that sends several requests. */
export interface ScenarioCheck extends Check {
  readonly family: 'scenario';
  /** Abilities that the check requires; it is skipped if one is missing. */
  readonly needs?: readonly Ability[];
  /** Kinds of runs that the check requires. */
  readonly runs?: readonly string[];
  /** Profiles that the check requires; default `full`. */
  readonly profiles?: readonly string[];
  /** Ids of checks of its group that run before it, because it uses up a record that they need. */
  readonly after?: readonly string[];
  /** Runs the check. Errors: an error of the context ends it, and so does a response that the client can't parse. */
  readonly run: (context: CheckContext) => Promise<void>;
}

export interface ScenarioCheckGroup {
  /** `agents`, `sandbox`: its findings have it in their subject, see `subjectOfGroup`. */
  readonly name: string;
  /** Whether it runs before the checks of operations; default `false`. */
  readonly isEarly?: boolean;
  readonly checks: readonly ScenarioCheck[];
}

type PathOf<Id extends OperationId> = Id extends OperationId
  ? Parameters<(typeof operations)[Id]>[1] extends { readonly path: infer Path }
    ? Path
    : Readonly<Record<string, never>>
  : never;

/**
 * A request of an operation.
 *
 * Shape: path and query parameters that are absent have the values of the test environment, like absent `headers` and an
 * absent `body`; `profile` is `full` by default and `null` for none.
 */
export interface OperationInput<Id extends OperationId = OperationId> {
  readonly path?: Partial<PathOf<Id>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly profile?: string | null;
}

/**
 * The response of an operation.
 *
 * Shape: `status` is 0 without a response; `body` is parsed JSON, the values of a stream, or text; else `undefined`.
 */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly exchange: Exchange;
  /** Returns the value of a header; `null` if it is absent. */
  header(name: string): string | null;
}

export interface CheckContext {
  readonly environment: TestEnvironment;
  /** Has the abilities that the check `needs`. */
  readonly abilities: Required<Abilities>;
  /** Adds a key that the check obtained and returns its profile; the key is redacted in reports. */
  profileOf(key: string, name: string): string;
  /** Sends a request of an operation, valid or not. */
  call<Id extends OperationId>(operation: Id, input?: OperationInput<Id>): Promise<ReceivedResponse>;
  /** Sends a request that the check depends on, and returns the body. Skips the check unless it succeeds. */
  need<Id extends OperationId>(operation: Id, input?: OperationInput<Id>): Promise<unknown>;
  /** Sends a request that no operation describes, unchanged. */
  send(plan: Omit<RequestPlan, 'operation'>, options?: SendOptions): Promise<Exchange>;
  /** Starts a run of a kind and reads it to its end or pause. */
  play(kind: string, options?: PlayOptions): Promise<PlayedRun>;
  /** Returns a parameter of the configuration: `parameters.getAsset.orgId`. Skips the check if it is not set. */
  parameter(operation: OperationId, name: string): string;
  /** Returns a body of the configuration: `bodies.submitFlowBatch`. Skips the check if it is not set. */
  configuredBody(operation: OperationId): JsonFields;
  /** Returns the template of a kind of run that the check requires. */
  runTemplate(kind: string): RunTemplate;
  /** Fails the check unless a condition is true. Shape: `at` is the place of a string problem; default `response`. */
  expect(condition: boolean, problem: Problem | string, at?: string): asserts condition;
  /** Reports a problem unless a condition is true, and continues. Shape: as `expect`. */
  note(condition: boolean, problem: Problem | string, at?: string): void;
  /** Reports a problem, and continues. Shape: as `expect`. */
  report(problem: Problem | string, at?: string): void;
  /**
   * Reports a warning unless a condition is true, and continues: for aspects that the source leaves open. Shape: as
   * `expect`.
   */
  warn(condition: boolean, message: string, at?: string): void;
  /** Skips the check for this reason. */
  skip(reason: string): never;
  /** Redacts a value in reports. */
  keepSecret(name: string, value: string): void;
  /** The seed of the run, for random choices. */
  readonly seed: number;
}

/** How a run is played. Shape: defaults are the agent of its kind, `full` for `profile` and true for `isStreamed`. */
export interface PlayOptions {
  readonly agentId?: string;
  readonly profile?: string | null;
  readonly isStreamed?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}
