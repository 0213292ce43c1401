/**
 * Reads the responses of an operation: status, headers, and the body in each media type.
 */
import type { JsonObject, JsonValue } from '../documents.ts';
import { toCamel, toPascal } from './check-names.ts';
import type { ReplyStatus } from './contract.ts';
import { isObject, memberOf, objectAt, textAt } from './node.ts';
import { expectMember, kindOfMediaType, readExamples, resolvePart, type BodyKind, type OpenapiContext } from './openapi-context.ts';
import type { ReadContent, ReadHeader, ReadReply } from './reading.ts';

/**
 * Reads every response, in the order of the document.
 *
 * Errors: STATUS_INVALID, STREAM_UNKNOWN, MEMBER_MALFORMED (reported).
 */
export function readReplies(operation: JsonObject, operationId: string, context: OpenapiContext): ReadReply[] {
  expectMember(operation, 'responses', 'an object', context);
  return Object.entries(objectAt(operation, 'responses')).flatMap(([key, written]) => {
    if (key.startsWith('x-')) return [];
    const status = toStatus(key);
    if (status === null) {
      context.report('STATUS_INVALID', context.placeOf(operation), { status: key });
      return [];
    }
    const reply = readReply(written, status, operation, operationId, context);
    return reply === null ? [] : [reply];
  });
}

/** Reads the key of a response. */
export function toStatus(key: string): ReplyStatus | null {
  if (key === 'default') return 'default';
  if (/^[1-5][0-9]{2}$/.test(key)) return Number(key);
  const range = key.toUpperCase();
  return /^[1-5]XX$/.test(range) ? (range as ReplyStatus) : null;
}

function readReply(
  written: JsonValue,
  status: ReplyStatus,
  operation: JsonObject,
  operationId: string,
  context: OpenapiContext,
): ReadReply | null {
  const part = resolvePart(written, context);
  if (part === null) return null;
  const { node, component } = part;
  const label = component === null ? `${toCamel(operationId)}Reply${toPascal(String(status))}` : `${component}Reply`;
  return {
    status,
    description: textAt(node, 'description') ?? '',
    headers: readHeaders(node, label, context),
    content: Object.entries(objectAt(node, 'content')).flatMap(([mediaType, body]) =>
      isObject(body) ? [readContent(mediaType, body, label, operation, operationId, context)] : [],
    ),
    place: context.placeOf(node),
  };
}

function readHeaders(reply: JsonObject, label: string, context: OpenapiContext): ReadHeader[] {
  return Object.entries(objectAt(reply, 'headers')).flatMap(([name, written]) => {
    if (name.toLowerCase() === 'content-type') return [];
    const part = resolvePart(written, context);
    if (part === null) return [];
    const { node, component } = part;
    const wanted = component === null ? `${label}${toPascal(name)}Header` : `${component}Header`;
    return [
      {
        name,
        required: memberOf(node, 'required') === true,
        description: textAt(node, 'description'),
        check: context.parts.add(memberOf(node, 'schema'), wanted, node),
      },
    ];
  });
}

interface ContentSite {
  readonly mediaType: string;
  readonly body: JsonObject;
  readonly label: string;
  readonly operation: JsonObject;
  readonly operationId: string;
  readonly context: OpenapiContext;
}

function readContent(
  mediaType: string,
  body: JsonObject,
  label: string,
  operation: JsonObject,
  operationId: string,
  context: OpenapiContext,
): ReadContent {
  const site = { mediaType, body, label, operation, operationId, context };
  return contentReaders[kindOfMediaType(mediaType)](site);
}

const contentReaders: Record<BodyKind, (site: ContentSite) => ReadContent> = {
  json: ({ mediaType, body, label, context }) => ({
    kind: 'json',
    mediaType,
    check: context.parts.add(memberOf(body, 'schema'), `${label}${mediaTypeLabel(mediaType)}`, body),
    examples: readExamples(body, context),
  }),
  text: ({ mediaType, body, context }) => ({ kind: 'text', mediaType, examples: readExamples(body, context) }),
  bytes: ({ mediaType, body, context }) => ({ kind: 'bytes', mediaType, examples: readExamples(body, context) }),
  eventStream: (site) => ({
    kind: 'eventStream',
    mediaType: site.mediaType,
    check: readEventSchema(site),
    examples: readExamples(site.body, site.context),
  }),
};

/** Names a JSON media type in the name of a check: `Json`, or `ProblemJson` for `application/problem+json`. */
export function mediaTypeLabel(mediaType: string): string {
  const essence = mediaType.split(';')[0] ?? '';
  return essence.trim().toLowerCase() === 'application/json' ? 'Json' : toPascal(essence.replace(/^application\//, ''));
}

/**
 * Finds the schema of one event of a stream.
 *
 * Shape: four ways to say it are read: `x-stream.event` names the component; the schema of a parsed frame holds it as
 * `contentSchema` of `data`; `itemSchema` is either of the two; else the schema of the media type is the event itself.
 */
function readEventSchema({ body, label, operation, context }: ContentSite): string {
  const wanted = label.replace(/Reply2[0-9]{2}$|Reply2XX$|Reply$/, '') + 'Event';
  const named = textAt(objectAt(operation, 'x-stream'), 'event');
  if (named !== null) {
    const reference = `#/components/schemas/${named}`;
    if (Object.hasOwn(objectAt(objectAt(context.root, 'components'), 'schemas'), named)) {
      return context.parts.add({ $ref: reference }, wanted, body);
    }
    context.report('STREAM_UNKNOWN', context.placeOf(operation), { name: named });
  }
  const written = memberOf(body, 'itemSchema') ?? memberOf(body, 'schema');
  return context.parts.add(dataSchemaOf(written, context) ?? written, wanted, body);
}

function dataSchemaOf(written: JsonValue | undefined, context: OpenapiContext): JsonValue | undefined {
  const frame = resolvePartQuietly(written, context);
  if (frame === null) return undefined;
  const data = resolvePartQuietly(memberOf(objectAt(frame, 'properties'), 'data'), context);
  return data === null ? undefined : memberOf(data, 'contentSchema');
}

function resolvePartQuietly(written: JsonValue | undefined, context: OpenapiContext): JsonObject | null {
  return isObject(written) ? (resolvePart(written, context)?.node ?? null) : null;
}
