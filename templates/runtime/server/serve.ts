/**
 * Serves a description: route → authenticate → read → validate → handle → validate → write.
 * Independent of frameworks; the adapters connect them. Most stages are synchronous and create no promise.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import { thenDo, type MaybePromise } from '../maybe-promise.ts';
import type { OperationSpec } from '../operation-spec.ts';
import { type BodyLimits, itemRulesOf } from '../body/read-body.ts';
import { type RawRequest, readRequest, type RequestValues } from './read-request.ts';
import { InvalidItemError, streamSequence } from '../body/read-sequence.ts';
import { createRouter, type RouteMatch, type Router } from '../router.ts';
import { challengeFor } from './challenge.ts';
import { invalidRequest, missingCredential, serverError, type ServerError } from './errors.ts';
import type { OperationCall, ServerHooks } from './hooks.ts';
import { CallerAuthentication, type SchemeSpec } from './security.ts';
import type {
  AnyHandler,
  AnyServerOptions,
  HandlerResponse,
  ServeRequest,
  ServiceDescription,
} from './service.ts';
import { Responses } from './responses.ts';
import { withoutBody } from './write-response.ts';

type Handlers = Readonly<Record<string, AnyHandler | undefined>>;
type FoundRoute = Extract<RouteMatch<OperationSpec>, { readonly kind: 'found' }>;
type Unrouted = Exclude<RouteMatch<OperationSpec>, FoundRoute>;

/** Units: bytes. */
const MAX_BODY_LENGTH = 1_048_576;

/** Creates the server of a description. */
export function serve(
  description: ServiceDescription,
  handlers: Handlers,
  options: AnyServerOptions,
): ServeRequest {
  const service = new Service(description, handlers, options);
  return (request) => service.serve(request);
}

/** A request that has been routed to an operation. */
class RoutedCall implements OperationCall {
  readonly operation: OperationSpec;
  readonly params: Readonly<Record<string, string>>;
  readonly request: HttpRequest;
  readonly #responses: Responses;
  caller: OperationCall['caller'] = NO_CALLER;
  context: unknown = null;
  /** Whether the handler reads the items of the body as they arrive. */
  hasItems = false;

  constructor(responses: Responses, { operation, params }: FoundRoute, request: HttpRequest) {
    this.#responses = responses;
    this.operation = operation;
    this.params = params;
    this.request = request;
  }

  /** Why: a getter, since an adapter creates the signal on first use. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  respond(response: HandlerResponse): MaybePromise<HttpResponse> {
    return this.#responses.write(this, response);
  }
}

const NO_CALLER: OperationCall['caller'] = Object.freeze({});

class Service {
  readonly #description: ServiceDescription;
  readonly #handlers: Handlers;
  readonly #options: AnyServerOptions;
  readonly #hooks: ServerHooks;
  readonly #router: Router<OperationSpec>;
  readonly #schemes: ReadonlyMap<string, SchemeSpec>;
  readonly #callers: CallerAuthentication;
  readonly #responses: Responses;
  readonly #limits: BodyLimits & { readonly bytes: number };

  constructor(description: ServiceDescription, handlers: Handlers, options: AnyServerOptions) {
    this.#description = description;
    this.#handlers = handlers;
    this.#options = options;
    this.#hooks = options.hooks ?? {};
    this.#router = createRouter(description.operations);
    this.#schemes = new Map(description.securitySchemes.map((scheme) => [scheme.name, scheme]));
    this.#callers = new CallerAuthentication(this.#schemes, options.authenticate);
    this.#responses = new Responses(description, options);
    this.#limits = { ...options.limits, bytes: options.limits?.bytes ?? MAX_BODY_LENGTH };
  }

  serve(request: HttpRequest): MaybePromise<HttpResponse> {
    const route = this.#find(request.method, request.path);
    const operation = route.kind === 'found' ? route.operation : null;
    const response = this.#catchErrors(operation, request, () =>
      route.kind === 'found'
        ? this.#runOperation(new RoutedCall(this.#responses, route, request))
        : this.#serveUnrouted(route, request),
    );
    return request.method === 'HEAD' ? thenDo(response, withoutBody) : response;
  }

  /** Source: RFC 9110 9.3.2: HEAD is GET without the body, whether a description lists it or not. */
  #find(method: string, path: string): RouteMatch<OperationSpec> {
    const base = this.#options.basePath ?? '';
    if (!path.startsWith(`${base}/`)) return { kind: 'none' };
    const route = this.#router.match(method, path.slice(base.length));
    const isImplied = method === 'HEAD' && route.kind === 'method' && route.allowed.includes('GET');
    return isImplied ? this.#find('GET', path) : route;
  }

  #catchErrors(
    operation: OperationSpec | null,
    request: HttpRequest,
    run: () => MaybePromise<HttpResponse>,
  ): MaybePromise<HttpResponse> {
    const fail = (error: unknown): MaybePromise<HttpResponse> => {
      if (!request.signal.aborted) this.#options.onError(error, operation);
      // Only `onError` receives the message of the error.
      const failure = serverError('failed', 'The service failed.', { cause: error });
      return this.#responses.writeError(failure, operation, request);
    };
    try {
      const response = run();
      return response instanceof Promise ? response.catch(fail) : response;
    } catch (error) {
      return fail(error);
    }
  }

  #serveUnrouted(route: Unrouted, request: HttpRequest): MaybePromise<HttpResponse> {
    const allowed = route.kind === 'method' ? withImplied(route.allowed) : [];
    return thenDo(this.#hooks.onUnrouted?.(request, allowed) ?? null, (response) => {
      if (response !== null) return response;
      if (route.kind === 'none')
        return this.#responses.writeError(
          serverError('unknown-path', 'There is nothing at this path.'),
          null,
          request,
        );
      const headers = { allow: allowed.join(', ') };
      if (request.method === 'OPTIONS') return { status: 204, headers, body: { kind: 'none' } };
      const error = serverError('unknown-method', `Allowed here: ${headers.allow}.`, { headers });
      return this.#responses.writeError(error, null, request);
    });
  }

  #runOperation(call: RoutedCall): MaybePromise<HttpResponse> {
    const { aroundOperation } = this.#hooks;
    return aroundOperation === undefined
      ? this.#authenticate(call)
      : aroundOperation(call, () => this.#authenticate(call));
  }

  #authenticate(call: RoutedCall): MaybePromise<HttpResponse> {
    return thenDo(this.#callers.authenticate(call), (result) => {
      switch (result.kind) {
        case 'unauthenticated':
          return this.#reject(call, missingCredential(this.#challenge(call)));
        case 'forbidden':
          return this.#reject(call, serverError('forbidden', 'The credential does not allow this.'));
        case 'authenticated':
          call.caller = result.caller;
          return thenDo(
            this.#hooks.afterAuthentication?.(call) ?? null,
            (response) => response ?? this.#readBody(call),
          );
      }
    });
  }

  #challenge({ operation, request }: RoutedCall): string {
    return challengeFor(operation, request, this.#schemes, this.#options.resourceMetadata);
  }

  #readBody(call: RoutedCall): MaybePromise<HttpResponse> {
    const most = this.#limits.bytes;
    const { operation, request } = call;
    if (operation.body === null) return this.#readValues(call, null);
    const rules = itemRulesOf(operation.body, request.headers.get('content-type'), this.#limits);
    const chunks = rules === null ? undefined : request.readChunks?.();
    if (rules !== null && chunks !== undefined) {
      call.hasItems = true;
      return this.#readValues(call, streamSequence(chunks, rules));
    }
    return thenDo(request.readBody(most), (body) =>
      body === null
        ? this.#reject(call, serverError('body-too-large', `A body has at most ${most} bytes.`))
        : this.#readValues(call, body),
    );
  }

  #readValues(call: RoutedCall, body: RawRequest['body']): MaybePromise<HttpResponse> {
    const { operation, params, request } = call;
    const { query, headers } = request;
    const contentType = body === null ? null : headers.get('content-type');
    const raw = { pathParams: params, query, headers, body, contentType };
    return thenDo(readRequest(operation, raw, this.#limits, this.#options.xml), (read) =>
      read.ok ? this.#prepareHandler(call, read.request) : this.#rejectInvalid(call, read),
    );
  }

  #rejectInvalid(
    call: RoutedCall,
    { reason, problems }: Pick<InvalidItemError, 'reason' | 'problems'>,
  ): MaybePromise<HttpResponse> {
    return thenDo(this.#hooks.onInvalidRequest?.(problems, call) ?? null, (response) =>
      response === null
        ? this.#reject(call, invalidRequest(call.operation, reason, problems))
        : call.respond(response),
    );
  }

  #prepareHandler(call: RoutedCall, values: RequestValues): MaybePromise<HttpResponse> {
    const { aroundHandler } = this.#hooks;
    return aroundHandler === undefined
      ? this.#runHandler(call, values)
      : aroundHandler(values, call, () => this.#runHandler(call, values));
  }

  #runHandler(call: RoutedCall, values: RequestValues): MaybePromise<HttpResponse> {
    const { id } = call.operation;
    const { handlerNames } = this.#description;
    const handler = this.#handlers[Object.hasOwn(handlerNames, id) ? (handlerNames[id] ?? id) : id];
    if (handler === undefined)
      return this.#reject(call, serverError('not-implemented', `${id} is not implemented.`));
    return thenDo(this.#options.context(call), (context) => {
      call.context = context;
      const respond = (): MaybePromise<HttpResponse> =>
        thenDo(handler.call(this.#handlers, values as never, call as never), (response) =>
          call.respond(response),
        );
      return call.hasItems ? this.#rejectInvalidItems(call, respond) : respond();
    });
  }

  /** Rejects a request that turns out to be invalid while its handler reads it. */
  async #rejectInvalidItems(
    call: RoutedCall,
    respond: () => MaybePromise<HttpResponse>,
  ): Promise<HttpResponse> {
    try {
      return await respond();
    } catch (error) {
      if (error instanceof InvalidItemError) return this.#rejectInvalid(call, error);
      throw error;
    }
  }

  #reject({ operation, request }: RoutedCall, error: ServerError): MaybePromise<HttpResponse> {
    return this.#responses.writeError(error, operation, request);
  }
}

/** Adds the methods that the server handles itself. */
function withImplied(methods: readonly string[]): readonly string[] {
  const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return [...new Set([...methods, ...implied])].sort();
}
