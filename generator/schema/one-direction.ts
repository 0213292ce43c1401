/**
 * Applies `readOnly` and `writeOnly` to schemas: a property that is not sent in a direction is not required there, and
 * marked, so that types omit it. Validators still accept it, because many clients send back what they received.
 */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { isArray, isObject, objectAt, textsAt } from '../json/json.ts';
import {
  componentNameOf,
  composedOf,
  OMITTED,
  propertiesOf,
  propertyNamed,
  referenceTo,
  referredName,
  schemasAt,
} from './keywords.ts';
import { rewriteReferences } from './rewrite-references.ts';
import { findUsers } from './references.ts';
import { mapSubschemas, subschemasOf } from './walk.ts';

/** The keyword that marks properties which are not sent in a direction. */
export type Mark = 'readOnly' | 'writeOnly';

/** Returns the name of the declaration that replaces another one. */
export type Rename = (name: string) => string;

/** Declarations by name. */
export type Declared = ReadonlyMap<string, JsonSchema>;

/** Returns whether a schema, or one inside it, is marked. */
export function isMarked(schema: JsonSchema): boolean {
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next)) continue;
    if (next['readOnly'] === true || next['writeOnly'] === true) return true;
    pending.push(...subschemasOf(next));
  }
  return false;
}

/** Lists the declarations with a property that is not sent, and all that refer to one of them. */
export function findDependents(schemas: Declared, mark: Mark): ReadonlySet<string> {
  const differs = ([, schema]: readonly [string, JsonSchema]): boolean =>
    inOneDirection(schema, mark, (each) => each, schemas) !== schema;
  return findUsers(
    [...schemas].filter(differs).map(([name]) => name),
    schemas,
  );
}

/**
 * Rewrites a schema: properties that are not sent are no longer required, and marked as omitted; references point to the
 * renamed declarations.
 *
 * Shape: a schema in which nothing changes stays the same node.
 */
export function inOneDirection(
  schema: JsonSchema,
  mark: Mark,
  rename: Rename,
  declared: Declared,
  owners: readonly JsonSchema[] = [],
): JsonSchema {
  if (!isObject(schema)) return schema;
  const all = [...owners, schema];
  const parts = composedOf(schema);
  const inner = mapSubschemas(schema, (inside) =>
    inOneDirection(inside, mark, rename, declared, parts.includes(inside) ? all : []),
  );
  const omitted = omitUnsent(inner, (name) => hasMark(all, name, mark, declared));
  return rewriteReferences(omitted, (reference) => {
    const name = componentNameOf(reference);
    return name === null ? reference : referenceTo(rename(name));
  });
}

/** Marks properties that are not sent, and removes them from `required`, which moves to the end then. */
function omitUnsent(schema: JsonObject, isUnsent: (name: string) => boolean): JsonObject {
  const names = [...new Set([...propertiesOf(schema).map(([name]) => name), ...textsAt(schema, 'required')])];
  const unsent = new Set(names.filter(isUnsent));
  if (unsent.size === 0) return schema;
  const { required, ...rest } = schema;
  const properties = Object.entries(objectAt(schema, 'properties')).map(
    ([name, property]): [string, JsonValue] =>
      unsent.has(name) && isObject(property) ? [name, { ...property, [OMITTED]: true }] : [name, property],
  );
  const kept = textsAt(schema, 'required').filter((name) => !unsent.has(name));
  return {
    ...rest,
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(isArray(required) && kept.length > 0 ? { required: kept } : {}),
  };
}

/** Returns whether a property carries a mark in any of the schemas that apply to it. */
function hasMark(owners: readonly JsonSchema[], name: string, mark: Mark, declared: Declared): boolean {
  return withParts(owners, declared).some((schema) => {
    const property = propertyNamed(schema, name);
    return (
      isObject(property) &&
      withParts([property, ...nonNull(property)], declared).some((part) => part[mark] === true)
    );
  });
}

/** Returns the other schema of a union with `null`, the upgraded form of `nullable` in OpenAPI 3.0. */
function nonNull(property: JsonObject): readonly JsonSchema[] {
  const variants = schemasAt(property, 'anyOf').filter(isObject);
  const others = variants.filter((variant) => variant['type'] !== 'null');
  return others.length === 1 && variants.length === 2 ? others : [];
}

/** Lists schemas with everything that `$ref` and `allOf` add to them, each once. */
function withParts(schemas: readonly JsonSchema[], declared: Declared): readonly JsonObject[] {
  const parts = new Set<JsonObject>(schemas.filter(isObject));
  for (const part of parts) {
    const target = referredName(part);
    const referred = target === null ? undefined : declared.get(target);
    if (isObject(referred)) parts.add(referred);
    for (const inside of schemasAt(part, 'allOf')) if (isObject(inside)) parts.add(inside);
  }
  return [...parts];
}
