/**
 * Reads the properties and types of schemas through references and compositions.
 * Where several alternatives have a property, the first one counts.
 */
import type { CheckDecl, ContractModel, JsonObject, JsonSchema } from '../model/contract-model.ts';
import { isObject, propertyOf } from '../json/json.ts';
import { propertiesOf as declaredProperties, referredName, schemasAt, typesOf } from './keywords.ts';

export interface SchemaReader {
  /** Returns the schema of a check; `true` if it has none. */
  ofCheck(check: string): JsonSchema;
  /** Returns the schema at a dotted path of properties; `null` where the path does not exist. */
  at(schema: JsonSchema, path: string): JsonSchema | null;
  /** Returns the properties of an object, with the schema of each. */
  propertiesOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema>;
  /** Returns the schema of the items of a list; `null` for anything else. */
  itemsOf(schema: JsonSchema): JsonSchema | null;
  /** Returns whether the schema allows a type. */
  hasType(schema: JsonSchema, type: string): boolean;
}

/** Units: references in a chain. */
const MAX_DEPTH = 16;

export function createSchemaReader(contract: ContractModel): SchemaReader {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const checks = new Map(contract.checks.map((check): [string, CheckDecl] => [check.name, check]));

  /** Lists each part once, however many references point to it. */
  function partsOf(schema: JsonSchema, depth = 0, seen = new Set<JsonObject>()): JsonObject[] {
    if (!isObject(schema) || depth > MAX_DEPTH || seen.has(schema)) return [];
    seen.add(schema);
    const name = referredName(schema);
    const target = name === null ? undefined : declared.get(name);
    const composed = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => schemasAt(schema, keyword));
    return [
      schema,
      ...[...(target === undefined ? [] : [target]), ...composed].flatMap((part) =>
        partsOf(part, depth + 1, seen),
      ),
    ];
  }

  function propertiesOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
    const properties = new Map<string, JsonSchema>();
    for (const part of partsOf(schema))
      for (const [name, property] of declaredProperties(part))
        if (!properties.has(name)) properties.set(name, property);
    return properties;
  }

  return {
    propertiesOf,
    ofCheck: (check) => checks.get(check)?.schema ?? true,
    at: (schema, path) => {
      let target: JsonSchema | undefined = schema;
      for (const name of path.split('.'))
        target = target === undefined ? undefined : propertiesOf(target).get(name);
      return target ?? null;
    },
    itemsOf: (schema) => {
      for (const part of partsOf(schema)) {
        const items = propertyOf(part, 'items');
        if (isObject(items)) return items;
      }
      return null;
    },
    hasType: (schema, type) => partsOf(schema).some((part) => typesOf(part)?.includes(type) === true),
  };
}
