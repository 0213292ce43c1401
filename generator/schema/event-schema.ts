/** Finds the schema of one event in the schema of a stream. */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { arrayAt, isArray, isObject, objectAt, propertyOf, textAt } from '../json/json.ts';
import { describesValue, propertyNamed, typesOf } from './keywords.ts';

type Written = JsonValue | undefined;

/** Resolves a schema that may be a reference; `null` if it is not an object. */
type Resolve = (schema: Written) => JsonObject | null;

/** Returns the schema of an item of a list, else the schema itself. */
export function itemSchemaOf(schema: Written, resolve: Resolve): Written {
  const list = resolve(schema);
  return list === null ? schema : (propertyOf(list, 'items') ?? schema);
}

/**
 * Returns the schema of an event of `text/event-stream`: the `contentSchema` of `data`, if a frame has no name;
 * otherwise the frame, whose `data` has the schema of its parsed content.
 */
export function eventSchemaOf(schema: Written, resolve: Resolve): Written {
  const frame = resolve(schema);
  const hasName = frame !== null && propertyNamed(frame, 'event') !== undefined;
  const data = frame === null || hasName ? undefined : dataSchemaOf(frame, resolve);
  return data ?? withParsedData(schema, resolve);
}

function dataSchemaOf(frame: JsonObject, resolve: Resolve): Written {
  const data = resolve(propertyNamed(frame, 'data'));
  return data === null ? undefined : propertyOf(data, 'contentSchema');
}

function withParsedData(schema: Written, resolve: Resolve): Written {
  const frame = resolve(schema);
  if (frame === null) return schema;
  const data = dataSchemaOf(frame, resolve);
  if (data !== undefined) return { ...frame, properties: { ...objectAt(frame, 'properties'), data } };
  const keyword = ['oneOf', 'anyOf'].find((each) => isArray(propertyOf(frame, each)));
  if (keyword === undefined) return schema;
  const variants = arrayAt(frame, keyword);
  const parsed = variants.map((variant) => withParsedData(variant, resolve) ?? variant);
  return parsed.every((variant, index) => variant === variants[index])
    ? schema
    : { ...frame, [keyword]: parsed };
}

/** Returns whether a schema of a stream only says that it is a text. */
export function isTextSchema(schema: Written, resolve: Resolve): boolean {
  const value = resolve(schema);
  return value === null || !describesValue(value) || typesOf(value)?.includes('string') === true;
}

/** Returns the schema of an event in an extension of a stream: `x-event-data`, or `x-event-schema`. */
export function extensionSchemaOf(body: JsonObject): Written {
  const name = Object.keys(body).find((each) =>
    /^x-(?:sse-)?(?:event|message|item)s?-?(?:data|schema|payload)?$/i.test(each),
  );
  const schema = name === undefined ? undefined : propertyOf(body, name);
  const isSchema = isObject(schema) && (textAt(schema, '$ref') !== null || describesValue(schema));
  return isSchema ? schema : undefined;
}

/** Returns the component that a text names as the data of the events: "one JSON document as data, see *FeedEvent*"; `null` for none. */
export function namedEventOf(text: string, components: JsonObject): string | null {
  const sentences = text
    .split(/[.;](?=\s|$)|\n\s*\n/)
    .filter((each) => /\bdata\b/i.test(each) && !/\b(?:field|property|member)\b/i.test(each));
  const words = new Set(sentences.flatMap((each) => each.split(/\W+/)));
  const [name, other] = [...words].filter(
    (each) => /(?:Event|Change|Message|Notification)s?$/.test(each) && Object.hasOwn(components, each),
  );
  return other === undefined ? (name ?? null) : null;
}

/** Returns whether a schema describes frames of `text/event-stream`, as opposed to the content of their `data`. */
export function isFrameSchema(schema: Written, resolve: Resolve): boolean {
  const frame = resolve(schema);
  if (frame === null) return false;
  const forms = [frame, ...[...arrayAt(frame, 'oneOf'), ...arrayAt(frame, 'anyOf')].map(resolve)];
  return forms.some((form) => {
    if (form === null || propertyNamed(form, 'data') === undefined) return false;
    return propertyNamed(form, 'event') !== undefined || dataSchemaOf(form, resolve) !== undefined;
  });
}

/** Returns the schema of a frame of `text/event-stream` whose `data` is a JSON text with a schema. */
export function frameSchemaOf(event: JsonSchema): JsonObject {
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema: event };
  return { type: 'object', required: ['data'], properties: { data } };
}
