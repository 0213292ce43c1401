/**
 * The request pipeline. The stages, in order: CORS → host → world → route → access → preferences → due timers → caller →
 * values → fault → handler → check → journal. Each stage has a module of its own; here is only their order.
 */
import type { HttpResponse, HttpRequest } from '../../generated/runtime/http.ts';
import type { Problem } from '../../generated/runtime/problem.ts';
import { readRequest, type RequestValues } from '../../generated/runtime/read-request.ts';
import { withoutBody } from '../../generated/runtime/server/write-response.ts';
import { WorldClosedError } from '../kernel/world/engine.ts';
import { thenDo, type MaybePromise } from '../kernel/async.ts';
import { milliseconds } from '../kernel/time/time.ts';
import {
  createControlGuard,
  createHostGuard,
  createServiceGuard,
  type Exposure,
  type HostGuard,
} from './access.ts';
import { createApi, findOperation, type ApiSurface, type RouteResult } from './api-surface.ts';
import { authenticate } from './auth.ts';
import { createCors, isPreflight, type Cors } from './cors.ts';
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
import { applyFault, faultError, type Fault } from './faults.ts';
import { serveMockPage } from './mock-pages.ts';
import { OperationResponses, type OperationCall } from './operation-response.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import {
  honouredPreferences,
  NO_PREFERENCES,
  readPreferences,
  withApplied,
  type Preferences,
} from './prefer.ts';
import { preferredResponse, preferredStatus } from './preferred-response.ts';
import { RequestContext } from './request-context.ts';
import { RequestProblem } from './request-problem.ts';
import { allowResponse, writeError } from './respond.ts';
import { findUndescribed } from './undescribed-properties.ts';
import { findWorld } from './world-route.ts';

/** Responds to a request, at once where nothing has to be waited for; never throws or rejects. */
export type Serve = (request: HttpRequest, exposure?: Exposure) => MaybePromise<HttpResponse>;

const CONTROL_PREFIX = '/_mock/';

/** Units: bytes and levels. The control API takes whole dumps. */
const SERVICE_LIMITS = { bytes: 1_048_576, depth: 64 };
const CONTROL_LIMITS = { bytes: 268_435_456, depth: 128 };

/** Creates the pipeline of a mock. */
export function createPipeline(parts: PipelineParts): Serve {
  const pipeline = new Pipeline(parts);
  return (request, exposure = 'loopback') => pipeline.serve(request, exposure);
}

/** The call of an operation on its way from its route to its handler. */
interface RoutedCall extends OperationCall {
  readonly api: ApiSurface;
  readonly params: Readonly<Record<string, string>>;
}

type Unrouted = Exclude<RouteResult, { readonly kind: 'found' }>;

/** Most stages have nothing to wait for; each wait that is left out saves a turn of the event loop's queue. */
class Pipeline {
  readonly #parts: PipelineParts;
  readonly #cors: Cors;
  readonly #checkHost: HostGuard;
  readonly #service: ApiSurface;
  readonly #control: ApiSurface;
  readonly #responses: OperationResponses;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#cors = createCors(parts.allowOrigins);
    this.#checkHost = createHostGuard(parts.allowHosts);
    this.#service = createApi(parts.service, createServiceGuard(this.#cors), SERVICE_LIMITS);
    this.#control = createApi(
      parts.control,
      createControlGuard(this.#cors, parts.controlToken),
      CONTROL_LIMITS,
    );
    this.#responses = new OperationResponses(parts.log);
  }

  serve(request: HttpRequest, exposure: Exposure): MaybePromise<HttpResponse> {
    const origin = request.headers.get('origin');
    return origin === null ? this.#serveWorld(request, exposure) : this.#servePage(request, exposure, origin);
  }

  async #servePage(request: HttpRequest, exposure: Exposure, origin: string): Promise<HttpResponse> {
    if (!this.#cors.allows(origin)) this.#parts.observer?.originRefused(origin);
    if (!isPreflight(request)) return this.#cors.expose(await this.#serveWorld(request, exposure), origin);
    const preflight = this.#cors.preflight(request);
    return this.#cors.expose(preflight.ok ? preflight.value : writeError(null, preflight.error), origin);
  }

  #serveWorld(request: HttpRequest, exposure: Exposure): MaybePromise<HttpResponse> {
    const denied = this.#checkHost(request.headers.get('host'), exposure);
    if (denied !== null) return writeError(null, denied);
    const route = findWorld(this.#parts.worlds, request.path);
    if (route.kind === 'unknown') return writeError(null, unknownWorld(route.id));
    const context = new RequestContext(request, exposure, route.world, route.prefix, route.path);
    const isControl = route.path.startsWith(CONTROL_PREFIX);
    context.isListed = !isControl;
    const startedAt = this.#parts.stopwatch();
    let response: MaybePromise<HttpResponse>;
    try {
      response = this.#route(isControl ? this.#control : this.#service, context);
    } catch (error) {
      return this.#fail(context, error, startedAt);
    }
    return response instanceof Promise
      ? response.then(
          (later) => this.#finish(context, later, startedAt),
          (error: unknown) => this.#fail(context, error, startedAt),
        )
      : this.#finish(context, response, startedAt);
  }

  #route(api: ApiSurface, context: RequestContext): MaybePromise<HttpResponse> {
    const { request } = context;
    const route = findOperation(api, request.method, context.path, context.prefix);
    if (route.kind !== 'found') return this.#serveUnrouted(route, context);
    const { operation, params } = route;
    context.operation = operation;
    const denied = api.guard(request, context.exposure, operation.spec);
    if (denied !== null) return writeError(operation, denied);
    return this.#readPreferences({ api, context, operation, params });
  }

  #serveUnrouted(route: Unrouted, context: RequestContext): MaybePromise<HttpResponse> {
    const page = serveMockPage(this.#parts, context);
    return page === null
      ? unrouted(route, context)
      : thenDo(page, (response) => response ?? unrouted(route, context));
  }

  #readPreferences(call: RoutedCall): MaybePromise<HttpResponse> {
    const { context, operation } = call;
    const header = context.request.headers.get('prefer');
    const preferences = readPreferences(header, () => this.#parts.scenarios(context.world));
    if (!preferences.ok) return writeError(operation, preferences.error);
    context.run = preferences.value;
    return preferences.value === NO_PREFERENCES
      ? this.#fireTimers(call)
      : this.#runAsPreferred(call, preferences.value);
  }

  async #runAsPreferred(call: RoutedCall, preferences: Preferences): Promise<HttpResponse> {
    const { context, operation } = call;
    const delay =
      preferences.delay > 0 ? context.world.sleep(milliseconds(preferences.delay), context.signal) : null;
    const status = preferredStatus(operation, preferences);
    const preferred =
      status === null ? null : await preferredResponse(operation, status, preferences, context);
    if (preferred !== null && !preferred.ok) return writeError(operation, preferred.error);
    const response =
      preferred === null ? await this.#fireTimers(call) : await this.#responses.write(call, preferred.value);
    if (delay !== null) await delay;
    return withApplied(response, honouredPreferences(preferences, operation, response.status));
  }

  #fireTimers(call: RoutedCall): MaybePromise<HttpResponse> {
    return thenDo(call.context.world.catchUp(), () => this.#authenticate(call));
  }

  #authenticate(call: RoutedCall): MaybePromise<HttpResponse> {
    const { context, operation } = call;
    const authorization = context.request.headers.get('authorization');
    const source = { view: context.world.view, now: context.at };
    const caller = authenticate(operation.auth, authorization, source, this.#parts);
    if (!caller.ok) {
      const isUnknown = caller.error === 'unauthorized';
      return writeError(operation, isUnknown ? unauthorized(context) : insufficientPermissions());
    }
    context.caller = caller.value;
    return this.#readBody(call);
  }

  #readBody(call: RoutedCall): MaybePromise<HttpResponse> {
    const { api, context, operation } = call;
    if (operation.spec.body === null) return this.#readValues(call, null);
    return context.request
      .readBody(api.limits.bytes)
      .then((body) =>
        body === null ? writeError(operation, bodyTooLarge(api.limits.bytes)) : this.#readValues(call, body),
      );
  }

  #readValues(call: RoutedCall, body: Uint8Array | null): MaybePromise<HttpResponse> {
    const { api, context, operation, params } = call;
    const { query, headers } = context.request;
    const contentType = body === null ? null : headers.get('content-type');
    const reading = readRequest(
      operation.spec,
      { pathParams: params, query, headers, body, contentType },
      api.limits,
    );
    return thenDo(reading, (read): MaybePromise<HttpResponse> => {
      if (!read.ok) return this.#rejectInvalid(call, read.problems);
      if (api !== this.#service) return this.#runHandler(call, read.request);
      this.#noteUndescribed(call, read.request.body);
      return this.#matchFault(call, read.request);
    });
  }

  #rejectInvalid(call: RoutedCall, problems: readonly Problem[]): MaybePromise<HttpResponse> {
    const { context, operation } = call;
    const error: ErrorResponse = context.invalidRequest(problems);
    if (operation.onInvalidRequest === null) return writeError(operation, error);
    return thenDo(operation.onInvalidRequest(problems, context), (response) =>
      this.#responses.write(call, response),
    );
  }

  #noteUndescribed({ context, operation }: RoutedCall, body: unknown): void {
    const { requestProperties } = this.#parts.service;
    if (operation.bodyCheck === null || requestProperties === undefined) return;
    context.notes = findUndescribed(requestProperties, operation.bodyCheck, body);
  }

  #matchFault(call: RoutedCall, values: RequestValues): MaybePromise<HttpResponse> {
    const { context, operation } = call;
    return thenDo(this.#parts.faults.match(context.world, context.describeTarget(operation)), (fault) =>
      fault === null ? this.#runHandler(call, values) : this.#runFaulty(call, values, fault),
    );
  }

  async #runFaulty(call: RoutedCall, values: RequestValues, fault: Fault): Promise<HttpResponse> {
    const { context } = call;
    await context.world.sleep(milliseconds(fault.latency), context.signal);
    if (fault.status !== null) return writeError(null, faultError(fault.status, fault));
    return applyFault(await this.#runHandler({ ...call, streamFault: fault.streamFault }, values), fault);
  }

  #runHandler(call: RoutedCall, values: RequestValues): MaybePromise<HttpResponse> {
    const { handler } = call.operation;
    if (handler === null) return this.#responses.writeSample(call);
    return thenDo(handler(values, call.context), (response) => this.#responses.writeHandled(call, response));
  }

  /** Records a request of the service, and returns the response as it is sent. */
  #finish(context: RequestContext, response: HttpResponse, startedAt: number): HttpResponse {
    if (context.isListed) this.#recordRequest(context, response, startedAt);
    return context.request.method === 'HEAD' ? withoutBody(response) : response;
  }

  #fail(context: RequestContext, error: unknown, startedAt: number): HttpResponse {
    const { operation } = context;
    if (error instanceof WorldClosedError) return writeError(null, unknownWorld(context.world.id));
    if (error instanceof RequestProblem)
      return this.#finish(context, writeError(operation, context.invalidRequest(error.details)), startedAt);
    if (!context.signal.aborted) this.#parts.log(`${operation?.spec.id ?? context.path} failed`, error);
    return this.#finish(context, writeError(operation, internalError()), startedAt);
  }

  /** A stream is recorded when its head is sent, and completed when it ends. */
  #recordRequest(context: RequestContext, response: HttpResponse, startedAt: number): void {
    const { journals, observer, stopwatch } = this.#parts;
    const journal = journals.of(context.world);
    const call = context.describe(response, stopwatch() - startedAt);
    const isStream = response.body.kind === 'frames';
    observer?.requested({ ...call, world: context.world.id, isStream });
    if (!isStream) {
      journal.write(call);
      return;
    }
    const open = journal.open(call);
    context.whenStreamEnds = () =>
      open.finish({ durationMs: stopwatch() - startedAt, violations: context.violations });
  }
}

function unrouted(route: Unrouted, { request, path }: RequestContext): HttpResponse {
  if (route.kind === 'none') return writeError(null, unknownRoute(request.method, path));
  if (request.method === 'OPTIONS') return allowResponse(route.allowed);
  return writeError(null, methodNotAllowed(request.method, route.allowed));
}
