/**
 * Runs the checks: prepares the implementation, runs the phases, which send the requests of their checks, checks every
 * exchange, and creates the report.
 */
import { manifest } from '../../generated/service/manifest.ts';
import { runCasePhase } from '../checks/requests/case-phase.ts';
import { catalogue, listChecks } from '../catalogue/catalogue.ts';
import { includesLevel, type Level } from '../check.ts';
import { isSelectedCheck, isSelectedSubject, type Config } from '../config/config.ts';
import { allOperations, operationById, operationOf } from '../schema-location/operations.ts';
import { createCoverageMeter } from '../coverage/measure-coverage.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { Driver, DriverSession, TestEnvironment } from '../driver/driver.ts';
import type { Exchange } from './exchange.ts';
import { createExchangeChecker, type ExchangeChecker } from './exchange-checker.ts';
import { createResultCollector, type ResultCollector } from './result-collector.ts';
import { suites } from '../checks/scenarios/suites.ts';
import { missingFor, runScenarioCheck } from '../checks/scenarios/run-scenario-check.ts';
import { redactReport } from '../report/redact-report.ts';
import { totalsOf, type RunReport } from './run-report.ts';
import { runStreamPhase } from '../checks/streams/stream-phase.ts';
import { version } from '../version.ts';
import { BudgetSpentError, createBudget, type BudgetKeeper } from '../http/budget.ts';
import { learnFromBody, secretsOf, type Secrets } from '../http/secrets.ts';
import { createWire, type Fetch, type Wire } from '../http/wire.ts';

/** The options of a run. */
export interface RunOptions {
  /** Base URL of the implementation; may have a path. */
  readonly baseUrl: string;
  readonly config: Config;
  /** Default: the global `fetch`; in a test, that of a mock. */
  readonly fetch?: Fetch | undefined;
  /** Prepares the implementation; by default chosen by the configuration. */
  readonly driver?: Driver | undefined;
  /** Whether every exchange is kept for the report, as a HAR requires. */
  readonly keepsExchanges?: boolean | undefined;
  /** Called often with the progress of the run. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run early; the results so far are reported. */
  readonly signal?: AbortSignal | undefined;
}

/** The progress of a run. Units: `elapsedMs`. */
export interface Progress {
  /** Id of an operation, or `pack:` with a name. */
  readonly subject: string;
  readonly requests: number;
  readonly findings: number;
  readonly elapsedMs: number;
}

interface Run {
  readonly options: RunOptions;
  readonly driver: Driver;
  readonly level: Level;
  readonly budget: BudgetKeeper;
  readonly secrets: Secrets;
  readonly collector: ResultCollector;
  readonly checker: ExchangeChecker;
}

/**
 * Checks an implementation against the contract.
 *
 * Errors: rejects with CannotRunError if it can't be reached or prepared. Findings are in the report and never thrown.
 */
export async function runConformance(options: RunOptions): Promise<RunReport> {
  const { baseUrl, config, fetch = globalThis.fetch } = options;
  const startedAt = new Date();
  const driver = options.driver ?? (await prepare(() => chooseDriver(baseUrl, fetch, config), baseUrl));
  const session = await prepare(() => driver.setUp(), baseUrl);
  const run = openRun({ ...options, fetch }, driver, session);
  const stopped = await carryOut(run, session);
  await session.tearDown().catch(() => undefined);
  const outcomes = run.collector.outcomes();
  const report: RunReport = {
    tool: { name: 'backlot', version },
    contract: { title: manifest.title, version: manifest.version },
    baseUrl,
    driver: driver.name,
    level: run.level,
    seed: config.seed,
    isStrict: config.isStrict,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(run.budget.elapsed()),
    requests: run.budget.spent,
    stopped,
    checks: listChecks().filter(({ id }) => isSelectedCheck(config, id)),
    outcomes,
    totals: totalsOf(outcomes),
    coverage: run.checker.coverage(),
    exchanges: run.checker.kept(),
  };
  return redactReport(report, run.secrets);
}

/** Runs the phases in order. Returns why the run ended early; `null` if it did not. */
async function carryOut(run: Run, session: DriverSession): Promise<string | null> {
  const { level, options } = run;
  const wire = wireFor(run, session);
  try {
    await assertReachable(wire, options.baseUrl);
    await assertAdmitted(wire, session);
    const bodies = { ...(await prepareBodies(run, session)), ...session.environment.bodies };
    for (const body of Object.values(bodies)) learnFromBody(run.secrets, body);
    const environment = { ...session.environment, bodies };
    await runCasePhase({
      ...phaseOf(run, wire, session),
      environment,
      config: options.config,
      isIsolated: run.driver.isIsolating,
    });
    await run.checker.settle();
    if (includesLevel(level, 'stateless') && wantsStreams(options.config)) {
      await runStreamPhase({
        ...phaseOf(run, wire, session),
        memory: run.checker.memory,
        seed: options.config.seed,
      });
      await run.checker.settle();
    }
    if (includesLevel(level, 'stateful')) await runScenarioChecks(run, session);
    else skipScenarioChecks(run);
    await run.checker.settle();
    run.checker.compareTimes();
    return null;
  } catch (error) {
    await run.checker.settle();
    if (error instanceof BudgetSpentError || options.signal?.aborted === true)
      return error instanceof Error ? error.message : String(error);
    throw error;
  }
}

/** Prepares bodies, except at the level passive. */
async function prepareBodies({ level, options }: Run, session: DriverSession) {
  if (!includesLevel(level, 'stateless') || session.prepareBodies === undefined) return {};
  if (!allOperations.some(({ id }) => isSelectedSubject(options.config, id))) return {};
  const prepareOwn = session.prepareBodies;
  return prepare(() => prepareOwn(), options.baseUrl);
}

/** Returns whether runs are played for checks of streams and responses; suites play their own. */
function wantsStreams(config: Config): boolean {
  const isLooking = listChecks().some(
    ({ id, family }) => (family === 'stream' || family === 'response') && isSelectedCheck(config, id),
  );
  return (
    isLooking && allOperations.some(({ id, stream }) => stream !== null && isSelectedSubject(config, id))
  );
}

async function runScenarioChecks(run: Run, shared: DriverSession): Promise<void> {
  const { config } = run.options;
  for (const { name, checks } of suites) {
    const subject = `pack:${name}`;
    if (!isSelectedSubject(config, subject)) continue;
    for (const check of checks) {
      if (!isSelectedCheck(config, check.id)) continue;
      const missing = includesLevel(run.level, check.level)
        ? missingFor(check, shared)
        : `It needs the level ${check.level}.`;
      if (missing !== null) {
        run.collector.skip(check.id, subject, missing);
        continue;
      }
      reportProgress(run, subject);
      const session = run.driver.isIsolating ? await run.driver.setUp() : shared;
      registerSecrets(run.secrets, session.environment);
      const { collector, secrets } = run;
      const wire = wireFor(run, session, check.needs?.includes('setSwitch') === true);
      try {
        await runScenarioCheck(check, { wire, session, secrets, collector, seed: config.seed, subject });
        await run.checker.settle();
      } finally {
        if (session !== shared) await session.tearDown().catch(() => undefined);
      }
    }
  }
}

/** Registers the keys and sessions of a world. */
function registerSecrets(
  secrets: Secrets,
  { credentials, clientSession, otherClientSession }: TestEnvironment,
): void {
  for (const [profile, credential] of Object.entries(credentials)) secrets.learn(profile, credential);
  for (const session of [clientSession, otherClientSession])
    if (session !== null) secrets.learn('session', session.sessionId);
}

function skipScenarioChecks({ collector, level, options }: Run): void {
  for (const { name, checks } of suites)
    for (const { id } of checks)
      if (isSelectedCheck(options.config, id) && isSelectedSubject(options.config, `pack:${name}`))
        collector.skip(id, `pack:${name}`, `Scenario checks need the level stateful; this run is ${level}.`);
}

function openRun(options: RunOptions, driver: Driver, { environment }: DriverSession): Run {
  const { config } = options;
  const level = config.level ?? (driver.isIsolating ? 'destructive' : 'stateless');
  const { perSecond } = config.budget;
  const pace = perSecond === 'auto' ? (driver.isIsolating ? null : 50) : perSecond;
  const budget = createBudget({ ...config.budget, perSecond: pace }, options.signal);
  const collector = createResultCollector(
    catalogue(),
    (check, subject) => isSelectedCheck(config, check) && isSelectedSubject(config, subject),
  );
  const checker = createExchangeChecker(collector, createCoverageMeter(), options.keepsExchanges === true);
  return { options, driver, level, budget, secrets: secretsOf(environment), collector, checker };
}

/** Creates a wire. Shape: `isProvoked` is whether the scenario check makes the implementation fail on purpose. */
function wireFor(
  { options, level, budget, secrets, checker }: Run,
  { environment }: DriverSession,
  isProvoked = false,
): Wire {
  const { fetch = globalThis.fetch, config } = options;
  const onExchange = (exchange: Exchange): void => {
    const body = exchange.response?.body;
    if (body?.kind === 'json') learnFromBody(secrets, body.value);
    checker.see(exchange, isProvoked, environment.baseUrl);
  };
  return createWire({
    baseUrl: environment.baseUrl,
    fetch,
    level,
    budget,
    caps: config.stream,
    secrets,
    onExchange,
  });
}

function phaseOf(run: Run, wire: Wire, { environment }: DriverSession) {
  const onSubject = (subject: string): void => reportProgress(run, subject);
  return { wire, environment, collector: run.collector, onSubject };
}

function reportProgress({ options, budget, collector }: Run, subject: string): void {
  const findings = collector.outcomes().reduce((sum, outcome) => sum + outcome.findings.length, 0);
  options.onProgress?.({ subject, requests: budget.spent, findings, elapsedMs: budget.elapsed() });
}

/** Checks that the address responds to HTTP. */
async function assertReachable(wire: Wire, baseUrl: string): Promise<void> {
  const operation = operationById('getAuthorizationServerMetadata')?.id ?? null;
  const path = '/.well-known/oauth-authorization-server';
  const { response, failure } = await wire.send({
    operation,
    method: 'GET',
    path,
    headers: [],
    body: null,
    profile: null,
  });
  if (response === null) throw new CannotRunError(`${baseUrl} can't be reached: ${failure ?? 'no response'}`);
}

/** Why: with an invalid key every check would report a finding that is not a fault of the implementation. */
async function assertAdmitted(wire: Wire, { environment }: DriverSession): Promise<void> {
  if (environment.credentials['full'] === undefined) return;
  for (const path of ['/v1/agents', '/v1/events/types', '/v1/batch/summary']) {
    const operation = operationOf('GET', path)?.id ?? null;
    const { response } = await wire.send({
      operation,
      method: 'GET',
      path,
      headers: [],
      body: null,
      profile: 'full',
    });
    if (response?.status !== 401) return;
  }
  throw new CannotRunError(
    'The credential `full` is rejected: every call returns 401. Name a valid one in conformance.yaml under credentials.full.',
  );
}

async function prepare<T>(step: () => Promise<T>, baseUrl: string): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotRunError(`${baseUrl} can't be prepared: ${reason}`, { cause: error });
  }
}
