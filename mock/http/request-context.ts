/**
 * One request on its way through the pipeline: what handlers may see of it, and what was noted on the way. What costs
 * something to make is made when it is first asked for.
 */
import type { ResponseViolation } from '../../generated/runtime/check-response.ts';
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Problem } from '../../generated/runtime/problem.ts';
import type { EpochMs } from '../kernel/time/time.ts';
import type { World } from '../kernel/world/world.ts';
import type { Exposure } from './access.ts';
import { isHost } from './addresses.ts';
import type { Caller, RunChoice, ServiceContext } from './context.ts';
import { responseViolation, validationFailed, type ErrorResponse } from './error-responses.ts';
import type { FaultTarget } from './faults.ts';
import type { Call, Note, Violation } from './journal.ts';
import type { Operation } from './operation.ts';
import { pointerStep } from './pointer.ts';
import { problemCode } from './problem-code.ts';
import { markedViolations } from './outside-violation.ts';

const NO_RUN_CHOICE: RunChoice = Object.freeze({ scenario: null, pace: null });
const ANONYMOUS: Caller = Object.freeze({ kind: 'none' });

/** Address for a client that names no usable host. */
const FALLBACK_HOST = '127.0.0.1:4010';

/** Units: characters that are kept of what a client may make as long as it likes. */
const LONGEST_TEXT = 1_024;

/** Units: properties that a note of the journal names. */
const MOST_PATHS = 10;

/** One request in one world. */
export class RequestContext implements ServiceContext {
  readonly request: HttpRequest;
  readonly exposure: Exposure;
  readonly world: World;
  /** `/w/{id}` as the client wrote it, empty at the root. */
  readonly prefix: string;
  /** Relative to the world. */
  readonly path: string;
  /** When it came, in the world's time. */
  readonly at: EpochMs;
  caller: Caller = ANONYMOUS;
  run: RunChoice = NO_RUN_CHOICE;
  operation: Operation | null = null;
  violations: readonly Violation[] = [];
  /** What is allowed in the request and may be a mistake. */
  notes: readonly Note[] = [];
  /** Whether the journal and the terminal list it: calls of the service, not those of the mock itself. */
  isListed = true;

  constructor(request: HttpRequest, exposure: Exposure, world: World, prefix: string, path: string) {
    this.request = request;
    this.exposure = exposure;
    this.world = world;
    this.prefix = prefix;
    this.path = path;
    this.at = world.now;
  }

  get rootUrl(): string {
    const { headers } = this.request;
    const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? FALLBACK_HOST;
    const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
    return `${scheme}://${isHost(host) ? host : FALLBACK_HOST}`;
  }

  get baseUrl(): string {
    return this.rootUrl + this.prefix;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  get remoteAddress(): string | null {
    return this.request.remoteAddress;
  }

  get origin(): string | null {
    return this.request.headers.get('origin');
  }

  get accept(): string | null {
    return this.request.headers.get('accept');
  }

  /** Refuses the request for what is wrong with it, and remembers that for the journal. */
  invalidRequest(problems: readonly Problem[]): ErrorResponse {
    this.violations = problems.map(({ path, message }) => ({
      in: 'request',
      pointer: pointerOf(path),
      message,
    }));
    return validationFailed(problems, this.operation && problemCode(this.operation.spec, problems));
  }

  /** Refuses the response for where it leaves the contract, and remembers that for the journal. */
  invalidResponse(operationId: string, { pointer, message }: ResponseViolation): ErrorResponse {
    this.violations = [{ in: 'reply', pointer, message }];
    return responseViolation(operationId, pointer, message);
  }

  /** Notes for the journal that a response was completed from a sample. */
  noteSampled({ pointer, message }: ResponseViolation): void {
    this.violations = [{ in: 'reply', pointer, message: `Filled in from a sample: ${message}` }];
  }

  /** Notes for the journal which properties of a response are samples. */
  noteAdditions(pointer: string, paths: readonly string[]): void {
    const shown = paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), '…'] : paths;
    this.violations = [{ in: 'reply', pointer, message: `Filled in from a sample: ${shown.join(', ')}` }];
  }

  /** Remembers an event of the stream that leaves the contract. */
  noteEvent(message: string): void {
    const pointer = this.operation?.eventCheck?.pointer ?? '';
    this.violations = [...this.violations, { in: 'reply', pointer, message }];
  }

  /** Called when the stream of the response has come to its end. */
  whenStreamEnds: () => void = () => undefined;

  /** Describes what a fault may match. */
  describeTarget({ spec }: Operation): FaultTarget {
    return { operationId: spec.id, method: this.request.method, path: this.path, template: spec.path };
  }

  /** Describes what the journal keeps. */
  describe(response: HttpResponse, durationMs: number): Call {
    const { operation, path } = this;
    if (this.violations.length === 0) this.violations = markedViolations(response, operation?.spec ?? null);
    return {
      at: this.at,
      method: this.request.method.slice(0, LONGEST_TEXT),
      path: detached(path, this.request.query.length),
      operationId: operation?.spec.id ?? null,
      status: response.status,
      durationMs,
      violations: this.violations,
      ...(this.notes.length > 0 && { notes: this.notes }),
    };
  }
}

/**
 * Cuts a path to what the journal keeps. A part of a text keeps all of it in memory, the query included, so a part of a long
 * one is copied.
 */
function detached(path: string, rest: number): string {
  if (path.length + rest <= LONGEST_TEXT) return path;
  return ` ${path.slice(0, LONGEST_TEXT)}`.slice(1);
}

/** Writes a dotted path as a JSON Pointer. */
function pointerOf(path: string): string {
  return path === '' ? '' : path.split('.').map(pointerStep).join('');
}
