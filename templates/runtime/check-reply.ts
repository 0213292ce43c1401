/**
 * Holds a reply to the contract before it is sent: status, media type, headers, body.
 * Events of a stream are checked one by one by whoever sends them.
 */
import { coversMediaType, mediaTypeOf } from './media-type.ts';
import type { OperationSpec, ReplyHeaderSpec, ReplySpec, ReplyStatus } from './operation-spec.ts';

/** A reply before it is written; `body` is the value, not its text. */
export interface CheckedReply {
  readonly status: number;
  /** `null` when there is no body. */
  readonly contentType: string | null;
  /** By lower-case name; numbers and booleans as they are or as text. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** `undefined` when there is none. */
  readonly body: unknown;
}

/** How a reply breaks the contract. */
export interface ReplyViolation {
  /** The place in the contract that it breaks. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks a reply; `null` when the contract allows it. */
export function checkReply(spec: OperationSpec, reply: CheckedReply): ReplyViolation | null {
  const declared = declaredStatus(spec.replies, reply.status);
  if (declared === null) return undeclaredStatus(spec, reply.status);
  const content = contentFor(spec.replies, declared, mediaTypeOf(reply.contentType));
  if (content === null) return undeclaredMediaType(spec, declared, reply);
  return checkHeaders(spec, content, reply.headers) ?? checkBody(spec, content, reply.body);
}

/** Finds the most special declaration that covers a status. */
function declaredStatus(replies: readonly ReplySpec[], status: number): ReplyStatus | null {
  const range = `${Math.floor(status / 100)}XX`;
  let best: ReplyStatus | null = null;
  for (const reply of replies) {
    if (reply.status === status) return status;
    if (reply.status === range || (reply.status === 'default' && best === null)) best = reply.status;
  }
  return best;
}

/** Finds the declaration of a media type, one that names it before a range. */
function contentFor(
  replies: readonly ReplySpec[],
  status: ReplyStatus,
  mediaType: string | null,
): ReplySpec | null {
  let best: ReplySpec | null = null;
  for (const reply of replies) {
    if (reply.status !== status) continue;
    if (reply.mediaType === mediaType) return reply;
    if (reply.mediaType !== null && mediaType !== null && coversMediaType(reply.mediaType, mediaType))
      best ??= reply;
  }
  return best;
}

function checkHeaders(
  spec: OperationSpec,
  content: ReplySpec,
  headers: Readonly<Record<string, unknown>>,
): ReplyViolation | null {
  for (const header of content.headers) {
    const name = header.name.toLowerCase();
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    const message = headerMessage(header, value);
    if (message !== null)
      return { pointer: replyPointer(spec, content.status, 'headers', header.name), message };
  }
  return null;
}

function headerMessage(header: ReplyHeaderSpec, value: unknown): string | null {
  if (value === undefined) return header.required ? `The reply lacks the header ${header.name}.` : null;
  if (readings(value).some((reading) => header.check.check(reading))) return null;
  return `The header is wrong: ${header.check.firstProblem(value, header.name)?.message ?? 'it does not fit its schema'}.`;
}

/** What the text of a header may mean: itself, a number, a boolean, or one entry of a list. */
function readings(value: unknown): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return value.trim() === '' ? [value] : [value, Number(value), value.split(',').map((item) => item.trim())];
}

function checkBody(spec: OperationSpec, content: ReplySpec, body: unknown): ReplyViolation | null {
  const wrong = bodyMessage(content, body);
  if (wrong === null) return null;
  const pointer =
    content.check?.pointer ?? replyPointer(spec, content.status, 'content', content.mediaType ?? '');
  return { pointer, message: wrong };
}

function bodyMessage({ kind, check }: ReplySpec, body: unknown): string | null {
  switch (kind) {
    case 'none':
      return body === undefined || body === null ? null : 'The reply has a body, but none is declared.';
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

function undeclaredStatus(spec: OperationSpec, status: number): ReplyViolation {
  const known = [...new Set(spec.replies.map((reply) => reply.status))].join(', ');
  return {
    pointer: replyPointer(spec),
    message: `Status ${status} is not declared for ${spec.id}; declared are ${known}.`,
  };
}

function undeclaredMediaType(spec: OperationSpec, status: ReplyStatus, reply: CheckedReply): ReplyViolation {
  const known = spec.replies
    .filter((each) => each.status === status)
    .map((each) => each.mediaType ?? 'no body');
  const sent = reply.contentType ?? 'no body';
  return {
    pointer: replyPointer(spec, status, 'content'),
    message: `Status ${reply.status} of ${spec.id} is declared with ${known.join(', ')}, not with ${sent}.`,
  };
}

function replyPointer(spec: OperationSpec, ...members: readonly (string | number)[]): string {
  const steps = ['paths', spec.path, spec.method.toLowerCase(), 'responses', ...members];
  return '#/' + steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
}
