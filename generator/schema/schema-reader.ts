/**
 * Looks into schemas: which members they have, and of what type.
 * Follows references and looks into compositions; of alternatives the first that has the member counts.
 */
import type { CheckDecl, Contract, JsonObject, JsonSchema } from '../contract/contract.ts';
import { arrayAt, isObject, memberOf, objectAt, textAt } from '../contract/node.ts';
import { componentNameOf } from '../contract/parts.ts';

/** Looks into the schemas of one contract. */
export interface SchemaLens {
  /** Answers the schema of a check; accepts anything where there is none. */
  ofCheck(check: string): JsonSchema;
  /** Answers the schema at a dotted path of members; `null` where the path leads nowhere. */
  at(schema: JsonSchema, path: string): JsonSchema | null;
  /** Lists the members of an object, with the schema of each. */
  membersOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema>;
  /** Answers the schema of the items of a list; `null` when it is none. */
  itemsOf(schema: JsonSchema): JsonSchema | null;
  /** Tells whether a value may be of a type. */
  hasType(schema: JsonSchema, type: string): boolean;
}

/** Units: references that are followed one after the other. */
const DEEPEST = 16;

/** Makes a lens for a contract. */
export function createSchemaLens(contract: Contract): SchemaLens {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const checks = new Map(contract.checks.map((check): [string, CheckDecl] => [check.name, check]));

  /** Each part once, however many ways lead to it. */
  function partsOf(schema: JsonSchema, depth = 0, seen = new Set<JsonObject>()): JsonObject[] {
    if (!isObject(schema) || depth > DEEPEST || seen.has(schema)) return [];
    seen.add(schema);
    const reference = textAt(schema, '$ref');
    const name = reference === null ? null : componentNameOf(reference);
    const target = name === null ? undefined : declared.get(name);
    const composed = ['allOf', 'oneOf', 'anyOf']
      .flatMap((keyword) => arrayAt(schema, keyword))
      .filter(isObject);
    return [
      schema,
      ...[...(target === undefined ? [] : [target]), ...composed].flatMap((part) =>
        partsOf(part, depth + 1, seen),
      ),
    ];
  }

  function membersOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
    const members = new Map<string, JsonSchema>();
    for (const part of partsOf(schema)) {
      for (const [name, member] of Object.entries(objectAt(part, 'properties'))) {
        if (!members.has(name) && (isObject(member) || typeof member === 'boolean'))
          members.set(name, member);
      }
    }
    return members;
  }

  return {
    membersOf,
    ofCheck: (check) => checks.get(check)?.schema ?? true,
    at: (schema, path) => {
      let found: JsonSchema | undefined = schema;
      for (const name of path.split('.'))
        found = found === undefined ? undefined : membersOf(found).get(name);
      return found ?? null;
    },
    itemsOf: (schema) => {
      for (const part of partsOf(schema)) {
        const items = memberOf(part, 'items');
        if (isObject(items)) return items;
      }
      return null;
    },
    hasType: (schema, type) =>
      partsOf(schema).some((part) => {
        const written = memberOf(part, 'type');
        return written === type || (Array.isArray(written) && written.includes(type));
      }),
  };
}
