/**
 * Applies `readOnly` and `writeOnly` to schemas: a property that is not sent in a direction is not required there.
 */
import type { JsonObject, JsonSchema } from '../source/documents.ts';
import { isArray, isObject, textsAt } from '../source/json.ts';
import {
  componentNameOf,
  composedOf,
  referenceTo,
  referredName,
  schemasAt,
  propertyNamed,
} from './keywords.ts';
import { rewriteReferences } from './rewrite-references.ts';
import { mapSubschemas, referencesOf, subschemasOf } from './walk.ts';

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

/** Lists the declarations that lose a required property, and all that refer to one of them. */
export function findDependents(schemas: Declared, mark: Mark): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [name, schema] of schemas) {
    for (const reference of referencesOf(schema)) {
      const target = componentNameOf(reference);
      if (target === null) continue;
      const known = users.get(target);
      if (known === undefined) users.set(target, [name]);
      else known.push(name);
    }
  }
  const found = new Set<string>();
  for (const [name, schema] of schemas) {
    if (relaxRequired(schema, mark, (each) => each, schemas) !== schema) found.add(name);
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

/**
 * Rewrites a schema: marked properties are no longer required, and references point to the renamed declarations.
 *
 * Shape: a schema in which nothing changes stays the same node.
 */
export function relaxRequired(
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
    relaxRequired(inside, mark, rename, declared, parts.includes(inside) ? all : []),
  );
  const relaxed = withoutMarked(inner, (name) => hasMark(all, name, mark, declared));
  return rewriteReferences(relaxed, (reference) => {
    const name = componentNameOf(reference);
    return name === null ? reference : referenceTo(rename(name));
  });
}

/** Removes names from `required`, which moves to the end then; the keyword is omitted when it would be empty. */
function withoutMarked(schema: JsonObject, hasMark: (name: string) => boolean): JsonObject {
  const { required, ...rest } = schema;
  const kept = textsAt(schema, 'required').filter((name) => !hasMark(name));
  if (required === undefined || (isArray(required) && kept.length === required.length)) return schema;
  return kept.length === 0 ? rest : { ...rest, required: kept };
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
