/** Converts the response of a handler to the one that is sent, and optionally validates it. */
import { checkResponse, type ResponseViolation } from '../check-response.ts';
import type { HttpResponse, ResponseBody } from '../http.ts';
import { isJsonMediaType, isMediaRange, isXmlMediaType, missingCodec, type XmlCodec } from '../media-type.ts';
import type { OperationSpec, ResponseSpec } from '../operation-spec.ts';
import { declaredFor } from './declared-responses.ts';
import type { HandlerResponse } from './handler.ts';
import { streamHeaders } from './stream-frames.ts';
import { toText } from '../json/value.ts';

/** A response that violates the contract. The client gets a 500 without details instead. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
  /** The location in the contract that is violated, and how. */
  readonly pointer: string;
  readonly problem: string;

  constructor(operation: OperationSpec, { message, pointer }: ResponseViolation) {
    super(`${operation.id}: ${message} (${pointer})`);
    this.pointer = pointer;
    this.problem = message;
  }
}

type Headers = HttpResponse['headers'];

const NO_HEADERS: Headers = Object.freeze({});
const NO_BODY: ResponseBody = Object.freeze({ kind: 'none' });

/** Statuses for which HTTP allows no body, whatever a contract declares. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Units: content types whose headers are cached. */
const MAX_TYPES = 100;

/** Writes the responses of a server. */
export class ResponseWriter {
  readonly #headersOf: (contentType: string | null) => Headers;
  readonly #xml: XmlCodec | undefined;
  /** Headers by content type; responses without additional headers share them. */
  readonly #headers = new Map<string | null, Headers>();

  constructor(headersOf: (contentType: string | null) => Headers = () => NO_HEADERS, xml?: XmlCodec) {
    this.#headersOf = headersOf;
    this.#xml = xml;
  }

  /**
   * Writes a response, or returns how it violates the contract when `isChecked`.
   *
   * Shape: the content type may be absent if the status declares one; `writeFrames` is called for a stream.
   */
  write(
    operation: OperationSpec,
    response: HandlerResponse,
    isChecked: boolean,
    writeFrames: (
      stream: NonNullable<HandlerResponse['stream']>,
      mediaType: string | null,
    ) => AsyncIterable<string>,
  ): HttpResponse | ContractViolation {
    const { status, stream } = response;
    const declared = declaredFor(operation, response);
    const contentType = response.contentType ?? concreteType(declared) ?? impliedType(response);
    const headers = response.headers === undefined ? NO_HEADERS : plainHeaders(response.headers);
    const isPlain = isChecked && declared !== null && headers === NO_HEADERS;
    const cached = isPlain ? getCachedBody(response.body, declared) : null;
    if (cached !== null) return { status, headers: this.#headersFor(contentType), body: cached };
    if (isChecked) {
      const body = response.bytes ?? response.body;
      const violation = checkResponse(operation, { status, contentType, headers, body });
      if (violation !== null) return new ContractViolation(operation, violation);
    }
    if (stream !== undefined)
      return {
        status,
        headers: { ...this.#headersFor(contentType), ...streamHeaders(contentType), ...headers },
        body: { kind: 'frames', frames: writeFrames(stream, contentType) },
      };
    const body = this.#bodyOf(response, declared, contentType);
    if (isPlain && body.kind === 'text') cacheBody(response.body, declared, body.text);
    const shared = this.#headersFor(body.kind === 'none' ? null : contentType);
    return { status, headers: headers === NO_HEADERS ? shared : { ...shared, ...headers }, body };
  }

  #bodyOf(
    response: HandlerResponse,
    declared: ResponseSpec | null,
    contentType: string | null,
  ): ResponseBody {
    if (bodiless.has(response.status)) return NO_BODY;
    return isXml(response, declared, contentType)
      ? this.#writeXml(response.body)
      : writeBody(response, declared);
  }

  #writeXml(value: unknown): Extract<ResponseBody, { readonly kind: 'text' }> {
    if (this.#xml === undefined)
      throw new Error(`The body can't be written: ${missingCodec('createServiceHandler')}`);
    return { kind: 'text', text: this.#xml.write(value) };
  }

  #headersFor(contentType: string | null): Headers {
    const cached = this.#headers.get(contentType);
    if (cached !== undefined) return cached;
    const ofType = contentType === null ? NO_HEADERS : { 'content-type': contentType };
    const headers = Object.freeze({ ...ofType, ...this.#headersOf(contentType) });
    if (this.#headers.size < MAX_TYPES) this.#headers.set(contentType, headers);
    return headers;
  }
}

/** A serialized body and the declaration that it matches; `null` until it is first sent. */
const serialized = new WeakMap<
  object,
  { readonly body: ResponseBody; readonly declared: ResponseSpec } | null
>();

/** Marks a response body as immutable, so that it is validated and serialized once. */
export function immutable<Body extends object>(body: Body): Body {
  serialized.set(body, null);
  return body;
}

/** Returns the serialized body that was sent for the same declaration. */
function getCachedBody(body: unknown, declared: ResponseSpec): ResponseBody | null {
  const cached = typeof body === 'object' && body !== null ? serialized.get(body) : null;
  return cached?.declared === declared ? cached.body : null;
}

/** Caches the serialized text of an immutable body that matches its declaration. */
function cacheBody(body: unknown, declared: ResponseSpec, text: string): void {
  if (typeof body !== 'object' || body === null || !serialized.has(body)) return;
  serialized.set(body, { body: { kind: 'text', text, isReused: true }, declared });
}

/** Removes the body of a response to HEAD, but keeps its length. */
export function withoutBody(response: HttpResponse): HttpResponse {
  const length = lengthOf(response.body);
  const headers =
    length === null ? response.headers : { ...response.headers, 'content-length': String(length) };
  if (response.body.kind === 'frames') void response.body.frames[Symbol.asyncIterator]().return?.();
  return { status: response.status, headers, body: NO_BODY };
}

function lengthOf(body: ResponseBody): number | null {
  switch (body.kind) {
    case 'text':
      return new TextEncoder().encode(body.text).length;
    case 'bytes':
      return body.bytes.length;
    case 'none':
    case 'frames':
      return null;
  }
}

/** Returns whether a body is a value that is written as XML. */
function isXml(
  { body }: HandlerResponse,
  declared: ResponseSpec | null,
  contentType: string | null,
): boolean {
  // Why `includes`: it rules out other types without parsing them.
  const mayBeXml = body !== undefined && declared?.kind === 'json' && contentType?.includes('xml') === true;
  return mayBeXml && isXmlMediaType(contentType);
}

/** Returns the body of a response that is not a stream. */
function writeBody(
  { bytes, body, contentType }: HandlerResponse,
  declared: ResponseSpec | null,
): ResponseBody {
  if (bytes !== undefined) return { kind: 'bytes', bytes };
  if (body === undefined) return NO_BODY;
  const isText = typeof body === 'string' && declared !== null && declared.kind !== 'json';
  // Under a range, text may be sent as a JSON string.
  const isQuoted = isMediaRange(declared?.mediaType ?? '') && isJsonMediaType(contentType ?? '');
  return { kind: 'text', text: isText && !isQuoted ? body : JSON.stringify(body) };
}

/** Returns the declared type, unless it is a range. */
function concreteType(declared: ResponseSpec | null): string | null {
  const mediaType = declared?.mediaType ?? null;
  return mediaType !== null && isMediaRange(mediaType) ? null : mediaType;
}

/** Returns the type of a response for which none is declared. */
function impliedType({ bytes, body, stream }: HandlerResponse): string | null {
  if (stream !== undefined) return 'text/event-stream';
  if (bytes !== undefined) return 'application/octet-stream';
  return body === undefined ? null : 'application/json';
}

/** Converts header values to text: omits `null` and `undefined`, keeps a list as one field per entry. */
function plainHeaders(given: Readonly<Record<string, unknown>>): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    headers[name.toLowerCase()] = Array.isArray(value) ? value.map(toText) : toText(value);
  }
  return headers;
}
