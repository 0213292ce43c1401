/**
 * Finds the tag of a union: the property whose value selects the variant, in any union anywhere in a schema.
 * The only such search: types, event tables, validators and samples use it, so that they agree.
 * The variants' own constants decide; a declared mapping applies to variants without any.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { componentNameOf, referredName, schemasAt, typesOf, propertyNamed } from './keywords.ts';
import { isObject, objectAt, arrayAt } from '../json/json.ts';

/** A value that a tag can have and that `===` can compare. */
export type TagValue = string | number | boolean;

export interface TagCase {
  readonly values: readonly TagValue[];
  readonly variant: JsonSchema;
}

/** A union in which one property selects the variant of an object. */
export interface TaggedUnion {
  readonly property: string;
  /** Variants in document order. */
  readonly cases: readonly TagCase[];
  /** Variants that accept no object, such as `null`, and the one for all other tags (`defaultMapping`). */
  readonly others: readonly JsonSchema[];
}

export type Lookup = (component: string) => JsonSchema | undefined;

/**
 * Finds the property that selects the variant: the declared discriminator, else the first required property with
 * different constants in each variant. Properties with strings only come before others.
 *
 * Shape: `null` when no property does, or fewer than two variants accept objects and no discriminator is declared.
 * No value of the tag belongs to two variants.
 */
export function findTaggedUnion(
  variants: readonly JsonSchema[],
  owner: JsonObject,
  lookup: Lookup,
): TaggedUnion | null {
  const others = variants.filter(
    (variant) => !acceptsObjects(variant, lookup) || isDefault(variant, owner, lookup),
  );
  const objects = variants.filter((variant) => !others.includes(variant));
  const casesOf = (property: string): TagCase[] =>
    objects.map((variant) => ({ values: tagsOf(variant, property, owner, lookup), variant }));
  const declared = objectAt(owner, 'discriminator')['propertyName'];
  if (typeof declared === 'string' && objects.length > 0) {
    const cases = casesOf(declared);
    if (areApart(cases)) return { property: declared, cases, others };
  }
  if (objects.length < 2) return null;
  const unions = candidatesOf(objects, lookup)
    .map((property) => ({ property, cases: casesOf(property), others }))
    .filter(({ cases }) => areApart(cases));
  return unions.find(({ cases }) => hasOnlyTexts(cases)) ?? unions[0] ?? null;
}

/** Returns the tag values of a variant; `undefined` if it is not selected by a tag. */
export function tagValuesOf({ cases }: TaggedUnion, schema: JsonSchema): readonly TagValue[] | undefined {
  return cases.find(({ variant }) => variant === schema)?.values;
}

/** Returns whether a variant has every tag that no other variant has, including none. */
function isDefault(variant: JsonSchema, owner: JsonObject, lookup: Lookup): boolean {
  const { propertyName, mapping, defaultMapping = null } = objectAt(owner, 'discriminator');
  const name = referredName(variant);
  if (name === null || typeof propertyName !== 'string' || !isNameOf(defaultMapping, name)) return false;
  const isMapped = isObject(mapping) && Object.values(mapping).some((target) => isNameOf(target, name));
  return !isMapped && factsOf(variant, propertyName, lookup).values === null;
}

function areApart(cases: readonly TagCase[]): boolean {
  const values = cases.flatMap((each) => each.values);
  return cases.every((each) => each.values.length > 0) && new Set(values).size === values.length;
}

function hasOnlyTexts(cases: readonly TagCase[]): boolean {
  return cases.every(({ values }) => values.every((value) => typeof value === 'string'));
}

/** Describes the first value of a declared tag that belongs to two variants; `null` if there is none. */
export function findSharedTag(
  variants: readonly JsonSchema[],
  property: string,
  owner: JsonObject,
  lookup: Lookup,
): string | null {
  const names = new Map<TagValue, string | null>();
  for (const variant of variants) {
    const name = referredName(variant);
    for (const value of tagsOf(variant, property, owner, lookup)) {
      const other = names.get(value);
      if (other !== undefined) return `\`${String(value)}\` identifies both \`${other}\` and \`${name}\``;
      names.set(value, name);
    }
  }
  return null;
}

/** Returns the tag values of one variant: its constants, else those of the mapping, else its name. */
function tagsOf(
  variant: JsonSchema,
  property: string,
  owner: JsonObject,
  lookup: Lookup,
): readonly TagValue[] {
  const own = factsOf(variant, property, lookup);
  const declared = objectAt(owner, 'discriminator');
  const isDeclared = declared['propertyName'] === property;
  if (own.values !== null && (own.isRequired || isDeclared)) return [...new Set(own.values)];
  const name = isDeclared ? referredName(variant) : null;
  if (name === null) return [];
  const mapped = Object.entries(objectAt(declared, 'mapping')).filter(([, target]) => isNameOf(target, name));
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name];
}

function isNameOf(target: JsonValue, name: string): boolean {
  return target === name || componentNameOf(target) === name;
}

/** Returns whether a variant always has the property, with one of a list of values. */
export function requiresTag(variant: JsonSchema, property: string, lookup: Lookup): boolean {
  const { values, isRequired } = factsOf(variant, property, lookup);
  return values !== null && isRequired;
}

/** Lists the constants that a property may have in a variant; `null` when it may have any value. */
export function constantsIn(
  variant: JsonSchema,
  property: string,
  lookup: Lookup,
): readonly TagValue[] | null {
  return factsOf(variant, property, lookup).values;
}

/** Lists the properties of the first variant that have constant values, in document order. */
function candidatesOf(variants: readonly JsonSchema[], lookup: Lookup): readonly string[] {
  const [first] = variants;
  if (first === undefined) return [];
  const names = new Set<string>();
  const seen = new Set<JsonSchema>();
  const pending: JsonSchema[] = [first];
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (!isObject(part) || seen.has(part)) continue;
    if (seen.size >= MAX_PARTS) break;
    seen.add(part);
    for (const name of Object.keys(objectAt(part, 'properties'))) names.add(name);
    const inside = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => schemasAt(part, keyword));
    pending.push(...targetsOf(part, lookup), ...inside);
  }
  return [...names].filter((name) => factsOf(first, name, lookup).values !== null);
}

/** What a schema requires of one property. */
interface Facts {
  /** The values it may have; `null` when it may have any. */
  readonly values: readonly TagValue[] | null;
  readonly isRequired: boolean;
}

const NO_FACTS: Facts = { values: null, isRequired: false };

/** Reads each component once, however many references point to it; a recursive reference adds nothing. */
function factsOf(
  schema: JsonSchema,
  property: string,
  lookup: Lookup,
  known = new Map<string, Facts>(),
): Facts {
  if (!isObject(schema)) return NO_FACTS;
  const here: Facts = {
    values: constantsOf(propertyNamed(schema, property)),
    isRequired: arrayAt(schema, 'required').includes(property),
  };
  const inside = (part: JsonSchema): Facts => factsOf(part, property, lookup, known);
  const name = referredName(schema);
  const target = name === null ? undefined : lookup(name);
  if (name !== null && target !== undefined && !known.has(name) && known.size < MAX_PARTS) {
    known.set(name, NO_FACTS);
    known.set(name, inside(target));
  }
  return together([
    here,
    ...(name === null || target === undefined ? [] : [known.get(name) ?? NO_FACTS]),
    ...schemasAt(schema, 'allOf').map((part) => inside(part)),
    ...['oneOf', 'anyOf'].map((keyword) => either(schemasAt(schema, keyword).map((part) => inside(part)))),
  ]);
}

/** Units: components read for one variant; a variant with more has no tag, so that no chain exhausts the stack. */
const MAX_PARTS = 100;

/** Combines facts that all apply: the shortest list of values is the narrowest. */
function together(facts: readonly Facts[]): Facts {
  const lists = facts.flatMap(({ values }) => (values === null ? [] : [values]));
  const [shortest = null] = lists.toSorted((one, other) => one.length - other.length);
  return { values: shortest, isRequired: facts.some(({ isRequired }) => isRequired) };
}

/** Combines facts of which one applies. */
function either(facts: readonly Facts[]): Facts {
  if (facts.length === 0) return NO_FACTS;
  const isFree = facts.some(({ values }) => values === null);
  return {
    values: isFree ? null : facts.flatMap(({ values }) => values ?? []),
    isRequired: facts.every(({ isRequired }) => isRequired),
  };
}

function constantsOf(schema: JsonValue | undefined): readonly TagValue[] | null {
  if (!isObject(schema)) return null;
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : arrayAt(schema, 'enum');
  const tags = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return tags.length > 0 && tags.length === values.length ? (tags as TagValue[]) : null;
}

/** Returns whether an object can match the schema, judging by types and constants; a cycle counts as yes. */
function acceptsObjects(schema: JsonSchema, lookup: Lookup, known = new Map<JsonSchema, boolean>()): boolean {
  if (!isObject(schema)) return schema;
  const before = known.get(schema);
  if (before !== undefined) return before;
  if (known.size >= MAX_PARTS) return true;
  known.set(schema, true);
  const result = computeAcceptsObjects(schema, lookup, (part) => acceptsObjects(part, lookup, known));
  known.set(schema, result);
  return result;
}

function computeAcceptsObjects(
  schema: JsonObject,
  lookup: Lookup,
  accepts: (part: JsonSchema) => boolean,
): boolean {
  if (typesOf(schema)?.includes('object') === false) return false;
  if (Object.hasOwn(schema, 'const') && !isObject(schema['const'])) return false;
  if (Object.hasOwn(schema, 'enum') && !arrayAt(schema, 'enum').some(isObject)) return false;
  const unions = ['oneOf', 'anyOf']
    .map((keyword) => schemasAt(schema, keyword))
    .filter(({ length }) => length > 0);
  return (
    [...targetsOf(schema, lookup), ...schemasAt(schema, 'allOf')].every(accepts) &&
    unions.every((union) => union.some(accepts))
  );
}

/** Returns the component that a schema refers to, if there is one. */
function targetsOf(schema: JsonObject, lookup: Lookup): readonly JsonSchema[] {
  const name = referredName(schema);
  const target = name === null ? undefined : lookup(name);
  return target === undefined ? [] : [target];
}
