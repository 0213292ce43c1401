/**
 * Runs the checks: prepares the implementation, runs the phases, which send the requests of their checks, checks every
 * exchange, and creates the report.
 */
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { listChecks, selectPresent } from '../catalogue/catalogue.ts';
import { includesLevel } from '../model/check.ts';
import { createRequestBuilder, loadSampleRequests, profileOf } from '../requests/base-request.ts';
import { skipCases } from '../requests/case-phase.ts';
import { isSelectedCheck } from '../config/config.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { DriverSession } from '../driver/driver.ts';
import { BudgetSpentError } from '../http/budget.ts';
import type { Wire } from '../http/wire.ts';
import { redactReport } from '../report/redact-report.ts';
import { version } from '../version.ts';
import type { RequestPlan } from '../model/exchange.ts';
import { listUnselected } from './planned-checks.ts';
import { NOT_REACHED, totalsOf, type LeftRecords, type RunReport } from '../model/run-report.ts';
import { runLawPhase, skipLaws } from './law-phase.ts';
import { openPlace, runOperationPhase } from './operation-phase.ts';
import { openRun, paceOf, prepare, runTogether, wireFor, type Run, type RunnerOptions } from './run.ts';
import { runScenarioPhase, skipScenarios } from './scenario-phase.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/**
 * Checks an implementation against the contract.
 *
 * Errors: rejects with CannotRunError if it can't be reached or prepared. Findings are in the report and never thrown.
 */
export async function runConformance(options: RunnerOptions): Promise<RunReport> {
  const { baseUrl, contract, plugin, fetch = globalThis.fetch } = options;
  const { only, subjects } = options.config;
  const config = {
    ...options.config,
    only: selectPresent(only, plugin),
    subjects: subjects.map((name) => plugin.formerGroups[name] ?? name),
  };
  const startedAt = new Date();
  const driver =
    options.driver ?? (await prepare(() => chooseDriver(baseUrl, fetch, config, plugin.driver), baseUrl));
  const session = await prepare(() => driver.setUp(), baseUrl);
  const run = openRun({ ...options, config, fetch }, driver, session);
  const stopped = await runPhases(run, session);
  const { left, requests } = await cleanUp(run, session);
  await session.tearDown().catch(() => undefined);
  if (stopped === null) assertSomethingChecked(run, session);
  const outcomes = run.collector.outcomes();
  const report: RunReport = {
    tool: { name: 'backlot', version },
    contract: { title: contract.title, version: contract.version },
    baseUrl,
    driver: driver.name,
    level: run.level,
    seed: config.seed,
    isStrict: config.isStrict,
    names: config.names,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(run.budget.elapsed()),
    requests: run.budget.spent + requests,
    stopped,
    notices: [
      ...(session.notices ?? []),
      ...run.silence.notices(),
      ...run.budget.notices(),
      ...run.ignored.notices(),
    ],
    left,
    unselected: listUnselected({ contract, plugin, config }),
    checks: listChecks(contract, plugin).filter(({ id }) => isSelectedCheck(config, id)),
    outcomes,
    totals: totalsOf(outcomes),
    coverage: run.checker.coverage(),
    exchanges: run.checker.kept(),
  };
  return redactReport(report, run.secrets);
}

/** The limits for deleting what a run has created, in addition to its budget. Units: requests, and seconds. */
const CLEAN_UP = { requests: 20_000, seconds: 30 };

/**
 * Deletes what the run has created if its level allows that. Shape: the remaining records, unless their world is
 * deleted, and the number of requests.
 */
async function cleanUp(
  run: Run,
  session: DriverSession,
): Promise<{ readonly left: readonly LeftRecords[]; readonly requests: number }> {
  if (run.driver.isIsolating) return { left: [], requests: 0 };
  const wire = wireFor(run, session, { budget: { ...CLEAN_UP, perSecond: paceOf(run.options, run.driver) } });
  if (includesLevel(run.level, 'stateful')) await run.created.remove(wire);
  return { left: run.created.left(), requests: wire.budget.spent };
}

/** Runs the phases in order. Returns why the run ended early; `null` if it did not. */
async function runPhases(run: Run, initial: DriverSession): Promise<string | null> {
  const { contract, plugin, level, options } = run;
  try {
    await assertReachable(run, wireFor(run, initial));
    await assertFound(run, wireFor(run, initial), initial);
    await assertAdmitted(run, wireFor(run, initial), initial);
    await listExisting(run, wireFor(run, initial), initial);
    const session = await completeSession(run, initial);
    const builder = createRequestBuilder(contract, plugin.requests, await loadSampleRequests(contract));
    const place = await openPlace(run, session, builder);
    const phases = [
      () => runScenarioPhase(run, session, 'before'),
      () => runOperationPhase(run, place),
      () => runLawPhase(run, session, builder),
      () => runScenarioPhase(run, session, 'after'),
    ];
    // Why: phases with separate worlds use the time in which another one waits.
    if (run.driver.isIsolating) await runTogether(phases);
    else for (const phase of phases) await phase();
    await run.checker.settle();
    run.checker.compareAll();
    return null;
  } catch (error) {
    await run.checker.settle();
    // Why: a slow operation may have spent the budget.
    if (error instanceof BudgetSpentError) run.checker.compareAll(true);
    if (!(error instanceof BudgetSpentError) && options.signal?.aborted !== true) throw error;
    const { collector } = run;
    skipCases({ contract, api: plugin.requests, collector, config: options.config }, level, NOT_REACHED);
    skipLaws(run, NOT_REACHED);
    skipScenarios(run, initial, NOT_REACHED);
    return messageOf(error);
  }
}

/** Reads the lists that need no record, so that the run knows which records already existed. */
async function listExisting(run: Run, wire: Wire, { environment }: DriverSession): Promise<void> {
  const { contract, plugin, driver, level } = run;
  if (driver.isIsolating || !includesLevel(level, 'stateful')) return;
  for (const operation of operationsOf(contract).all.filter(isSafe)) {
    const profile = profileOf(operation.security, plugin.requests);
    const isKnown = profile === null || environment.credentials[profile] !== undefined;
    const isList = roleOf(contract.resources, operation.id)?.role.value === 'list';
    if (isList && isKnown) await wire.send(planOfRead(operation, profile));
  }
}

/** Adds what scenario checks need if the level allows them. */
async function completeSession(run: Run, session: DriverSession): Promise<DriverSession> {
  if (!includesLevel(run.level, 'stateful')) return session;
  const { completeEnvironment } = run.plugin;
  return { ...session, environment: await completeEnvironment(wireFor(run, session), session.environment) };
}

/** Checks that the URL responds to HTTP. */
async function assertReachable({ contract, plugin: { requests } }: Run, wire: Wire): Promise<void> {
  const all = operationsOf(contract).all.filter(isSafe);
  const operation = all.find(({ security }) => profileOf(security, requests) === null) ?? all[0];
  const { response, failure } = await wire.send(planOfRead(operation ?? null, null));
  if (response === null)
    throw new CannotRunError(`${wire.baseUrl} can't be reached: ${failure ?? 'no response'}`);
}

/** How many operations must be missing. Why several: a service may lack one. */
const MAX_MISSING = 3;

/** Why: with a wrong base path every check would report a finding that is not a fault of the implementation. */
async function assertFound(
  { contract, plugin: { requests } }: Run,
  wire: Wire,
  { environment: { credentials } }: DriverSession,
): Promise<void> {
  const { origin, pathname } = new URL(wire.baseUrl);
  const paths = contract.servers.map((server) => pathOf(server)).filter((path) => path !== '');
  const [path] = paths;
  if (path === undefined || paths.some((each) => withoutSlash(pathname).endsWith(each))) return;
  const operations = operationsOf(contract).all.filter(isSafe).slice(0, MAX_MISSING);
  for (const operation of operations) {
    const profile = profileOf(operation.security, requests);
    const isKnown = profile === null || credentials[profile] !== undefined;
    const { response } = await wire.send(planOfRead(operation, isKnown ? profile : null));
    if (response?.status !== 404) return;
  }
  if (operations.length === 0) return;
  throw new CannotRunError(
    `Every path returns 404. The description has a server with the path ${path}: check ${origin}${path}, or the base path of the service.`,
  );
}

/** Returns the path of a URL, which may be relative, without a trailing slash. */
function pathOf(server: string): string {
  return withoutSlash(URL.parse(server, 'http://service')?.pathname ?? '');
}

function withoutSlash(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

/** How many operations must reject a credential. Why several: it may lack the permission for one. */
const MAX_REJECTIONS = 3;

/** Why: with an invalid key every check would report a finding that is not a fault of the implementation. */
async function assertAdmitted(
  { contract, plugin: { requests } }: Run,
  wire: Wire,
  { environment }: DriverSession,
): Promise<void> {
  if (environment.credentials['full'] === undefined) return;
  const all = operationsOf(contract).all.filter(
    (operation) => isSafe(operation) && profileOf(operation.security, requests) === 'full',
  );
  const [...byTag] = Map.groupBy(all, ({ tag }) => tag).values();
  const operations = byTag.slice(0, MAX_REJECTIONS).flatMap(([first]) => first ?? []);
  for (const operation of operations) {
    const { response } = await wire.send(planOfRead(operation, 'full'));
    if (response?.status !== 401) return;
  }
  if (operations.length === 0) return;
  throw new CannotRunError(
    'The credential `full` is rejected: every call returns 401. Name a valid one in conformance.yaml under credentials.full.',
  );
}

/** Why: a run that only gets 401, 403 or 404 proves nothing, unless selected checks expect these. */
function assertSomethingChecked({ options, responses }: Run, { environment }: DriverSession): void {
  const { rejected, missing, others } = responses;
  if (others > 0 || rejected + missing === 0 || options.config.only.length > 0) return;
  if (rejected === 0)
    throw new CannotRunError(
      `Nothing could be checked: every request returned 404. Check the URL: is the service at ${environment.baseUrl} the one that is described, and does it have a base path?`,
    );
  const { credentials, clientSession } = environment;
  const isAnonymous = Object.keys(credentials).length === 0 && clientSession === null;
  if (missing > 0 || !isAnonymous || options.isRejectionAllowed === true) return;
  throw new CannotRunError(
    'Nothing could be checked: the run has no credential, and every request was rejected with 401 or 403. Pass --credential VALUE, or set credentials.full in conformance.yaml.',
  );
}

/** Returns whether an operation can be called without any record, and changes nothing. */
function isSafe({ method, parameters }: ContractOperation): boolean {
  return method === 'GET' && parameters.every(({ required }) => !required);
}

function planOfRead(operation: ContractOperation | null, profile: string | null): RequestPlan {
  return {
    operation: operation?.id ?? null,
    method: 'GET',
    path: operation?.path ?? '/',
    headers: [],
    body: null,
    profile,
  };
}
