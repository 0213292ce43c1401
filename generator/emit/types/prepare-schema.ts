/**
 * Prepares schemas for the printer of types, so that what it prints is never narrower than the schema.
 * What the printer gets wrong or cannot say is replaced by something wider here, and only for the types.
 */
import { isArray, isObject, propertyOf, objectAt, textAt } from '../../contract/node.ts';
import { mapSubschemas } from '../../schema/walk.ts';
import type { Discriminator, JsonObject, JsonSchema, JsonValue } from '../../contract/contract.ts';

/** Turns the name of a declaration into its key among the printed types. */
export type KeyOf = (name: string) => string;

/** Keywords the printer must not see: it misreads them, or prints them at great length. */
const hidden = new Set([
  '$defs',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'contentSchema',
  'title',
]);

/**
 * Prepares one schema and everything inside it.
 *
 * Shape: references lead to the keys that `keyOf` gives; no boolean schema is left but as `additionalProperties`.
 */
export function prepareSchema(schema: JsonSchema, keyOf: KeyOf): JsonObject {
  if (!isObject(schema)) return schema ? {} : { not: {} };
  const reference = textAt(schema, '$ref');
  if (reference !== null) return prepareReference(schema, reference, keyOf);
  const visible = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !hidden.has(keyword) && !keyword.startsWith('x-')),
  );
  const steps = [widenLiterals, widenTuple, widenMembers, mergeAlternatives];
  const widened = steps.reduce((current, step) => step(current), visible);
  const additional = propertyOf(widened, 'additionalProperties');
  const prepared = mapSubschemas(widened, (inside) => prepareSchema(inside, keyOf));
  return typeof additional === 'boolean' ? { ...prepared, additionalProperties: additional } : prepared;
}

/**
 * Prepares a union whose members are told apart by a tag.
 *
 * Why: a member whose own tag is any text does not narrow, so each member gets its values beside it.
 */
export function prepareUnion(schema: JsonSchema, discriminator: Discriminator, keyOf: KeyOf): JsonObject {
  const prepared = prepareSchema(schema, keyOf);
  const members = [...new Set(discriminator.cases.map((one) => one.schema))];
  const tagged = members.map((member) => {
    const values = discriminator.cases.filter((one) => one.schema === member).map(({ value }) => value);
    const tag = {
      type: 'object',
      properties: { [discriminator.property]: { enum: values } },
      required: [discriminator.property],
    };
    return { allOf: [{ $ref: printedReference(member, keyOf) }, tag] };
  });
  const { anyOf: _any, oneOf: _one, ...rest } = prepared;
  return { ...rest, oneOf: tagged };
}

/** Writes a reference to a printed type. */
export function printedReference(name: string, keyOf: KeyOf): string {
  return `#/components/schemas/${keyOf(name)}`;
}

function prepareReference(schema: JsonObject, reference: string, keyOf: KeyOf): JsonObject {
  const name = reference.slice('#/components/schemas/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
  const description = textAt(schema, 'description');
  const ref = { $ref: printedReference(name, keyOf) };
  return description === null ? ref : { ...ref, description };
}

/** Objects and arrays have no literal types, and a constant `null` is one only as a type. */
function widenLiterals(schema: JsonObject): JsonObject {
  const constant = propertyOf(schema, 'const');
  const choices = propertyOf(schema, 'enum');
  const { const: _const, enum: _enum, ...rest } = schema;
  if (constant === null) return { ...rest, type: 'null' };
  if (constant !== undefined) return isScalar(constant) ? { ...rest, const: constant } : rest;
  if (!isArray(choices)) return rest;
  return choices.length > 0 && choices.every(isScalar)
    ? { ...withoutObjectKeywords(rest), enum: choices }
    : rest;
}

/** The printer takes an `enum` beside keywords of objects for a list of objects. */
function withoutObjectKeywords(schema: JsonObject): JsonObject {
  const { properties: _p, additionalProperties: _a, ...rest } = schema;
  return propertyOf(rest, 'type') === 'object' ? {} : rest;
}

/** A tuple may be shorter than its list and longer too, unless the schema says otherwise. */
function widenTuple(schema: JsonObject): JsonObject {
  const prefix = propertyOf(schema, 'prefixItems');
  if (!isArray(prefix)) return schema;
  const { prefixItems, items, ...rest } = schema;
  const least = propertyOf(schema, 'minItems');
  if (items === false && typeof least === 'number' && least >= prefix.length)
    return { ...rest, prefixItems: prefix };
  if (items === undefined || items === true) return rest;
  return { ...rest, items: { oneOf: items === false ? prefix : [...prefix, items] } };
}

/** An index signature holds for the named members too, so it may only say what is true of them. */
function widenMembers(schema: JsonObject): JsonObject {
  const additional = propertyOf(schema, 'additionalProperties');
  const patterns = Object.keys(objectAt(schema, 'patternProperties')).length > 0;
  const named = Object.keys(objectAt(schema, 'properties')).length > 0;
  const { patternProperties, ...rest } = schema;
  if (patterns && additional === false && !named) return { ...schema, additionalProperties: false };
  if (patterns) return { ...rest, additionalProperties: true };
  return named && isObject(additional) ? { ...rest, additionalProperties: true } : rest;
}

/** The printer adds `anyOf` to what stands beside it; as `oneOf` both hold, and types do not tell the two apart. */
function mergeAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!isArray(anyOf)) return schema;
  const one = propertyOf(rest, 'oneOf');
  if (one === undefined) return { ...rest, oneOf: anyOf };
  const all = propertyOf(rest, 'allOf');
  return { ...rest, allOf: [...(isArray(all) ? all : []), { oneOf: anyOf }] };
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}
