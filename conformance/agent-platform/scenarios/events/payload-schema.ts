/**
 * Validates values against JSON Schemas that are only known at run time: type, properties, items and enum. Ignores
 * other keywords, so that nothing is reported that a full validator would accept.
 */
import { isFields, isSame, listOf, propertyOf, type JsonFields } from '../read-value.ts';

/** One violation of a schema. Shape: `path` is dotted, empty for the whole value. */
export interface Mismatch {
  readonly path: string;
  readonly description: string;
}

/** Lists the violations of a schema; empty if there is none. */
export function findMismatches(schema: unknown, value: unknown, path = ''): readonly Mismatch[] {
  if (schema === false) return [{ path, description: 'is not allowed' }];
  if (!isFields(schema)) return [];
  const mismatchHere = mismatchOf(schema, value);
  if (mismatchHere !== null) return [{ path, description: mismatchHere }];
  return [...findProperties(schema, value, path), ...findItems(schema, value, path)];
}

/** Creates a valid object: its required properties, and those of `wanted` that the schema allows. */
export function createObject(schema: unknown, wanted: JsonFields): JsonFields {
  const properties = propertyOf(schema, 'properties');
  const required = propertyOf(schema, 'required');
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const needed = names.map((name) => [name, createValue(propertyOf(properties, name))] as const);
  const fields = Object.entries(wanted).filter(
    ([name]) => names.includes(name) || !isFields(properties) || name in properties,
  );
  return { ...Object.fromEntries(needed), ...Object.fromEntries(fields) };
}

function createValue(schema: unknown): unknown {
  const [first] = listOf(propertyOf(schema, 'enum'));
  if (first !== undefined) return first;
  const [type] = [propertyOf(schema, 'type')].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return propertyOf(schema, 'minimum') ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [];
    case 'object':
      return createObject(schema, {});
    default:
      return 'Made by a check';
  }
}

function mismatchOf(schema: JsonFields, value: unknown): string | null {
  const types = [schema['type'] ?? []].flat().filter((type) => typeof type === 'string');
  const tests = types.map((type) => isOfType[type]);
  if (types.length > 0 && tests.every((test) => test !== undefined && !test(value)))
    return `is not of the type ${types.join(' or ')}`;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.some((one) => isSame(one, value)))
    return 'is not one of the listed values';
  if ('const' in schema && !isSame(schema['const'], value)) return 'is not the only allowed value';
  return null;
}

function findProperties(schema: JsonFields, value: unknown, path: string): readonly Mismatch[] {
  if (!isFields(value)) return [];
  const prefix = path === '' ? '' : `${path}.`;
  const missing = listOf(schema['required'])
    .filter((name) => typeof name === 'string')
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path: prefix + name, description: 'is missing' }));
  const properties = schema['properties'];
  if (!isFields(properties)) return missing;
  const wrong = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([name, property]) => findMismatches(property, value[name], prefix + name));
  return [...missing, ...wrong];
}

function findItems(schema: JsonFields, value: unknown, path: string): readonly Mismatch[] {
  if (!Array.isArray(value) || 'prefixItems' in schema || Array.isArray(schema['items'])) return [];
  const prefix = path === '' ? '' : `${path}.`;
  return value.flatMap((item, index) => findMismatches(schema['items'], item, `${prefix}${index}`));
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isFields,
};
