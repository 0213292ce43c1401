/** Reads one operation: its input, its responses, and its security. */
import { isXmlMediaType } from '../../templates/runtime/media-type.ts';
import { itemSchemaOf } from '../schema/event-schema.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { checkFields } from './check-document.ts';
import { toCamel, toPascal } from '../model/check-names.ts';
import type { HttpMethod, SecurityAlternative } from '../model/contract-model.ts';
import {
  extensionsOf,
  isArray,
  isObject,
  propertyOf,
  propertyPlace,
  objectAt,
  resolveNode,
  textAt,
  textsAt,
} from '../json/json.ts';
import {
  isFormMediaType,
  isJsonSequence,
  kindOfContent,
  examplesOf,
  resolveProperty,
  type OpenapiContext,
} from './openapi-context.ts';
import { readParameters } from './read-parameters.ts';
import { mediaTypeLabel, readHeaders, readResponses } from './read-responses.ts';
import type { ReadBody, ReadBodyContent, ReadHeader, ReadOperation } from '../model/reading.ts';
import type { OperationName } from '../model/operation-names.ts';
import { readTest } from './read-test.ts';

export interface OperationSite {
  readonly id: string;
  readonly named: OperationName;
  readonly method: HttpMethod;
  readonly path: string;
  readonly pathItem: JsonObject;
  /** Requirements of the document, for operations that declare none. */
  readonly security: readonly SecurityAlternative[];
}

/** Reads one operation. Errors: those of its parts (reported). */
export function readOperation(
  operation: JsonObject,
  site: OperationSite,
  context: OpenapiContext,
): ReadOperation {
  const { id, named, method, path, pathItem } = site;
  const { name, reason: nameReason } = named;
  const place = context.placeOf(operation);
  checkFields(operation, 'operation', context);
  const { 'x-test': _, ...extensions } = { ...extensionsOf(pathItem), ...extensionsOf(operation) };
  const parameters = readParameters(operation, pathItem, name, path, context);
  return {
    id,
    name,
    nameReason,
    method,
    path,
    tag: textsAt(operation, 'tags')[0] ?? null,
    summary: textAt(operation, 'summary'),
    description: textAt(operation, 'description'),
    deprecated: propertyOf(operation, 'deprecated') === true,
    parameters,
    body: readBody(operation, name, context),
    responses: readResponses(operation, { id, name, parameters }, context),
    security: readSecurity(operation, context) ?? site.security,
    test: readTest(operation, context),
    extensions,
    place,
  };
}

/** Reads security requirements; `null` when the node declares none. */
export function readSecurity(
  node: JsonObject,
  context: OpenapiContext,
): readonly SecurityAlternative[] | null {
  const written = propertyOf(node, 'security');
  if (written === undefined) return null;
  if (!isArray(written)) {
    context.report('MEMBER_MALFORMED', propertyPlace(context.placeOf(node), 'security'), {
      property: 'security',
      expected: 'a list',
    });
    return null;
  }
  return written
    .filter(isObject)
    .map((alternative) =>
      Object.keys(alternative).map((name) => ({ name, scopes: textsAt(alternative, name) })),
    );
}

function readBody(operation: JsonObject, name: string, context: OpenapiContext): ReadBody | null {
  const part = resolveProperty(operation, 'requestBody', context);
  if (part === null) return null;
  const { node, component } = part;
  checkFields(node, 'request body', context);
  const label = component === null ? `${toCamel(name)}Body` : `${component}Body`;
  const content = Object.entries(objectAt(node, 'content'));
  const isJson = ([mediaType, body]: readonly [string, JsonValue]): boolean =>
    isObject(body) && !isXmlMediaType(mediaType) && kindOfContent(mediaType, body, context) === 'json';
  const jsonCount = content.filter(isJson).length;
  const isMain = (entry: readonly [string, JsonValue]): boolean =>
    content.length === 1 || (jsonCount === 1 && (isJson(entry) || !isXmlMediaType(entry[0])));
  return {
    required: propertyOf(node, 'required') === true,
    description: textAt(node, 'description'),
    content: content.flatMap((entry) => {
      const [mediaType, body] = entry;
      const wanted = isMain(entry) ? label : label + mediaTypeLabel(mediaType);
      return isObject(body) ? [readBodyContent(mediaType, body, wanted, context)] : [];
    }),
  };
}

function readBodyContent(
  mediaType: string,
  body: JsonObject,
  wanted: string,
  context: OpenapiContext,
): ReadBodyContent {
  const kind = kindOfContent(mediaType, body, context);
  checkFields(body, 'media type', context);
  const schema = propertyOf(body, 'schema');
  const base = {
    mediaType,
    examples: examplesOf(mediaType, body, context),
    styles: stylesOf(body),
    reserved: reservedOf(body),
    partTypes: partTypesOf(body),
    partHeaders: partHeadersOf(body, wanted, context),
    place: context.placeOf(body),
    items: null,
  };
  const item = itemOf(mediaType, body, context);
  if (item !== null) {
    const items = context.parts.add(item, `${wanted}Item`, body);
    return { ...base, kind: 'bytes', check: context.scope === 'compared' ? items : null, form: null, items };
  }
  if (kind === 'json') return { ...base, kind, check: context.parts.add(schema, wanted, body), form: null };
  const isCompared = context.scope === 'compared' && schema !== undefined;
  const isForm = !isCompared && schema !== undefined && isFormMediaType(mediaType);
  if (kind === 'bytes' && schema !== undefined && !isCompared && !isForm)
    context.report('BODY_OPAQUE', base.place, { mediaType });
  const check = isCompared ? context.parts.add(schema, wanted, body) : null;
  const form = isForm ? context.parts.add(schema, wanted, body) : null;
  return { ...base, kind: kind === 'eventStream' ? 'text' : kind, check, form };
}

/** Returns the schema of an item of a sequence of JSON values; `null` for every other body. */
function itemOf(mediaType: string, body: JsonObject, { root }: OpenapiContext): JsonValue | null {
  if (!isJsonSequence(mediaType)) return null;
  const written = propertyOf(body, 'itemSchema');
  if (written !== undefined) return written;
  const resolve = (node: JsonValue | undefined): JsonObject | null => resolveNode(root, node);
  const item = itemSchemaOf(propertyOf(body, 'schema'), resolve);
  // Descriptions also describe a whole sequence as one text.
  return item !== undefined && textAt(resolve(item) ?? {}, 'type') === 'object' ? item : null;
}

/** Reads the media types and ranges of the parts of a form. */
function partTypesOf(body: JsonObject): Readonly<Record<string, readonly string[]>> {
  const types = Object.entries(objectAt(body, 'encoding')).map(([name, encoding]) => {
    const written = isObject(encoding) ? (textAt(encoding, 'contentType') ?? '') : '';
    return [name, written.split(',').flatMap((type) => type.trim() || [])] as const;
  });
  return Object.fromEntries(types.filter(([, listed]) => listed.length > 0));
}

/** Reads the headers of the parts of a form; parts without any are omitted. */
function partHeadersOf(
  body: JsonObject,
  wanted: string,
  context: OpenapiContext,
): Readonly<Record<string, readonly ReadHeader[]>> {
  const parts = Object.entries(objectAt(body, 'encoding')).map(([name, encoding]) => {
    const headers = isObject(encoding) ? readHeaders(encoding, `${wanted}${toPascal(name)}`, context) : [];
    return [name, headers] as const;
  });
  return Object.fromEntries(parts.filter(([, headers]) => headers.length > 0));
}

/** Lists the fields of a form whose reserved characters are sent unencoded. */
function reservedOf(body: JsonObject): readonly string[] {
  return Object.entries(objectAt(body, 'encoding')).flatMap(([name, encoding]) =>
    isObject(encoding) && propertyOf(encoding, 'allowReserved') === true ? [name] : [],
  );
}

/** Reads how the fields of a form are written; fields without a declaration are omitted. */
function stylesOf(body: JsonObject): ReadonlyMap<string, string> {
  const styles = new Map<string, string>();
  for (const [name, encoding] of Object.entries(objectAt(body, 'encoding'))) {
    if (!isObject(encoding)) continue;
    const explode = propertyOf(encoding, 'explode');
    const style = textAt(encoding, 'style') ?? (explode === undefined ? null : 'form');
    if (style === null) continue;
    styles.set(name, `${style}${(explode ?? style === 'form') === true ? ', exploded' : ''}`);
  }
  return styles;
}
