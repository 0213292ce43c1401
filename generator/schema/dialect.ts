/**
 * Rewrites the keywords of one schema object into JSON Schema 2020-12.
 * Handles the keywords of one object, never those inside it; `repair.ts` visits all schemas.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { isAnnotation, isSchema, without } from './keywords.ts';
import { unicodePattern } from './unicode-pattern.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';
import { isArray, isObject, propertyOf } from '../json/json.ts';
import type { Dialect } from '../model/reading.ts';

/** Reports a keyword, or an entry of it, that was dropped, and what was expected. */
export type ReportKeyword = (path: readonly string[], expected: string) => void;

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** Why: YAML has infinite numbers, and 1e400 parses as one too; JSON cannot represent them. */
const isNumber = (value: JsonValue): boolean => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: JsonValue): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isText = (value: JsonValue): boolean => typeof value === 'string';
const isSchemaList = (value: JsonValue): boolean =>
  isArray(value) && value.length > 0 && value.every(isSchema);

interface Shape {
  readonly expected: string;
  readonly fits: (value: JsonValue) => boolean;
}

const number: Shape = { expected: 'a number', fits: isNumber };
const count: Shape = { expected: 'an integer of at least 0', fits: isCount };
const text: Shape = { expected: 'a string', fits: isText };
const schema: Shape = { expected: 'a schema', fits: isSchema };
const schemaList: Shape = { expected: 'a list of schemas', fits: isSchemaList };
const schemaMap: Shape = { expected: 'an object of schemas', fits: isObject };
const texts: Shape = {
  expected: 'a list of strings',
  fits: (value) => isArray(value) && value.every(isText),
};

/** Returns the intended type for a misspelt one in `type`: `integer` for `int`; `null` if none is similar. */
export function closestType(value: JsonValue | undefined): string | null {
  const names = [value]
    .flat()
    .filter((name): name is string => typeof name === 'string' && !isTypeName(name));
  const [word] = names;
  if (word === undefined || word === '') return null;
  return [...typeNames].find((name) => name.startsWith(word.toLowerCase())) ?? closestWord(word, typeNames);
}

/** The expected shape of each keyword. A malformed one is dropped, so that the schema accepts more and never less. */
const shapes: Readonly<Record<string, Shape>> = {
  $ref: text,
  enum: { expected: 'a list', fits: isArray },
  const: { expected: 'a JSON value', fits: isJson },
  type: {
    expected: 'the name of a type or a list of names',
    fits: (value) => (isArray(value) ? value.length > 0 && value.every(isTypeName) : isTypeName(value)),
  },
  multipleOf: { expected: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 },
  maximum: number,
  minimum: number,
  exclusiveMaximum: number,
  exclusiveMinimum: number,
  maxLength: count,
  minLength: count,
  maxItems: count,
  minItems: count,
  maxContains: count,
  minContains: count,
  maxProperties: count,
  minProperties: count,
  uniqueItems: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  pattern: { expected: 'a regular expression', fits: isPattern },
  format: text,
  required: texts,
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  prefixItems: schemaList,
  items: schema,
  contains: schema,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  propertyNames: schema,
  additionalProperties: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
  properties: schemaMap,
  patternProperties: schemaMap,
  dependentSchemas: schemaMap,
  dependentRequired: {
    expected: 'an object of lists of strings',
    fits: (value) => isObject(value) && Object.values(value).every(texts.fits),
  },
};

/** Known values of `$schema`: a draft, or a dialect of OpenAPI; any other value may mean anything. */
const knownRules = /^https?:\/\/(json-schema\.org\/|spec\.openapis\.org\/oas\/3)/;
const olderDialects = /^https?:\/\/json-schema\.org\/draft-0\d\//;

/** Returns the dialect that a schema declares, else that of the enclosing schema. */
export function dialectNamedBy(schema: JsonObject, around: Dialect): Dialect {
  const named = propertyOf(schema, '$schema');
  return typeof named === 'string' && olderDialects.test(named) ? 'draft-07' : around;
}

/** Keywords that have no meaning in a bundled document, or that no tool here handles correctly. */
const dropped = new Set([
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
  'id',
  'nullable',
]);

/**
 * Rewrites one schema object.
 * Shape: the result accepts everything the author's schema accepts; malformed keywords are dropped and reported.
 */
export function upgradeKeywords(schema: JsonObject, dialect: Dialect, report: ReportKeyword): JsonObject {
  const written = moveNullable(schema);
  const isBareReference = dialect !== '2020-12' && typeof written['$ref'] === 'string';
  if (isBareReference) return { $ref: propertyOf(written, '$ref') ?? '', ...annotationsOf(written) };
  const renamed = renameKeywords(written, dialect);
  const bounded = numericBounds(renamed);
  const kept = Object.entries(bounded).filter(([keyword, value]) => {
    if (keyword === '$schema' && !(typeof value === 'string' && knownRules.test(value)))
      report([keyword], 'the URI of a JSON Schema draft');
    if (dropped.has(keyword)) return false;
    if (keyword === '$dynamicRef' || keyword === '$recursiveRef') {
      report([keyword], 'a plain `$ref`');
      return false;
    }
    const shape = shapeOf(keyword);
    if (shape === undefined || shape.fits(value)) return true;
    report([keyword], shape.expected);
    return false;
  });
  const upgraded: JsonObject = Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, upgradeValue(keyword, value, report)]),
  );
  const representable = withAnyPatchValue(plainAdditional(withoutUnrepresentable(upgraded, report)));
  if (propertyOf(written, 'nullable') === true) return acceptNull(representable);
  return isMeantAsNullable(representable) ? acceptNull(without(representable, 'type')) : representable;
}

/** Accepts any `value` in JSON Patch. Why: descriptions limit it to objects, where RFC 6902 takes any value. */
function withAnyPatchValue(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties) || !['op', 'path'].every((name) => Object.hasOwn(properties, name)))
    return schema;
  const value = propertyOf(properties, 'value');
  if (!isObject(value) || value['type'] !== 'object' || Object.hasOwn(value, 'properties')) return schema;
  return {
    ...schema,
    properties: { ...properties, value: without(value, 'type', 'additionalProperties') },
  };
}

/**
 * Moves `nullable` from an alternative `{ nullable: true }` of a union to the union. Why: schemars writes every `Option` of Rust
 * as `anyOf: [{ $ref: … }, { nullable: true }]`, whose last alternative would accept any value.
 */
function moveNullable(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = propertyOf(schema, keyword);
    if (!isArray(alternatives)) continue;
    const others = alternatives.filter((each) => !isOnlyNullable(each));
    if (others.length > 0 && others.length < alternatives.length)
      return { ...schema, [keyword]: others, nullable: true };
  }
  return schema;
}

function isOnlyNullable(schema: JsonValue): boolean {
  return (
    isObject(schema) &&
    propertyOf(schema, 'nullable') === true &&
    Object.keys(schema).every((key) => key === 'nullable' || isAnnotation(key))
  );
}

/**
 * Returns whether only `null` is allowed next to other schemas, which nothing could match. Why: converters write
 * `nullable: true` next to `allOf` in this way.
 */
function isMeantAsNullable(schema: JsonObject): boolean {
  const types = [propertyOf(schema, 'type')].flat();
  return (
    types.length === 1 &&
    types[0] === 'null' &&
    ['$ref', 'allOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/** Removes choices that JSON cannot represent, since no value can match them. */
function withoutUnrepresentable(schema: JsonObject, report: ReportKeyword): JsonObject {
  const choices = propertyOf(schema, 'enum');
  const unrepresentable = isArray(choices) ? choices.filter((choice) => !isJson(choice)) : [];
  if (!isArray(choices) || unrepresentable.length === 0) return schema;
  report(['enum'], 'a list of JSON values');
  return { ...schema, enum: choices.filter(isJson) };
}

function shapeOf(keyword: string): Shape | undefined {
  return Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
}

/** Rewrites a pattern, drops malformed entries of a map such as `properties`, and keeps the others. */
function upgradeValue(keyword: string, value: JsonValue, report: ReportKeyword): JsonValue {
  if (keyword === 'pattern' && typeof value === 'string') return unicodePattern(value) ?? value;
  if (shapeOf(keyword) !== schemaMap || !isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inside]) => {
    const kept = keyword === 'patternProperties' ? unicodePattern(key) : key;
    if (isSchema(inside) && kept !== null) return [[kept, inside] as const];
    report([keyword, key], isSchema(inside) ? 'keyed by a regular expression' : 'a schema');
    return [];
  });
  return Object.fromEntries(entries);
}

/** Keywords whose schemas evaluate properties, which `unevaluatedProperties` then leaves to them. */
const evaluating = ['additionalProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** Why: without any of these, `unevaluatedProperties` means the same as the keyword that more tools understand. */
function plainAdditional(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, ...rest } = schema;
  if (unevaluatedProperties === undefined) return schema;
  return evaluating.some((keyword) => Object.hasOwn(schema, keyword))
    ? schema
    : { ...rest, additionalProperties: unevaluatedProperties };
}

function isJson(value: JsonValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson);
}

function isTypeName(value: JsonValue): boolean {
  return typeof value === 'string' && typeNames.has(value);
}

function isPattern(value: JsonValue): boolean {
  return typeof value === 'string' && unicodePattern(value) !== null;
}

function annotationsOf(written: JsonObject): JsonObject {
  const description = propertyOf(written, 'description');
  return typeof description === 'string' ? { description } : {};
}

/**
 * Renames keywords. Draft 7 has other names for tuples, definitions and dependencies, and in AsyncAPI a discriminator
 * is a string.
 */
function renameKeywords(written: JsonObject, dialect: Dialect): JsonObject {
  if (dialect !== 'draft-07') return dialect === '2020-12' ? withoutDependencies(written) : written;
  const { items, additionalItems, definitions, dependencies, discriminator, ...rest } = written;
  const tuple = isArray(items ?? null);
  return {
    ...rest,
    ...(items === undefined ? {} : tuple ? { prefixItems: items } : { items }),
    ...(tuple && additionalItems !== undefined ? { items: additionalItems } : {}),
    ...(definitions === undefined ? {} : { $defs: definitions }),
    ...(isObject(dependencies) ? splitDependencies(dependencies) : {}),
    ...(discriminator === undefined
      ? {}
      : {
          discriminator: typeof discriminator === 'string' ? { propertyName: discriminator } : discriminator,
        }),
  };
}

/** Why: later drafts still allow `dependencies`. Source: JSON Schema 2020-12 Validation, appendix B. */
function withoutDependencies(written: JsonObject): JsonObject {
  const { dependencies, ...rest } = written;
  const isSplit = Object.hasOwn(rest, 'dependentRequired') || Object.hasOwn(rest, 'dependentSchemas');
  return isObject(dependencies) && !isSplit ? { ...rest, ...splitDependencies(dependencies) } : written;
}

function splitDependencies(dependencies: JsonObject): JsonObject {
  const entries = Object.entries(dependencies);
  return {
    dependentRequired: Object.fromEntries(entries.filter(([, value]) => isArray(value))),
    dependentSchemas: Object.fromEntries(entries.filter(([, value]) => !isArray(value))),
  };
}

/** Why: in OpenAPI 3.0 a boolean makes a bound exclusive, and some 3.1 documents still use it. */
function numericBounds(written: JsonObject): JsonObject {
  let result = written;
  for (const [bound, flag] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const exclusive = propertyOf(result, flag);
    if (typeof exclusive !== 'boolean') continue;
    const { [bound]: value, [flag]: _, ...rest } = result;
    if (value === undefined) result = rest;
    else result = { ...rest, [exclusive ? flag : bound]: value };
  }
  return result;
}

function acceptNull(schema: JsonObject): JsonObject {
  const type = propertyOf(schema, 'type');
  const choices = propertyOf(schema, 'enum');
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'not', 'if'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  if (isComposed) {
    const { discriminator, description, title, ...rest } = schema;
    const inner: JsonObject = { ...rest, ...(discriminator === undefined ? {} : { discriminator }) };
    const remarks = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
    };
    return { ...remarks, anyOf: [inner, { type: 'null' }] };
  }
  const types = type === undefined ? [] : isArray(type) ? type : [type];
  return {
    ...schema,
    ...(types.length > 0 && !types.includes('null') ? { type: [...types, 'null'] } : {}),
    ...(isArray(choices) && !choices.includes(null) ? { enum: [...choices, null] } : {}),
  };
}
