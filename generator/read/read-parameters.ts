/** Reads the parameters of an operation, those of its path included. */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { checkFields } from './check-document.ts';
import { toCamel, toPascal } from '../model/check-names.ts';
import type { ParameterPlace } from '../model/contract-model.ts';
import { extensionsOf, isObject, propertyOf, objectAt, textAt } from '../json/json.ts';
import {
  expectHeaderName,
  isFormMediaType,
  objectsAt,
  readExamples,
  resolvePart,
  type OpenapiContext,
} from './openapi-context.ts';
import type { ReadParameter } from '../model/reading.ts';

const places: ReadonlySet<string> = new Set<ParameterPlace>(['path', 'query', 'header', 'cookie']);

/** The default style of a parameter, by location. */
const defaultStyles: Record<ParameterPlace, string> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
  cookie: 'form',
};

/** Header names that OpenAPI reserves, so that parameters with these names are ignored. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

/**
 * Reads the parameters of the operation, then those of the path that it does not override, then those that the path
 * template names without a declaration.
 *
 * Errors: PARAMETER_DUPLICATE, PATH_PARAMETER_UNUSED, PATH_PARAMETER_UNDECLARED, MEMBER_MALFORMED (reported).
 */
export function readParameters(
  operation: JsonObject,
  pathItem: JsonObject,
  operationName: string,
  path: string,
  context: OpenapiContext,
): ReadParameter[] {
  const parameters = new Map<string, ReadParameter>();
  const inTemplate = templateNames(path);
  for (const [owner, label] of [
    [operation, operationName],
    [pathItem, operationName],
  ] as const) {
    const ownKeys = new Set<string>();
    for (const written of objectsAt(owner, 'parameters', context)) {
      const parameter = readParameter(written, label, inTemplate, path, context);
      if (parameter === null) continue;
      const key = `${parameter.in} ${parameter.name}`;
      if (ownKeys.has(key))
        context.report('PARAMETER_DUPLICATE', parameter.place, { name: parameter.name, where: parameter.in });
      ownKeys.add(key);
      if (!parameters.has(key)) parameters.set(key, parameter);
    }
  }
  const declared = [...parameters.values()];
  const missing = inTemplate.filter((name) => !parameters.has(`path ${name}`));
  return [...declared, ...missing.map((name) => undeclared(name, operation, operationName, path, context))];
}

/** Lists the names in braces, in order; ignores the expressions of callback addresses, which start with `$`. */
export function templateNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}$][^{}]*)\}/g)].map((match) => match[1] ?? '');
}

function readParameter(
  written: JsonObject,
  operationName: string,
  inTemplate: readonly string[],
  path: string,
  context: OpenapiContext,
): ReadParameter | null {
  const part = resolvePart(written, context);
  if (part === null) return null;
  const { node, component } = part;
  checkFields(node, 'parameter', context);
  const name = textAt(node, 'name');
  const isQuery = textAt(node, 'in') === 'querystring';
  const isForm = isQuery && hasContent(node, isFormMediaType);
  const isWholeQuery = isQuery && hasContent(node, isJsonMediaType);
  const where = isForm || isWholeQuery ? 'query' : textAt(node, 'in');
  if (name === null || name.trim() === '' || where === null || !places.has(where)) {
    const expected = 'path, query, header or cookie, with a `name`';
    context.report('MEMBER_MALFORMED', context.placeOf(node), { property: 'in', expected });
    return null;
  }
  const place = where as ParameterPlace;
  if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return null;
  if (place === 'header' && !expectHeaderName(name, node, context)) return null;
  if (place === 'path' && !inTemplate.includes(name)) {
    const closest = closestWord(name, inTemplate);
    const isOpen = path.split('{').length > path.split('}').length;
    context.report('PATH_PARAMETER_UNUSED', context.placeOf(written), { name, path, closest, isOpen });
    return null;
  }
  const label =
    component === null
      ? `${toCamel(operationName)}${toPascal(place)}${toPascal(name)}`
      : `${component}Parameter`;
  const content = Object.values(objectAt(node, 'content'))[0];
  const style = isForm ? 'form' : (textAt(node, 'style') ?? defaultStyles[place]);
  const explode = propertyOf(node, 'explode') ?? style === 'form';
  const schemaOwner = isObject(content) ? content : node;
  return {
    name,
    in: place,
    required: place === 'path' || propertyOf(node, 'required') === true,
    description: textAt(node, 'description'),
    deprecated: propertyOf(node, 'deprecated') === true,
    form: isObject(content) && !isForm ? 'json' : 'plain',
    style: `${style}${explode === true ? ', exploded' : ''}`,
    allowReserved: place === 'query' && propertyOf(node, 'allowReserved') === true,
    isWholeQuery,
    examples: readExamples(schemaOwner, context),
    check: context.parts.add(acceptedBy(node, propertyOf(schemaOwner, 'schema')), label, schemaOwner),
    extensions: extensionsOf(node),
    place: context.placeOf(node),
  };
}

/** Returns whether a parameter is written in a media type. In a form, each property has a name in the query. */
function hasContent(parameter: JsonObject, isWanted: (mediaType: string) => boolean): boolean {
  return Object.keys(objectAt(parameter, 'content')).some(isWanted);
}

const wordless: readonly unknown[] = ['integer', 'number', 'boolean'];

/** Adds null to the type of a parameter that may be empty, if its schema cannot express an empty value otherwise. */
function acceptedBy(parameter: JsonObject, schema: JsonValue | undefined): JsonValue | undefined {
  if (propertyOf(parameter, 'allowEmptyValue') !== true || !isObject(schema)) return schema;
  const type = propertyOf(schema, 'type') ?? null;
  return wordless.includes(type) ? { ...schema, type: [type, 'null'] } : schema;
}

function undeclared(
  name: string,
  operation: JsonObject,
  operationName: string,
  path: string,
  context: OpenapiContext,
): ReadParameter {
  const place = context.placeOf(operation);
  context.report('PATH_PARAMETER_UNDECLARED', place, { name, path });
  const schema = { type: 'string' };
  return {
    name,
    in: 'path',
    required: true,
    description: null,
    deprecated: false,
    form: 'plain',
    style: 'simple',
    allowReserved: false,
    isWholeQuery: false,
    examples: [],
    check: context.parts.add(schema, `${toCamel(operationName)}Path${toPascal(name)}`, schema),
    extensions: {},
    place,
  };
}
