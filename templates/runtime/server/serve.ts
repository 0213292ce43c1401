/**
 * Runs a service: the way of a request from its path to its response, in order.
 * Route → caller → values → context → handler → check → response. Speaks to no framework; the adapters do.
 */
import type { HttpResponse, HttpRequest } from '../http.ts';
import type { OperationSpec } from '../operation-spec.ts';
import { readRequest } from '../read-request.ts';
import { createRouter, type RouteMatch } from '../router.ts';
import { invalidRequest, refusal, refusalResponse, unauthenticated, type Refusal } from './refusals.ts';
import { authenticate, type SchemeSpec } from './security.ts';
import type {
  AnyHandler,
  AnyServerOptions,
  HandlerResponse,
  ServeRequest,
  ServiceDescription,
} from './service.ts';
import { streamFrames } from './stream-frames.ts';
import { withoutBody, writeResponse } from './write-response.ts';

/** Units: bytes. */
const LONGEST_BODY = 1_048_576;

type Found = Extract<RouteMatch<OperationSpec>, { kind: 'found' }>;

/** Joins a description with its handlers. */
export function serve(
  description: ServiceDescription,
  handlers: Readonly<Record<string, AnyHandler | undefined>>,
  options: AnyServerOptions,
): ServeRequest {
  const service = new Service(description, handlers, options);
  return (request) => service.answer(request);
}

class Service {
  readonly #description: ServiceDescription;
  readonly #handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly #options: AnyServerOptions;
  readonly #router;
  readonly #schemes: ReadonlyMap<string, SchemeSpec>;
  readonly #isChecked: boolean;

  constructor(
    description: ServiceDescription,
    handlers: Readonly<Record<string, AnyHandler | undefined>>,
    options: AnyServerOptions,
  ) {
    this.#description = description;
    this.#handlers = handlers;
    this.#options = options;
    this.#router = createRouter(description.operations);
    this.#schemes = new Map(description.securitySchemes.map((scheme) => [scheme.name, scheme]));
    this.#isChecked = options.checkResponses ?? true;
  }

  async answer(request: HttpRequest): Promise<HttpResponse> {
    const isHead = request.method === 'HEAD';
    let route = this.#find(request.method, request.path);
    // Source: RFC 9110 9.3.2: HEAD is GET without the body, whether a description lists it or not.
    const isImplied = isHead && route.kind === 'method' && route.allowed.includes('GET');
    if (isImplied) route = this.#find('GET', request.path);
    const response = await this.#answerAt(route, request);
    return isHead ? withoutBody(response) : response;
  }

  #find(method: string, path: string): RouteMatch<OperationSpec> {
    const base = this.#options.basePath ?? '';
    if (!path.startsWith(`${base}/`)) return { kind: 'none' };
    return this.#router.match(method, path.slice(base.length));
  }

  async #answerAt(route: RouteMatch<OperationSpec>, request: HttpRequest): Promise<HttpResponse> {
    if (route.kind !== 'found') return this.#unrouted(route, request);
    const { operation } = route;
    try {
      return this.#write(operation, await this.#run(route, request), request);
    } catch (error) {
      if (!request.signal.aborted) this.#options.onError(error, operation);
      // Says nothing of what happened: `onError` has been told.
      return this.#write(
        operation,
        this.#refuse(refusal('failed', 'The service failed.'), operation),
        request,
      );
    }
  }

  #unrouted(route: Exclude<RouteMatch<OperationSpec>, Found>, request: HttpRequest): HttpResponse {
    const allow = route.kind === 'method' ? route.allowed.join(', ') : '';
    if (route.kind === 'method' && request.method === 'OPTIONS')
      return { status: 204, headers: { allow }, body: { kind: 'none' } };
    const refused =
      route.kind === 'method'
        ? refusal('unknown-method', `Allowed here: ${allow}.`, { headers: { allow } })
        : refusal('unknown-path', 'There is nothing at this path.');
    return this.#write(NOWHERE, this.#refuse(refused, null), request);
  }

  async #run({ operation, params }: Found, request: HttpRequest): Promise<Outcome> {
    const { authenticate: authenticators, limits = {}, context: makeContext } = this.#options;
    const known = await authenticate(operation, request, this.#schemes, authenticators);
    if (known.kind === 'unknown')
      return this.#refuse(unauthenticated(operation.security, this.#schemes), operation);
    if (known.kind === 'forbidden')
      return this.#refuse(refusal('forbidden', 'The credential does not allow this.'), operation);

    const most = limits.bytes ?? LONGEST_BODY;
    const body = operation.body === null ? null : await request.readBody(most);
    if (body === null && operation.body !== null)
      return this.#refuse(refusal('body-too-large', `A body has at most ${most} bytes.`), operation);
    const { query, headers } = request;
    const raw = { pathParams: params, query, headers, body, contentType: headers.get('content-type') };
    const read = await readRequest(operation, raw, limits.depth === undefined ? {} : { depth: limits.depth });
    if (!read.ok) return this.#refuse(invalidRequest(operation, read.reason, read.problems), operation);

    const handler = this.#handlerOf(operation);
    if (handler === undefined)
      return this.#refuse(refusal('not-implemented', `${operation.id} is not implemented.`), operation);
    const call = { caller: known.caller, signal: request.signal, operation, request };
    const context = await makeContext(call);
    const response = await handler.call(this.#handlers, read.request as never, { ...call, context } as never);
    return { response, isOwn: false };
  }

  #handlerOf({ id }: OperationSpec): AnyHandler | undefined {
    const { handlerNames } = this.#description;
    const name = Object.hasOwn(handlerNames, id) ? (handlerNames[id] ?? id) : id;
    return this.#handlers[name];
  }

  #refuse(refused: Refusal, operation: OperationSpec | null): Outcome {
    const written = this.#options.refuse?.(refused, operation) ?? refusalResponse(refused, operation);
    return { response: { ...written, headers: { ...refused.headers, ...written.headers } }, isOwn: true };
  }

  #write(operation: OperationSpec, { response, isOwn }: Outcome, request: HttpRequest): HttpResponse {
    const { stream } = operation;
    const rules = stream === null ? null : (this.#description.streams[stream.stream] ?? null);
    return writeResponse(operation, response, this.#isChecked && !isOwn, (events) =>
      streamFrames(events, {
        rules,
        isChecked: this.#isChecked,
        signal: request.signal,
        onError: (error) => this.#options.onError(error, operation),
      }),
    );
  }
}

/** A response, and whether the server gave it by itself: a description need not list a 413. */
interface Outcome {
  readonly response: HandlerResponse;
  readonly isOwn: boolean;
}

/** Stands in where a request means no operation. */
const NOWHERE: OperationSpec = {
  id: '',
  method: '',
  path: '',
  tag: null,
  parameters: [],
  body: null,
  responses: [],
  security: [],
  stream: null,
  extensions: {},
};
