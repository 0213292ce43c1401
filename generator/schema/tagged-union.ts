/**
 * Finds the property that tells the members of a union apart, in any union anywhere in a schema.
 * The members' own constants decide; a declared mapping fills in where they are silent.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../source/documents.ts';
import { componentNameOf, isObject, objectAt, referredName, schemasAt, typesOf, listAt } from './keywords.ts';

/** Values that a tag can have and that `===` compares. */
export type TagValue = string | number | boolean;

/** A union whose objects are told apart by one property. */
export interface TaggedUnion {
  readonly property: string;
  /** Members in document order, each with the values of its tag. */
  readonly cases: readonly { readonly values: readonly TagValue[]; readonly member: JsonSchema }[];
  /** Members that accept no object, such as `null`. */
  readonly others: readonly JsonSchema[];
}

/** Looks a component up by name. */
export type Lookup = (component: string) => JsonSchema | undefined;

/**
 * Decides how the members of a union are told apart.
 *
 * Shape: `null` when nothing tells them apart, or fewer than two accept objects and no discriminator is declared.
 * No value of the tag belongs to two members.
 */
export function findTaggedUnion(
  members: readonly JsonSchema[],
  owner: JsonObject,
  lookup: Lookup,
): TaggedUnion | null {
  const others = members.filter((member) => !acceptsObjects(member, lookup));
  const objects = members.filter((member) => !others.includes(member));
  const declared = objectAt(owner, 'discriminator')['propertyName'];
  const properties = typeof declared === 'string' ? [declared] : candidatesOf(objects, lookup);
  if (objects.length < (typeof declared === 'string' ? 1 : 2)) return null;
  for (const property of properties) {
    const cases = objects.map((member) => ({ values: tagsOf(member, property, owner, lookup), member }));
    if (areApart(cases)) return { property, cases, others };
  }
  return null;
}

function areApart(cases: readonly { readonly values: readonly TagValue[] }[]): boolean {
  const values = cases.flatMap((each) => each.values);
  return cases.every((each) => each.values.length > 0) && new Set(values).size === values.length;
}

/** The values of the tag in one member: its constants, else what the mapping says, else its name. */
function tagsOf(
  member: JsonSchema,
  property: string,
  owner: JsonObject,
  lookup: Lookup,
): readonly TagValue[] {
  const own = factsOf(member, property, lookup);
  const declared = objectAt(owner, 'discriminator');
  const isDeclared = declared['propertyName'] === property;
  if (own.values !== null && (own.isRequired || isDeclared)) return [...new Set(own.values)];
  const name = isDeclared ? referredName(member) : null;
  if (name === null) return [];
  const mapped = Object.entries(objectAt(declared, 'mapping')).filter(([, target]) => isNameOf(target, name));
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name];
}

function isNameOf(target: JsonValue, name: string): boolean {
  return target === name || componentNameOf(target) === name;
}

/** Tells whether a member always has the property, with one of some values. */
export function requiresTag(member: JsonSchema, property: string, lookup: Lookup): boolean {
  const { values, isRequired } = factsOf(member, property, lookup);
  return values !== null && isRequired;
}

/** Properties of the first member that have constant values, in document order. */
function candidatesOf(members: readonly JsonSchema[], lookup: Lookup): readonly string[] {
  const [first] = members;
  if (first === undefined) return [];
  const names = new Set<string>();
  const seen = new Set<JsonSchema>();
  const pending: JsonSchema[] = [first];
  for (let part = pending.shift(); part !== undefined; part = pending.shift()) {
    if (!isObject(part) || seen.has(part)) continue;
    if (seen.size >= MOST_PARTS) break;
    seen.add(part);
    for (const name of Object.keys(objectAt(part, 'properties'))) names.add(name);
    const inside = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => schemasAt(part, keyword));
    pending.push(...targetsOf(part, lookup), ...inside);
  }
  return [...names].filter((name) => factsOf(first, name, lookup).values !== null);
}

/** What a schema says about one property. */
interface Facts {
  /** The values it may have; `null` when it is free. */
  readonly values: readonly TagValue[] | null;
  readonly isRequired: boolean;
}

const NO_FACTS: Facts = { values: null, isRequired: false };

/** What is known of a component is found out once, however many ways lead to it; inside itself it says nothing. */
function factsOf(
  schema: JsonSchema,
  property: string,
  lookup: Lookup,
  known = new Map<string, Facts>(),
): Facts {
  if (!isObject(schema)) return NO_FACTS;
  const here: Facts = {
    values: constantsOf(objectAt(schema, 'properties')[property]),
    isRequired: listAt(schema, 'required').includes(property),
  };
  const inside = (part: JsonSchema): Facts => factsOf(part, property, lookup, known);
  const name = referredName(schema);
  const target = name === null ? undefined : lookup(name);
  if (name !== null && target !== undefined && !known.has(name) && known.size < MOST_PARTS) {
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

/** Parts of one member that are looked at; a member of more is taken to have no tag, so that no chain exhausts the stack. */
const MOST_PARTS = 100;

/** Facts that hold at the same time: the shortest list of values is the narrowest. */
function together(facts: readonly Facts[]): Facts {
  const lists = facts.flatMap(({ values }) => (values === null ? [] : [values]));
  const [shortest = null] = lists.toSorted((one, other) => one.length - other.length);
  return { values: shortest, isRequired: facts.some(({ isRequired }) => isRequired) };
}

/** Facts of which one holds. */
function either(facts: readonly Facts[]): Facts {
  if (facts.length === 0 || facts.some(({ values }) => values === null)) return NO_FACTS;
  return {
    values: facts.flatMap(({ values }) => values ?? []),
    isRequired: facts.every(({ isRequired }) => isRequired),
  };
}

function constantsOf(schema: JsonValue | undefined): readonly TagValue[] | null {
  if (!isObject(schema)) return null;
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : listAt(schema, 'enum');
  const tags = values.filter((value) => ['string', 'number', 'boolean'].includes(typeof value));
  return tags.length > 0 && tags.length === values.length ? (tags as TagValue[]) : null;
}

/** Returns whether an object can satisfy the schema, as far as its types say; inside itself it can. */
function acceptsObjects(schema: JsonSchema, lookup: Lookup, known = new Map<JsonSchema, boolean>()): boolean {
  if (!isObject(schema)) return schema;
  const before = known.get(schema);
  if (before !== undefined) return before;
  if (known.size >= MOST_PARTS) return true;
  known.set(schema, true);
  const response = judgeObjects(schema, lookup, (part) => acceptsObjects(part, lookup, known));
  known.set(schema, response);
  return response;
}

function judgeObjects(schema: JsonObject, lookup: Lookup, accepts: (part: JsonSchema) => boolean): boolean {
  if (typesOf(schema)?.includes('object') === false) return false;
  if (Object.hasOwn(schema, 'const') && !isObject(schema['const'])) return false;
  if (Object.hasOwn(schema, 'enum') && !listAt(schema, 'enum').some(isObject)) return false;
  const unions = ['oneOf', 'anyOf']
    .map((keyword) => schemasAt(schema, keyword))
    .filter(({ length }) => length > 0);
  return (
    [...targetsOf(schema, lookup), ...schemasAt(schema, 'allOf')].every(accepts) &&
    unions.every((union) => union.some(accepts))
  );
}

/** The component that a schema refers to, when there is one. */
function targetsOf(schema: JsonObject, lookup: Lookup): readonly JsonSchema[] {
  const name = referredName(schema);
  const target = name === null ? undefined : lookup(name);
  return target === undefined ? [] : [target];
}
