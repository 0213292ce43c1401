/**
 * Reads the flat view of a schema: resolves references, merges `allOf`, and flattens unions with a single alternative.
 */
import { isSchema } from '../keywords.ts';
import type { JsonObject, JsonValue } from '../../model/contract-model.ts';
import { arrayAt, isArray, propertyOf, objectAt, textsAt } from '../../json/json.ts';
import { canonical, isRemark } from '../fingerprint.ts';
import { keyOf, keywordAnchor, type Conjunction, type SchemaNode, type SchemaSource } from './schema-node.ts';
import {
  anything,
  mergeViews,
  type Literals,
  type SchemaView,
  type TypeName,
  type Word,
} from './schema-view.ts';

/** Reads the views of one description, each once. */
export class ViewReader {
  readonly #source: SchemaSource;
  readonly #views = new Map<string, SchemaView>();
  readonly #open = new Set<string>();
  #cuts = 0;

  constructor(source: SchemaSource) {
    this.#source = source;
  }

  /** Returns the combined view of several schemas. */
  viewOf(nodes: Conjunction): SchemaView {
    const [first] = nodes;
    if (first === undefined) return anything;
    if (nodes.length === 1) return this.#viewOfNode(first);
    const key = keyOf(nodes);
    const view = this.#views.get(key) ?? nodes.map((node) => this.#viewOfNode(node)).reduce(mergeViews);
    this.#views.set(key, view);
    return view;
  }

  #viewOfNode(node: SchemaNode): SchemaView {
    const existing = this.#views.get(node.id);
    if (existing !== undefined) return existing;
    if (this.#open.has(node.id)) {
      // A recursive schema adds nothing to itself.
      this.#cuts++;
      return anything;
    }
    this.#open.add(node.id);
    const cutsBefore = this.#cuts;
    const view = this.#read(node);
    this.#open.delete(node.id);
    // Why: a view that was cut short is complete only for the schema at which the cycle was entered.
    if (this.#cuts === cutsBefore || this.#open.size === 0) this.#views.set(node.id, view);
    return view;
  }

  #read(node: SchemaNode): SchemaView {
    const { schema } = node;
    if (schema === true) return anything;
    if (schema === false) return { ...anything, types: new Set(), nullable: false };
    const target = this.#source.target(node);
    const unions = (['oneOf', 'anyOf'] as const)
      .filter((keyword) => arrayAt(schema, keyword).length > 0)
      .map((keyword) =>
        readUnion(node, keyword, this.#listOf(node, schema, keyword), (variant) => this.#viewOfNode(variant)),
      );
    const parts = [...(target === null ? [] : [target]), ...this.#listOf(node, schema, 'allOf')];
    return [
      readKeywords(node, schema, this.#source),
      ...unions,
      ...parts.map((part) => this.#viewOfNode(part)),
    ].reduce(mergeViews);
  }

  #listOf(node: SchemaNode, schema: JsonObject, keyword: string): SchemaNode[] {
    return arrayAt(schema, keyword)
      .map((inside, index) => ({ inside, index }))
      .flatMap(({ inside, index }) =>
        isSchema(inside)
          ? [this.#source.inside(node, inside, { keys: [keyword, String(index)], label: '' })]
          : [],
      );
  }
}

/** Keywords whose value is compared directly. */
const wordKeywords = new Set(
  (
    'contentEncoding contentMediaType default deprecated discriminator exclusiveMaximum exclusiveMinimum format maxContains ' +
    'maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf pattern ' +
    'readOnly uniqueItems writeOnly'
  ).split(' '),
);

/** Keywords that are compared by their text only. */
const ruleKeywords = new Set(
  'contentSchema dependentRequired dependentSchemas if not unevaluatedItems'.split(' '),
);

/** Keywords with a single subschema, which is compared like any other. */
const innerKeywords: Readonly<Record<string, string>> = {
  contains: '[contains]',
  propertyNames: '[names]',
  then: '[then]',
  else: '[else]',
};

function readKeywords(node: SchemaNode, schema: JsonObject, source: SchemaSource): SchemaView {
  const inside = (keys: readonly string[], label: string, value: JsonValue | undefined): Conjunction =>
    isSchema(value) && value !== true ? [source.inside(node, value, { keys, label })] : [];
  const mapOf = (keyword: string, label: (name: string) => string): ReadonlyMap<string, Conjunction> =>
    new Map(
      Object.entries(objectAt(schema, keyword)).flatMap(([name, value]) =>
        isSchema(value)
          ? [[name, [source.inside(node, value, { keys: [keyword, name], label: label(name) })]]]
          : [],
      ),
    );
  const words = new Map<string, Word>();
  const rules = new Map<string, Word>();
  const inner = new Map<string, Conjunction>();
  for (const [keyword, value] of Object.entries(schema)) {
    const label = Object.hasOwn(innerKeywords, keyword) ? innerKeywords[keyword] : undefined;
    if (wordKeywords.has(keyword) || (isRemark(keyword) && !keyword.startsWith('x-'))) {
      words.set(keyword, { value, anchor: keywordAnchor(node, keyword) });
    } else if (ruleKeywords.has(keyword)) rules.set(keyword, { value, anchor: keywordAnchor(node, keyword) });
    else if (label !== undefined) inner.set(keyword, inside([keyword], label, value));
  }
  return {
    ...readTypes(node, schema),
    properties: mapOf('properties', (name) => `.${name}`),
    required: new Map(textsAt(schema, 'required').map((name) => [name, keywordAnchor(node, 'required')])),
    patterns: mapOf('patternProperties', (pattern) => `{${pattern}}`),
    additional: ['additionalProperties', 'unevaluatedProperties'].flatMap((keyword) =>
      inside([keyword], '{}', propertyOf(schema, keyword)),
    ),
    isOpen: propertyOf(schema, 'additionalProperties') === true,
    items: inside(['items'], '[]', propertyOf(schema, 'items')),
    tuple: arrayAt(schema, 'prefixItems').map((value, index) =>
      inside(['prefixItems', String(index)], `[${index}]`, value),
    ),
    inner,
    unions: [],
    words,
    rules,
  };
}

function readTypes(
  node: SchemaNode,
  schema: JsonObject,
): Pick<SchemaView, 'types' | 'nullable' | 'literals'> {
  const written = propertyOf(schema, 'type');
  const types = written === undefined ? null : new Set(isArray(written) ? written : [written]);
  const listed = Object.hasOwn(schema, 'const') ? [schema['const'] ?? null] : propertyOf(schema, 'enum');
  if (!isArray(listed)) {
    const known = types === null ? inferTypes(schema) : toTypes(types);
    return { types: known, nullable: types === null ? null : types.has('null'), literals: null };
  }
  const values = listed.filter((value) => value !== null);
  const keyword = Object.hasOwn(schema, 'const') ? 'const' : 'enum';
  return {
    types: toTypes(types ?? new Set(values.map(typeOf))),
    nullable: listed.includes(null) && (types?.has('null') ?? true),
    literals: {
      values: new Map(values.map((value) => [canonical(value), value])),
      anchor: keywordAnchor(node, keyword),
    },
  };
}

function toTypes(names: ReadonlySet<JsonValue>): ReadonlySet<TypeName> {
  const types = new Set(
    [...names].filter((name): name is TypeName => name !== 'null' && typeof name === 'string'),
  );
  if (types.has('number')) types.delete('integer');
  return types;
}

/**
 * Infers the types of a schema. Why: many documents omit `type: object` next to `properties`; adding it later is not a
 * change.
 */
function inferTypes(schema: JsonObject): ReadonlySet<TypeName> | null {
  if (Object.hasOwn(schema, 'properties')) return new Set(['object']);
  // Why: converters write a list of schemas of older drafts this way, for a value that matches one of them and is not
  // a list.
  const items = objectAt(schema, 'items');
  if (!Object.hasOwn(items, 'type') && Object.hasOwn(items, 'anyOf')) return null;
  return Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems') ? new Set(['array']) : null;
}

function typeOf(value: JsonValue): TypeName {
  if (isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'object' | 'string';
}

function readUnion(
  owner: SchemaNode,
  keyword: 'oneOf' | 'anyOf',
  variants: readonly SchemaNode[],
  viewOf: (variant: SchemaNode) => SchemaView,
): SchemaView {
  const read = variants.map((variant) => ({ variant, view: viewOf(variant) }));
  const others = read.filter(({ view }) => !isNull(view));
  const views = others.map(({ view }) => view);
  const hasNull = others.length < read.length;
  const [only] = views;
  if (only === undefined) return { ...anything, types: new Set(), nullable: hasNull };
  if (views.length === 1) return hasNull ? { ...only, nullable: true } : only;
  const nullable = hasNull || anyNullable(views);
  const literals = joinLiterals(views);
  if (literals !== null) return { ...anything, types: joinTypes(views), nullable, literals };
  const anchor = keywordAnchor(owner, keyword);
  const isExclusive = keyword === 'oneOf';
  const union = { keyword, isExclusive, alternatives: others.map(({ variant }) => variant), anchor };
  return { ...anything, nullable, unions: [union] };
}

function isNull({ types, nullable }: SchemaView): boolean {
  return types?.size === 0 && nullable === true;
}

function anyNullable(views: readonly SchemaView[]): boolean | null {
  if (views.some(({ nullable }) => nullable === true)) return true;
  return views.every(({ nullable }) => nullable === false) ? false : null;
}

/** Joins lists of values; `null` when a member is more than a list of values. */
function joinLiterals(views: readonly SchemaView[]): Literals | null {
  const lists = views.map((view) => (view.properties.size + view.unions.length === 0 ? view.literals : null));
  const [first] = lists;
  if (first === undefined || first === null || lists.includes(null)) return null;
  return { values: new Map(lists.flatMap((list) => [...(list?.values ?? [])])), anchor: first.anchor };
}

function joinTypes(views: readonly SchemaView[]): ReadonlySet<TypeName> {
  return new Set(views.flatMap(({ types }) => [...(types ?? [])]));
}
