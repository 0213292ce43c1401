/**
 * Runs a check of several requests: records what was sent and received, collects its problems, and reports the result
 * with the exchanges that led to each problem.
 */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { BudgetSpentError } from '../http/budget.ts';
import { OutOfBoundsError, type SendOptions, type Wire } from '../http/wire.ts';
import type { Check } from '../model/check.ts';
import { createEvidenceCollector } from '../model/evidence.ts';
import type { Exchange, RequestPlan } from '../model/exchange.ts';
import type { Problem } from '../model/finding.ts';
import { listMissingNames } from '../results/missing-names.ts';
import type { Evidence, ResultCollector } from '../results/result-collector.ts';

export interface CheckPlace {
  readonly contract: Contract;
  readonly wire: Wire;
  readonly collector: ResultCollector;
  /** The subject of its findings. */
  readonly subject: string;
}

/** A problem that does not end the check, and how many requests had been sent when it was found. */
export interface NotedProblem {
  readonly problem: Problem;
  readonly sent: number;
  /** Whether a single request shows it, so that earlier ones matter only if they changed something; absent for no. */
  readonly isOfOne?: boolean;
}

/** Ends a check with a problem. */
class CheckFailedError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Ends a check that can't run. */
class CheckSkippedError extends Error {}

/** The tools of a check of several requests: sends its requests, and records its evidence and problems. */
export class CheckTools {
  /** Requests and responses so far, oldest first. */
  readonly exchanges: Exchange[] = [];
  readonly notes: NotedProblem[] = [];
  readonly #place: Pick<CheckPlace, 'contract' | 'wire'>;
  readonly #evidence = createEvidenceCollector();

  constructor(place: Pick<CheckPlace, 'contract' | 'wire'>) {
    this.#place = place;
  }

  /** The base URL of the service, without a trailing slash. */
  get baseUrl(): string {
    return this.#place.wire.baseUrl;
  }

  /** Sends a request unchanged. Errors: as `Wire.send`. */
  async send(plan: Omit<RequestPlan, 'operation'>, options?: SendOptions): Promise<Exchange> {
    const { contract, wire } = this.#place;
    const operation = operationsOf(contract).match(plan.method, plan.path)?.id ?? null;
    const exchange = await wire.send({ ...plan, operation }, options);
    this.record(exchange);
    return exchange;
  }

  /** Adds an exchange to the evidence. */
  record(exchange: Exchange): void {
    this.exchanges.push(...this.#evidence.keep([exchange]));
  }

  /** Fails the check unless a condition is true. Shape: `at` is the place of a string problem; default `response`. */
  expect(condition: boolean, problem: Problem | string, at?: string): asserts condition {
    if (!condition) throw new CheckFailedError(problemOf(problem, at));
  }

  /** Reports a problem unless a condition is true, and continues. Shape: as `expect`. */
  note(condition: boolean, problem: Problem | string, at?: string): void {
    if (!condition) this.report(problem, at);
  }

  /** Reports a problem, and continues. Shape: as `expect`. */
  report(problem: Problem | string, at?: string): void {
    this.notes.push({ problem: problemOf(problem, at), sent: this.exchanges.length });
  }

  /** Reports the problem of one exchange, which may be an earlier one, unless a condition is true. Shape: as `expect`. */
  noteOf({ number }: Exchange, condition: boolean, problem: Problem | string, at?: string): void {
    const index = this.exchanges.findLastIndex((each) => each.number === number);
    if (condition) return;
    this.notes.push({ problem: problemOf(problem, at), sent: index + 1, isOfOne: true });
  }

  /** Reports a warning unless a condition is true, and continues. Shape: as `expect`. */
  warn(condition: boolean, message: string, at?: string): void {
    this.note(condition, warning(message, at));
  }

  /** Skips the check for this reason. */
  skip(reason: string): never {
    throw new CheckSkippedError(reason);
  }
}

function problemOf(problem: Problem | string, at = 'response'): Problem {
  return typeof problem === 'string' ? { message: problem, at } : problem;
}

export interface PlayableCheck {
  readonly check: Pick<Check, 'id' | 'title'>;
  readonly tools: CheckTools;
  readonly run: () => Promise<void>;
  /** Changes each problem before it is reported. Default: none is changed. */
  readonly adjust?: (problem: Problem) => Problem;
  /** Interprets an error of `run`: a problem of the service, or why the check is skipped. Default: a failed check. */
  readonly interpret?: (error: Error) => { readonly problem: Problem } | { readonly skip: string } | null;
}

/** Runs a check and records its result. Errors: rejects with BudgetSpentError if the run can't continue. */
export async function playCheck(played: PlayableCheck, place: Omit<CheckPlace, 'wire'>): Promise<void> {
  const { check, adjust = (problem) => problem } = played;
  const { exchanges, notes } = played.tools;
  const { collector, subject } = place;
  const evidenceOf = (sent: number, isOfOne = false): Evidence => ({
    exchanges: exchanges
      .slice(0, sent)
      .filter((each, index) => !isOfOne || index === sent - 1 || hasChanged(each)),
    origin: { label: check.title },
  });
  const record = (last: readonly Problem[] = []): void => {
    const report = (problems: readonly Problem[], sent: number, isOfOne = false): void => {
      const result = { check: check.id, problems: problems.map(adjust) };
      collector.record(subject, result, evidenceOf(sent, isOfOne));
    };
    // Why: C06 reports an operation that is not implemented or does not respond, once.
    const kept = notes.filter((note) => !isAboutMissingOperation(note, exchanges));
    for (const { problem, sent, isOfOne } of kept) report([problem], sent, isOfOne);
    const lacking = kept.length < notes.length ? missingOperationOf(exchanges) : null;
    if (kept.length + last.length === 0 && lacking !== null) collector.skip(check.id, subject, lacking);
    else if (kept.length === 0 || last.length > 0) report(last, exchanges.length);
  };
  const started = performance.now();
  try {
    await played.run();
    record();
  } catch (thrown) {
    const error = rootOf(thrown);
    if (error instanceof BudgetSpentError) throw error;
    const end = endOf(error, played, exchanges);
    if ('problem' in end) record([end.problem]);
    else if ('failure' in end) collector.fail(check.id, subject, end.failure, evidenceOf(exchanges.length));
    else if (notes.length > 0 && !end.isWhole) record();
    else
      collector.skip(
        check.id,
        subject,
        end.skip,
        end.isWhole ? [] : listMissingNames(place.contract, exchanges),
      );
  }
  collector.spend(check.id, subject, performance.now() - started);
}

/** Returns whether a request may have changed something. */
function hasChanged({ request, response }: Exchange): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(request.method) && response !== null && response.status < 300;
}

/** How an error ends a check. Shape: `isWhole` is whether a skip discards the problems so far. */
type CheckEnd =
  | { readonly problem: Problem }
  | { readonly failure: string }
  | { readonly skip: string; readonly isWhole: boolean };

function endOf(error: unknown, { interpret }: PlayableCheck, exchanges: readonly Exchange[]): CheckEnd {
  const lacking = missingOperationOf(exchanges);
  if (lacking !== null) return { skip: lacking, isWhole: true };
  if (error instanceof CheckFailedError) return { problem: error.problem };
  if (error instanceof CheckSkippedError || error instanceof OutOfBoundsError)
    return { skip: error.message, isWhole: false };
  const end = error instanceof Error ? (interpret?.(error) ?? null) : null;
  if (end === null) return { failure: error instanceof Error ? error.message : String(error) };
  return 'skip' in end ? { ...end, isWhole: false } : end;
}

/** Returns whether a problem only shows that an operation is missing: it is about a 501, or follows one. */
function isAboutMissingOperation({ problem, sent }: NotedProblem, exchanges: readonly Exchange[]): boolean {
  const last = exchanges[sent - 1];
  return (
    (last !== undefined && isUnavailable(last)) ||
    (problem.at === 'status' &&
      /\breturned (?:501|0)\b/.test(problem.message) &&
      missingOperationOf(exchanges) !== null)
  );
}

/** Returns whether an operation is not implemented, or was not called because it does not respond. */
function isUnavailable({ response, isUnsent }: Exchange): boolean {
  return response?.status === 501 || isUnsent === true;
}

/** Returns why a check can't run without an operation; `null` if it can. */
function missingOperationOf(exchanges: readonly Exchange[]): string | null {
  const exchange = exchanges.find(isUnavailable);
  if (exchange === undefined) return null;
  const { request, failure, isUnsent } = exchange;
  return isUnsent === true
    ? (failure ?? '')
    : `It needs ${request.operation ?? `${request.method} ${request.path}`}, which returns 501.`;
}

/** Why: a client wraps errors of its `fetch`, which enforces the limits of a run. */
function rootOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof BudgetSpentError || cause instanceof OutOfBoundsError ? cause : error;
}

/** Creates a problem that only warns, since the contract leaves the choice. */
export function warning(message: string, at = 'response'): Problem {
  return { message, at, facts: [], assumption: null, severity: 'warn' };
}
