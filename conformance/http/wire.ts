/**
 * The only connection of a run to the implementation: sends requests, records responses, and enforces the limits of the
 * run: its budget, its level and its host.
 */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type OperationIndex } from '../../contract/operations.ts';
import { coversMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { declaredResponses } from '../../templates/runtime/server/declared-responses.ts';
import { isDestructive } from '../model/operations.ts';
import type { Exchange, HeaderList, RecordedResponse, RequestPlan, StreamFrame } from '../model/exchange.ts';
import { includesLevel, type Level } from '../model/check.ts';
import { credentialFields, withQueryFields } from './credentials.ts';
import { BudgetSpentError, createBudget, type Budget, type BudgetTracker } from './budget.ts';
import { encodeBody } from './body-bytes.ts';
import { cookieSecrets, readResponse } from './read-response.ts';
import type { StreamCaps } from './record-stream.ts';
import type { Secrets } from './secrets.ts';
import { readServiceNames, writeServiceNames } from './service-names.ts';
import type { ServiceNames } from '../model/run-report.ts';
import { createSilenceTracker, type SilenceTracker } from './silence.ts';

/** A function with the signature of the platform's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface WireOptions {
  readonly contract: Contract;
  /** Base URL of the implementation; may have a path. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly level: Level;
  /** A budget, or a tracker that several wires share. */
  readonly budget: Budget | BudgetTracker;
  readonly caps: StreamCaps;
  /** Counts timeouts, which several wires may share. */
  readonly silence?: SilenceTracker;
  readonly secrets: Secrets;
  /** Names of the service that differ from those of the contract, which exchanges have; default none. */
  readonly names?: ServiceNames;
  /** Returns whether the record at a path was there before the run, which then must not delete it. Default: none was. */
  readonly isOlder?: (path: string) => boolean;
  /** Called with every exchange when it has ended. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Options of one request. */
export interface SendOptions {
  readonly caps?: Partial<StreamCaps>;
  readonly signal?: AbortSignal;
  /** Whether the checks of every response examine this one; default true. */
  readonly isExamined?: boolean;
  /** Whether the request ends or deletes only what the run has created, so that it needs the level `stateful`. */
  readonly isOfRun?: boolean;
  /** Stops reading a stream after a frame for which it returns true. */
  readonly stopAfter?: (frame: StreamFrame) => boolean;
}

/** Sends requests and records responses. */
export interface Wire {
  readonly baseUrl: string;
  readonly level: Level;
  readonly budget: BudgetTracker;
  /**
   * Sends one request and reads its whole response, a stream to its end or to a cap.
   *
   * Errors: rejects with BudgetSpentError and OutOfBoundsError; a connection that fails is an exchange without a
   * response.
   */
  send(plan: RequestPlan, options?: SendOptions): Promise<Exchange>;
}

/** Thrown instead of sending a request that the level forbids or that targets another host. */
export class OutOfBoundsError extends Error {
  override readonly name = 'OutOfBoundsError';
}

/** Creates a wire. Does not send anything. */
export function createWire(options: WireOptions): Wire {
  const { contract, level, secrets, caps, fetch, onExchange, names = {} } = options;
  const operations = operationsOf(contract);
  const service = { operations, names };
  const silence = options.silence ?? createSilenceTracker();
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const budget = 'take' in options.budget ? options.budget : createBudget(options.budget);

  async function send(
    plan: RequestPlan,
    { caps: overrides, signal, stopAfter, isExamined = true, isOfRun = false }: SendOptions = {},
  ) {
    const written = writeServiceNames(service, plan);
    const hasCredential = plan.profile !== null && secrets.valueOf(plan.profile) !== null;
    const { headers, query } = credentialFields(
      contract,
      hasCredential ? plan : { ...plan, profile: null },
      secrets.profiles,
    );
    const hidden = query.map(([name, value]) => [name, encodeURIComponent(secrets.restore(value))] as const);
    const url = addressOf(baseUrl, withQueryFields(secrets.restore(written.path), hidden));
    assertLevel(operations, level, plan, isOfRun && options.isOlder?.(plan.path) !== true);
    const reason = silence.whyUnsent(plan);
    if (reason !== null) return unsent(plan, reason, budget);
    const number = await budget.take();
    const at = budget.elapsed();
    const started = performance.now();
    const stop = new AbortController();
    const idleMs = Math.min(caps.idleMs, budget.longestPause(plan.operation));
    const limits = { ...caps, idleMs, ...overrides };
    const over = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
    let response: RecordedResponse | null = null;
    let failure: string | null = null;
    let isMisnamed = false;
    const impatience = new Error(`No response came within ${limits.firstByteMs} ms.`);
    const impatient = setTimeout(() => stop.abort(impatience), limits.firstByteMs);
    const end = (): void => stop.abort(new BudgetSpentError(budget.reason()));
    budget.signal.addEventListener('abort', end, { once: true });
    if (budget.signal.aborted) end();
    try {
      const incoming = await fetch(url, { ...initOf(written, headers, secrets), signal: over });
      clearTimeout(impatient);
      for (const value of cookieSecrets(incoming.headers.getSetCookie())) secrets.learn('cookie', value);
      isMisnamed = lacksStream(operations, plan, incoming);
      const bodyMs = isMisnamed ? limits.idleMs : undefined;
      const options = { caps: limits, started, stop, stopAfter, signal, bodyMs };
      const received = await readResponse(incoming, options);
      response = readServiceNames(service, plan, received);
    } catch (error) {
      failure = describeFailure(stop.signal.aborted ? stop.signal.reason : error);
    } finally {
      clearTimeout(impatient);
      budget.signal.removeEventListener('abort', end);
    }
    // Why: an exchange that the run itself aborted proves nothing about the service, so no check may see it.
    if (budget.signal.aborted) throw new BudgetSpentError(budget.reason());
    // Why not an own limit: a check that waits less expects no response.
    if (overrides?.firstByteMs === undefined) silence.count(plan, stop.signal.reason === impatience);
    const exchange = {
      number,
      at,
      request: plan,
      response,
      failure,
      durationMs: performance.now() - started,
    };
    const isCut = isMisnamed && exchange.durationMs >= limits.idleMs;
    const ending = response?.body.kind === 'stream' ? response.body.stream.end : isCut ? 'eventless' : null;
    if (ending === 'idle') budget.countPause(limits.idleMs, null);
    if (ending === 'eventless' || ending === 'first-byte') budget.countPause(limits.idleMs, plan.operation);
    if (isExamined) onExchange?.(exchange);
    return exchange;
  }

  return { baseUrl, level, budget, send };
}

/**
 * Returns whether a success of an operation with a stream has a media type that is not declared. Why: it may be a stream
 * nevertheless, which does not end.
 */
function lacksStream(
  operations: OperationIndex,
  { operation: id }: RequestPlan,
  { status, headers }: Response,
): boolean {
  const operation = id === null ? null : operations.byId(id);
  if (operation?.stream == null || status >= 300) return false;
  const sent = mediaTypeOf(headers.get('content-type'));
  return !declaredResponses(operation, status).some(
    ({ mediaType }) => sent !== null && mediaType !== null && coversMediaType(mediaType, sent),
  );
}

/** Returns the exchange of a request that is not sent. */
function unsent(request: RequestPlan, failure: string, budget: BudgetTracker): Exchange {
  const at = budget.elapsed();
  return { number: budget.spent, at, request, response: null, failure, durationMs: 0, isUnsent: true };
}

/** Returns the URL of a path. Why: a path such as `//other.test/` would target another host. */
function addressOf(baseUrl: string, path: string): string {
  const url = new URL(baseUrl + path);
  if (url.origin !== new URL(baseUrl).origin || !path.startsWith('/'))
    throw new OutOfBoundsError(`${path} is not below ${baseUrl}.`);
  return url.href;
}

function assertLevel(
  operations: OperationIndex,
  level: Level,
  { operation, method, path }: RequestPlan,
  isOfRun: boolean,
): void {
  const target = operation === null ? operations.match(method, path) : operations.byId(operation);
  const isEnding = method === 'DELETE' || (target !== null && isDestructive(target));
  const needed = isOfRun ? 'stateful' : 'destructive';
  if (isEnding && !includesLevel(level, needed))
    throw new OutOfBoundsError(`${method} ${path} is only sent at the level ${needed}.`);
}

function initOf(
  { method, headers, body, encoding }: RequestPlan,
  credential: HeaderList,
  secrets: Secrets,
): RequestInit {
  return {
    method,
    headers: [...headers, ...credential].map(([name, value]) => [name, secrets.restore(value)]),
    redirect: 'manual',
    ...(body === null ? {} : { body: encodeBody(secrets.restore(body), encoding) }),
  };
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return error.message + cause;
}
