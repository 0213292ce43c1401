/**
 * Sends the cases of one check for one operation sequentially: first the listed cases, then random ones. A failing
 * case is shrunk, sent once more, and reported.
 */
import { asyncProperty, check as checkProperty, pre } from 'fast-check';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CaseOrigin } from '../model/finding.ts';
import type { ResultCollector } from '../results/result-collector.ts';
import type { Wire } from '../http/wire.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import type { OperationTraits } from './operation-traits.ts';
import { includesStatus, isInconclusive, checkCase, describeInconclusive } from './expectation.ts';
import { mayConflict, uniqueOf, withDistinctTexts } from './records/distinct.ts';
import { IF_MATCH, needsEtag, planOf, propertiesOf, type RequestForm } from './request-form.ts';
import { isAlike, shrinkCase, type Failure } from './shrink-case.ts';

/** The context of a run of cases: the connection, the collector and the limits. */
export interface Stage {
  readonly wire: Wire;
  readonly collector: ResultCollector;
  readonly seed: number;
  /** Number of random cases for each check and operation. */
  readonly cases: number;
  /** Whether the implementation was started for this run, so that requests cost nothing. */
  readonly isFree: boolean;
}

/** Maximum number of failing cases that are shrunk, for each check and operation. */
const MAX_SHRUNK = 3;

/** Maximum number of requests for shrinking a random case. */
const MAX_SHRINKS = 30;

/** Time limit of the random cases, for each check and operation. Units: milliseconds. */
const MAX_TIME = 20_000;

/** Thrown when a response is inconclusive, which ends the check for its operation. */
class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError';
  readonly exchange: Exchange;

  constructor(exchange: Exchange, message: string) {
    super(message);
    this.exchange = exchange;
  }
}

/** Sends the cases of a check. Errors: as `Wire.send`. */
export async function playCases(stage: Stage, check: string, subject: Subject, set: CaseSet): Promise<void> {
  const { collector } = stage;
  const { id } = subject.operation;
  const begun = performance.now();
  const player = new Player(stage, check, subject);
  try {
    for (const each of set.cases) await player.playListed(each);
    if (set.random !== null && stage.cases > 0) await player.playRandom({ ...set, random: set.random });
    collector.skip(check, id, player.reason);
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    const { exchange, message } = error;
    const evidence = { exchanges: [exchange], origin: { label: message } };
    if (exchange.response === null && exchange.isUnsent !== true)
      collector.fail(check, id, message, evidence);
    else collector.skip(check, id, message);
  } finally {
    collector.spend(check, id, performance.now() - begun);
  }
}

class Player {
  private readonly stage: Stage;
  private readonly check: string;
  private readonly subject: Subject;
  private shrunk = 0;
  /** Reason for skipping, if no case was checked. */
  reason = 'The contract does not state the response.';

  constructor(stage: Stage, check: string, subject: Subject) {
    this.stage = stage;
    this.check = check;
    this.subject = subject;
  }

  async playListed(each: Case): Promise<void> {
    if (!this.isSent(each)) return;
    const failure = await this.attempt(each);
    if (failure === null) return;
    const isWorth = this.subject.traits.attempts === null && this.shrunk++ < MAX_SHRUNK;
    const smaller = isWorth
      ? await shrinkCase(failure, (candidate) => this.attempt(candidate, false))
      : failure;
    await this.report(smaller, { label: smaller.case.expectation.description });
  }

  async playRandom({ random }: { readonly random: NonNullable<CaseSet['random']> }): Promise<void> {
    const { stage, check, subject } = this;
    const seed = seedOf(stage.seed, check, subject.operation.id);
    const late = performance.now() + MAX_TIME;
    const sent = new Set<string>();
    let first = null as Failure | null;
    let best = null as Failure | null;
    let left = MAX_SHRINKS;
    let stopped: Error | null = null as Error | null;
    const passes = async (each: Case | null): Promise<boolean> => {
      pre(each !== null);
      if (stopped !== null || performance.now() > late || !this.isSent(each)) return true;
      // Why: random cases repeat, especially if there are few possible values.
      const { path, body } = planOf(each.form);
      const isNew = !sent.has(`${path} ${body}`);
      if (!isNew) return true;
      sent.add(`${path} ${body}`);
      if (first !== null && left-- <= 0) return true;
      try {
        const failure = await this.attempt(each, first === null);
        if (failure === null || (first !== null && !isAlike(failure, first))) return true;
        first ??= failure;
        best = failure;
        return false;
      } catch (error) {
        stopped = error instanceof Error ? error : new Error(String(error));
        return true;
      }
    };
    const run = await checkProperty(asyncProperty(random, passes), { seed, numRuns: stage.cases });
    if (stopped !== null) throw stopped;
    if (best === null) return;
    const { expectation } = best.case;
    await this.report(best, {
      label: expectation.description,
      seed,
      path: run.counterexamplePath ?? undefined,
    });
  }

  /** Why: other checks also examine the response of a case that cannot fail; it is sent unless it costs something. */
  private isSent({ expectation }: Case): boolean {
    return !isOpen(expectation) || !this.subject.traits.isCostly || this.stage.isFree;
  }

  /** Sends a case and returns its failure; `null` if it passed. Errors: throws InconclusiveError if inconclusive. */
  private async attempt(each: Case, isChecked = true): Promise<Failure | null> {
    const { stage, check, subject } = this;
    const { statuses } = each.expectation;
    for (const form of each.before) {
      const { response } = assertResponding(await stage.wire.send(planOf(form)));
      if (!includesStatus(['2XX', ...statuses], response?.status ?? 0)) {
        this.reason = `A request that it depends on returned ${response?.status}.`;
        return null;
      }
    }
    const sent = await this.send(each);
    if (sent.isUnsent === true) {
      this.reason = describeInconclusive(sent);
      return null;
    }
    const exchange = assertResponding(sent);
    if (isOpen(each.expectation)) return null;
    const problems = checkCase(check, exchange, each.expectation).filter(
      ({ severity }) => severity !== 'off',
    );
    if (problems.length > 0) return { case: each, exchange, problems };
    const origin = { label: each.expectation.description };
    if (isChecked)
      stage.collector.record(subject.operation.id, { check, problems }, { exchanges: [exchange], origin });
    return null;
  }

  /** Sends a case. Why twice: after a 409 its values may be taken, so it is sent with unique texts. */
  private async send({ form, expectation }: Case): Promise<Exchange> {
    const { wire } = this.stage;
    // Why: the response to an undeclared request may come from a router or a proxy, which does not know the contract.
    const options = { isExamined: form.undeclared === undefined };
    const complete = await this.withEtag(form);
    const first = await wire.send(planOf(this.withUniqueValues(complete)), options);
    if (first.response?.status !== 409 || includesStatus(expectation.statuses, 409)) return first;
    const distinct = withDistinctTexts(complete, wire.budget.spent);
    return distinct === complete ? first : wire.send(planOf(distinct), options);
  }

  /** Adds the current ETag of a record where it is required. Why each time: each change of the record gives it another. */
  private async withEtag(form: RequestForm): Promise<RequestForm> {
    const { operation, path, profile } = form;
    const isSent =
      form.undeclared !== undefined || form.headers.some(([name]) => name.toLowerCase() === IF_MATCH);
    const read = isSent || !needsEtag(operation) ? null : readAt(operation);
    if (read === null) return form;
    const request: RequestForm = {
      operation: read,
      path,
      query: {},
      headers: [],
      body: { kind: 'none' },
      profile,
    };
    const etag = (await this.stage.wire.send(planOf(request))).response?.headers['etag'];
    return etag === undefined ? form : { ...form, headers: [...form.headers, [IF_MATCH, etag]] };
  }

  /** Changes values that a new record shares with the base request and that may have to be unique. */
  private withUniqueValues(form: RequestForm): RequestForm {
    const { operation, base } = this.subject;
    const unique = uniqueOf(operation);
    const number = this.stage.wire.budget.spent;
    if (!mayConflict(operation))
      return unique.length === 0 ? form : withDistinctTexts(form, number, (name) => !unique.includes(name));
    const before = propertiesOf(base);
    return withDistinctTexts(form, number, (name, value) => before[name] !== value);
  }

  /** Sends a failing case once more and reports it. */
  private async report(failure: Failure, origin: CaseOrigin): Promise<void> {
    const { stage, check, subject } = this;
    // Why: earlier requests have changed the state, so the same request would be a different case.
    const isRepeatable = isStateless(subject.traits) && failure.case.before.length === 0;
    const again = isRepeatable ? await this.attempt(failure.case, false) : failure;
    const { problems, exchange } = again ?? failure;
    stage.collector.record(
      subject.operation.id,
      { check, problems },
      {
        exchanges: [exchange],
        origin: { ...origin, expectation: failure.case.expectation },
        isFlaky: again === null,
      },
    );
  }
}

/** Returns whether a request that was accepted by mistake would be accepted again. */
function isStateless({ consumes, attempts, unique }: OperationTraits): boolean {
  return consumes === null && attempts === null && unique.length === 0;
}

/** Returns the operation that reads what another one changes, at the same path; `null` for none. */
function readAt({ path, contract }: ContractOperation): ContractOperation | null {
  return operationsOf(contract).all.find((each) => each.method === 'GET' && each.path === path) ?? null;
}

function isOpen({ severity, wording }: Case['expectation']): boolean {
  return severity === 'off' && (wording === null || wording.severity === 'off');
}

function assertResponding(exchange: Exchange): Exchange {
  if (isInconclusive(exchange)) throw new InconclusiveError(exchange, describeInconclusive(exchange));
  return exchange;
}

/** Returns an FNV-1a hash. Why: a check must send the same cases regardless of which other checks run. */
function seedOf(seed: number, check: string, operation: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of `${check} ${operation}`) {
    hash ^= character.charCodeAt(0);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
