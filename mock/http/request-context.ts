/**
 * One request in one world: the request of the server, the context for handlers, and the data for the journal.
 */
import type { HttpResponse, HttpRequest, RequestHeaders } from '../../templates/runtime/http.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import type { World } from '../kernel/world/world.ts';
import type { Exposure } from './access/access.ts';
import { isHost } from './addresses.ts';
import {
  joinChanges,
  shownChanges,
  traceHeaders,
  traceResponse,
  type DueTimers,
  type RecordedTrace,
  jsonOf,
  type WrittenChanges,
} from './journal/call-trace.ts';
import { nearIdsIn } from './journal/near-ids.ts';
import { ANONYMOUS, NO_PREFERENCES, type Caller, type HandlerContext, type Preferences } from './context.ts';
import { responseViolation, validationFailed, type ErrorResponse } from './error-responses.ts';
import type { FaultTarget } from './faults.ts';
import type { CallRecord } from './journal/journal.ts';
import type { FaultNote, HandlerNotes, Note, Violation } from './journal/notes.ts';
import type { ServedOperation } from './operation.ts';
import type { StreamFraming } from './streams/stream-framing.ts';
import { markedViolations } from './undeclared.ts';

/** Host for clients that send no usable one. */
const FALLBACK_HOST = '127.0.0.1:4010';

const NO_FAULTS: readonly FaultNote[] = [];

const doNothing = (): void => undefined;

/** The longest body that is kept for the explanation. Units: bytes. */
const MAX_BODY_LENGTH = 16_384;

/** The maximum number of characters to keep of texts that a client may make arbitrarily long. */
const MAX_TEXT_LENGTH = 1_024;

export class RequestContext implements HttpRequest, HandlerContext {
  readonly #request: HttpRequest;
  readonly exposure: Exposure;
  readonly world: World;
  /** `/w/{id}` as the client sent it, empty at the root. */
  readonly prefix: string;
  /** Relative to the world. */
  readonly path: string;
  /** The time of arrival, in the world's time. */
  readonly at: EpochMs;
  caller: Caller = ANONYMOUS;
  preferences: Preferences = NO_PREFERENCES;
  operation: ServedOperation | null = null;
  violations: readonly Violation[] = [];
  /** The problem of the response of the handler; `null` for none. */
  correction: Correction | null = null;
  /** Things in the request that are valid but may be mistakes. */
  notes: readonly Note[] = [];
  readonly handlerNotes: HandlerNotes = {};
  readonly framing: StreamFraming = {};
  /** Why the credential was rejected; `null` if it was not. */
  credentialProblem: string | null = null;
  /** The parsed body; of an invalid request if it is JSON. */
  body: unknown = null;
  #sent: Promise<Uint8Array | null> | null = null;
  faults: readonly FaultNote[] = NO_FAULTS;
  #versionBefore: number;
  #dueTimers: DueTimers | null = null;
  /**
   * Whether the journal and the terminal list it: true for requests of the service, false for those of the mock itself.
   */
  isListed = true;
  /** Called when the stream of the response has ended. */
  whenStreamEnds: () => void = doNothing;

  constructor(request: HttpRequest, exposure: Exposure, world: World, prefix: string, path: string) {
    this.#request = request;
    this.exposure = exposure;
    this.world = world;
    this.prefix = prefix;
    this.path = path;
    this.at = world.now;
    this.#versionBefore = world.version;
  }

  /** The path as the client sent it, with the world. */
  get sentPath(): string {
    return this.#request.path;
  }

  get method(): string {
    return this.#request.method;
  }

  get query(): string {
    return this.#request.query;
  }

  get headers(): RequestHeaders {
    return this.#request.headers;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get remoteAddress(): string | null {
    return this.#request.remoteAddress;
  }

  /** Fires the due timers of the world, and records their changes separately from those of the request. */
  catchUp(stopwatch: () => number): MaybePromise<void> {
    const { world } = this;
    const startedAt = stopwatch();
    const firing = world.catchUp();
    if (firing === null) return undefined;
    const changes: WrittenChanges[] = [];
    const stop = world.watch((change) => {
      if (change.kind === 'changes') changes.push(shownChanges(change.changes));
    });
    return firing.finally(stop).then(() => {
      this.#versionBefore = world.version;
      this.#dueTimers = { changes: joinChanges(changes), durationMs: stopwatch() - startedAt };
    });
  }

  readBody(limit: number): Promise<Uint8Array | null> {
    this.#sent = this.#request.readBody(limit);
    return this.#sent;
  }

  /** Keeps the body of an invalid request. */
  async keepSentBody(): Promise<void> {
    this.body = jsonOf(await this.#sent, MAX_BODY_LENGTH);
  }

  get rootUrl(): string {
    const host = this.headers.get('x-forwarded-host') ?? this.headers.get('host') ?? FALLBACK_HOST;
    const scheme = this.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
    return `${scheme}://${isHost(host) ? host : FALLBACK_HOST}`;
  }

  get baseUrl(): string {
    return this.rootUrl + this.prefix;
  }

  get origin(): string | null {
    return this.headers.get('origin');
  }

  get accept(): string | null {
    return this.headers.get('accept');
  }

  /** Records the problems of the request, and returns the error for it. */
  invalidRequest(problems: readonly Problem[]): ErrorResponse {
    this.violations = problems.map(({ path, message }) => ({
      in: 'request',
      pointer: pointerOf(path),
      message,
    }));
    return validationFailed(problems, this.operation && problemCode(this.operation.spec, problems));
  }

  /** Records where the response violates the contract, and returns the error for it. */
  invalidResponse(operationId: string, { pointer, problem }: ContractProblem): ErrorResponse {
    this.violations = [{ in: 'response', pointer, message: problem }];
    return responseViolation(operationId, pointer, problem);
  }

  /** Records the parts of the response that a sample filled in. */
  noteSampled(pointer: string, message: string): void {
    this.#correct('sampled', { pointer, problem: `Filled in from a sample: ${message}` });
  }

  /** Records that the response is sent although it violates the contract. */
  noteUnfit(pointer: string, message: string): void {
    this.#correct('reply-violation', { pointer, problem: message });
  }

  #correct(reason: Correction['reason'], { pointer, problem }: ContractProblem): void {
    this.correction = { reason, violations: [{ in: 'response', pointer, message: problem }] };
  }

  /** Records an event of the stream that violates the contract. */
  noteEvent(message: string): void {
    const pointer = this.operation?.eventCheck?.pointer ?? '';
    this.violations = [...this.violations, { in: 'response', pointer, message }];
  }

  /** Returns the properties of the request that a fault may match. */
  describeTarget({ spec }: ServedOperation): FaultTarget {
    return { operationId: spec.id, method: this.method, path: this.path, template: spec.path };
  }

  /** Returns the journal entry of the request. */
  describe(response: HttpResponse, durationMs: number): CallRecord {
    const { operation, path } = this;
    if (this.violations.length === 0) this.violations = markedViolations(response, operation?.spec ?? null);
    return {
      at: this.at,
      method: this.method.slice(0, MAX_TEXT_LENGTH),
      path: detached(path, this.query.length),
      operationId: operation?.spec.id ?? null,
      status: response.status,
      durationMs,
      violations: this.violations,
      ...(this.notes.length > 0 && { notes: this.notes }),
    };
  }

  /** Returns the trace that explains the response; `state` is the one that the API traces in its world. */
  trace(response: HttpResponse, state: unknown): RecordedTrace {
    const { world, operation, headers } = this;
    const { version, lastChanges } = world;
    const hasChanged = version > this.#versionBefore && lastChanges !== null;
    return {
      method: this.method,
      path: this.path,
      query: this.query,
      sent: traceHeaders(headers),
      body: Number(headers.get('content-length') ?? Infinity) <= MAX_BODY_LENGTH ? this.body : null,
      operation: operation?.spec ?? null,
      caller: this.caller,
      credentialProblem: this.credentialProblem,
      preferences: this.preferences,
      violations: this.violations,
      faults: this.faults,
      notes: this.handlerNotes,
      state,
      versions: [this.#versionBefore, version],
      committed: hasChanged ? lastChanges : null,
      dueTimers: this.#dueTimers,
      nearIds: response.status === 404 && operation !== null ? nearIdsIn(world, this.path) : [],
      status: response.status,
      response: traceResponse(response),
    };
  }
}

/** Returns the context of a request; the mock passes no other kind of request to its servers. */
export function contextOf(request: HttpRequest): RequestContext {
  if (request instanceof RequestContext) return request;
  throw new TypeError('A request of the mock must be a RequestContext.');
}

/** Why a response is not the one of its handler, or not valid. Shape: no violations if the whole response is a sample. */
interface Correction {
  readonly reason: 'sampled' | 'reply-violation';
  readonly violations: readonly Violation[];
}

/** A violation of the contract in a response. */
interface ContractProblem {
  readonly pointer: string;
  readonly problem: string;
}

/**
 * Truncates a path for the journal. A substring keeps the whole string in memory, the query included, so a substring of
 * a long one is copied.
 */
function detached(path: string, rest: number): string {
  if (path.length + rest <= MAX_TEXT_LENGTH) return path;
  return ` ${path.slice(0, MAX_TEXT_LENGTH)}`.slice(1);
}

/** Converts a dotted path to a JSON Pointer. */
function pointerOf(path: string): string {
  return path === '' ? '' : path.split('.').map(pointerStep).join('');
}

/** The error codes of an operation for invalid requests. */
interface ProblemCodes {
  readonly parameters: Readonly<Record<string, string>>;
  readonly others: string;
}

/**
 * Returns the error code for an invalid request.
 *
 * Shape: the code of a parameter only if nothing else is wrong; `null` for an operation without codes.
 * Source: `x-problem-codes` of an operation in spec/.
 */
function problemCode({ extensions }: OperationSpec, problems: readonly Problem[]): string | null {
  const codes = extensions['x-problem-codes'] as ProblemCodes | undefined;
  if (codes === undefined) return null;
  const all = new Set(problems.map(({ path }) => codes.parameters[path] ?? codes.others));
  const [only = codes.others] = all;
  return all.size > 1 ? codes.others : only;
}
