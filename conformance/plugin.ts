/**
 * What the checks know about one API beyond its contract. A plug-in is a value that the composition root passes in;
 * without one, a run has the checks that apply to any contract.
 */
import type { PolledEvents } from './coverage/universe.ts';
import type { DriverTraits } from './driver/choose-driver.ts';
import { generalAbilities } from './driver/custom-driver.ts';
import type { DriverSession } from './driver/driver.ts';
import type { TestEnvironment } from './model/test-environment.ts';
import type { Secrets } from './http/secrets.ts';
import type { Wire } from './http/wire.ts';
import type { Check, CheckChanges, FormerCheck } from './model/check.ts';
import type { ExchangeRule } from './model/exchange-rule.ts';
import { generalRequests, type RequestTraits } from './requests/request-traits.ts';
import { createResponseRules } from './responses/exchange-rules.ts';
import { generalTraits, type ResponseTraits } from './responses/response-traits.ts';
import type { ResultCollector } from './results/result-collector.ts';
import { createStreamRule, generalStreams, type StreamPlugin } from './streams/stream-plugin.ts';

/** The part of a plug-in that checks any traffic. */
export interface TrafficChecks {
  /** What the rules of responses know about the API. */
  readonly responses: ResponseTraits;
  /** What it changes in the checks of requests and responses. */
  readonly checkChanges: CheckChanges;
  /** Checks of responses that only it has. */
  readonly responseChecks: readonly Check[];
  readonly streams: StreamPlugin;
}

/** The knowledge of one API. */
export interface CheckPlugin extends TrafficChecks {
  readonly name: string;
  readonly driver: DriverTraits;
  readonly requests: RequestTraits;
  /** Events that the service lists, for the coverage; `null` for none. */
  readonly polledEvents: PolledEvents | null;
  /** Rules for exchanges, besides those of every API. */
  readonly exchangeRules: readonly ExchangeRule[];
  /** Adds what scenario checks need and a test environment lacks. Errors: as `Wire.send`. */
  readonly completeEnvironment: (wire: Wire, environment: TestEnvironment) => Promise<TestEnvironment>;
  /** Returns the test environment for requests that create records. */
  readonly environmentForRecords: (environment: TestEnvironment) => TestEnvironment;
  /** Sends requests whose responses are streams; `null` for none. Errors: as `Wire.send`. */
  readonly runStreams: ((context: PhaseContext) => Promise<void>) | null;
  /** In the order in which they run. */
  readonly scenarios: readonly ScenarioGroup[];
  /** What checks for single resources of the API that laws replace mean now, by their ids. */
  readonly formerChecks: Readonly<Record<string, FormerCheck>>;
  /** The resource that the name of a group selects whose checks laws have replaced. */
  readonly formerGroups: Readonly<Record<string, string>>;
}

/** The input of a phase of a run. */
export interface PhaseContext {
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  readonly collector: ResultCollector;
  /** Called with the operation that is checked next. */
  readonly onSubject?: ((subject: string) => void) | undefined;
}

/** Scenario checks of one part of an API. */
export interface ScenarioGroup {
  /** `agents`: its findings have it in their subject, see `subjectOfGroup`. */
  readonly name: string;
  /** Whether it runs before the checks of operations, which would use up its records; default `false`. */
  readonly isEarly?: boolean;
  readonly checks: readonly RunnableCheck[];
}

/** A check that sends several requests. */
export interface RunnableCheck extends Check {
  readonly family: 'scenario';
  /** Whether it makes the implementation fail on purpose; default `false`. */
  readonly isProvoking?: boolean;
  /** Returns why it can't run in a test environment; `null` if it can. */
  missingIn(session: DriverSession): string | null;
  /** Runs it and records its result. Errors: rejects with BudgetSpentError if the run can't continue. */
  runIn(environment: CheckEnvironment): Promise<void>;
}

/** Where a scenario check runs. */
export interface CheckEnvironment {
  readonly wire: Wire;
  readonly session: DriverSession;
  readonly secrets: Secrets;
  readonly collector: ResultCollector;
  readonly seed: number;
  /** That of the group. */
  readonly subject: string;
}

/**
 * Defines a plug-in. Shape: a part that is absent is empty, or what holds for every API.
 *
 * @example defineCheckPlugin({ name: 'Shop API', scenarios: [ordersGroup] })
 */
export function defineCheckPlugin(parts: Pick<CheckPlugin, 'name'> & Partial<CheckPlugin>): CheckPlugin {
  return {
    responses: generalTraits,
    checkChanges: {},
    responseChecks: [],
    driver: { abilities: generalAbilities, find: () => Promise.resolve(null) },
    requests: generalRequests,
    polledEvents: null,
    exchangeRules: [],
    completeEnvironment: (_, environment) => Promise.resolve(environment),
    environmentForRecords: (environment) => environment,
    streams: generalStreams,
    runStreams: null,
    scenarios: [],
    formerChecks: {},
    formerGroups: {},
    ...parts,
  };
}

/** The plug-in of a run that knows only the contract. */
export const emptyPlugin = defineCheckPlugin({ name: 'none' });

/** Lists the rules for the exchanges of an API: those of every API first. */
export function listExchangeRules({
  responses,
  streams,
  exchangeRules,
}: CheckPlugin): readonly ExchangeRule[] {
  return [...createResponseRules(responses), createStreamRule(streams), ...exchangeRules];
}
