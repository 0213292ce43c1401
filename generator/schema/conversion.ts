/**
 * Finds the places of a schema whose values a client converts, and rewrites the schema so that its type is that of the
 * converted value. Where the values of a union can't be distinguished, nothing is converted.
 */
import type { JsonObject, JsonSchema } from '../json/documents.ts';
import { isArray, isObject, objectAt, propertyOf } from '../json/json.ts';
import { propertiesOf, referredName, schemasAt, typesOf, without } from './keywords.ts';
import { agrees, haveCommon, typesIn, type AgreementContext } from './conversion-agreement.ts';
import { leafOf, type ConversionForms, type LeafName } from './conversion-leaf.ts';
import { findUsers } from './references.ts';
import { findTaggedUnion, tagValuesOf } from './tagged-union.ts';
import { mapSubschemas, subschemasOf } from './walk.ts';

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

export interface ConversionContext extends AgreementContext {
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

/** Converts the values of a map. Why not in combination with properties: the type of other values is `unknown` then. */
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

/** Leaves the items of tuples unchanged. */
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

/** Returns the conversions of a union, if each of them leaves the values of other variants unchanged; else `null`. */
function chooseConversions(
  variants: readonly JsonSchema[],
  converted: readonly ConvertedSchema[],
  owner: JsonObject,
  context: ConversionContext,
): SchemaConversion[] | null {
  const { lookup } = context;
  const tagged = findTaggedUnion(variants, owner, lookup);
  const chosen: SchemaConversion[] = [];
  const cases: NamedConversion[] = [];
  for (const [index, { conversion }] of converted.entries()) {
    const variant = variants[index];
    if (conversion === null || variant === undefined) continue;
    const values = tagged === null ? undefined : tagValuesOf(tagged, variant);
    const rivals = variants.filter(
      (other, at) =>
        other !== variant && JSON.stringify(converted[at]?.conversion) !== JSON.stringify(conversion),
    );
    const own = typesIn(variant, lookup);
    if (values !== undefined) cases.push(...values.map((value) => ({ name: String(value), conversion })));
    else if (
      rivals.some((other) => haveCommon(own, typesIn(other, lookup)) && !agrees(variant, other, context))
    )
      return null;
    else chosen.push(conversion);
  }
  const byTag = tagged === null || cases.length === 0 ? [] : [{ tag: tagged.property, cases }];
  return [...byTag.map((each) => ({ kind: 'tagged', ...each }) as const), ...chosen];
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
