/**
 * Whether a value fits a JSON Schema, as far as scenarios need it: a schema with unsupported keywords never fits.
 */
import { isMap, type Json, type JsonMap } from '../../../../kernel/json.ts';

/** Keywords that do not restrict the valid values. */
const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

const numberChecks: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  minimum: (value, bound) => value >= bound,
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
  multipleOf: (value, bound) => Number.isInteger(value / bound),
};

const quotation = '{{';

/** Returns whether a value certainly fits a schema. A text with a quotation fits any unconstrained text. */
export function fitsSchema(value: Json, schema: JsonMap): boolean {
  return Object.entries(schema).every(
    ([keyword, content]) => annotations.has(keyword) || fitsKeyword(value, keyword, content, schema),
  );
}

/** Returns the type of a schema: the first one other than `null`, `string` by default. */
export function typeOf(schema: JsonMap): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const types = type.filter((name) => typeof name === 'string');
    return types.find((name) => name !== 'null') ?? types[0] ?? 'string';
  }
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return Object.keys(numberChecks).some((keyword) => keyword in schema) ? 'number' : 'string';
}

/** Merges schemas that all apply: joins properties and required names; of other keywords the last one wins. */
export function mergeAll(schemas: readonly Json[]): JsonMap {
  const merged = new Map<string, Json>();
  for (const schema of schemas) {
    if (!isMap(schema)) continue;
    for (const [keyword, content] of Object.entries(schema)) {
      const before = merged.get(keyword);
      if (content === undefined) continue;
      if (keyword === 'required' && Array.isArray(before) && Array.isArray(content))
        merged.set(keyword, [...(before as Json[]), ...(content as Json[])]);
      else if (keyword === 'properties' && isMap(before) && isMap(content))
        merged.set(keyword, { ...before, ...content });
      else merged.set(keyword, content);
    }
  }
  return Object.fromEntries(merged);
}

function fitsKeyword(value: Json, keyword: string, content: Json, schema: JsonMap): boolean {
  const check = numberChecks[keyword];
  if (check !== undefined)
    return typeof value !== 'number' || (typeof content === 'number' && check(value, content));
  switch (keyword) {
    case 'type':
      return [content].flat().some((type) => isOfType(value, type));
    case 'enum':
      return Array.isArray(content) && content.some((item) => item === value);
    case 'const':
      return content === value;
    case 'minLength':
      return (
        typeof value !== 'string' ||
        (!value.includes(quotation) && Array.from(value).length >= Number(content))
      );
    case 'maxLength':
      return (
        typeof value !== 'string' ||
        (!value.includes(quotation) && Array.from(value).length <= Number(content))
      );
    case 'required':
      return (
        !isMap(value) ||
        (Array.isArray(content) && content.every((name) => Object.hasOwn(value, String(name))))
      );
    case 'properties':
      return !isMap(value) || fitsProperties(value, content);
    case 'additionalProperties':
      return content !== false || !isMap(value) || hasOnly(value, schema['properties']);
    case 'items':
      return !Array.isArray(value) || (isMap(content) && value.every((item) => fitsSchema(item, content)));
    default:
      return false;
  }
}

function fitsProperties(value: JsonMap, properties: Json): boolean {
  return Object.entries(isMap(properties) ? properties : {}).every(
    ([name, schema]) => !Object.hasOwn(value, name) || (isMap(schema) && fitsSchema(value[name], schema)),
  );
}

function hasOnly(value: JsonMap, properties: Json): boolean {
  return Object.keys(value).every((name) => isMap(properties) && Object.hasOwn(properties, name));
}

function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isMap(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
