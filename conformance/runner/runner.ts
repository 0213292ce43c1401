/**
 * Runs the checks: prepares the implementation, runs the phases, which send the requests of their checks, checks every
 * exchange, and creates the report.
 */
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { catalogue, listChecks, selectPresent } from '../catalogue/catalogue.ts';
import { includesLevel } from '../model/check.ts';
import {
  createRequestBuilder,
  loadSampleBodies,
  profileOf,
  type RequestBuilder,
} from '../requests/base-request.ts';
import { runCasePhase, skipCases } from '../requests/case-phase.ts';
import { prepareRecords } from '../requests/prepare-records.ts';
import { isSelectedCheck, isSelectedSubject } from '../config/config.ts';
import { CannotRunError, chooseDriver } from '../driver/choose-driver.ts';
import type { DriverSession } from '../driver/driver.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import { BudgetSpentError } from '../http/budget.ts';
import { learnFromBody } from '../http/secrets.ts';
import type { Wire } from '../http/wire.ts';
import { redactReport } from '../report/redact-report.ts';
import { version } from '../version.ts';
import type { Exchange, RequestPlan } from '../model/exchange.ts';
import { listMissingNames } from '../results/missing-names.ts';
import { listUnselected } from './planned-checks.ts';
import { NOT_REACHED, totalsOf, type RunReport } from '../model/run-report.ts';
import { runLawPhase, skipLaws } from './law-phase.ts';
import { openRun, reportProgress, wireFor, type Run, type RunnerOptions } from './run.ts';
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
  const stopped = await carryOut(run, session);
  await session.tearDown().catch(() => undefined);
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
    requests: run.budget.spent,
    stopped,
    notices: session.notices ?? [],
    unselected: listUnselected({ contract, plugin, config }),
    checks: listChecks(contract, plugin).filter(({ id }) => isSelectedCheck(config, id)),
    outcomes,
    totals: totalsOf(outcomes),
    coverage: run.checker.coverage(),
    exchanges: run.checker.kept(),
  };
  return redactReport(report, run.secrets);
}

/** Runs the phases in order. Returns why the run ended early; `null` if it did not. */
async function carryOut(run: Run, initial: DriverSession): Promise<string | null> {
  const { contract, plugin, level, options } = run;
  try {
    await assertReachable(run, wireFor(run, initial));
    await assertAdmitted(run, wireFor(run, initial), initial);
    const session = await completeSession(run, initial);
    const wire = wireFor(run, session);
    const prepared = recordExchanges(wire);
    const builder = createRequestBuilder(contract, plugin.requests, await loadSampleBodies(contract));
    const environment = await addRecords(run, session, { wire: prepared.wire, builder });
    for (const body of Object.values(environment.bodies)) learnFromBody(run.secrets, body);
    const onSubject = (subject: string): void => reportProgress(run, subject);
    const phase = { builder, wire, environment, collector: run.collector, onSubject };
    await runScenarioPhase(run, session, 'before');
    await run.checker.settle();
    await runCasePhase({
      ...phase,
      config: options.config,
      missingNames: listMissingNames(contract, prepared.exchanges),
      isIsolated: run.driver.isIsolating,
    });
    await run.checker.settle();
    const { runStreams } = plugin;
    if (runStreams !== null && includesLevel(level, 'stateless') && wantsStreams(run)) {
      await runStreams(phase);
      await run.checker.settle();
    }
    await runLawPhase(run, session, builder);
    await runScenarioPhase(run, session, 'after');
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

/** Returns a wire that keeps its exchanges. */
function recordExchanges(wire: Wire): { readonly wire: Wire; readonly exchanges: readonly Exchange[] } {
  const exchanges: Exchange[] = [];
  const send: Wire['send'] = async (plan, options) => {
    const exchange = await wire.send(plan, options);
    exchanges.push(exchange);
    return exchange;
  };
  return { wire: { ...wire, send }, exchanges };
}

/** Adds what scenario checks need if the level allows them. */
async function completeSession(run: Run, session: DriverSession): Promise<DriverSession> {
  if (!includesLevel(run.level, 'stateful')) return session;
  const { completeEnvironment } = run.plugin;
  return { ...session, environment: await completeEnvironment(wireFor(run, session), session.environment) };
}

/** Adds the records and bodies that requests need, except at the level passive, which creates nothing. */
async function addRecords(
  { contract, plugin, level, options: { config, baseUrl } }: Run,
  { environment, prepareBodies }: DriverSession,
  { wire, builder }: { readonly wire: Wire; readonly builder: RequestBuilder },
): Promise<TestEnvironment> {
  const isWanted = (id: string): boolean => isSelectedSubject(config, id);
  const isAnyWanted = operationsOf(contract).all.some(({ id }) => isWanted(id));
  if (!includesLevel(level, 'stateless') || !isAnyWanted) return environment;
  const prepared = prepareBodies === undefined ? {} : await prepare(prepareBodies, baseUrl);
  const known = { ...environment, bodies: { ...prepared, ...environment.bodies } };
  const creating = plugin.environmentForRecords(known);
  const found = await prepareRecords({ wire, environment: known, creating, builder, isWanted });
  return { ...known, found };
}

/** Returns whether runs are played for checks of streams and responses; groups of scenario checks play their own. */
function wantsStreams({ contract, plugin, options: { config } }: Run): boolean {
  const isLooking = [...catalogue(plugin).values()].some(
    ({ id, family }) => (family === 'stream' || family === 'response') && isSelectedCheck(config, id),
  );
  const streaming = operationsOf(contract).all.filter(({ stream }) => stream !== null);
  return isLooking && streaming.some(({ id }) => isSelectedSubject(config, id));
}

/** Checks that the address responds to HTTP. */
async function assertReachable({ contract, plugin: { requests } }: Run, wire: Wire): Promise<void> {
  const all = operationsOf(contract).all.filter(isSafe);
  const operation = all.find(({ security }) => profileOf(security, requests) === null) ?? all[0];
  const { response, failure } = await wire.send(planOfRead(operation ?? null, null));
  if (response === null)
    throw new CannotRunError(`${wire.baseUrl} can't be reached: ${failure ?? 'no response'}`);
}

/** How many operations must reject a credential. Why several: it may lack the permission for one. */
const MOST_REJECTIONS = 3;

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
  const operations = byTag.slice(0, MOST_REJECTIONS).flatMap(([first]) => first ?? []);
  for (const operation of operations) {
    const { response } = await wire.send(planOfRead(operation, 'full'));
    if (response?.status !== 401) return;
  }
  if (operations.length === 0) return;
  throw new CannotRunError(
    'The credential `full` is rejected: every call returns 401. Name a valid one in conformance.yaml under credentials.full.',
  );
}

/** Returns whether an operation can be called without knowledge of any record, and changes nothing. */
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

async function prepare<T>(step: () => Promise<T>, baseUrl: string): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    const reason = messageOf(error);
    throw new CannotRunError(`${baseUrl} can't be prepared: ${reason}`, { cause: error });
  }
}
