/**
 * Reads JSON Schema as shapes: every keyword becomes a shape, and shapes that apply together are intersected. What
 * shapes cannot express makes them inexact, and is left to the validator.
 */
import type { Shape } from '../../../templates/runtime/shape.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../../model/contract-model.ts';
import { arrayAt, isArray, isObject, propertyOf, textAt, textsAt } from '../../json/json.ts';
import { isSchema, referredName, schemasAt, sentPropertiesOf } from '../keywords.ts';
import { findTaggedUnion, tagValuesOf, type Lookup } from '../tagged-union.ts';
import { isUsablePattern } from '../validators/pattern-safety.ts';
import { areDisjoint } from './disjoint.ts';
import { intersect, union } from './intersect.ts';
import { ANY, inexact, NEVER, type ShapeOf } from './shape-of.ts';
import { statedValue } from '../../../contract/samples/stated-value.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

/** The examples of a schema, by its shape. */
export type Shown = WeakMap<Shape, readonly JsonValue[]>;

export interface ShapeContext {
  /** Returns the shape of a named schema; `any` if there is no such schema. */
  readonly shapeOf: ShapeOf;
  readonly shown: Shown;
  readonly schemaOf: Lookup;
}

export function readShape(schema: JsonSchema, context: ShapeContext): Shape {
  if (typeof schema === 'boolean') return schema ? ANY : NEVER;
  const parts = [
    ...readReference(schema),
    ...readValues(schema),
    ...readTypes(schema, context),
    ...schemasAt(schema, 'allOf').map((part) => readShape(part, context)),
    ...readAlternatives(schema, context),
  ];
  const read = parts.reduce((whole, part) => intersect(whole, part, context.shapeOf), ANY);
  const shape = isInexact(schema) ? inexact(read) : copyOf(read);
  const shown = examplesOf(schema);
  if (shown.length > 0) context.shown.set(shape, shown);
  return shape;
}

/** Why: examples are stored by shape, so two schemas must not share one. */
function copyOf(shape: Shape): Shape {
  return { ...shape };
}

/** Lists the examples of a schema, then its default, the examples of its extensions, and the value that its description names. */
export function examplesOf(schema: JsonObject): readonly JsonValue[] {
  const single = propertyOf(schema, 'example');
  const byDefault = propertyOf(schema, 'default');
  return [
    ...arrayAt(schema, 'examples'),
    ...(single === undefined ? [] : [single]),
    ...(byDefault === undefined || byDefault === null ? [] : [byDefault]),
    ...extensionExamples(schema),
    ...statedIn(schema),
  ];
}

/** Returns the value that the description of a text names as its only one. Shape: empty for none. */
function statedIn(schema: JsonObject): readonly JsonValue[] {
  const [type, text] = [propertyOf(schema, 'type'), propertyOf(schema, 'description')];
  const value = type === 'string' && typeof text === 'string' ? statedValue(text) : null;
  const isNarrow = ['enum', 'format', 'pattern'].some((keyword) => Object.hasOwn(schema, keyword));
  return value === null || isNarrow ? [] : [value];
}

/** Lists the examples in extensions: `x-example`, or the JSON object that an extension has as its `example`. */
function extensionExamples(schema: JsonObject): readonly JsonValue[] {
  return Object.entries(schema).flatMap(([name, value]): readonly JsonValue[] => {
    if (name === 'x-example') return [value];
    const text = name.startsWith('x-') && isObject(value) ? propertyOf(value, 'example') : undefined;
    if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return isObject(text) ? [text] : [];
    const parsed = parseJson(text) ?? parseJson(text.replaceAll(/,(?=\s*[}\]])/g, ''));
    return parsed === undefined ? [] : [parsed];
  });
}

/** Returns the path in a schema to one of `examplesOf`. */
export function examplePath(schema: JsonObject, index: number): readonly string[] {
  const count = arrayAt(schema, 'examples').length;
  if (index < count) return ['examples', String(index)];
  return [index === count && Object.hasOwn(schema, 'example') ? 'example' : 'default'];
}

/** Keywords that shapes do not represent. */
const beyondShapes = [
  ...['if', 'contains', 'propertyNames', 'dependentSchemas', 'dependentRequired'],
  ...['patternProperties', 'unevaluatedProperties', 'unevaluatedItems', 'minContains'],
];

function isInexact(schema: JsonObject): boolean {
  const not = propertyOf(schema, 'not');
  return (
    beyondShapes.some((keyword) => Object.hasOwn(schema, keyword)) ||
    (not !== undefined && !isEverything(not))
  );
}

function isEverything(schema: JsonValue): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0);
}

function readReference(schema: JsonObject): Shape[] {
  const name = referredName(schema);
  return name === null ? [] : [{ kind: 'named', name }];
}

function readValues(schema: JsonObject): Shape[] {
  const constant = propertyOf(schema, 'const');
  const choices = propertyOf(schema, 'enum');
  const not = propertyOf(schema, 'not');
  return [
    ...(constant === undefined ? [] : [{ kind: 'values', values: [constant] } as const]),
    ...(isArray(choices) ? [{ kind: 'values', values: choices } as const] : []),
    ...(not !== undefined && isEverything(not) ? [NEVER] : []),
  ];
}

/**
 * Reads alternatives, of which one must match. Where the members of a `oneOf` overlap, only the validator rejects two
 * matches.
 */
function readAlternatives(schema: JsonObject, context: ShapeContext): Shape[] {
  return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
    const written = propertyOf(schema, keyword);
    if (!isArray(written) || written.length === 0) return [];
    const schemas = written.filter(isSchema);
    const tagged = Object.hasOwn(schema, 'discriminator')
      ? findTaggedUnion(schemas, schema, context.schemaOf)
      : null;
    const cases = schemas.map((one) => {
      const shape = readShape(one, context);
      const tags = tagged === null ? undefined : tagValuesOf(tagged, one);
      return tagged === null || tags === undefined || hasTag(shape, tagged.property, context)
        ? shape
        : intersect(shape, tagShape(tagged.property, tags), context.shapeOf);
    });
    const joined = union(cases);
    return [keyword === 'anyOf' || areDisjoint(cases, context.shapeOf) ? joined : inexact(joined)];
  });
}

/** Creates the shape of objects with one of the values as their tag, which their own schemas may leave open. */
export function tagShape(name: string, values: readonly JsonValue[]): Shape {
  const shape: Shape = { kind: 'values', values };
  return { kind: 'record', properties: [{ name, isRequired: true, shape }], rest: ANY, least: 0, most: null };
}

/** Returns whether the objects of a shape already have a constant as their tag, so that none has to be added. */
function hasTag(shape: Shape, property: string, { shapeOf }: ShapeContext): boolean {
  const read = shape.kind === 'named' ? shapeOf(shape.name) : shape;
  if (read.kind !== 'record') return false;
  return read.properties.some(
    (one) => one.name === property && one.isRequired && one.shape.kind === 'values',
  );
}

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const readers: { readonly [Name in TypeName]: (schema: JsonObject, context: ShapeContext) => Shape } = {
  object: readObject,
  array: readArray,
  string: readString,
  integer: (schema) => readNumber(schema, true),
  number: (schema) => readNumber(schema, false),
  boolean: () => ({ kind: 'values', values: [true, false] }),
  null: () => ({ kind: 'values', values: [null] }),
};

/** Keywords that apply to one type only, by that type. */
const ownKeywords: { readonly [Name in TypeName]: readonly string[] } = {
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern'],
  integer: [],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
};

/**
 * Reads the types of a schema. Without `type`, its keywords do not restrict other types; the types they apply to come
 * first.
 */
function readTypes(schema: JsonObject, context: ShapeContext): Shape[] {
  const written = propertyOf(schema, 'type');
  const declared = typeof written === 'string' ? [written] : textsAt(schema, 'type');
  const types = declared.filter((name): name is TypeName => Object.hasOwn(readers, name));
  const speaksOf = (name: TypeName): boolean =>
    ownKeywords[name].some((keyword) => Object.hasOwn(schema, keyword)) ||
    (name === 'string' && Object.hasOwn(schema, 'format'));
  if (types.length === 0) {
    if (!anyType.some(speaksOf)) return [];
    types.push(...anyType.filter(speaksOf), ...anyType.filter((name) => !speaksOf(name)));
  }
  // `null` is the least informative type, so it is the last choice.
  const ordered = [...types.filter((name) => name !== 'null'), ...types.filter((name) => name === 'null')];
  return [union(ordered.map((name) => readers[name](schema, context)))];
}

const anyType: readonly TypeName[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function readString(schema: JsonObject): Shape {
  const pattern = textAt(schema, 'pattern');
  const format = textAt(schema, 'format');
  return {
    kind: 'string',
    least: countAt(schema, 'minLength') ?? 0,
    most: countAt(schema, 'maxLength'),
    patterns: pattern === null ? [] : [pattern],
    ...(pattern === null || isUsablePattern(pattern) ? {} : { isUnchecked: true }),
    format: format !== null && Object.hasOwn(widths, format) ? null : format,
  };
}

const widths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** Reads a number. An exclusive bound is moved by a small amount, or by one for integers. */
function readNumber(schema: JsonObject, declaredInteger: boolean): Shape {
  const format = textAt(schema, 'format') ?? '';
  const width = Object.hasOwn(widths, format) ? widths[format] : undefined;
  const isInteger = declaredInteger || width !== undefined;
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  const step = numberAt(schema, 'multipleOf');
  const little = step ?? (isInteger ? 1 : 2 ** -10);
  const leasts = [numberAt(schema, 'minimum'), above === null ? null : above + little, width?.[0] ?? null];
  const mosts = [numberAt(schema, 'maximum'), below === null ? null : below - little, width?.[1] ?? null];
  return {
    kind: 'number',
    isInteger,
    least: pick(leasts, Math.max),
    most: pick(mosts, Math.min),
    step,
  };
}

function readArray(schema: JsonObject, context: ShapeContext): Shape {
  const prefix = schemasAt(schema, 'prefixItems');
  const items = propertyOf(schema, 'items');
  return {
    kind: 'list',
    first: prefix.map((item) => readShape(item, context)),
    rest: items !== undefined && isSchema(items) ? readShape(items, context) : ANY,
    least: countAt(schema, 'minItems') ?? 0,
    most: countAt(schema, 'maxItems'),
    isUnique: propertyOf(schema, 'uniqueItems') === true,
  };
}

function readObject(schema: JsonObject, context: ShapeContext): Shape {
  const required = new Set(textsAt(schema, 'required'));
  const additional = propertyOf(schema, 'additionalProperties');
  const rest = additional !== undefined && isSchema(additional) ? readShape(additional, context) : ANY;
  const named = sentPropertiesOf(schema).map(([name, property]) => ({
    name,
    isRequired: required.has(name),
    shape: readShape(property, context),
  }));
  const names = new Set(named.map(({ name }) => name));
  const others = [...required].filter((name) => !names.has(name));
  return {
    kind: 'record',
    properties: [...named, ...others.map((name) => ({ name, isRequired: true, shape: rest }))],
    rest,
    least: countAt(schema, 'minProperties') ?? 0,
    most: countAt(schema, 'maxProperties'),
  };
}

function countAt(schema: JsonObject, keyword: string): number | null {
  const value = numberAt(schema, keyword);
  return value !== null && value >= 0 ? Math.floor(value) : null;
}

function numberAt(schema: JsonObject, keyword: string): number | null {
  const value = propertyOf(schema, keyword);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function pick(bounds: readonly (number | null)[], choose: (...numbers: number[]) => number): number | null {
  const present = bounds.filter((bound) => bound !== null);
  return present.length === 0 ? null : choose(...present);
}
