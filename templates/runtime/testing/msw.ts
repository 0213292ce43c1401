/** Creates handlers of MSW for operations: typed responders, and samples where there is none. */
import { http, type HttpHandler } from 'msw';
import { frameBody } from '../adapters/fetch.ts';
import type { EventStream } from '../event-stream.ts';
import { isJsonMediaType, isXmlMediaType, missingCodec, type XmlCodec } from '../media-type.ts';
import { createRouter } from '../router.ts';
import type { OperationSample, ResponseSample } from './sample.ts';
import { frameOf, itemWriter, type StreamRules } from '../server/stream-frames.ts';

export type { HttpHandler } from 'msw';

/** The parts of an operation that a handler needs. */
export interface Route {
  /** Name of the operation's handler, which its samples have too. */
  readonly id: string;
  readonly method: string;
  /** Template such as `/v1/agents/{id}`. */
  readonly path: string;
  /** The properties of an event with its name and its id; absent without a stream. */
  readonly stream?: Omit<StreamRules, 'check'>;
}

/** The call to which a responder responds. Shape: `params` are decoded texts. */
export interface MockedCall<Request extends AnyRequest> {
  readonly request: globalThis.Request;
  readonly params: { readonly [Name in keyof Request['path']]: string };
  readonly query: URLSearchParams;
  /** Reads the body as JSON, without validating it. */
  readonly json: () => Promise<Request['body']>;
}

/** The parts of a request that types are taken from. */
export interface AnyRequest {
  readonly path: object;
  readonly body?: unknown;
}

/** A response, with the events of a stream as a list or an iterable. */
export type MockedResponse<Response> = Response extends { readonly stream: EventStream<infer Event> }
  ? Omit<Response, 'stream'> & {
      readonly stream: EventStream<Event> | Iterable<Event> | AsyncIterable<Event>;
    }
  : Response;

type Maybe<T> = T | Promise<T>;

/**
 * A response, or a function that returns one. A function may also return any `Response` of MSW, or nothing to leave
 * the request to the next handler.
 */
export type Responder<Request extends AnyRequest, Response> =
  | MockedResponse<Response>
  | ((call: MockedCall<Request>) => Maybe<MockedResponse<Response> | globalThis.Response | undefined>);

/** The options of a handler. */
export interface HandlerOptions {
  /** Base URL of the service; any origin and base path by default. */
  readonly baseUrl?: string | undefined;
  /** Handles only the first matching request. */
  readonly once?: boolean | undefined;
  /** Writes bodies of XML. */
  readonly xml?: XmlCodec | undefined;
}

/** A response of any operation. */
interface AnyResponse {
  readonly status: number;
  readonly contentType?: string | null | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly bytes?: Uint8Array | undefined;
  readonly stream?: unknown;
}

type Samples = Readonly<Record<string, OperationSample<unknown> | undefined>>;

/**
 * Creates the handler of an operation; without a responder it returns the sample of a success response.
 *
 * Errors: without a responder and a sample, or with a body of XML and no `xml`, the handler throws when it is called.
 */
export function createHandler<Request extends AnyRequest, Response>(
  route: Route,
  samples: unknown,
  respond: Responder<Request, Response> | undefined,
  { baseUrl, once = false, xml }: HandlerOptions = {},
): HttpHandler {
  const { id, path } = route;
  const method = route.method.toUpperCase();
  const router = createRouter([{ method, path }]);
  const responses = (samples as Samples)[id]?.responses ?? [];
  const base = baseUrl?.replace(/(?<!\/)\/+$/, '') ?? '*';
  const verb = method.toLowerCase();
  const register = verb in http && verb !== 'all' ? http[verb as 'get'] : http.all;
  return register(
    patternOf(base, path),
    async ({ request }) => {
      if (request.method !== method) return undefined;
      const url = new URL(request.url);
      const call: MockedCall<Request> = {
        request,
        params: paramsOf(url.pathname) as MockedCall<Request>['params'],
        query: url.searchParams,
        json: () => request.clone().json() as Promise<Request['body']>,
      };
      const given =
        typeof respond === 'function'
          ? await (respond as (call: MockedCall<Request>) => unknown)(call)
          : (respond ?? sampleFor(request, responses, route, xml));
      if (given === undefined || given instanceof Response) return given;
      return writeResponse(given as AnyResponse, responses, route, xml);
    },
    { once },
  );

  /** Finds the parameters at the end of a path, which may begin with a base path. */
  function paramsOf(pathname: string): Readonly<Record<string, string>> {
    const surplus = pathname.split('/').length - path.split('/').length;
    const own = `/${pathname
      .split('/')
      .slice(1 + surplus)
      .join('/')}`;
    const match = router.match(method, own);
    return match.kind === 'found' ? match.params : {};
  }
}

/** Returns the pattern of a path: a text where MSW has a notation for it, else a regular expression. */
function patternOf(base: string, path: string): string | RegExp {
  const isPlain = /^(?:\/(?:[\w.~-]*|\{\w+\}))+$/.test(path);
  if (isPlain) return base + path.replaceAll(/\{(\w+)\}/g, ':$1');
  const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pieces = path.split(/\{[^{}]*\}/).map(escape);
  return new RegExp(`^${base === '*' ? '.*' : escape(base)}${pieces.join('[^/]+')}$`);
}

/** Chooses the sample of a success response whose media type the client accepts, and which can be written. */
function sampleFor(
  request: Request,
  responses: readonly ResponseSample[],
  { id }: Route,
  xml: HandlerOptions['xml'],
): ResponseSample {
  const accepted = request.headers.get('accept') ?? '*/*';
  const successes = responses.filter(({ status }) => status >= 200 && status < 300);
  const named = successes.filter(({ contentType }) => contentType !== null && accepted.includes(contentType));
  const candidates = named.length > 0 ? named : successes;
  const isWritable = ({ contentType }: ResponseSample): boolean =>
    xml !== undefined || !isXmlMediaType(contentType ?? '');
  const sample = candidates.find(isWritable) ?? candidates[0] ?? responses[0];
  if (sample === undefined) throw new Error(`${id} has no sample: pass a response to its handler of MSW.`);
  return sample;
}

function writeResponse(
  response: AnyResponse,
  samples: readonly ResponseSample[],
  route: Route,
  xml: HandlerOptions['xml'],
): Response {
  const { status, body, bytes } = response;
  const declared = samples.find((sample) => sample.status === status)?.contentType ?? null;
  const contentType = response.contentType ?? declared ?? (body === undefined ? null : 'application/json');
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  for (const [name, value] of Object.entries(response.headers ?? {}))
    if (value !== undefined && value !== null) headers.set(name, textOf(value));
  const isStream = contentType?.startsWith('text/event-stream') === true || itemWriter(contentType) !== null;
  const events = response.stream ?? (isStream && Array.isArray(body) ? body : undefined);
  if (events !== undefined)
    return new Response(frameBody(framesOf(events, route, contentType)), { status, headers });
  if (bytes !== undefined) return new Response(new Uint8Array(bytes), { status, headers });
  if (body === undefined) return new Response(null, { status, headers });
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), { status, headers });
  return new Response(textOfBody(body, contentType ?? '', route, xml), { status, headers });
}

function textOfBody(body: unknown, contentType: string, { id }: Route, xml: HandlerOptions['xml']): string {
  if (typeof body === 'string' && !isJsonMediaType(contentType)) return body;
  if (!isXmlMediaType(contentType)) return JSON.stringify(body);
  if (xml === undefined)
    throw new Error(`The body of ${id} can't be written: ${missingCodec(`${id}Handler`)}`);
  return xml.write(body);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function* framesOf(
  events: unknown,
  { stream = UNNAMED }: Route,
  contentType: string | null,
): AsyncGenerator<string> {
  const write = itemWriter(contentType) ?? ((event: unknown) => frameOf({ event }, stream));
  const { batches } = events as Partial<EventStream<unknown>>;
  if (batches === undefined) for await (const event of events as AsyncIterable<unknown>) yield write(event);
  else for await (const batch of batches) for (const event of batch) yield write(event);
}

/** Frames of a stream that is not described. */
const UNNAMED = { tag: null, position: null };
