/**
 * Finds the places of a schema whose values a client converts, and rewrites the schema so that its type is that of the
 * converted value. Where the values of a union can't be distinguished, nothing is converted.
 */
import type { JsonObject, JsonSchema } from '../source/documents.ts';
import { isArray, isObject, objectAt, propertyOf, textAt } from '../source/json.ts';
import {
  COMPOSITIONS,
  describesValue,
  propertiesOf,
  referredName,
  schemasAt,
  typesOf,
  valuesOf,
  without,
} from './keywords.ts';
import { findUsers } from './references.ts';
import { findTaggedUnion, tagValuesOf, type Lookup } from './tagged-union.ts';
import { mapSubschemas, subschemasOf } from './walk.ts';

/** The types of values with the formats `date-time` and `date`. */
export const dateForms = ['string', 'Date', 'Temporal'] as const;

/** One of `dateForms`. */
export type DateForm = (typeof dateForms)[number];

/** The types of integers with the format `int64`. */
export const int64Forms = ['number', 'string', 'bigint'] as const;

/** One of `int64Forms`. */
export type Int64Form = (typeof int64Forms)[number];

/** The types that a client converts to. */
export interface ConversionForms {
  readonly dates: DateForm;
  readonly int64: Int64Form;
}

/** A conversion of a single value; the name of an export of the runtime. */
export type LeafName = 'dateTime' | 'date' | 'instant' | 'plainDate' | 'bigint' | 'bigintText' | 'digits';

/** Where a value is converted. Shape: `named` is the conversion of a declaration. */
export type SchemaConversion =
  | { readonly kind: 'leaf'; readonly leaf: LeafName }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'items'; readonly items: SchemaConversion }
  | { readonly kind: 'values'; readonly values: SchemaConversion }
  | { readonly kind: 'object'; readonly named: readonly NamedConversion[] }
  | { readonly kind: 'tagged'; readonly tag: string; readonly cases: readonly NamedConversion[] }
  | { readonly kind: 'all'; readonly all: readonly SchemaConversion[] };

/** The conversion of a property, or of the variant with a tag. */
export interface NamedConversion {
  readonly name: string;
  readonly conversion: SchemaConversion;
}

/** What the conversion of one schema depends on. */
export interface ConversionContext {
  readonly forms: ConversionForms;
  readonly lookup: Lookup;
  /** Names of the declarations with converted values. */
  readonly converting: ReadonlySet<string>;
  /** Returns the name of the type of a declaration before the conversion. */
  readonly jsonType: (name: string) => string;
  /** Called for each union whose values are not converted. */
  readonly onUndecided: () => void;
}

/** A schema whose type is that of the converted value. */
export interface ConvertedSchema {
  readonly schema: JsonSchema;
  /** `null` if nothing is converted. */
  readonly conversion: SchemaConversion | null;
}

/** Lists the declarations with converted values, directly or through others. */
export function findConverting(
  schemas: ReadonlyMap<string, JsonSchema>,
  forms: ConversionForms,
): ReadonlySet<string> {
  const hasLeaf = (schema: JsonSchema): boolean =>
    isObject(schema) && (leafOf(schema, forms) !== null || subschemasOf(schema).some(hasLeaf));
  return findUsers(
    [...schemas].filter(([, schema]) => hasLeaf(schema)).map(([name]) => name),
    schemas,
  );
}

/** Converts a schema. */
export function convertSchema(schema: JsonSchema, context: ConversionContext): ConvertedSchema {
  if (!isObject(schema)) return { schema, conversion: null };
  const name = referredName(schema);
  if (name !== null)
    return { schema, conversion: context.converting.has(name) ? { kind: 'named', name } : null };
  const leaf = leafOf(schema, context.forms);
  if (leaf === null) return convertParts(schema, context);
  const { type: _, ...rest } = schema;
  const isNullable = typesOf(schema)?.includes('null') === true;
  const type = { $ref: `#/${leaf.type}` };
  return {
    schema: isNullable ? { ...rest, anyOf: [type, { type: 'null' }] } : { ...rest, ...type },
    conversion: { kind: 'leaf', leaf: leaf.name },
  };
}

/** The leaves of each date form, by format. */
const dateLeaves: Readonly<Record<DateForm, Readonly<Record<string, Leaf>>>> = {
  string: {},
  Date: { 'date-time': { name: 'dateTime', type: 'Date' }, date: { name: 'date', type: 'Date' } },
  Temporal: {
    'date-time': { name: 'instant', type: 'Temporal.Instant' },
    date: { name: 'plainDate', type: 'Temporal.PlainDate' },
  },
};

interface Leaf {
  readonly name: LeafName;
  /** The type of the converted value. */
  readonly type: string;
}

function leafOf(schema: JsonObject, { dates, int64 }: ConversionForms): Leaf | null {
  const format = textAt(schema, 'format');
  if (format === null || valuesOf(schema) !== null || isComposed(schema)) return null;
  if (typesOf(schema) === null && describesValue(schema)) return null;
  const [type, ...others] = (typesOf(schema) ?? []).filter((one) => one !== 'null');
  if (others.length > 0) return null;
  if (format === 'int64') {
    if (int64 === 'bigint') return { name: type === 'string' ? 'bigintText' : 'bigint', type: 'bigint' };
    return int64 === 'string' && type !== 'string' ? { name: 'digits', type: 'string' } : null;
  }
  const leaves = dateLeaves[dates];
  const isText = type === 'string' || type === undefined;
  return isText && Object.hasOwn(leaves, format) ? (leaves[format] ?? null) : null;
}

function isComposed(schema: JsonObject): boolean {
  return ['$ref', ...COMPOSITIONS].some((keyword) => Object.hasOwn(schema, keyword));
}

/** Converts the schemas inside a schema. */
function convertParts(schema: JsonObject, context: ConversionContext): ConvertedSchema {
  const steps = [convertTuple, convertProperties, convertValues, convertItems, convertAllOf, convertUnions];
  const all: SchemaConversion[] = [];
  const converted = steps.reduce((current, step) => step(current, context, all), schema);
  const [only = null] = all;
  return { schema: converted, conversion: all.length > 1 ? { kind: 'all', all } : only };
}

/** Converts a part of a schema, adds its conversion to `all`, and returns the schema with the part. */
type Step = (schema: JsonObject, context: ConversionContext, all: SchemaConversion[]) => JsonObject;

const convertProperties: Step = (schema, context, all) => {
  const named: NamedConversion[] = [];
  const converted = propertiesOf(schema).map(([name, property]): [string, JsonSchema] => {
    const { schema: type, conversion } = convertSchema(property, context);
    if (conversion !== null) named.push({ name, conversion });
    return [name, type];
  });
  if (named.length === 0) return schema;
  all.push({ kind: 'object', named });
  return { ...schema, properties: Object.fromEntries(converted) };
};

/** Converts the values of a map. Why not beside properties: the type of other values is `unknown` then. */
const convertValues: Step = (schema, context, all) => {
  const values = propertyOf(schema, 'additionalProperties');
  const isMap = [objectAt(schema, 'properties'), objectAt(schema, 'patternProperties')].every(
    (named) => Object.keys(named).length === 0,
  );
  if (!isObject(values) || !isMap) return schema;
  const { schema: type, conversion } = convertSchema(values, context);
  if (conversion === null) return schema;
  all.push({ kind: 'values', values: conversion });
  return { ...schema, additionalProperties: type };
};

const convertItems: Step = (schema, context, all) => {
  const items = propertyOf(schema, 'items');
  if (!isObject(items) || Object.hasOwn(schema, 'prefixItems')) return schema;
  const { schema: type, conversion } = convertSchema(items, context);
  if (conversion === null) return schema;
  all.push({ kind: 'items', items: conversion });
  return { ...schema, items: type };
};

/** Leaves the items of tuples as they are. */
const convertTuple: Step = (schema, context) => {
  const { prefixItems, items } = schema;
  if (!isArray(prefixItems)) return schema;
  const inJson = { prefixItems, ...(isObject(items) ? { items } : {}) };
  return { ...schema, ...typedAsJson(inJson, context) };
};

const convertAllOf: Step = (schema, context, all) => {
  const parts = schemasAt(schema, 'allOf').map((part) => convertSchema(part, context));
  const conversions = parts.flatMap(({ conversion }) => conversion ?? []);
  if (conversions.length === 0) return schema;
  all.push(...conversions);
  return { ...schema, allOf: parts.map((part) => part.schema) };
};

const convertUnions: Step = (schema, context, all) =>
  (['oneOf', 'anyOf'] as const).reduce<JsonObject>((current, keyword) => {
    const variants = schemasAt(schema, keyword);
    const converted = variants.map((variant) => convertSchema(variant, context));
    if (converted.every(({ conversion }) => conversion === null)) return current;
    const conversions = chooseConversions(variants, converted, schema, context);
    if (conversions === null) {
      context.onUndecided();
      return { ...current, [keyword]: variants.map((variant) => typedAsJson(variant, context)) };
    }
    all.push(...conversions);
    return { ...current, [keyword]: converted.map((variant) => variant.schema) };
  }, schema);

/** Returns the conversions of a union, each of which leaves the values of other variants as they are; else `null`. */
function chooseConversions(
  variants: readonly JsonSchema[],
  converted: readonly ConvertedSchema[],
  owner: JsonObject,
  { lookup }: ConversionContext,
): SchemaConversion[] | null {
  const tagged = findTaggedUnion(variants, owner, lookup);
  const chosen: SchemaConversion[] = [];
  const cases: NamedConversion[] = [];
  for (const [index, { conversion }] of converted.entries()) {
    const variant = variants[index];
    if (conversion === null || variant === undefined) continue;
    const values = tagged === null ? undefined : tagValuesOf(tagged, variant);
    const rivals = variants.filter(
      (other, at) => other !== variant && !isSame(converted[at]?.conversion, conversion),
    );
    const own = typesIn(variant, lookup);
    if (values !== undefined) cases.push(...values.map((value) => ({ name: String(value), conversion })));
    else if (rivals.some((other) => haveCommon(own, typesIn(other, lookup)))) return null;
    else chosen.push(conversion);
  }
  const byTag = tagged === null || cases.length === 0 ? [] : [{ tag: tagged.property, cases }];
  return [...byTag.map((each) => ({ kind: 'tagged', ...each }) as const), ...chosen];
}

function isSame(one: SchemaConversion | null | undefined, other: SchemaConversion): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the types of the values that a schema accepts; `null` for any. */
function typesIn(
  schema: JsonSchema,
  lookup: Lookup,
  seen: readonly JsonSchema[] = [],
): ReadonlySet<string> | null {
  if (!isObject(schema) || seen.includes(schema)) return null;
  const inside = [...seen, schema];
  const name = referredName(schema);
  if (name !== null) return typesIn(lookup(name) ?? true, lookup, inside);
  const types = typesOf(schema) ?? valuesOf(schema)?.map(typeOfValue) ?? null;
  if (types !== null) return new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
  if (Object.hasOwn(schema, 'properties')) return new Set(['object']);
  const ofParts = schemasAt(schema, 'allOf').map((part) => typesIn(part, lookup, inside));
  const known = ofParts.find((part) => part !== null);
  if (known !== undefined) return known;
  const union = [...schemasAt(schema, 'oneOf'), ...schemasAt(schema, 'anyOf')];
  const ofVariants = union.map((variant) => typesIn(variant, lookup, inside));
  if (union.length === 0 || ofVariants.includes(null)) return null;
  return new Set(ofVariants.flatMap((variant) => [...(variant ?? [])]));
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function haveCommon(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return one === null || other === null || [...one].some((type) => other.has(type));
}

/** Rewrites a schema whose values are not converted: it refers to the types before the conversion. */
function typedAsJson(schema: JsonSchema, context: ConversionContext): JsonSchema & object {
  if (!isObject(schema)) return schema ? {} : { not: {} };
  const name = referredName(schema);
  if (name !== null)
    return context.converting.has(name)
      ? { ...without(schema, '$ref'), $ref: `#/${context.jsonType(name)}` }
      : schema;
  return mapSubschemas(schema, (inside) => typedAsJson(inside, context));
}
