/** Selects the variants of a union that a value may be: by its type, its tag, and the properties it has. */
import type { RecordShape, Shape } from '../../templates/runtime/shape.ts';
import { memoizeByObject } from '../memoize.ts';
import { alternativesOf, type SchemaLocation } from './schema-location.ts';
import { isObject } from '../../templates/runtime/json/value.ts';

/**
 * Selects the variants that a value may be.
 *
 * Shape: one if unambiguous; empty if the value fits none, such as one with an unknown tag.
 */
export function chooseCases(union: SchemaLocation, value: unknown): readonly SchemaLocation[] {
  const possible = candidatesOf(union, value).flatMap((each) =>
    each.shape.kind === 'union'
      ? chooseCases(each, value)
      : couldBe(each.shape, value) && hasTags(each.shape, value)
        ? [each]
        : [],
  );
  if (possible.length < 2) return possible;
  const [nearest] = possible.toSorted(
    (one, other) => distance(one.shape, value) - distance(other.shape, value),
  );
  return nearest === undefined ? [] : [nearest];
}

/** The variants of a union of records by the tag that all of them have. */
interface TagTable {
  readonly name: string;
  readonly variants: ReadonlyMap<unknown, readonly SchemaLocation[]>;
}

/** Returns the variants that the tag of a value allows. Why: a union of events has dozens. */
function candidatesOf(union: SchemaLocation, value: unknown): readonly SchemaLocation[] {
  const table = indexByTag(union);
  if (table === null || !isObject(value) || !Object.hasOwn(value, table.name)) return alternativesOf(union);
  return table.variants.get(value[table.name]) ?? [];
}

const indexByTag = memoizeByObject((union: SchemaLocation): TagTable | null => {
  const variants = alternativesOf(union);
  const tagsOf = ({ shape }: SchemaLocation): PropertyNames['tags'] =>
    shape.kind === 'record' ? namesOf(shape).tags : [];
  const tagOf = (variant: SchemaLocation, of: string): string | undefined =>
    tagsOf(variant).find(({ name }) => name === of)?.tag;
  const [first] = variants;
  const shared = (first === undefined ? [] : tagsOf(first)).find(({ name }) =>
    variants.every((variant) => tagOf(variant, name) !== undefined),
  );
  if (shared === undefined) return null;
  const { name } = shared;
  return { name, variants: Map.groupBy(variants, (variant): unknown => tagOf(variant, name)) };
});

function couldBe(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'record':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'values':
      return shape.values.some((each) => each === value);
    case 'never':
      return false;
    default:
      return true;
  }
}

function hasTags(shape: Shape, value: unknown): boolean {
  if (shape.kind !== 'record' || !isObject(value)) return true;
  return namesOf(shape).tags.every(({ name, tag }) => !Object.hasOwn(value, name) || value[name] === tag);
}

/** Measures the distance between an object and a variant: missing properties first, then unknown ones. */
function distance(shape: Shape, value: unknown): number {
  if (shape.kind !== 'record' || !isObject(value)) return 0;
  const { all, required } = namesOf(shape);
  const lacks = required.filter((name) => !Object.hasOwn(value, name));
  const unknown = Object.keys(value).filter((name) => !all.has(name));
  return lacks.length * 1_000 + unknown.length;
}

/** The names of the properties of a record. Shape: `tags` are required and have exactly one value, a string. */
interface PropertyNames {
  readonly all: ReadonlySet<string>;
  readonly required: readonly string[];
  readonly tags: readonly { readonly name: string; readonly tag: string }[];
}

const namesOf = memoizeByObject((record: RecordShape): PropertyNames => {
  const required = record.properties.filter(({ isRequired }) => isRequired);
  return {
    all: new Set(record.properties.map(({ name }) => name)),
    required: required.map(({ name }) => name),
    tags: required.flatMap(({ name, shape }) => {
      const [tag, ...others] = shape.kind === 'values' ? shape.values : [];
      return typeof tag === 'string' && others.length === 0 ? [{ name, tag }] : [];
    }),
  };
});
