/**
 * Rewrites schemas so that the types printed of them are never narrower than the schema.
 * What TypeScript cannot express is replaced with something wider, for the types only.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { isArray, isObject, propertyOf, objectAt, textAt, textsAt } from '../json/json.ts';
import { propertiesOf, referredName, schemasAt, sentPropertiesOf } from './keywords.ts';
import { findTaggedUnion, requiresTag, tagValuesOf, type Lookup, type TaggedUnion } from './tagged-union.ts';
import { mapSubschemas } from './walk.ts';

/** Returns the reference to write for a component. */
export type ReferenceTo = (name: string) => string;

/** Keywords that add nothing to a type, or are too long for its comment. */
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
 * Shape: no boolean schema is left except as `additionalProperties` and `items`.
 */
export function prepareTypes(schema: JsonSchema, lookup: Lookup, referenceTo: ReferenceTo): JsonObject {
  return prepareSchema(requireTags(schema, lookup), referenceTo);
}

function prepareSchema(schema: JsonSchema, referenceTo: ReferenceTo): JsonObject {
  if (!isObject(schema)) return schema ? {} : { not: {} };
  const name = referredName(schema);
  if (name !== null) return prepareReference(schema, referenceTo(name));
  const visible = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !hidden.has(keyword) && !keyword.startsWith('x-')),
  );
  const steps = [
    dropOmitted,
    impliedType,
    widenLiterals,
    widenAdditional,
    mergeAlternatives,
    dropAlternatives,
    mergeRemarks,
  ];
  const widened = steps.reduce((current, step) => step(current), visible);
  const prepared = mapSubschemas(widened, (inside) => prepareSchema(inside, referenceTo));
  const booleans = ['additionalProperties', 'items'].filter((name) => typeof widened[name] === 'boolean');
  return { ...prepared, ...Object.fromEntries(booleans.map((name) => [name, widened[name] === true])) };
}

function prepareReference(schema: JsonObject, reference: string): JsonObject {
  const description = textAt(schema, 'description');
  return description === null ? { $ref: reference } : { $ref: reference, description };
}

/** Set on an object schema when none of its properties is sent. */
export const EMPTIED = 'isEmptied';

/** Drops the properties that are not sent in the direction of the schema. */
function dropOmitted(schema: JsonObject): JsonObject {
  const sent = sentPropertiesOf(schema);
  if (sent.length === propertiesOf(schema).length) return schema;
  const kept = sent.length > 0 ? { properties: Object.fromEntries(sent) } : { [EMPTIED]: true };
  const { properties: _, ...rest } = schema;
  return { ...rest, ...(Object.hasOwn(schema, 'type') ? {} : { type: 'object' }), ...kept };
}

/** The type of the values that a format without a type is for. */
const formatTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['date', 'date-time', 'email', 'uri', 'url', 'uuid'].map((name) => [name, 'string'])),
  ...Object.fromEntries(['int32', 'int64', 'float', 'double'].map((name) => [name, 'number'])),
};

/** Adds the type that a schema with items or a format omits, as one with properties is an object. */
function impliedType(schema: JsonObject): JsonObject {
  if (typed.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  const format = textAt(schema, 'format') ?? '';
  if (isObject(propertyOf(schema, 'items')) || isArray(propertyOf(schema, 'prefixItems')))
    return { ...schema, type: 'array' };
  return Object.hasOwn(formatTypes, format) ? { ...schema, type: formatTypes[format] ?? 'string' } : schema;
}

/** Widens literals: objects and arrays have no literal types, and a constant `null` needs a type. */
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

/** Why: none of the scalars that an `enum` lists is an object. */
function withoutObjectKeywords(schema: JsonObject): JsonObject {
  const { properties: _p, additionalProperties: _a, ...rest } = schema;
  return propertyOf(rest, 'type') === 'object' ? {} : rest;
}

/**
 * Widens the index signature if it does not apply to all properties: to those without a pattern, or to those of other
 * parts of a composed schema.
 */
function widenAdditional(schema: JsonObject): JsonObject {
  const additional = propertyOf(schema, 'additionalProperties');
  const patterns = Object.keys(objectAt(schema, 'patternProperties')).length > 0;
  const named = Object.keys(objectAt(schema, 'properties')).length > 0;
  const { patternProperties, ...rest } = schema;
  if (patterns && (additional === undefined || additional === true))
    return { ...rest, additionalProperties: true };
  const isComposed = composing.some((keyword) => Object.hasOwn(schema, keyword));
  return named && isComposed && (patterns || isObject(additional))
    ? { ...rest, additionalProperties: true }
    : schema;
}

const composing = ['allOf', 'anyOf', 'oneOf'];

/** Writes `anyOf` as `oneOf`, which has the same type. */
function mergeAlternatives(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!isArray(anyOf)) return schema;
  const one = propertyOf(rest, 'oneOf');
  if (one === undefined) return { ...rest, oneOf: anyOf };
  const all = propertyOf(rest, 'allOf');
  return { ...rest, allOf: [...(isArray(all) ? all : []), { oneOf: anyOf }] };
}

/**
 * Drops alternatives if one of them has no type of its own, such as those that only require properties: their union
 * accepts anything that the rest of the schema accepts.
 */
function dropAlternatives(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema;
  const isWide = (variant: JsonValue): boolean =>
    isRemark(variant) && (!Object.hasOwn(variant, 'type') || isObjectType(rest));
  return isArray(oneOf) && oneOf.some(isWide) ? rest : schema;
}

function isObjectType(schema: JsonObject): boolean {
  return propertyOf(schema, 'type') === 'object' || Object.hasOwn(schema, 'properties');
}

/** Keywords that are printed as a type. */
const typed = [
  ...['$ref', 'type', 'const', 'enum', 'properties', 'additionalProperties', 'patternProperties'],
  ...['oneOf', 'anyOf', 'allOf'],
];

/** Keywords that are printed next to a type. */
const remarks = ['summary', 'description', 'default', 'deprecated', 'format', 'readOnly'];

/**
 * Moves descriptions, defaults and required names out of `allOf`. Why: their schemas have no type of their own, and `A
 * & unknown` is less clear than `A`.
 */
function mergeRemarks(schema: JsonObject): JsonObject {
  const parts = propertyOf(schema, 'allOf');
  if (!isArray(parts)) return schema;
  const read = parts.map((part) =>
    isObject(part) ? dropAlternatives(mergeAlternatives(dropOmitted(part))) : part,
  );
  const silent = read.filter(isRemark);
  if (silent.length === 0) return schema;
  const { allOf: _, ...rest } = schema;
  const others = read.filter((part) => !isRemark(part));
  const required = new Set([rest, ...silent].flatMap((part) => textsAt(part, 'required')));
  const said = silent.flatMap((part) =>
    Object.entries(part).filter(([keyword]) => remarks.includes(keyword)),
  );
  return {
    ...Object.fromEntries(said.toReversed()),
    ...(silent.some((part) => Object.hasOwn(part, 'type')) ? { type: 'object' } : {}),
    ...rest,
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...(others.length > 0 ? { allOf: others } : {}),
  };
}

/** Returns whether a schema describes no type, except that it is an object. */
function isRemark(schema: JsonValue): schema is JsonObject {
  if (!isObject(schema)) return false;
  const own = [...typed, 'items'].filter((keyword) => Object.hasOwn(schema, keyword));
  return own.length === 0 || (own.length === 1 && propertyOf(schema, 'type') === 'object');
}

function isScalar(value: JsonValue): boolean {
  return value === null || typeof value !== 'object';
}

/**
 * Adds the tag to each member of a union with a declared discriminator that omits it or declares it as optional.
 *
 * Shape: a schema without such a union has the same content as before.
 */
export function requireTags(schema: JsonSchema, lookup: Lookup): JsonSchema {
  if (!isObject(schema)) return schema;
  const inside = mapSubschemas(schema, (part) => requireTags(part, lookup));
  if (textAt(objectAt(schema, 'discriminator'), 'propertyName') === null) return inside;
  const unions = ['oneOf', 'anyOf'].filter((keyword) => propertyOf(schema, keyword) !== undefined);
  return { ...inside, ...Object.fromEntries(unions.map((keyword) => [keyword, tagVariants(keyword)])) };

  function tagVariants(keyword: string): JsonSchema[] {
    const variants = schemasAt(schema as JsonObject, keyword);
    const prepared = schemasAt(inside, keyword);
    const tagged = findTaggedUnion(variants, schema as JsonObject, lookup);
    return variants.map((variant, index) => {
      const type = prepared[index] ?? variant;
      return tagged === null ? type : tagVariant(tagged, variant, type, lookup);
    });
  }
}

function tagVariant(
  tagged: TaggedUnion,
  variant: JsonSchema,
  prepared: JsonSchema,
  lookup: Lookup,
): JsonSchema {
  const { property } = tagged;
  const values = tagValuesOf(tagged, variant);
  if (values === undefined || requiresTag(variant, property, lookup)) return prepared;
  const tag = { type: 'object', properties: { [property]: { enum: [...values] } }, required: [property] };
  return { allOf: [prepared, tag] };
}
