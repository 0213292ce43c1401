/** The context of the OpenAPI reader: the tree, the collectors, and small readers that all parts share. */
import { isHeaderName, toCamel } from '../model/check-names.ts';
import { isXmlMediaType } from '../../templates/runtime/media-type.ts';
import { describesValue } from '../schema/keywords.ts';
import type { JsonObject, JsonValue, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { Example, HttpMethod } from '../model/contract-model.ts';
import {
  arrayAt,
  isArray,
  isObject,
  propertyOf,
  propertyPlace,
  objectAt,
  resolveNode,
  segmentsOf,
  textAt,
  referenceOf,
} from '../json/json.ts';
import type { PartCollector } from './parts.ts';
import type { ReadScope } from '../model/reading.ts';
import { parseJson } from '../../templates/runtime/json/value.ts';

export interface OpenapiContext {
  readonly root: JsonObject;
  readonly placeOf: (node: unknown) => Place;
  readonly parts: PartCollector;
  readonly scope: ReadScope;
  readonly report: Report;
  /** The objects whose fields have been checked. */
  readonly checked: WeakSet<JsonObject>;
}

/** Every method, in reading order. */
export const httpMethods: readonly HttpMethod[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
];

/** A resolved node, with the component it comes from. */
export interface ResolvedPart {
  readonly node: JsonObject;
  /** Name of the component, in camel case; `null` when the node is inline. */
  readonly component: string | null;
}

/**
 * Resolves the reference of a response, parameter, header or body.
 *
 * Errors: REFERENCE_BROKEN (reported), then `null`.
 */
export function resolvePart(written: JsonObject, context: OpenapiContext): ResolvedPart | null {
  const node = resolveNode(context.root, written);
  const ref = referenceOf(written);
  if (node !== null) return { node, component: ref === null ? null : componentLabel(ref) };
  context.report('REFERENCE_BROKEN', context.placeOf(written), { ref: ref ?? '', instead: 'it is ignored' });
  return null;
}

/**
 * Resolves the reference of a property.
 *
 * Errors: MEMBER_MALFORMED, REFERENCE_BROKEN (reported), then `null`; an absent property is just `null`.
 */
export function resolveProperty(
  owner: JsonObject,
  property: string,
  context: OpenapiContext,
): ResolvedPart | null {
  const written = propertyOf(owner, property);
  if (written === undefined) return null;
  if (isObject(written)) return resolvePart(written, context);
  reportMalformed(owner, property, 'an object', context);
  return null;
}

/** Reports a property of the wrong type. */
export function reportMalformed(
  owner: JsonObject,
  property: string,
  expected: string,
  context: Pick<OpenapiContext, 'placeOf' | 'report'>,
): void {
  context.report('MEMBER_MALFORMED', propertyPlace(context.placeOf(owner), property), { property, expected });
}

/** Properties of an example that have its value. Source: OpenAPI 3.2, Example Object. */
const exampleValues = {
  json: ['value', 'dataValue'],
  text: ['value', 'serializedValue', 'dataValue'],
} as const;

/** Reads the examples of a media type: the named ones, or the single one without a name. */
export function readExamples(
  owner: JsonObject,
  context: OpenapiContext,
  form: keyof typeof exampleValues = 'json',
): Example[] {
  const named = Object.entries(objectAt(owner, 'examples')).flatMap(([name, written]) => {
    const example = resolveNode(context.root, written);
    const key = exampleValues[form].find((each) => example !== null && Object.hasOwn(example, each));
    const value = example === null || key === undefined ? undefined : propertyOf(example, key);
    return value === undefined ? [] : [{ name, value: referredValue(value, context) }];
  });
  const example = propertyOf(owner, 'example');
  const single = example === undefined ? undefined : referredValue(example, context);
  return named.length === 0 && single !== undefined ? [{ name: 'default', value: single }] : named;
}

/** Returns the value that an example refers to where it is nothing but a reference in its document. */
function referredValue(value: JsonValue, { root }: OpenapiContext): JsonValue {
  const isReference = isObject(value) && Object.keys(value).length === 1 && referenceOf(value) !== null;
  return isReference ? (resolveNode(root, value) ?? value) : value;
}

/** Reads the examples of a body that is read as values; XML examples are documents, not values. */
export function examplesOf(mediaType: string, body: JsonObject, context: OpenapiContext): Example[] {
  const examples = readExamples(body, context).map((example) => ({
    ...example,
    value: parseText(example.value),
  }));
  return isXmlMediaType(mediaType) ? examples.filter(({ value }) => typeof value !== 'string') : examples;
}

/** Returns an example that is written as the text of a JSON document as that document. */
function parseText(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return parseJson(value) ?? value;
}

/** How a body is read, by its media type. */
export type BodyKind = 'json' | 'text' | 'bytes' | 'eventStream';

export function kindOfMediaType(mediaType: string): BodyKind {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (essence === 'text/event-stream') return 'eventStream';
  if (essence === 'application/json' || essence === 'text/json' || essence.endsWith('+json')) return 'json';
  if (essence.startsWith('text/')) return 'text';
  return 'bytes';
}

/** Returns whether a media type is a sequence of JSON values: JSON lines, or JSON text sequences. */
export function isJsonSequence(mediaType: string): boolean {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  return /^application\/(?:(?:x-)?(?:jsonl|jsonlines|json-lines|ndjson)|json-seq|.+\+json-seq)$/.test(
    essence,
  );
}

/** Media ranges that frameworks emit for any serialization, which is JSON by default. */
const anySerialization: ReadonlySet<string> = new Set(['*/*', 'application/*']);

/**
 * Returns how a body is read: by its media type; for XML and a range that includes JSON, by its schema. XML has the
 * values of its schema, like JSON.
 */
export function kindOfContent(mediaType: string, body: JsonObject, { root }: OpenapiContext): BodyKind {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  const schema = resolveNode(root, propertyOf(body, 'schema'));
  if (isXmlMediaType(mediaType) && schema !== null && describesValue(schema))
    return propertyOf(schema, 'type') === 'string' ? kindOfMediaType(mediaType) : 'json';
  if (!anySerialization.has(essence)) return kindOfMediaType(mediaType);
  if (schema === null || !describesValue(schema)) return 'bytes';
  if (propertyOf(schema, 'type') !== 'string') return 'json';
  // Since 3.1 no keyword is needed to mark a string as bytes.
  if (textAt(root, 'openapi')?.startsWith('3.0') !== true) return 'bytes';
  const isBinary =
    textAt(schema, 'format') === 'binary' ||
    propertyOf(schema, 'contentEncoding') !== undefined ||
    propertyOf(schema, 'contentMediaType') !== undefined;
  return isBinary ? 'bytes' : 'text';
}

/** Returns whether a media type is one of the two for HTML forms. */
export function isFormMediaType(mediaType: string): boolean {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  return essence === 'application/x-www-form-urlencoded' || essence === 'multipart/form-data';
}

/**
 * Returns whether HTTP allows the name of a header; reports it if not.
 *
 * Errors: MEMBER_MALFORMED (reported).
 */
export function expectHeaderName(name: string, node: JsonObject, context: OpenapiContext): boolean {
  if (isHeaderName(name)) return true;
  const property = name === '' ? 'name' : name;
  context.report('MEMBER_MALFORMED', context.placeOf(node), {
    property,
    expected: 'the name of a header, of letters, digits and `-`',
  });
  return false;
}

/** Returns whether a property is absent or of the expected kind; reports it if not. */
export function expectProperty(
  node: JsonObject,
  property: string,
  expected: 'an object' | 'a list',
  context: OpenapiContext,
): void {
  const value = propertyOf(node, property);
  if (value === undefined) return;
  const fits = expected === 'a list' ? isArray(value) : isObject(value);
  if (!fits) reportMalformed(node, property, expected, context);
}

/** Reads a list of objects, and reports items that are not objects. */
export function objectsAt(node: JsonObject, property: string, context: OpenapiContext): JsonObject[] {
  expectProperty(node, property, 'a list', context);
  return arrayAt(node, property).filter((value): value is JsonObject => {
    if (isObject(value)) return true;
    reportMalformed(node, property, 'a list of objects', context);
    return false;
  });
}

function componentLabel(reference: string): string | null {
  const segments = segmentsOf(reference);
  const isComponent = segments.length === 3 && segments[0] === 'components';
  return isComponent ? toCamel(segments[2] ?? '') : null;
}
