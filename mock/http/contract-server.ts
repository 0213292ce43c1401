/**
 * Serves one of the two contracts of the mock with the shipped server. Hooks add the features of the mock, in this
 * order: access → preferences → due timers → caller → fault → samples.
 */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { Problem } from '../../templates/runtime/problem.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { Next, OperationCall, SentEvent, ServerHooks } from '../../templates/runtime/server/hooks.ts';
import { serve } from '../../templates/runtime/server/serve.ts';
import type {
  AnyHandler,
  AnyServerOptions,
  HandlerResponse,
  ServeRequest,
} from '../../templates/runtime/server/service.ts';
import { EventViolation } from '../../templates/runtime/server/stream-frames.ts';
import { ContractViolation } from '../../templates/runtime/server/write-response.ts';
import { milliseconds } from '../kernel/time/time.ts';
import { LogUnavailableError } from '../kernel/ports.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import type { AccessGuard } from './access/access.ts';
import { callerOf, createAuthenticators } from './access/credentials.ts';
import { addToEvent, completeEvent, completeResponse, runHandler } from './complete-response.ts';
import { NO_PREFERENCES } from './context.ts';
import { RequestProblem, responseViolation, unknownRoute, writeError } from './error-responses.ts';
import type { WriteError } from './errors/described-errors.ts';
import { applyFault, faultError, type Fault } from './faults.ts';
import { serveMockPage } from './mock-pages.ts';
import { joinOperations, showsOnlyXml, type ContractParts, type ServedOperation } from './operation.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { OperationError } from './declared-error.ts';
import { PreferenceReader, withApplied } from './prefer.ts';
import { preferredResponse, preferredStatus } from './preferred-response.ts';
import { contextOf, type RequestContext } from './request-context.ts';
import type { RouteHint } from './route-hint.ts';
import { allowResponse, markUndeclared, responseHeaders } from './undeclared.ts';
import { createServerErrors, writerOf } from './server-error.ts';
import { withFraming } from './streams/stream-framing.ts';
import { findUndescribed } from './undescribed-properties.ts';

/** A contract and its serving options. */
export interface ServedContract {
  readonly contract: ContractParts;
  readonly guard: AccessGuard;
  /** Units: `bytes` of a body; `depth` is the maximum nesting of arrays and objects. */
  readonly limits: { readonly bytes: number; readonly depth: number };
  readonly hasFaults: boolean;
  readonly routeHint: RouteHint;
}

/** Creates the server of a contract. Shape: its requests are `RequestContext`s. */
export function serveContract(parts: PipelineParts, served: ServedContract): ServeRequest {
  return new ContractServer(parts, served).serve;
}

/**
 * The real time between the last event and the cut of a connection. Why: a browser discards the events that the page
 * has not read yet when the connection breaks.
 */
const CUT_PAUSE = milliseconds(250);

class ContractServer {
  readonly serve: ServeRequest;
  readonly #parts: PipelineParts;
  readonly #served: ServedContract;
  readonly #operations: ReadonlyMap<OperationSpec, ServedOperation>;
  readonly #preferences: PreferenceReader;
  readonly #writeError: WriteError;

  constructor(parts: PipelineParts, served: ServedContract) {
    const operations = joinOperations(served.contract);
    this.#parts = parts;
    this.#served = served;
    this.#preferences = new PreferenceReader(parts.preferences);
    this.#writeError = writerOf(served.contract.errors);
    this.#operations = new Map(operations.map((operation) => [operation.spec, operation]));
    const { description } = served.contract;
    this.serve = serve({ ...description, handlerNames: {} }, handlersOf(operations), this.#options());
  }

  #options(): AnyServerOptions {
    const { contract, limits } = this.#served;
    const { credentials } = this.#parts;
    const writeServerError = createServerErrors({
      credentials,
      contract,
      routeHint: this.#served.routeHint,
      bytes: limits.bytes,
    });
    return {
      context: () => null,
      authenticate: createAuthenticators(credentials),
      onError: (error, operation) => this.#report(error, operation),
      immutableEvents: true,
      limits,
      headers: responseHeaders,
      writeError: (error, { request }) => writeServerError(error, contextOf(request)),
      hooks: this.#hooks(),
    };
  }

  #hooks(): ServerHooks {
    const hooks: ServerHooks = {
      onUnrouted: (request, allowed) => this.#serveUnrouted(contextOf(request), allowed),
      aroundOperation: (call, next) => this.#serveOperation(call, next),
      afterAuthentication: ({ request, caller }) => {
        const context = contextOf(request);
        context.caller = callerOf(caller);
        context.credentialProblem = null;
        return null;
      },
      onInvalidRequest: (problems, { request }) => this.#rejectInvalid(problems, contextOf(request)),
      onInvalidResponse: (response, violation, call) => this.#complete(response, violation, call),
      onInvalidEvent: (event, message, call) => this.#completeEvent(event, message, call),
      onStreamEnd: ({ request }) => contextOf(request).whenStreamEnds(),
    };
    const hasNewEvents = [...this.#operations.values()].some(({ additions }) => additions?.event != null);
    return {
      ...hooks,
      ...(this.#served.hasFaults && {
        aroundHandler: (values: RequestValues, call: OperationCall, next: Next) =>
          this.#matchFault(values, contextOf(call.request), next),
      }),
      ...(hasNewEvents && {
        beforeEvent: (event: unknown, call: OperationCall) => addToEvent(this.#operationOf(call), event),
      }),
    };
  }

  #operationOf({ operation: spec }: OperationCall): ServedOperation {
    const operation = this.#operations.get(spec);
    if (operation === undefined) throw new Error(`${spec.id} is not an operation of this contract`);
    return operation;
  }

  #serveUnrouted(context: RequestContext, allowed: readonly string[]): MaybePromise<HttpResponse | null> {
    return thenDo(serveMockPage(this.#parts, context), (page) => {
      const isOptions = context.method === 'OPTIONS' && allowed.length > 0;
      return page ?? (isOptions ? allowResponse(allowed) : null);
    });
  }

  #serveOperation(call: OperationCall, next: Next): MaybePromise<HttpResponse> {
    const context = contextOf(call.request);
    const operation = this.#operationOf(call);
    // An operation marked `x-world: root` exists only at the root, not below the prefix of a world.
    if (context.prefix !== '' && operation.spec.extensions['x-world'] === 'root')
      return writeError(null, unknownRoute(context.method, context.path, ''));
    context.operation = operation;
    const denied = this.#served.guard(context, context.exposure, operation.spec);
    if (denied !== null) return this.#writeError(operation, denied);
    const preferences = this.#preferences.read(context.headers.get('prefer'), context.world);
    if (!preferences.ok) return this.#writeError(operation, preferences.error);
    context.preferences = preferences.value;
    const run = (): MaybePromise<HttpResponse> => thenDo(context.catchUp(this.#parts.stopwatch), next);
    const response =
      preferences.value === NO_PREFERENCES ? run() : this.#prefer(call, context, operation, run);
    return thenDo(response, (written) => withFraming(markCorrected(context, written), context.framing));
  }

  async #prefer(
    call: OperationCall,
    context: RequestContext,
    operation: ServedOperation,
    run: Next,
  ): Promise<HttpResponse> {
    const { preferences } = context;
    const delay =
      preferences.delay > 0 ? context.world.sleep(milliseconds(preferences.delay), context.signal) : null;
    const status = preferredStatus(operation, preferences);
    const preferred =
      status === null
        ? null
        : await preferredResponse(operation, status, preferences, context, this.#parts.credentials.challenge);
    if (preferred !== null && !preferred.ok) return this.#writeError(operation, preferred.error);
    const response = await (preferred === null ? run() : call.respond(preferred.value));
    if (delay !== null) await delay;
    return withApplied(
      response,
      this.#preferences.listHonoured(preferences, operation.spec, response.status),
    );
  }

  #rejectInvalid(
    problems: readonly Problem[],
    context: RequestContext,
  ): MaybePromise<HandlerResponse | null> {
    context.invalidRequest(problems);
    const response = context.operation?.onInvalidRequest?.(problems, context) ?? null;
    return thenDo(context.keepSentBody(), () => response);
  }

  #matchFault(values: RequestValues, context: RequestContext, next: Next): MaybePromise<HttpResponse> {
    const { operation } = context;
    if (operation === null) return next();
    context.body = values.body ?? null;
    const { requestProperties } = this.#served.contract;
    if (operation.bodyCheck !== null && requestProperties !== undefined)
      context.notes = findUndescribed(requestProperties, operation.bodyCheck, values.body);
    const matched = this.#parts.faults.match(context.world, context.describeTarget(operation));
    return thenDo(matched, (match) => {
      if (match === null) return next();
      context.faults = match.notes;
      return match.fault === null ? next() : this.#runFaulty(match.fault, context, next);
    });
  }

  async #runFaulty(fault: Fault, context: RequestContext, next: Next): Promise<HttpResponse> {
    await context.world.sleep(milliseconds(fault.latency), context.signal);
    if (fault.status !== null) {
      const error = faultError(fault.status, fault);
      if (context.operation?.errors !== 'described' || fault.status < 400) return writeError(null, error);
      return markUndeclared(await this.#writeError(context.operation, error), error.reason);
    }
    // In the same process a reader has read every event before it requests the next one.
    const isInProcess = context.exposure === 'process';
    return applyFault(await next(), fault, async () => {
      if (!isInProcess) await this.#parts.pause(CUT_PAUSE);
    });
  }

  /** Adds the required parts that the handler does not return; without samples this is an error of the mock. */
  async #complete(
    response: HandlerResponse,
    { problem, pointer }: ContractViolation,
    call: OperationCall,
  ): Promise<HandlerResponse | null> {
    const operation = this.#operationOf(call);
    const completed = await completeResponse(operation, response);
    const context = contextOf(call.request);
    if (completed !== null) {
      this.#parts.log(`${call.operation.id} is completed from the samples of the contract: ${problem}`);
      context.noteSampled(pointer, problem);
      return completed;
    }
    // Why: a description may have schemas that no value fits; a client still gets its record.
    if (operation.errors !== 'described') return null;
    this.#parts.log(responseViolation(call.operation.id, pointer, problem).body.error);
    context.noteUnfit(pointer, problem);
    return response;
  }

  #completeEvent(event: unknown, message: string, call: OperationCall): Promise<SentEvent | null> {
    this.#parts.log(`An event of ${call.operation.id} violates the contract: ${message}`);
    contextOf(call.request).noteEvent(message);
    return completeEvent(this.#operationOf(call), event);
  }

  /** Logs an unexpected error. Violations of events are reported by the hook. */
  #report(error: unknown, operation: OperationSpec | null): void {
    const isExpected =
      error instanceof WorldClosedError ||
      error instanceof LogUnavailableError ||
      error instanceof RequestProblem ||
      error instanceof OperationError ||
      error instanceof EventViolation;
    if (isExpected) return;
    if (error instanceof ContractViolation && operation !== null)
      this.#parts.log(responseViolation(operation.id, error.pointer, error.problem).body.error);
    else this.#parts.log(`${operation?.id ?? 'A page of the mock'} failed`, error);
  }
}

/** Marks a response that was completed from a sample or is invalid, and records the reasons in the journal. */
function markCorrected(context: RequestContext, response: HttpResponse): HttpResponse {
  const { correction } = context;
  if (correction === null) return response;
  if (context.violations.length === 0) context.violations = correction.violations;
  return markUndeclared(response, correction.reason);
}

/** Returns a handler for every operation; an operation without its own handler responds with its sample. */
function handlersOf(operations: readonly ServedOperation[]): Readonly<Record<string, AnyHandler>> {
  return Object.fromEntries(
    operations.map((operation): [string, AnyHandler] => [
      operation.spec.id,
      showsOnlyXml(operation.spec)
        ? () => {
            throw new OperationError(
              501,
              `${operation.spec.id} responds with XML, which this mock can't write`,
            );
          }
        : (values: RequestValues, { request }: OperationCall) =>
            runHandler(operation, values, contextOf(request)),
    ]),
  );
}
