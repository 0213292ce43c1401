/**
 * Decides whether the conversion of one variant of a union leaves the values of another variant intact: each property
 * that it converts has the same conversion there, or another type, or is not declared.
 */
import type { JsonObject, JsonSchema } from '../json/documents.ts';
import { isObject } from '../json/json.ts';
import { composedItems, composedProperties, composedSchemas } from './composed-schemas.ts';
import { leafOf, type ConversionForms } from './conversion-leaf.ts';
import { mapValuesOf, referredName, schemaAt, schemasAt, typesOf, valuesOf } from './keywords.ts';
import type { Lookup } from './tagged-union.ts';
import { subschemasOf } from './walk.ts';

export interface AgreementContext {
  readonly forms: ConversionForms;
  readonly declared: ReadonlyMap<string, JsonSchema>;
  readonly lookup: Lookup;
  /** Names of the declarations with converted values. */
  readonly converting: ReadonlySet<string>;
}

/** Returns whether the conversion of a schema may be applied to the values of another one. */
export function agrees(one: JsonSchema, other: JsonSchema, context: AgreementContext): boolean {
  return new Agreement(context).holds(one, other);
}

class Agreement {
  readonly #context: AgreementContext;
  /** Pairs that are being compared: a recursive schema agrees if the rest does. */
  readonly #pairs: (readonly [JsonSchema, JsonSchema])[] = [];

  constructor(context: AgreementContext) {
    this.#context = context;
  }

  holds(one: JsonSchema, other: JsonSchema): boolean {
    const { lookup, declared } = this.#context;
    if (!this.#converts(one) || JSON.stringify(one) === JSON.stringify(other)) return true;
    if (!haveCommon(typesIn(one, lookup), typesIn(other, lookup))) return true;
    if (this.#pairs.some((pair) => pair[0] === one && pair[1] === other)) return true;
    this.#pairs.push([one, other]);
    const [ownParts, otherParts] = [one, other].map((schema) => [...composedSchemas(schema, declared)]);
    if (ownParts === undefined || otherParts === undefined) return false;
    // The variants of a union inside may be converted or not.
    if ([...ownParts, ...otherParts].some((part) => this.#isUnionOfObjects(part))) return false;
    return (
      this.#leavesAgree(ownParts, otherParts) &&
      this.#propertiesAgree(one, other) &&
      this.#valuesAgree(ownParts, other) &&
      this.#itemsAgree(one, other)
    );
  }

  #converts(schema: JsonSchema): boolean {
    if (!isObject(schema)) return false;
    const name = referredName(schema);
    if (name !== null) return this.#context.converting.has(name);
    return (
      leafOf(schema, this.#context.forms) !== null ||
      subschemasOf(schema).some((part) => this.#converts(part))
    );
  }

  #isUnionOfObjects(schema: JsonObject): boolean {
    const variants = [...schemasAt(schema, 'oneOf'), ...schemasAt(schema, 'anyOf')];
    const isStructured = (variant: JsonSchema): boolean =>
      haveCommon(typesIn(variant, this.#context.lookup), STRUCTURED);
    return variants.filter(isStructured).length > 1;
  }

  #leavesAgree(parts: readonly JsonObject[], others: readonly JsonObject[]): boolean {
    const leaf = this.#leafIn(parts);
    return leaf === undefined || this.#leafIn(others) === leaf;
  }

  #leafIn(parts: readonly JsonObject[]): string | undefined {
    return parts.flatMap((part) => leafOf(part, this.#context.forms)?.name ?? [])[0];
  }

  /** Compares properties. One that the other schema does not declare is not expected in its values. */
  #propertiesAgree(one: JsonSchema, other: JsonSchema): boolean {
    const { declared } = this.#context;
    const others = composedProperties(other, declared);
    const additional = [...composedSchemas(other, declared)].map((part) =>
      schemaAt(part, 'additionalProperties'),
    );
    const maps = additional.filter((schema) => isObject(schema));
    const isOpen = others.size === 0 && maps.length === 0 && !additional.includes(false);
    const undeclared: readonly JsonSchema[] = isOpen ? [true] : maps;
    return [...composedProperties(one, declared)].every(([name, schemas]) =>
      schemas.every((schema) => (others.get(name) ?? undeclared).every((each) => this.holds(schema, each))),
    );
  }

  /** Compares the values of a map with all properties. */
  #valuesAgree(parts: readonly JsonObject[], other: JsonSchema): boolean {
    const { declared } = this.#context;
    const values = mapsIn(parts);
    const others = [...composedProperties(other, declared).values()].flat();
    const all = [...others, ...mapsIn([...composedSchemas(other, declared)])];
    return values.every((each) => all.every((one) => this.holds(each, one)));
  }

  #itemsAgree(one: JsonSchema, other: JsonSchema): boolean {
    const { declared } = this.#context;
    const items = composedItems(one, declared);
    return items === null || this.holds(items, composedItems(other, declared) ?? true);
  }
}

function mapsIn(schemas: readonly JsonObject[]): JsonObject[] {
  return schemas.map(mapValuesOf).filter((values) => values !== null);
}

const STRUCTURED: ReadonlySet<string> = new Set(['object', 'array']);

/** Returns the types of the values that a schema accepts; `null` for any. */
export function typesIn(
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
  const first = ofParts.find((part) => part !== null);
  if (first !== undefined) return first;
  const union = [...schemasAt(schema, 'oneOf'), ...schemasAt(schema, 'anyOf')];
  const ofVariants = union.map((variant) => typesIn(variant, lookup, inside));
  if (union.length === 0 || ofVariants.includes(null)) return null;
  return new Set(ofVariants.flatMap((variant) => [...(variant ?? [])]));
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Returns whether values may have a type of both sets. */
export function haveCommon(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return one === null || other === null || [...one].some((type) => other.has(type));
}
