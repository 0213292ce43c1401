/** Decides from its schema how the text of a parameter or header is converted to a value. */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import type { ParameterKind } from '../model/contract-model.ts';
import { isArray, isObject, propertyOf } from '../json/json.ts';
import { composedOf, referredName, typesOf, valuesOf } from './keywords.ts';

/** The shape of a value that is sent as text. */
export interface TextShape {
  /** The type of a single text; an `object` cannot be read from one. */
  readonly kind: ParameterKind | 'object';
  /** The type of its scalar values, if it may be a scalar; `null` if it is always an object or a list. */
  readonly scalar: ParameterKind | null;
  readonly nullable: boolean;
  readonly isList: boolean;
  /** Whether it may be a list or something else. */
  readonly isMixed: boolean;
  /** The type of an item, if it is a list or may be one whose items have the type of its other values; else `null`. */
  readonly items: ParameterKind | null;
  readonly default: { readonly value: JsonValue } | null;
}

type Declared = ReadonlyMap<string, JsonSchema>;

/** The types of a text, from the narrowest to the widest; a value of several types is read as the widest. */
const widths: readonly TextShape['kind'][] = ['boolean', 'integer', 'number', 'string', 'json', 'object'];

/** Returns the shape of a schema; a schema without a type is a string. */
export function shapeOf(schema: JsonSchema, declared: Declared): TextShape {
  const kinds = new Set<string>();
  collectTypes(schema, declared, kinds, new Set());
  const items = kinds.has('array') ? itemTypes(schema, declared) : new Set<string>();
  const isList = kinds.has('array') && [...kinds].every((type) => type === 'array' || type === 'null');
  const scalar = scalarOf(kinds);
  const item = kinds.has('array') ? kindOf(items) : 'object';
  const isAlike = !kinds.has('object') && (scalar === null || scalar === item);
  return {
    kind: kindOf(isList ? items : kinds),
    scalar,
    nullable: kinds.has('null'),
    isList,
    isMixed: kinds.has('array') && !isList,
    items: item === 'object' || !isAlike ? null : item,
    default: defaultOf(schema, declared),
  };
}

function scalarOf(types: ReadonlySet<string>): ParameterKind | null {
  const plain = new Set([...types].filter((type) => !['object', 'array', 'null'].includes(type)));
  const kind = plain.size === 0 ? null : kindOf(plain);
  return kind === 'object' ? null : kind;
}

function kindOf(types: ReadonlySet<string>): TextShape['kind'] {
  const kinds = [...types]
    .filter((type) => type !== 'null')
    .map((type) => (type === 'array' ? 'object' : type));
  if (kinds.length === 0) return 'string';
  // Digits and words that could have another type stay text, which every such schema accepts.
  if (kinds.includes('string')) return kinds.includes('object') ? 'object' : 'string';
  if (kinds.includes('boolean') && kinds.length > 1) return kinds.includes('object') ? 'object' : 'string';
  return widths.findLast((kind) => kinds.includes(kind)) ?? 'string';
}

function collectTypes(
  schema: JsonSchema,
  declared: Declared,
  found: Set<string>,
  seen: Set<JsonObject>,
): void {
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  for (const name of typesOf(schema) ?? []) found.add(name);
  if (propertyOf(schema, 'type') === undefined) {
    for (const value of valuesOf(schema) ?? []) found.add(typeName(value));
    if (Object.hasOwn(schema, 'properties')) found.add('object');
    if (Object.hasOwn(schema, 'items')) found.add('array');
  }
  for (const inside of insideOf(schema, declared)) collectTypes(inside, declared, found, seen);
}

function itemTypes(schema: JsonSchema, declared: Declared): Set<string> {
  const kinds = new Set<string>();
  const seen = new Set<JsonObject>();
  const pending: JsonSchema[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    const items = propertyOf(next, 'items');
    if (isObject(items)) collectTypes(items, declared, kinds, new Set());
    pending.push(...insideOf(next, declared));
  }
  return kinds;
}

/** Lists the schemas that a schema is composed of, and its alternatives. */
export function insideOf(schema: JsonObject, declared: Declared): JsonSchema[] {
  const target = targetIn(schema, declared);
  const composed = composedOf(schema).filter(isObject);
  return target === undefined ? composed : [target, ...composed];
}

function targetIn(schema: JsonSchema, declared: Declared): JsonSchema | undefined {
  const name = referredName(schema);
  return name === null ? undefined : declared.get(name);
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function defaultOf(schema: JsonSchema, declared: Declared): { readonly value: JsonValue } | null {
  for (let next: JsonSchema | undefined = schema, hops = 0; isObject(next) && hops < 16; hops++) {
    const value = propertyOf(next, 'default');
    if (value !== undefined) return { value };
    next = targetIn(next, declared);
  }
  return null;
}
