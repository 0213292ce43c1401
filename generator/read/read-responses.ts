/** Reads the responses of an operation: status, headers, and the body in each media type. */
import {
  eventSchemaOf,
  extensionSchemaOf,
  isTextSchema,
  itemSchemaOf,
  namedEventOf,
} from '../schema/event-schema.ts';
import { referenceTo } from '../schema/keywords.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { checkFields } from './check-document.ts';
import { toCamel, toPascal } from '../model/check-names.ts';
import type { ResponseStatus } from '../model/contract-model.ts';
import {
  extensionsOf,
  isObject,
  propertyOf,
  propertyPlace,
  objectAt,
  resolveNode,
  textAt,
} from '../json/json.ts';
import {
  examplesOf,
  expectProperty,
  isJsonSequence,
  kindOfContent,
  readExamples,
  resolveProperty,
  type BodyKind,
  type OpenapiContext,
  type ResolvedPart,
  expectHeaderName,
} from './openapi-context.ts';
import { isJsonMediaType, mediaTypeOf } from '../../templates/runtime/media-type.ts';
import { readLinks, type LinkOwner } from './read-links.ts';
import type { ReadContent, ReadHeader, ReadResponse } from '../model/reading.ts';

/**
 * Reads every response, in the order of the document.
 *
 * Errors: STATUS_INVALID, STREAM_UNKNOWN, MEMBER_MALFORMED (reported).
 */
export function readResponses(
  operation: JsonObject,
  owner: LinkOwner,
  context: OpenapiContext,
): ReadResponse[] {
  expectProperty(operation, 'responses', 'an object', context);
  const responses = objectAt(operation, 'responses');
  return Object.keys(responses).flatMap((key) => {
    if (key.startsWith('x-')) return [];
    const status = toStatus(key);
    if (status === null) {
      context.report('STATUS_INVALID', propertyPlace(context.placeOf(responses), key), { status: key });
      return [];
    }
    const part = resolveProperty(responses, key, context);
    return part === null ? [] : [readResponse(part, status, operation, owner, context)];
  });
}

export function toStatus(key: string): ResponseStatus | null {
  if (key === 'default') return 'default';
  if (/^[1-5][0-9]{2}$/.test(key)) return Number(key);
  const range = key.toUpperCase();
  return /^[1-5]XX$/.test(range) ? (range as ResponseStatus) : null;
}

function readResponse(
  { node, component }: ResolvedPart,
  status: ResponseStatus,
  operation: JsonObject,
  owner: LinkOwner,
  context: OpenapiContext,
): ReadResponse {
  checkFields(node, 'response', context);
  const label =
    component === null
      ? `${toCamel(owner.name)}Response${toPascal(String(status))}`
      : component.replace(/(Response)?$/, 'Response');
  return {
    status,
    description: textAt(node, 'description') ?? '',
    headers: readHeaders(node, label, context),
    content: readContents(
      objectAt(node, 'content'),
      (mediaType, body) => readContent(mediaType, body, label, operation, owner.id, context),
      context,
    ),
    links: readLinks(node, owner, context),
    extensions: extensionsOf(node),
    place: context.placeOf(node),
  };
}

/**
 * Reads the body in each media type. Why: a description may show examples under `application/json`, and have their schema
 * under `application/json; charset=utf-8`.
 */
function readContents(
  content: JsonObject,
  read: (mediaType: string, body: JsonObject) => ReadContent,
  context: OpenapiContext,
): ReadContent[] {
  const entries = Object.entries(content).flatMap(([mediaType, body]) =>
    isObject(body) ? [{ mediaType, body, type: mediaTypeOf(mediaType) }] : [],
  );
  const described = new Set(
    entries.flatMap(({ body, type }) => (Object.hasOwn(body, 'schema') ? [type] : [])),
  );
  const isOnlyShown = ({ mediaType, body, type }: (typeof entries)[number]): boolean =>
    !Object.hasOwn(body, 'schema') && described.has(type) && isJsonMediaType(mediaType);
  const shown = entries.filter((each) => isOnlyShown(each));
  return entries
    .filter((each) => !isOnlyShown(each))
    .map(({ mediaType, body, type }) => {
      const own = read(mediaType, body);
      if (own.kind !== 'json') return own;
      const further = shown
        .filter((each) => each.type === type)
        .flatMap((each) => examplesOf(each.mediaType, each.body, context));
      return { ...own, examples: [...own.examples, ...further] };
    });
}

/** Reads the headers that a response or an encoding declares. */
export function readHeaders(owner: JsonObject, label: string, context: OpenapiContext): ReadHeader[] {
  const headers = objectAt(owner, 'headers');
  return Object.keys(headers).flatMap((name) => {
    if (name.toLowerCase() === 'content-type') return [];
    const part = resolveProperty(headers, name, context);
    if (part === null || !expectHeaderName(name, part.node, context)) return [];
    const { node, component } = part;
    const wanted = component === null ? `${label}${toPascal(name)}Header` : `${component}Header`;
    return [
      {
        name,
        required: propertyOf(node, 'required') === true,
        description: textAt(node, 'description'),
        check: context.parts.add(propertyOf(node, 'schema'), wanted, node),
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
  const isSequence = isJsonSequence(mediaType) && describesItems.some((property) => property in body);
  checkFields(body, 'media type', context);
  return contentReaders[isSequence ? 'eventStream' : kindOfContent(mediaType, body, context)](site);
}

const describesItems = ['itemSchema', 'schema', 'example', 'examples'];

const contentReaders: Record<BodyKind, (site: ContentSite) => ReadContent> = {
  json: ({ mediaType, body, label, context }) => ({
    kind: 'json',
    mediaType,
    check: context.parts.add(propertyOf(body, 'schema'), `${label}${mediaTypeLabel(mediaType)}`, body),
    examples: examplesOf(mediaType, body, context),
  }),
  text: (site) => readOpaque('text', site),
  bytes: (site) => readOpaque('bytes', site),
  eventStream: (site) => ({
    kind: 'eventStream',
    mediaType: site.mediaType,
    check: readEventSchema(site),
    examples: readExamples(site.body, site.context, 'text'),
  }),
};

function readOpaque(kind: 'text' | 'bytes', { mediaType, body, label, context }: ContentSite): ReadContent {
  const schema = propertyOf(body, 'schema');
  const isCompared = context.scope === 'compared' && schema !== undefined;
  const check = isCompared ? context.parts.add(schema, label + mediaTypeLabel(mediaType), body) : null;
  return { kind, mediaType, check, examples: readExamples(body, context, 'text') };
}

/**
 * Returns the label of a JSON media type in the name of a check: `Json`, or `ProblemJson` for
 * `application/problem+json`.
 */
export function mediaTypeLabel(mediaType: string): string {
  const essence = mediaType.split(';')[0] ?? '';
  return essence.trim().toLowerCase() === 'application/json'
    ? 'Json'
    : toPascal(essence.replace(/^application\//, ''));
}

/**
 * Returns the schema of one event of a stream.
 *
 * Shape: reads these declarations: `x-stream.event` names the component; the schema of a parsed frame has it as
 * `contentSchema` of `data`; `itemSchema` is either of the two; else the schema of the media type is the event itself,
 * or a list of events in a sequence of JSON values. If that is only a text, an extension of the media type may have the
 * schema, or the text about the operation may name the component.
 */
function readEventSchema({ mediaType, body, label, operation, context }: ContentSite): string {
  const wanted = label.replace(/Response2[0-9]{2}$|Response2XX$|Response$/, '') + 'Event';
  const named = textAt(objectAt(operation, 'x-stream'), 'event');
  const components = objectAt(objectAt(context.root, 'components'), 'schemas');
  if (named !== null) {
    if (Object.hasOwn(components, named))
      return context.parts.add({ $ref: referenceTo(named) }, wanted, body);
    context.report('STREAM_UNKNOWN', context.placeOf(operation), { name: named });
  }
  const written = propertyOf(body, 'itemSchema') ?? propertyOf(body, 'schema');
  const resolve = (node: JsonValue | undefined): JsonObject | null => resolveNode(context.root, node);
  const stated = isTextSchema(written, resolve) ? statedEvent() : undefined;
  const schema = isJsonSequence(mediaType) ? itemSchemaOf(written, resolve) : eventSchemaOf(written, resolve);
  return context.parts.add(stated ?? schema, wanted, body);

  function statedEvent(): JsonValue | undefined {
    const component = namedEventOf(textAt(operation, 'description') ?? '', components);
    return extensionSchemaOf(body) ?? (component === null ? undefined : { $ref: referenceTo(component) });
  }
}
