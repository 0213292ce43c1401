/** Runs the laws, for each resource of the contract those that its operations allow. */
import { CERTAIN } from '../../contract/resources/graph.ts';
import { isSelectedCheck } from '../config/config.ts';
import type { DriverSession } from '../driver/driver.ts';
import { secretsWithin } from '../http/secrets.ts';
import { unselectedNeeds } from './law-selection.ts';
import { listInapplicableLaws, listResourceLaws, type ResourceLaw } from '../laws/laws.ts';
import { confidenceIn, listResourceOperations, operationsBelow } from '../laws/resource-operations.ts';
import type { RecordPool, SessionContext } from '../laws/resource-requests.ts';
import { Poller } from '../play/poller.ts';
import { ResourceSession } from '../laws/resource-session.ts';
import { includesLevel } from '../model/check.ts';
import type { Problem } from '../model/finding.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import { CheckTools, playCheck } from '../play/play-check.ts';
import type { RequestBuilder } from '../requests/base-request.ts';
import { RecordMaker } from '../requests/records/record-maker.ts';
import { reportProgress, wireFor, type Run } from './run.ts';

/** Runs the selected laws. Errors: rejects with BudgetSpentError if the run can't continue. */
export async function runLawPhase(run: Run, shared: DriverSession, builder: RequestBuilder): Promise<void> {
  explainInapplicable(run);
  const all = selectLaws(run).filter((job) => !isSkipped(run, shared, job));
  if (all.length === 0) return;
  const { driver, contract, collector } = run;
  const session = driver.isIsolating ? await driver.setUp() : shared;
  const secrets = session === shared ? run.secrets : secretsWithin(run.secrets, session.environment);
  const wire = wireFor(run, session, { secrets });
  const maker = new RecordMaker(builder, wire, session.environment);
  const environment = await nameRecords(session.environment, maker, all);
  const pools = listResourceOperations(contract).map((operations): [string, RecordPool] => [
    operations.resource.name,
    { operations, parents: null, records: [], isUnique: false, sent: null, flaw: null },
  ]);
  let count = 0;
  const context: SessionContext = {
    poller: new Poller(),
    builder,
    environment,
    maker,
    pools: new Map(pools),
    count: () => (count += 1),
  };
  try {
    for (const { law, operations } of all) {
      const subject = operations.resource.path;
      const flaw = context.pools.get(operations.resource.name)?.flaw ?? null;
      if (flaw !== null) {
        collector.skip(law.id, subject, `The service does not keep the records: ${flaw}`);
        continue;
      }
      reportProgress(run, subject);
      const isSure = confidenceIn(operations, law.needs) >= CERTAIN;
      const adjust = (problem: Problem): Problem => (isSure ? problem : { ...problem, severity: 'warn' });
      const tools = new CheckTools({ contract, wire });
      const play = (): Promise<void> => law.play(new ResourceSession(operations, tools, context), tools);
      await playCheck({ check: law, tools, run: play, adjust }, { contract, collector, subject });
      await run.checker.settle();
    }
  } finally {
    if (session !== shared) await session.tearDown().catch(() => undefined);
  }
}

/** Adds the keys of the records that the bodies of requests refer to. */
async function nameRecords(
  environment: TestEnvironment,
  maker: RecordMaker,
  laws: readonly ResourceLaw[],
): Promise<TestEnvironment> {
  const records = { ...environment.records };
  for (const operations of new Set(laws.map((each) => each.operations)))
    for (const { operation } of [
      ...Object.values(operations.byNeed),
      ...operationsBelow(operations, 'action'),
    ]) {
      const keys = await maker.references(operation);
      if (Object.keys(keys).length > 0) records[operation.id] = { ...records[operation.id], ...keys };
    }
  return { ...environment, records };
}

/** Skips the laws that have no result yet. */
export function skipLaws(run: Run, reason: string): void {
  for (const { law, operations } of selectLaws(run))
    run.collector.skip(law.id, operations.resource.path, reason);
}

function selectLaws(run: Run): readonly ResourceLaw[] {
  return listResourceLaws(run.contract).filter((each) => isSelected(run, each));
}

function isSelected({ options: { config } }: Run, each: ResourceLaw): boolean {
  const { law, operations } = each;
  return isSelectedCheck(config, law.id, operations.resource.path) && unselectedNeeds(each, config) !== null;
}

/**
 * Skips the laws that a run selects for resources with nothing to check. Why only those: other runs do not want the
 * list.
 */
function explainInapplicable(run: Run): void {
  const { contract, collector, options } = run;
  for (const each of listInapplicableLaws(contract))
    if (options.config.only.includes(each.law.id) && isSelected(run, each))
      collector.skip(each.law.id, each.operations.resource.path, each.reason);
}

function isSkipped(run: Run, { environment }: DriverSession, each: ResourceLaw): boolean {
  const { law, operations } = each;
  const unselected = unselectedNeeds(each, run.options.config) ?? [];
  const missing = law.profiles?.find((name) => environment.credentials[name] === undefined);
  const reason = !includesLevel(run.level, law.level)
    ? `Laws need the level ${law.level}; this run is ${run.level}.`
    : unselected.length > 0
      ? `It needs ${unselected.join(' and ')}, which ${unselected.length === 1 ? 'is' : 'are'} not selected.`
      : missing === undefined
        ? null
        : `The credential ${missing} is not configured; set credentials.${missing}.`;
  if (reason !== null) run.collector.skip(law.id, operations.resource.path, reason);
  return reason !== null;
}
