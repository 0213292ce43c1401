/**
 * Turns the response of a handler into the neutral one, held to the contract where that is wanted.
 */
import { checkResponse, type ResponseViolation } from '../check-response.ts';
import type { HttpResponse, ResponseBody } from '../http.ts';
import { isJsonMediaType, isMediaRange } from '../media-type.ts';
import type { OperationSpec, ResponseSpec } from '../operation-spec.ts';
import { declaredFor } from './declared-responses.ts';
import type { HandlerResponse } from './service.ts';
import { STREAM_HEADERS } from './stream-frames.ts';

/** Says how a response leaves the contract. What the client gets instead is a 500 without details. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
  /** The place in the contract that is broken. */
  readonly pointer: string;

  constructor(operation: OperationSpec, { message, pointer }: ResponseViolation) {
    super(`${operation.id}: ${message} (${pointer})`);
    this.pointer = pointer;
  }
}

/** Makes the frames of a stream; called at most once per response. */
export type FrameMaker = (stream: NonNullable<HandlerResponse['stream']>) => AsyncIterable<string>;

/**
 * Writes a response.
 *
 * Shape: the content type may be left out where the status declares one.
 * Errors: throws ContractViolation when `isChecked` and the response leaves the contract; its stream is closed then.
 */
export function writeResponse(
  operation: OperationSpec,
  response: HandlerResponse,
  isChecked: boolean,
  makeFrames: FrameMaker,
): HttpResponse {
  const declared = declaredFor(operation, response);
  const headers = plainHeaders(response.headers ?? {});
  const contentType = response.contentType ?? concreteType(declared) ?? impliedType(response);
  const { status, stream } = response;
  if (isChecked) {
    const body = response.bytes ?? response.body;
    const violation = checkResponse(operation, { status, contentType, headers, body });
    if (violation !== null) {
      void stream?.batches[Symbol.asyncIterator]().return?.();
      throw new ContractViolation(operation, violation);
    }
  }
  if (stream !== undefined) {
    return {
      status,
      headers: { ...STREAM_HEADERS, ...headers },
      body: { kind: 'frames', frames: makeFrames(stream) },
    };
  }
  const body = writeBody(response, declared);
  const ofType: HttpResponse['headers'] =
    body.kind === 'none' || contentType === null ? {} : { 'content-type': contentType };
  return { status, headers: { ...ofType, ...headers }, body };
}

/** Leaves the body out, for HEAD; the length of what is left out stays. */
export function withoutBody(response: HttpResponse): HttpResponse {
  const length = lengthOf(response.body);
  const headers =
    length === null ? response.headers : { ...response.headers, 'content-length': String(length) };
  if (response.body.kind === 'frames') void response.body.frames[Symbol.asyncIterator]().return?.();
  return { status: response.status, headers, body: { kind: 'none' } };
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

/** Returns the body of a response that is no stream. */
export function writeBody(
  { bytes, body, contentType }: HandlerResponse,
  declared: ResponseSpec | null,
): ResponseBody {
  if (bytes !== undefined) return { kind: 'bytes', bytes };
  if (body === undefined) return { kind: 'none' };
  const isText = typeof body === 'string' && declared !== null && declared.kind !== 'json';
  // Under a range, text may be sent as a string of JSON.
  const isQuoted = isMediaRange(declared?.mediaType ?? '') && isJsonMediaType(contentType ?? '');
  return { kind: 'text', text: isText && !isQuoted ? body : JSON.stringify(body) };
}

/** The declared type, where it is no range. */
function concreteType(declared: ResponseSpec | null): string | null {
  const mediaType = declared?.mediaType ?? null;
  return mediaType !== null && isMediaRange(mediaType) ? null : mediaType;
}

/** Only a response whose type nothing declares needs it. */
function impliedType({ bytes, body, stream }: HandlerResponse): string | null {
  if (stream !== undefined) return 'text/event-stream';
  if (bytes !== undefined) return 'application/octet-stream';
  return body === undefined ? null : 'application/json';
}

/** Returns headers as they are sent: none for `null` or `undefined`, one field per entry for a list. */
export function plainHeaders(
  given: Readonly<Record<string, unknown>>,
): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    headers[name.toLowerCase()] = Array.isArray(value) ? value.map(headerText) : headerText(value);
  }
  return headers;
}

function headerText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
