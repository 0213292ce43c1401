/**
 * Finds types that are lists of themselves: TypeScript needs a type alias for each of them. Every other cycle contains
 * a property of an object, which needs no alias.
 */
import type { JsonObject, JsonSchema, SchemaDecl } from '../contract/contract.ts';
import { arrayAt, isObject } from '../source/json.ts';
import { referredName } from './keywords.ts';
import { subschemasOf } from './walk.ts';

/** Returns the names of the declarations that contain themselves without an object in between. */
export function findListCircles(declarations: readonly SchemaDecl[]): ReadonlySet<string> {
  const targets = new Map(declarations.map(({ name, schema }) => [name, targetsOf(schema)]));
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [key, found] of targets) if (!found.some((target) => targets.has(target))) targets.delete(key);
  }
  return new Set([...targets.keys()].filter((key) => leadsBack(key, targets)));
}

function leadsBack(start: string, targets: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const target of targets.get(key) ?? []) {
      if (target === start) return true;
      if (!seen.has(target)) open.push(target);
      seen.add(target);
    }
  }
  return false;
}

/** Lists the declarations that a type refers to outside of the properties of objects. */
function targetsOf(schema: JsonSchema): string[] {
  if (!isObject(schema)) return [];
  const target = referredName(schema);
  const own = target === null ? [] : [target];
  const { properties: _, patternProperties: _p, additionalProperties: _a, ...rest } = schema;
  const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayAt(schema, keyword));
  const parts = subschemasOf(rest).filter((part) => !alternatives.includes(part));
  const variants = alternatives.filter((part): part is JsonObject => isObject(part));
  return [...own, ...[...parts, ...variants].flatMap(targetsOf)];
}
