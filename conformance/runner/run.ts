/** The state of one run, which its phases share, and the world in which each of them sends its requests. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Level } from '../model/check.ts';
import type { Config } from '../config/config.ts';
import { createCoverageMeter } from '../coverage/measure-coverage.ts';
import { CannotRunError } from '../driver/choose-driver.ts';
import type { Driver, DriverSession } from '../driver/driver.ts';
import { createBudget, type Budget, type BudgetTracker } from '../http/budget.ts';
import { learnFromBody, secretsOf, type Secrets } from '../http/secrets.ts';
import { createSilenceTracker, type SilenceTracker } from '../http/silence.ts';
import { createWire, type Fetch, type Wire } from '../http/wire.ts';
import { createSelection } from './law-selection.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/finding.ts';
import { trackCreated, type CreatedRecords } from './clean-up.ts';
import { listExchangeRules, type CheckPlugin } from '../plugin.ts';
import { createExchangeChecker, type ExchangeChecker } from './exchange-checker.ts';
import { profileOf } from '../requests/base-request.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';
import { createIgnoredFindings, type IgnoredFindings } from './ignored-findings.ts';
import { createResultCollector, type ResultCollector } from '../results/result-collector.ts';

/** The options of a run. */
export interface RunnerOptions {
  /** Base URL of the implementation; may have a path. */
  readonly baseUrl: string;
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly config: Config;
  /** Default: the global `fetch`; in a test, that of a mock. */
  readonly fetch?: Fetch | undefined;
  /** Prepares the implementation; by default chosen by the configuration. */
  readonly driver?: Driver | undefined;
  /** Whether every exchange is kept for the report, as a HAR requires. */
  readonly keepsExchanges?: boolean | undefined;
  /** Whether a run is useful even if the service rejects all of its requests, as for an initial configuration. */
  readonly isRejectionAllowed?: boolean | undefined;
  /** Called often with the progress of the run. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called with each finding as soon as it is made, also if it is a repetition. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** Ends the run early; the results so far are reported. */
  readonly signal?: AbortSignal | undefined;
}

/** The progress of a run. Units: `elapsedMs`. */
export interface Progress {
  /** Id of an operation, path of a resource, or subject of a group of scenario checks. */
  readonly subject: string;
  readonly requests: number;
  readonly findings: number;
  readonly elapsedMs: number;
}

/** The state of a run. */
export interface Run {
  readonly options: RunnerOptions;
  readonly contract: Contract;
  readonly plugin: CheckPlugin;
  readonly driver: Driver;
  readonly level: Level;
  readonly budget: BudgetTracker;
  readonly secrets: Secrets;
  readonly silence: SilenceTracker;
  readonly collector: ResultCollector;
  readonly ignored: IgnoredFindings;
  readonly checker: ExchangeChecker;
  /** The records that it has created. */
  readonly created: CreatedRecords;
  readonly responses: ResponseCounts;
}

/**
 * The numbers of responses. Shape: `rejected` with 401 or 403 where a credential is required, `missing` with 404,
 * `others` with any other status.
 */
interface ResponseCounts {
  rejected: number;
  missing: number;
  others: number;
}

/** Why faster on this computer: such a service is only used by its owner's tests. Units: requests per second. */
export function paceOf({ config, baseUrl }: RunnerOptions, { isIsolating }: Driver): number | null {
  const { perSecond } = config.budget;
  if (perSecond !== 'auto') return perSecond;
  if (isIsolating) return null;
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname) ? 300 : 50;
}

export function openRun(options: RunnerOptions, driver: Driver, { environment }: DriverSession): Run {
  const { config, contract, plugin } = options;
  const level = config.level ?? (driver.isIsolating ? 'destructive' : 'stateless');
  const budget = createBudget({ ...config.budget, perSecond: paceOf(options, driver) }, options.signal);
  const secrets = secretsOf(environment);
  const ignored = createIgnoredFindings(config);
  const collector = createResultCollector(
    contract,
    catalogue(plugin),
    createSelection(contract, config),
    (finding) => {
      if (ignored.take(finding)) return true;
      options.onFinding?.({ ...finding, message: secrets.redact(finding.message) });
      return false;
    },
  );
  const checker = createExchangeChecker({
    contract,
    rules: listExchangeRules(plugin),
    collector,
    meter: createCoverageMeter(contract, plugin.polledEvents),
    keepsExchanges: options.keepsExchanges === true,
  });
  const created = trackCreated(contract);
  const responses = { rejected: 0, missing: 0, others: 0 };
  return {
    options,
    contract,
    plugin,
    driver,
    level,
    budget,
    secrets,
    silence: createSilenceTracker(),
    collector,
    ignored,
    checker,
    created,
    responses,
  };
}

/**
 * Settings of a wire. Shape: `isProvoked` is whether its checks make the implementation fail on purpose; `secrets` are
 * those of its world, by default of the run.
 */
interface WireSettings {
  readonly isProvoked?: boolean;
  readonly secrets?: Secrets;
  /** Default: that of the run. */
  readonly budget?: Budget | BudgetTracker;
}

export function wireFor(
  run: Run,
  session: DriverSession,
  { isProvoked = false, secrets = run.secrets, budget = run.budget }: WireSettings = {},
): Wire {
  const { options, contract, level, checker, created, silence } = run;
  const { fetch = globalThis.fetch, config } = options;
  const { baseUrl } = session.environment;
  const hasClock = session.abilities.advance !== undefined;
  const world = { key: session, baseUrl, isProvoked, hasClock };
  const onExchange = (exchange: Exchange): void => {
    const body = exchange.response?.body;
    if (body?.kind === 'json') learnFromBody(secrets, body.value);
    created.see(exchange);
    countResponse(run, exchange);
    checker.see(exchange, world);
  };
  return createWire({
    contract,
    baseUrl,
    fetch,
    level,
    budget,
    caps: config.stream,
    silence,
    secrets,
    names: config.names,
    isOlder: (path) => created.isOlder(path),
    onExchange,
  });
}

function countResponse({ contract, plugin, responses }: Run, { request, response }: Exchange): void {
  const operation = request.operation === null ? null : operationsOf(contract).byId(request.operation);
  if (operation === null || response === null) return;
  const { status } = response;
  const isSecured = profileOf(operation.security, plugin.requests) !== null;
  const isRejected = isSecured && (status === 401 || status === 403);
  responses[isRejected ? 'rejected' : status === 404 ? 'missing' : 'others'] += 1;
}

/** Reports the progress of a run. Shape: `subject` as in {@link Progress}. */
export function reportProgress({ options, budget, collector }: Run, subject: string): void {
  const findings = collector.countFindings();
  options.onProgress?.({ subject, requests: budget.spent, findings, elapsedMs: budget.elapsed() });
}

/**
 * Runs phases concurrently, and waits for all of them.
 *
 * Errors: rejects with the error of the first phase that failed.
 */
export async function runTogether(phases: readonly (() => Promise<void>)[]): Promise<void> {
  const ends = await Promise.allSettled(phases.map((phase) => phase()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Runs a step that prepares a service. Errors: rejects with CannotRunError. */
export async function prepare<T>(step: () => Promise<T>, baseUrl: string): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    const reason = messageOf(error);
    throw new CannotRunError(`${baseUrl} can't be prepared: ${reason}`, { cause: error });
  }
}
