/**
 * The way of every request, in order. Each step is a neighbour of its own; this file only says what comes after what:
 * host → world → route → gate → preferences → due timers → caller → values → fault → handler → check → response.
 */
import type { ResponseViolation } from '../../generated/runtime/check-response.ts';
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Problem } from '../../generated/runtime/problem.ts';
import { readRequest, type RawRequest, type RequestValues } from '../../generated/runtime/read-request.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import { err, type Result } from '../kernel/transaction/result.ts';
import { thenDo, type MaybePromise } from '../kernel/maybe-promise.ts';
import { milliseconds } from '../kernel/time/units.ts';
import { createControlGuard, createHostGuard, createServiceGuard, type Exposure } from './access.ts';
import { authenticate } from './auth.ts';
import type { Caller } from './context.ts';
import { addToResponse, completeResponse, sampledResponse } from './complete-response.ts';
import { createCors, isPreflight } from './cors.ts';
import { findOperation, createApi, type ApiSurface, type RouteResult } from './api-surface.ts';
import {
  bodyTooLarge,
  insufficientPermissions,
  internalError,
  methodNotAllowed,
  unauthorized,
  unknownRoute,
  unknownWorld,
  type ErrorResponse,
} from './error-responses.ts';
import type { StreamFault } from './event-stream.ts';
import { faultError, applyFault, type Fault } from './faults.ts';
import { serveMockPage } from './mock-pages.ts';
import type { HandlerResponse, Operation } from './operation.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import {
  honouredPreferences,
  NO_PREFERENCES,
  readPreferences,
  withApplied,
  type Preferences,
} from './prefer.ts';
import { preferredResponse, preferredStatus } from './preferred-response.ts';
import { allowResponse, markUndeclared, withoutBody, writeError, writeResponse } from './respond.ts';
import { RequestProblem } from './request-problem.ts';
import { findUndescribed } from './undescribed-properties.ts';
import { RequestContext } from './request-context.ts';
import { findWorld } from './world-route.ts';

/** Answers a request, at once where nothing has to be waited for; never throws or rejects. */
export type Serve = (request: HttpRequest, exposure?: Exposure) => MaybePromise<HttpResponse>;

const CONTROL_PREFIX = '/_mock/';

/** Units: bytes and levels. The control API takes whole dumps. */
const SERVICE_LIMITS = { bytes: 1_048_576, depth: 64 };
const CONTROL_LIMITS = { bytes: 268_435_456, depth: 128 };

/** Puts the parts together. */
export function createPipeline(parts: PipelineParts): Serve {
  const cors = createCors(parts.allowOrigins);
  const hostGuard = createHostGuard(parts.allowHosts);
  const service = createApi(parts.service, createServiceGuard(cors), SERVICE_LIMITS);
  const control = createApi(parts.control, createControlGuard(cors, parts.controlToken), CONTROL_LIMITS);

  return (request, exposure = 'loopback') => {
    const origin = request.headers.get('origin');
    return origin === null ? answer(request, exposure) : answerPage(request, exposure, origin);
  };

  async function answerPage(request: HttpRequest, exposure: Exposure, origin: string): Promise<HttpResponse> {
    if (!cors.allows(origin)) parts.observer?.originRefused(origin);
    if (!isPreflight(request)) return cors.expose(await answer(request, exposure), origin);
    const decided = cors.preflight(request);
    return cors.expose(decided.ok ? decided.value : writeError(null, decided.error), origin);
  }

  function answer(request: HttpRequest, exposure: Exposure): MaybePromise<HttpResponse> {
    const barred = hostGuard(request.headers.get('host'), exposure);
    if (barred !== null) return writeError(null, barred);
    const route = findWorld(parts.worlds, request.path);
    if (route.kind === 'unknown') return writeError(null, unknownWorld(route.id));
    const context = new RequestContext(request, exposure, route.world, route.prefix, route.path);
    const isControl = route.path.startsWith(CONTROL_PREFIX);
    context.isListed = !isControl;
    const startedAt = parts.stopwatch();
    let reply: MaybePromise<HttpResponse>;
    try {
      reply = answerAt(isControl ? control : service, context);
    } catch (error) {
      return fail(context, error, startedAt);
    }
    return reply instanceof Promise
      ? reply.then(
          (later) => settle(context, later, startedAt),
          (error: unknown) => fail(context, error, startedAt),
        )
      : settle(context, reply, startedAt);
  }

  /** Writes the call down where it is one of the service, and gives the response as it leaves. */
  function settle(context: RequestContext, reply: HttpResponse, startedAt: number): HttpResponse {
    if (context.isListed) recordRequest(context, reply, startedAt);
    return context.request.method === 'HEAD' ? withoutBody(reply) : reply;
  }

  function fail(context: RequestContext, error: unknown, startedAt: number): HttpResponse {
    if (error instanceof WorldClosedError) return writeError(null, unknownWorld(context.world.id));
    if (error instanceof RequestProblem)
      return settle(context, writeError(context.operation, context.invalidRequest(error.details)), startedAt);
    if (!context.signal.aborted) parts.log(`${context.operation?.spec.id ?? context.path} failed`, error);
    return settle(context, writeError(context.operation, internalError()), startedAt);
  }

  /** A stream is listed at once, and once more when it is known how it ended. */
  function recordRequest(context: RequestContext, reply: HttpResponse, startedAt: number): void {
    const journal = parts.journals.of(context.world);
    const call = context.describe(reply, parts.stopwatch() - startedAt);
    const isStream = reply.body.kind === 'frames';
    parts.observer?.requested({ ...call, world: context.world.id, isStream });
    if (!isStream) {
      journal.write(call);
      return;
    }
    const open = journal.open(call);
    context.whenStreamEnds = () =>
      open.finish({ durationMs: parts.stopwatch() - startedAt, violations: context.violations });
  }

  function answerAt(api: ApiSurface, context: RequestContext): MaybePromise<HttpResponse> {
    const { request, world } = context;
    const route = findOperation(api, request.method, context.path, context.prefix);
    if (route.kind !== 'found') return answerUnrouted(route, context);
    const { operation, params } = route;
    context.operation = operation;
    const barred = api.guard(request, context.exposure, operation.spec);
    if (barred !== null) return writeError(operation, barred);
    const asked = readPreferences(request.headers.get('prefer'), () => parts.scenarios(world));
    if (!asked.ok) return writeError(operation, asked.error);
    context.run = asked.value;
    return asked.value === NO_PREFERENCES
      ? runOperation(api, context, operation, params)
      : runAsPreferred(api, context, operation, params, asked.value);
  }

  function answerUnrouted(
    route: Exclude<RouteResult, { kind: 'found' }>,
    context: RequestContext,
  ): MaybePromise<HttpResponse> {
    const page = serveMockPage(parts, context);
    return page === null
      ? unrouted(route, context)
      : thenDo(page, (reply) => reply ?? unrouted(route, context));
  }

  async function runAsPreferred(
    api: ApiSurface,
    context: RequestContext,
    operation: Operation,
    params: Params,
    asked: Preferences,
  ): Promise<HttpResponse> {
    const delay = asked.delay > 0 ? context.world.sleep(milliseconds(asked.delay), context.signal) : null;
    const status = preferredStatus(operation, asked);
    const shown = status === null ? null : await preferredResponse(operation, status, asked, context);
    if (shown !== null && !shown.ok) return writeError(operation, shown.error);
    const reply =
      shown === null
        ? await runOperation(api, context, operation, params)
        : await conclude(context, operation, shown.value);
    if (delay !== null) await delay;
    return withApplied(reply, honouredPreferences(asked, operation, reply.status));
  }

  /** Most steps have nothing to wait for; each wait that is left out is one turn less. */
  function runOperation(
    api: ApiSurface,
    context: RequestContext,
    operation: Operation,
    params: Params,
  ): MaybePromise<HttpResponse> {
    return thenDo(context.world.catchUp(), () => admit(api, context, operation, params));
  }

  function admit(
    api: ApiSurface,
    context: RequestContext,
    operation: Operation,
    params: Params,
  ): MaybePromise<HttpResponse> {
    const caller = identify(context, operation);
    if (!caller.ok) return writeError(operation, caller.error);
    context.caller = caller.value;
    if (operation.spec.body === null) return readValues(api, context, operation, params, null);
    return context.request
      .readBody(api.limits.bytes)
      .then((body) =>
        body === null
          ? writeError(operation, bodyTooLarge(api.limits.bytes))
          : readValues(api, context, operation, params, body),
      );
  }

  function readValues(
    api: ApiSurface,
    context: RequestContext,
    operation: Operation,
    params: Params,
    body: Uint8Array | null,
  ): MaybePromise<HttpResponse> {
    const reading = readRequest(operation.spec, rawRequest(context.request, params, body), api.limits);
    return thenDo(reading, (read): MaybePromise<HttpResponse> => {
      if (!read.ok) return refuseMisfit(context, operation, read.problems);
      if (api === service) noteUndescribed(context, operation, read.request.body);
      const struck =
        api === service ? parts.faults.match(context.world, context.describeTarget(operation)) : null;
      return thenDo(struck, (fault) =>
        fault === null
          ? runHandler(context, operation, read.request)
          : runFaulty(context, operation, read.request, fault),
      );
    });
  }

  function noteUndescribed(context: RequestContext, { bodyCheck }: Operation, body: unknown): void {
    const { requestProperties } = parts.service;
    if (bodyCheck === null || requestProperties === undefined) return;
    context.notes = findUndescribed(requestProperties, bodyCheck, body);
  }

  async function runFaulty(
    context: RequestContext,
    operation: Operation,
    values: RequestValues,
    fault: Fault,
  ): Promise<HttpResponse> {
    await context.world.sleep(milliseconds(fault.latency), context.signal);
    if (fault.status !== null) return writeError(null, faultError(fault.status, fault));
    return applyFault(await runHandler(context, operation, values, fault.streamFault), fault);
  }

  function runHandler(
    context: RequestContext,
    operation: Operation,
    values: RequestValues,
    streamFault?: StreamFault,
  ): MaybePromise<HttpResponse> {
    const { handler } = operation;
    if (handler === null) return runSampled(context, operation, streamFault);
    return thenDo(handler(values, context), (replied) =>
      operation.additions === null
        ? conclude(context, operation, replied, streamFault)
        : concludeWithAdditions(context, operation, replied, streamFault),
    );
  }

  /** Sends with a response what the contract has gained since its handler was written. */
  function concludeWithAdditions(
    context: RequestContext,
    operation: Operation,
    replied: HandlerResponse,
    streamFault?: StreamFault,
  ): MaybePromise<HttpResponse> {
    const addition = addToResponse(operation, replied);
    if (addition === null) return conclude(context, operation, replied, streamFault);
    return thenDo(conclude(context, operation, addition.response, streamFault), (reply) => {
      if (context.violations.length > 0) return reply;
      context.noteAdditions(addition.pointer, addition.paths);
      return markUndeclared(reply, 'sampled');
    });
  }

  function refuseMisfit(
    context: RequestContext,
    operation: Operation,
    problems: readonly Problem[],
  ): MaybePromise<HttpResponse> {
    const refusal = context.invalidRequest(problems);
    if (operation.onInvalidRequest === null) return writeError(operation, refusal);
    return thenDo(operation.onInvalidRequest(problems, context), (replied) =>
      conclude(context, operation, replied),
    );
  }

  function identify(context: RequestContext, operation: Operation): Result<Caller, ErrorResponse> {
    const { world, request, at } = context;
    const authorization = request.headers.get('authorization');
    const caller = authenticate(operation.auth, authorization, { view: world.view, now: at }, parts);
    if (caller.ok) return caller;
    return err(caller.error === 'unauthorized' ? unauthorized(context) : insufficientPermissions());
  }

  function conclude(
    context: RequestContext,
    operation: Operation,
    replied: HandlerResponse,
    streamFault?: StreamFault,
  ): MaybePromise<HttpResponse> {
    const reply = write(context, operation, replied, streamFault);
    return reply.ok ? reply.value : completeReply(context, operation, replied, reply.error, streamFault);
  }

  /** Fills in what the contract requires and the handler does not know of; without samples it is an error of the mock. */
  async function completeReply(
    context: RequestContext,
    operation: Operation,
    replied: HandlerResponse,
    violation: ResponseViolation,
    streamFault?: StreamFault,
  ): Promise<HttpResponse> {
    const { id } = operation.spec;
    const completed = await completeResponse(operation, replied);
    const reply = completed && write(context, operation, completed, streamFault);
    if (reply?.ok !== true) {
      const refusal = context.invalidResponse(id, violation);
      parts.log(refusal.body.error);
      return writeError(null, refusal);
    }
    parts.log(`${id} is completed from the samples of the contract: ${violation.message}`);
    context.noteSampled(violation);
    return markUndeclared(reply.value, 'sampled');
  }

  /** Answers for an operation that has no handler yet. */
  async function runSampled(
    context: RequestContext,
    operation: Operation,
    streamFault?: StreamFault,
  ): Promise<HttpResponse> {
    const sample = await sampledResponse(operation);
    const reply = sample && write(context, operation, sample, streamFault);
    if (reply?.ok === true) return markUndeclared(reply.value, 'sampled');
    throw new Error(`${operation.spec.id} has neither a handler nor a sample`);
  }

  function write(
    context: RequestContext,
    operation: Operation,
    replied: HandlerResponse,
    streamFault?: StreamFault,
  ) {
    const onEventViolation = (message: string) => {
      parts.log(`An event of ${operation.spec.id} leaves the contract: ${message}`);
      context.noteEvent(message);
    };
    return writeResponse(operation, replied, onEventViolation, streamFault, () => context.whenStreamEnds());
  }
}

type Params = Readonly<Record<string, string>>;

function rawRequest(
  { query, headers }: HttpRequest,
  pathParams: Params,
  body: Uint8Array | null,
): RawRequest {
  return {
    pathParams,
    query,
    headers,
    body,
    contentType: body === null ? null : headers.get('content-type'),
  };
}

function unrouted(
  route: Exclude<RouteResult, { kind: 'found' }>,
  { request, path }: RequestContext,
): HttpResponse {
  if (route.kind === 'none') return writeError(null, unknownRoute(request.method, path));
  if (request.method === 'OPTIONS') return allowResponse(route.allowed);
  return writeError(null, methodNotAllowed(request.method, route.allowed));
}
