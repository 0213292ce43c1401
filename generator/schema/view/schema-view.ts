/**
 * The constraints of a schema once references are resolved and `allOf` is merged: one flat view for each. Types, and
 * the merge of two views.
 */
import type { JsonValue } from '../../model/contract-model.ts';
import type { Anchor, Conjunction, SchemaNode } from './schema-node.ts';

/** A JSON type except null, which `nullable` covers; `integer` never appears together with `number`. */
export type TypeName = 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** A keyword whose value is not a schema. */
export interface Word {
  readonly value: JsonValue;
  readonly anchor: Anchor;
}

/** Listed values, by their text. */
export interface Literals {
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly anchor: Anchor;
}

/** At least two alternatives; `null` is not one of them, `nullable` covers it. */
export interface Union {
  readonly keyword: 'oneOf' | 'anyOf';
  /** Whether a value must match one variant only. */
  readonly isExclusive: boolean;
  readonly alternatives: readonly SchemaNode[];
  readonly anchor: Anchor;
}

export interface SchemaView {
  /** `null`: any type. */
  readonly types: ReadonlySet<TypeName> | null;
  /** `null`: unspecified. */
  readonly nullable: boolean | null;
  /** Without null; `null` if the values are not listed. */
  readonly literals: Literals | null;
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly required: ReadonlyMap<string, Anchor>;
  readonly patterns: ReadonlyMap<string, Conjunction>;
  /** The schema of additional properties. */
  readonly additional: Conjunction;
  /** Whether it explicitly allows any additional properties. */
  readonly isOpen: boolean;
  readonly items: Conjunction;
  readonly tuple: readonly Conjunction[];
  /** Other keywords with a single subschema: `contains`, `propertyNames`, `then`, `else`. */
  readonly inner: ReadonlyMap<string, Conjunction>;
  readonly unions: readonly Union[];
  /** Bounds, formats, defaults, remarks. */
  readonly words: ReadonlyMap<string, Word>;
  /** Keywords that are compared as text only: `not`, `if`, dependencies. */
  readonly rules: ReadonlyMap<string, Word>;
}

/** The view that accepts anything. */
export const anything: SchemaView = {
  types: null,
  nullable: null,
  literals: null,
  properties: new Map(),
  required: new Map(),
  patterns: new Map(),
  additional: [],
  isOpen: false,
  items: [],
  tuple: [],
  inner: new Map(),
  unions: [],
  words: new Map(),
  rules: new Map(),
};

/** Merges two views that must both match; annotations of the first one win. */
export function mergeViews(one: SchemaView, other: SchemaView): SchemaView {
  if (one === anything) return other;
  if (other === anything) return one;
  return {
    types: mergeTypes(one.types, other.types),
    nullable: mergeNullable(one.nullable, other.nullable),
    literals: mergeLiterals(one.literals, other.literals),
    properties: mergeConjunctions(one.properties, other.properties),
    required: new Map([...other.required, ...one.required]),
    patterns: mergeConjunctions(one.patterns, other.patterns),
    additional: join(one.additional, other.additional),
    isOpen: one.isOpen || other.isOpen,
    items: join(one.items, other.items),
    tuple: mergeLists(one.tuple, other.tuple),
    inner: mergeConjunctions(one.inner, other.inner),
    unions: [...one.unions, ...other.unions],
    words: mergeWords(one.words, other.words),
    rules: new Map([...other.rules, ...one.rules]),
  };
}

function mergeTypes(one: SchemaView['types'], other: SchemaView['types']): SchemaView['types'] {
  if (one === null || other === null) return one ?? other;
  const both = new Set<TypeName>();
  for (const type of one) {
    if (other.has(type)) both.add(type);
    else if (type === 'integer' && other.has('number')) both.add(type);
    else if (type === 'number' && other.has('integer')) both.add('integer');
  }
  return both;
}

function mergeNullable(one: boolean | null, other: boolean | null): boolean | null {
  if (one === null || other === null) return one ?? other;
  return one && other;
}

function mergeLiterals(one: Literals | null, other: Literals | null): Literals | null {
  if (one === null || other === null) return one ?? other;
  return { ...one, values: new Map([...one.values].filter(([text]) => other.values.has(text))) };
}

function mergeConjunctions(
  one: ReadonlyMap<string, Conjunction>,
  other: ReadonlyMap<string, Conjunction>,
): ReadonlyMap<string, Conjunction> {
  if (one.size === 0) return other;
  const merged = new Map(one);
  for (const [name, nodes] of other) merged.set(name, join(merged.get(name) ?? [], nodes));
  return merged;
}

function mergeLists(one: readonly Conjunction[], other: readonly Conjunction[]): readonly Conjunction[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => join(one[index] ?? [], other[index] ?? []));
}

function join(one: Conjunction, other: Conjunction): Conjunction {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  return [...one, ...other.filter(({ id }) => !one.some((node) => node.id === id))];
}

/** Selects the stricter of two values of a keyword; for keywords not listed, the first one. */
const stricter: Readonly<Record<string, (one: JsonValue, other: JsonValue) => JsonValue>> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  pattern: (one, other) => (one === other ? one : `${JSON.stringify(one)} and ${JSON.stringify(other)}`),
};

function larger(one: JsonValue, other: JsonValue): JsonValue {
  return Math.max(Number(one), Number(other));
}

function smaller(one: JsonValue, other: JsonValue): JsonValue {
  return Math.min(Number(one), Number(other));
}

function mergeWords(
  one: ReadonlyMap<string, Word>,
  other: ReadonlyMap<string, Word>,
): ReadonlyMap<string, Word> {
  if (one.size === 0) return other;
  const merged = new Map(one);
  for (const [keyword, word] of other) {
    const before = merged.get(keyword);
    const value =
      before === undefined ? word.value : (stricter[keyword]?.(before.value, word.value) ?? before.value);
    merged.set(keyword, {
      value,
      anchor: before === undefined || value !== before.value ? word.anchor : before.anchor,
    });
  }
  return merged;
}

/** Describes the types of a view: `string or null`, `anything`, `nothing`. */
export function typeText({ types, nullable }: Pick<SchemaView, 'types' | 'nullable'>): string {
  if (types === null) return 'anything';
  const names = [...types, ...(nullable === true ? ['null'] : [])];
  return names.length === 0 ? 'nothing' : names.join(' or ');
}
