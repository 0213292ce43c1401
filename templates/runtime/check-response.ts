/**
 * Validates a response before it is sent: status, media type, headers, body.
 * Events of a stream are validated by the code that sends them.
 */
import { pointerStep } from './json/pointer.ts';
import { coversMediaType, mediaTypeOf, type ResponseStatus } from './media-type.ts';
import type { OperationSpec, ResponseHeaderSpec, ResponseSpec } from './operation-spec.ts';

/** A response before it is serialized; `body` is the value, not its text. */
export interface CheckedResponse {
  readonly status: number;
  /** `null` when there is no body. */
  readonly contentType: string | null;
  /** By lower-case name; numbers and booleans as values or as text. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** `undefined` if there is none. */
  readonly body: unknown;
}

/** How a response violates the contract. */
export interface ResponseViolation {
  /** The location in the contract that it violates. */
  readonly pointer: string;
  readonly message: string;
}

/** Returns how a response violates the contract; `null` if it does not. */
export function checkResponse(spec: OperationSpec, response: CheckedResponse): ResponseViolation | null {
  const declared = declaredStatus(spec.responses, response.status);
  if (declared === null) return undeclaredStatus(spec, response.status);
  const content = contentFor(spec.responses, declared, mediaTypeOf(response.contentType));
  if (content === null) return undeclaredMediaType(spec, declared, response);
  return checkHeaders(spec, content, response.headers) ?? checkBody(spec, content, response.body);
}

/** Finds the most specific declaration of a status. */
function declaredStatus(responses: readonly ResponseSpec[], status: number): ResponseStatus | null {
  const range = `${Math.floor(status / 100)}XX`;
  let best: ResponseStatus | null = null;
  for (const response of responses) {
    if (response.status === status) return status;
    if (response.status === range || (response.status === 'default' && best === null)) best = response.status;
  }
  return best;
}

/** Finds the declaration of a media type; an exact one before a range. */
function contentFor(
  responses: readonly ResponseSpec[],
  status: ResponseStatus,
  mediaType: string | null,
): ResponseSpec | null {
  let best: ResponseSpec | null = null;
  for (const response of responses) {
    if (response.status !== status) continue;
    if (response.mediaType === mediaType) return response;
    if (response.mediaType !== null && mediaType !== null && coversMediaType(response.mediaType, mediaType))
      best ??= response;
  }
  return best;
}

function checkHeaders(
  spec: OperationSpec,
  content: ResponseSpec,
  headers: Readonly<Record<string, unknown>>,
): ResponseViolation | null {
  for (const header of content.headers) {
    const name = header.name.toLowerCase();
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    const message = headerMessage(header, value);
    if (message !== null)
      return { pointer: responsePointer(spec, content.status, 'headers', header.name), message };
  }
  return null;
}

function headerMessage(header: ResponseHeaderSpec, value: unknown): string | null {
  if (value === undefined) return header.required ? `The response lacks the header ${header.name}.` : null;
  if (readings(value).some((reading) => header.check.check(reading))) return null;
  return `The header is wrong: ${header.check.firstProblem(value, header.name)?.message ?? 'it does not fit its schema'}.`;
}

/** Returns the possible values of a header's text: the text, a number, a boolean or a list. */
function readings(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return value.trim() === '' ? [value] : [value, Number(value), value.split(',').map((item) => item.trim())];
}

function checkBody(spec: OperationSpec, content: ResponseSpec, body: unknown): ResponseViolation | null {
  const wrong = bodyMessage(content, body);
  if (wrong === null) return null;
  const pointer =
    content.check?.pointer ?? responsePointer(spec, content.status, 'content', content.mediaType ?? '');
  return { pointer, message: wrong };
}

function bodyMessage({ kind, check }: ResponseSpec, body: unknown): string | null {
  switch (kind) {
    case 'none':
      return body === undefined || body === null ? null : 'The response has a body, but none is declared.';
    case 'text':
      return typeof body === 'string' ? null : 'The body must be text.';
    case 'bytes':
      return body instanceof Uint8Array ? null : 'The body must be bytes.';
    case 'eventStream':
      return null;
    case 'json':
      if (check === null || check.check(body)) return null;
      return `The body is wrong: ${check.firstProblem(body)?.message ?? 'it does not fit its schema'}.`;
  }
}

function undeclaredStatus(spec: OperationSpec, status: number): ResponseViolation {
  const statuses = [...new Set(spec.responses.map((response) => response.status))].join(', ');
  return {
    pointer: responsePointer(spec),
    message: `Status ${status} is not declared for ${spec.id}; declared are ${statuses}.`,
  };
}

function undeclaredMediaType(
  spec: OperationSpec,
  status: ResponseStatus,
  response: CheckedResponse,
): ResponseViolation {
  const mediaTypes = spec.responses
    .filter((each) => each.status === status)
    .map((each) => each.mediaType ?? 'no body');
  const sent = response.contentType ?? 'no body';
  return {
    pointer: responsePointer(spec, status, 'content'),
    message: `Status ${response.status} of ${spec.id} is declared with ${mediaTypes.join(', ')}, not with ${sent}.`,
  };
}

function responsePointer(spec: OperationSpec, ...properties: readonly (string | number)[]): string {
  const steps = ['paths', spec.path, spec.method.toLowerCase(), 'responses', ...properties];
  return '#' + steps.map((step) => pointerStep(String(step))).join('');
}
