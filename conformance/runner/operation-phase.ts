/**
 * The phase of single operations: the cases of each operation, and the streams. With a driver that prepares worlds,
 * half of the operations run concurrently in a separate world.
 */
import { operationsOf } from '../../contract/operations.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { isSelectedCheck, isSelectedSubject } from '../config/config.ts';
import type { DriverSession } from '../driver/driver.ts';
import { learnFromBody, secretsWithin, type Secrets } from '../http/secrets.ts';
import { includesLevel } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { Wire } from '../http/wire.ts';
import type { RequestBuilder } from '../requests/base-request.ts';
import { runCasePhase } from '../requests/case-phase.ts';
import { inOrder } from '../requests/plan-checks.ts';
import { prepareRecords } from '../requests/records/prepare-records.ts';
import { listMissingNames } from '../results/missing-names.ts';
import { prepare, reportProgress, runTogether, wireFor, type Run } from './run.ts';

/** A world with the records and bodies that requests of single operations need. */
export interface OperationPlace {
  readonly builder: RequestBuilder;
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  /** The requests that created the records. */
  readonly exchanges: readonly Exchange[];
}

/** Opens a place in a world; only reads at the level passive. Errors: CannotRunError, or as `Wire.send`. */
export async function openPlace(
  run: Run,
  session: DriverSession,
  builder: RequestBuilder,
  secrets: Secrets = run.secrets,
): Promise<OperationPlace> {
  const wire = wireFor(run, session, { secrets });
  const exchanges: Exchange[] = [];
  const send: Wire['send'] = async (plan, options) => {
    const exchange = await wire.send(plan, options);
    exchanges.push(exchange);
    return exchange;
  };
  const environment = await addRecords(run, session, builder, { ...wire, send });
  for (const body of Object.values(environment.bodies)) learnFromBody(secrets, body);
  return { builder, wire, environment, exchanges };
}

/**
 * Adds the records and bodies that requests need; at the level passive only records from lists, as it creates nothing.
 */
async function addRecords(
  { contract, plugin, level, options: { config, baseUrl } }: Run,
  { environment, prepareBodies }: DriverSession,
  builder: RequestBuilder,
  wire: Wire,
): Promise<TestEnvironment> {
  const isWanted = (id: string): boolean => isSelectedSubject(config, id);
  const isAnyWanted = operationsOf(contract).all.some(({ id }) => isWanted(id));
  if (!isAnyWanted) return environment;
  const isReading = !includesLevel(level, 'stateless');
  const prepared = prepareBodies === undefined || isReading ? {} : await prepare(prepareBodies, baseUrl);
  const complete = { ...environment, bodies: { ...prepared, ...environment.bodies } };
  const creating = plugin.environmentForRecords(complete);
  const records = await prepareRecords({ wire, environment: complete, creating, builder, isWanted });
  return { ...complete, records };
}

/**
 * Runs the cases of the selected operations, then the streams.
 *
 * Errors: rejects with BudgetSpentError if the run can't continue.
 */
export async function runOperationPhase(run: Run, place: OperationPlace): Promise<void> {
  const { driver } = run;
  if (!driver.isIsolating) {
    await runCases(run, place, listSelected(run));
    await runStreams(run, place);
    return;
  }
  const selected = listSelected(run);
  const half = (rest: number): readonly string[] => selected.filter((_, index) => index % 2 === rest);
  await runTogether([
    async () => {
      await runCases(run, place, half(0));
      await runStreams(run, place);
    },
    () => runInWorld(run, place.builder, half(1)),
  ]);
}

/** Returns the ids of the selected operations in the order in which they run. */
function listSelected({ contract, options: { config } }: Run): readonly string[] {
  return inOrder(operationsOf(contract).all)
    .map(({ id }) => id)
    .filter((id) => isSelectedSubject(config, id));
}

async function runInWorld(run: Run, builder: RequestBuilder, operations: readonly string[]): Promise<void> {
  if (operations.length === 0) return;
  const session = await run.driver.setUp();
  try {
    const secrets = secretsWithin(run.secrets, session.environment);
    await runCases(run, await openPlace(run, session, builder, secrets), operations);
  } finally {
    await session.tearDown().catch(() => undefined);
  }
}

async function runCases(run: Run, place: OperationPlace, operations: readonly string[]): Promise<void> {
  const { contract, driver, collector, checker, options } = run;
  if (operations.length === 0) return;
  await runCasePhase({
    ...place,
    collector,
    onSubject: (subject) => reportProgress(run, subject),
    config: { ...options.config, subjects: operations },
    missingNames: listMissingNames(contract, place.exchanges),
    isIsolated: driver.isIsolating,
  });
  await checker.settle();
}

async function runStreams(run: Run, place: OperationPlace): Promise<void> {
  const { plugin, level, collector, checker } = run;
  if (plugin.runStreams === null || !includesLevel(level, 'stateless') || !wantsStreams(run)) return;
  await plugin.runStreams({ ...place, collector, onSubject: (subject) => reportProgress(run, subject) });
  await checker.settle();
}

/**
 * Returns whether executions are started for checks of streams and responses; groups of scenario checks start their
 * own.
 */
function wantsStreams({ contract, plugin, options: { config } }: Run): boolean {
  const isLooking = [...catalogue(plugin).values()].some(
    ({ id, family }) => (family === 'stream' || family === 'response') && isSelectedCheck(config, id),
  );
  const streaming = operationsOf(contract).all.filter(({ stream }) => stream !== null);
  return isLooking && streaming.some(({ id }) => isSelectedSubject(config, id));
}
