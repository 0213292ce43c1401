/**
 * The mock as an application of the shipped server: CORS, the host check, worlds and the journal wrap it, and the hooks
 * inside it are in `contract-server.ts`.
 */
import type { HttpResponse, HttpRequest } from '../../templates/runtime/http.ts';
import { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { ServeRequest } from '../../templates/runtime/server/service.ts';
import {
  createControlGuard,
  createHostGuard,
  createServiceGuard,
  type Exposure,
  type HostGuard,
} from './access/access.ts';
import { serveContract } from './contract-server.ts';
import { createCors, isPreflight, type Cors } from './access/cors.ts';
import { internalError, unknownWorld, writeError } from './error-responses.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { RequestContext } from './request-context.ts';
import { createBasePath, createRouteHint, type BasePath } from './route-hint.ts';
import { storageError } from './server-error.ts';
import { findWorld, type WorldRoute } from './addresses.ts';

/** Responds to a request, synchronously where nothing is awaited; never throws or rejects. */
export type Serve = (request: HttpRequest, exposure?: Exposure) => MaybePromise<HttpResponse>;

const CONTROL_PREFIX = '/_mock/';

/** Units: bytes and levels of nesting. The control API accepts whole dumps. */
const SERVICE_LIMITS = { bytes: 1_048_576, depth: 64 };
const CONTROL_LIMITS = { bytes: 268_435_456, depth: 128 };

export function createPipeline(parts: PipelineParts): Serve {
  const pipeline = new Pipeline(parts);
  return (request, exposure = 'loopback') => pipeline.serve(request, exposure);
}

class Pipeline {
  readonly #parts: PipelineParts;
  readonly #cors: Cors;
  readonly #checkHost: HostGuard;
  readonly #service: ServeRequest;
  readonly #control: ServeRequest;
  readonly #basePath: BasePath;

  constructor(parts: PipelineParts) {
    const { controlToken } = parts;
    this.#parts = parts;
    this.#cors = createCors(parts.allowOrigins);
    this.#checkHost = createHostGuard(parts.allowHosts);
    const { operations } = parts.service.description;
    const routeHint = createRouteHint(operations);
    this.#basePath = createBasePath(operations, parts.servers);
    this.#service = serveContract(parts, {
      contract: parts.service,
      guard: createServiceGuard(this.#cors),
      limits: SERVICE_LIMITS,
      hasFaults: true,
      routeHint,
    });
    this.#control = serveContract(parts, {
      contract: parts.control,
      guard: createControlGuard(this.#cors, controlToken),
      limits: CONTROL_LIMITS,
      hasFaults: false,
      routeHint,
    });
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
    const match = findWorld(this.#parts.worlds, request.path);
    return match instanceof Promise
      ? match.then(
          (route) => this.#serveFound(route, request, exposure),
          (error: unknown) => this.#serveUnopened(error),
        )
      : this.#serveFound(match, request, exposure);
  }

  #serveFound(route: WorldRoute, request: HttpRequest, exposure: Exposure): MaybePromise<HttpResponse> {
    return route.kind === 'unknown'
      ? writeError(null, unknownWorld(route.id))
      : this.#serveRoute(route, request, exposure);
  }

  /** Responds for a world that could not be loaded from the log. */
  #serveUnopened(error: unknown): HttpResponse {
    const expected = storageError(error);
    if (expected === null) this.#parts.log('Opening a world failed', error);
    return writeError(null, expected ?? internalError());
  }

  #serveRoute(
    route: Extract<WorldRoute, { readonly kind: 'found' }>,
    request: HttpRequest,
    exposure: Exposure,
  ): MaybePromise<HttpResponse> {
    const base = this.#basePath(route.path);
    const path = route.path.slice(base.length);
    const context = new RequestContext(request, exposure, route.world, route.prefix + base, path);
    const isControl = route.path.startsWith(CONTROL_PREFIX);
    context.isListed = !isControl;
    const startedAt = this.#parts.stopwatch();
    return thenDo((isControl ? this.#control : this.#service)(context), (response) => {
      if (!context.isListed) return response;
      return thenDo(this.#recordRequest(context, response, startedAt), () => response);
    });
  }

  /** Returns the state that the API traces in its world, for responses that it may have affected. */
  #stateOf({ world, handlerNotes }: RequestContext, { status }: HttpResponse): unknown {
    const { traceWorld } = this.#parts;
    const isTraced = traceWorld !== undefined && (status >= 400 || handlerNotes.scenario !== undefined);
    return isTraced ? traceWorld(world) : null;
  }

  /** Records a request in the journal; a stream is recorded when its head is sent, and completed when it ends. */
  #recordRequest(context: RequestContext, response: HttpResponse, startedAt: number): MaybePromise<void> {
    const { journals, observer, stopwatch } = this.#parts;
    const journal = journals.of(context.world);
    const call = context.describe(response, stopwatch() - startedAt);
    const isStream = response.body.kind === 'frames';
    observer?.requested({ ...call, world: context.world.id, isStream });
    const trace = context.trace(response, this.#stateOf(context, response));
    if (!isStream) return journal.write(call, trace);
    return thenDo(journal.open(call, trace), (open) => {
      context.whenStreamEnds = () => {
        open.finish({ durationMs: stopwatch() - startedAt, violations: context.violations });
      };
    });
  }
}
