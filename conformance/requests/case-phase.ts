/**
 * The phase of independent cases: for each operation a valid request, and variations that must be accepted or
 * rejected. Below the level `stateless` it only sends GET requests.
 */
import { includesLevel, type Level } from '../model/check.ts';
import { isSent, isSelectedSubject, type Config } from '../config/config.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { isDestructive, isMissingStatus, isOptional, NOT_IMPLEMENTED } from '../model/operations.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { Exchange } from '../model/exchange.ts';
import type { MissingName } from '../model/finding.ts';
import type { ResultCollector } from '../results/result-collector.ts';
import type { Wire } from '../http/wire.ts';
import { describeLack, type RequestBuilder } from './base-request.ts';
import type { Case, Subject } from './case.ts';
import { levelOfCase } from './checks.ts';
import { traitsOf } from './operation-traits.ts';
import { checksOf, inOrder, type PlannedCheck } from './plan-checks.ts';
import { playCases, type Stage } from './play-cases.ts';
import { expectBase, expectPublic } from './expected-response.ts';
import { playReplay, withKey, type OtherPlaces } from './replay.ts';
import { planOf, type Texts } from './request-form.ts';
import type { Siblings } from './invalid-requests.ts';
import type { RequestTraits } from './request-traits.ts';
import { pathNamesOf, RecordMaker } from './records/record-maker.ts';

/** The context of the phase. */
export interface CasePhaseContext {
  readonly builder: RequestBuilder;
  readonly wire: Wire;
  readonly environment: TestEnvironment;
  readonly collector: ResultCollector;
  readonly config: Pick<Config, 'seed' | 'cases' | 'only' | 'subjects'>;
  /** Whether the implementation was created for this run, so that runs may be started freely; default `false`. */
  readonly isIsolated?: boolean | undefined;
  /** The names that responses lack, from which ids of records would be read. */
  readonly missingNames?: readonly MissingName[];
  /** Called with each operation before its cases are sent. */
  readonly onSubject?: ((subject: string) => void) | undefined;
}

/**
 * Sends every case and records its result.
 *
 * Errors: rejects with BudgetSpentError if the budget of the wire is spent; findings are in the collector.
 */
export async function runCasePhase(context: CasePhaseContext): Promise<void> {
  const isPassive = !includesLevel(context.wire.level, 'stateless');
  const operations = inOrder(operationsOf(context.builder.contract).all).filter(({ id }) =>
    isSelectedSubject(context.config, id),
  );
  const maker = new RecordMaker(context.builder, context.wire, context.environment);
  const cases = context.config.cases ?? casesFor(operations.length);
  for (const operation of operations) {
    context.onSubject?.(operation.id);
    await (isPassive ? readOnce(context, operation) : playOperation({ ...context, cases }, operation, maker));
  }
}

/** The total number of random cases, divided among the checks within these bounds. */
const SHARED_CASES = 100;
const MAX_CASES = 10;
const MIN_CASES = 2;

function casesFor(operations: number): number {
  return Math.min(MAX_CASES, Math.max(MIN_CASES, Math.floor(SHARED_CASES / Math.max(1, operations))));
}

/** The checks of a phase that does not run. */
interface SkippedPhase extends Pick<CasePhaseContext, 'collector' | 'config'> {
  readonly contract: Contract;
  readonly api: RequestTraits;
}

/** Skips the checks that have no result yet. */
export function skipCases(
  { contract, api, collector, config }: SkippedPhase,
  level: Level,
  reason: string,
): void {
  if (!includesLevel(level, 'stateless')) return;
  for (const operation of operationsOf(contract).all)
    for (const { id } of checksOf(operation, api))
      if (isSent(config, id) && includesLevel(level, levelOfCase(id)))
        collector.skip(id, operation.id, reason);
}

/** Sends a GET request; the response is checked by an observer of the wire. */
async function readOnce(
  { builder, wire, environment }: CasePhaseContext,
  operation: ContractOperation,
): Promise<void> {
  if (operation.method !== 'GET') return;
  const { base, missing } = builder.baseOf(operation, environment);
  const isKnown = base.profile === null || environment.credentials[base.profile] !== undefined;
  if (missing.length > 0 || !isKnown) return;
  const { waitMs: _, ...query } = base.query;
  await wire.send(planOf({ ...base, query }));
}

async function playOperation(
  context: CasePhaseContext & Pick<Stage, 'cases'>,
  operation: ContractOperation,
  maker: RecordMaker,
): Promise<void> {
  const { builder, config, collector, environment, wire } = context;
  const checks = checksOf(operation, builder.api).filter(
    ({ id }) => isSent(config, id) && includesLevel(wire.level, levelOfCase(id)),
  );
  if (checks.length === 0) return;
  const skipAll = (reason: string): void => {
    for (const { id } of checks) collector.skip(id, operation.id, reason);
  };
  if (isDestructive(operation) && !includesLevel(wire.level, 'destructive')) {
    skipAll(`${operation.id} deletes or ends something: these checks need the level destructive.`);
    return;
  }
  const { consumes } = traitsOf(operation);
  const { isBorrowed } = builder.baseOf(operation, environment);
  const names = pathNamesOf(operation);
  const ids = isBorrowed ? await maker.create(operation, names, consumes !== null) : {};
  let subject = builder.baseOf(operation, environment, ids);
  if (subject.isBorrowed && consumes !== null) {
    skipAll(`No record is known that may be ended: name one under parameters.${operation.id}.`);
    return;
  }
  const stage: Stage = {
    wire,
    collector,
    seed: config.seed,
    cases: context.cases,
    isFree: context.isIsolated === true,
  };
  const places = otherPlacesOf(context, maker);
  let isImplemented = true as boolean;
  const sendBase = async (): Promise<void> => {
    if (subject.baseline !== null || skipReasonOf('request', subject, environment) !== null) return;
    const probe = isOptional(operation) ? await wire.send(planOf(withKey(subject.base))) : null;
    isImplemented = !isMissingStatus(probe?.response?.status ?? 0);
    const baseline = isImplemented ? await playBase(stage, subject, checks, { probe, places }) : null;
    subject = { ...subject, baseline };
  };
  const isBaseNeeded = checks.some(({ needs }) => needs === 'both' || needs === 'request');
  if (consumes === null && isBaseNeeded) await sendBase();
  for (const check of checks) {
    if (check.needs === 'request') await sendBase();
    const reason = isImplemented ? skipReasonOf(check.needs, subject, environment) : NOT_IMPLEMENTED;
    if (reason !== null) {
      collector.skip(check.id, operation.id, reason, namesFor(subject, context));
      continue;
    }
    const wanted = check.others?.(operation) ?? [];
    const siblings = siblingsOf(context, await createOthers(maker, operation, wanted));
    if (check.play !== undefined) {
      await check.play(stage, subject, environment, siblings);
      continue;
    }
    const set = check.make?.(subject, environment, siblings) ?? [];
    if (typeof set === 'string') collector.skip(check.id, operation.id, set);
    else await playCases(stage, check.id, subject, 'cases' in set ? set : { cases: set, random: null });
  }
}

/**
 * Creates records for path parameters: by the links to the operation, or to the operation that reads such a record.
 */
async function createOthers(
  maker: RecordMaker,
  operation: ContractOperation,
  names: readonly string[],
): Promise<Texts> {
  let others: Texts = names.length === 0 ? {} : await maker.create(operation, names);
  for (const name of names) {
    const end = operation.path.indexOf(`{${name}}`) + name.length + 2;
    const reader = operationsOf(operation.contract).match('GET', operation.path.slice(0, end));
    if (others[name] === undefined && reader !== null)
      others = { ...(await maker.create(reader, [name])), ...others };
  }
  return others;
}

function siblingsOf({ builder, environment }: CasePhaseContext, others: Texts): Siblings {
  return {
    otherRecord: (name) => others[name] ?? null,
    baseOf(id) {
      const operation = operationsOf(builder.contract).byId(id);
      const subject = operation === null ? null : builder.baseOf(operation, environment);
      return subject === null || subject.missing.length > 0 ? null : subject.base;
    },
  };
}

/** The profile of another account. */
const OTHER = 'otherOrganization';

function otherPlacesOf({ builder, wire, environment }: CasePhaseContext, maker: RecordMaker): OtherPlaces {
  const send: Wire['send'] = (plan, options) =>
    wire.send({ ...plan, profile: plan.profile === null ? null : OTHER }, options);
  return {
    other: environment.credentials[OTHER] === undefined ? null : OTHER,
    create(operation, profile) {
      const own = profile === null ? maker : new RecordMaker(builder, { ...wire, send }, environment);
      return own.create(operation, pathNamesOf(operation), true);
    },
  };
}

/** Sends the base request once, unless it was sent as a probe, and returns its status. */
async function playBase(
  stage: Stage,
  subject: Subject,
  checks: readonly PlannedCheck[],
  { probe, places }: { readonly probe: Exchange | null; readonly places: OtherPlaces },
): Promise<number | null> {
  const base = withKey(subject.base);
  let firstExchange = null as Exchange | null;
  let unused = probe;
  // Why: a request that consumes something or is limited can't be sent again for each check.
  const send: Wire['send'] = async (plan, options) => {
    const isSpent = subject.traits.attempts !== null || subject.traits.consumes !== null;
    if (firstExchange !== null && isSpent) return firstExchange;
    const exchange = unused ?? (await stage.wire.send(plan, options));
    unused = null;
    firstExchange ??= exchange;
    return exchange;
  };
  const shared: Stage = { ...stage, wire: { ...stage.wire, send } };
  for (const { id } of checks) {
    if (id !== 'P01' && id !== 'A06') continue;
    const expectation = id === 'P01' ? expectBase(subject) : expectPublic(subject);
    const first: Case = { form: base, expectation, before: [], keeps: null };
    await playCases(shared, id, subject, { cases: [first], random: null });
  }
  if (firstExchange === null && (!subject.traits.isCostly || stage.isFree)) await send(planOf(base));
  if (firstExchange !== null && checks.some(({ id }) => id === 'P02'))
    await playReplay(stage, base, firstExchange, places);
  return firstExchange?.response?.status ?? null;
}

/** Returns why a check cannot run; `null` if it can. */
function skipReasonOf(
  needs: PlannedCheck['needs'],
  { missing, confidence, base, operation }: Subject,
  { credentials }: TestEnvironment,
): string | null {
  const { id } = operation;
  if (needs !== 'path' && base.profile !== null && credentials[base.profile] === undefined)
    return `No credential is known: name one in conformance.yaml under credentials.${base.profile}.`;
  const [name] = missing;
  if (needs !== 'credential' && name !== undefined) return describeLack(operation, name);
  if (needs === 'request' && confidence === 'guessed')
    return `No body is known that the state accepts: name one in conformance.yaml under bodies.${id}.`;
  return null;
}

/** Lists the missing properties that may supply a path parameter: `Capability.id` for `capabilityId`. */
function namesFor({ missing }: Subject, { missingNames = [] }: CasePhaseContext): readonly MissingName[] {
  const owners = missing.map((parameter) => parameter.replace(/Id$|^id$/, '').toLowerCase());
  return missingNames.filter(({ name }) => {
    const [schema = ''] = name.toLowerCase().split('.');
    return owners.some((owner) => schema.includes(owner));
  });
}
