/**
 * The shapes of the records of a dump, as data, and the check against them. The shapes are generated from the types
 * of the records; a record stored by this version always fits.
 */
import { isInstant } from '../time/time.ts';
import { isObject } from '../../../templates/runtime/json/value.ts';

/**
 * The shape of a value.
 *
 * Shape: properties that are not listed are allowed; `optional` ones may be absent; `type` refers to a shape of the
 * set.
 */
export type Shape =
  | 'any'
  | 'text'
  | 'number'
  | 'integer'
  | 'count'
  | 'instant'
  | 'boolean'
  | 'null'
  | { readonly values: readonly (string | number | boolean)[] }
  | { readonly list: Shape }
  | { readonly map: Shape }
  | {
      readonly properties: Readonly<Record<string, Shape>>;
      readonly optional?: Readonly<Record<string, Shape>>;
    }
  | { readonly oneOf: readonly Shape[] }
  | { readonly type: string };

export interface RecordShapes {
  readonly collections: Readonly<Record<string, Shape>>;
  readonly types: Readonly<Record<string, Shape>>;
}

/** The reason why a value does not fit a shape. Shape: `path` is dotted and empty for the value itself. */
export interface ShapeProblem {
  readonly path: string;
  readonly message: string;
}

type Types = RecordShapes['types'];

/** Returns the first reason why a record does not fit its kind, null if it fits. */
export function findShapeProblem(shapes: RecordShapes, kind: string, value: unknown): ShapeProblem | null {
  return findProblem(shapes.types, shapes.collections[kind] ?? 'any', value);
}

/** Returns the first reason why a value does not fit a shape without references, null if it fits. */
export function findValueProblem(shape: Shape, value: unknown): ShapeProblem | null {
  return findProblem({}, shape, value);
}

function findProblem(types: Types, shape: Shape, value: unknown): ShapeProblem | null {
  if (typeof shape === 'string') return fits[shape](value) ? null : problem(`must be ${nouns[shape]}`);
  if ('type' in shape) return findProblem(types, types[shape.type] ?? 'any', value);
  if ('properties' in shape) return isObject(value) ? findInProperties(types, shape, value) : notAnObject;
  if ('list' in shape) return Array.isArray(value) ? findInList(types, shape.list, value) : notAList;
  if ('map' in shape)
    return isObject(value) ? findInMap(types, shape.map, Object.entries(value)) : notAnObject;
  if ('oneOf' in shape) return findInChoice(types, shape.oneOf, value);
  return shape.values.includes(value as string)
    ? null
    : problem(`must be ${shape.values.map((one) => JSON.stringify(one)).join(', ')}`);
}

function findInProperties(
  types: Types,
  { properties, optional = {} }: Extract<Shape, { properties: unknown }>,
  value: Readonly<Record<string, unknown>>,
): ShapeProblem | null {
  for (const name in properties) {
    if (!has(value, name)) return problem(missing, name);
    const problemBelow = findProblem(types, properties[name] ?? 'any', value[name]);
    if (problemBelow !== null) return below(name, problemBelow);
  }
  for (const name in optional) {
    if (!has(value, name)) continue;
    const problemBelow = findProblem(types, optional[name] ?? 'any', value[name]);
    if (problemBelow !== null) return below(name, problemBelow);
  }
  return null;
}

function findInList(types: Types, shape: Shape, list: readonly unknown[]): ShapeProblem | null {
  for (const [place, item] of list.entries()) {
    const problemBelow = findProblem(types, shape, item);
    if (problemBelow !== null) return below(String(place), problemBelow);
  }
  return null;
}

function findInMap(
  types: Types,
  shape: Shape,
  entries: readonly (readonly [string, unknown])[],
): ShapeProblem | null {
  for (const [name, item] of entries) {
    const problemBelow = findProblem(types, shape, item);
    if (problemBelow !== null) return below(name, problemBelow);
  }
  return null;
}

/** Returns the problem of the best matching choice: the one with the deepest path. */
function findInChoice(types: Types, choices: readonly Shape[], value: unknown): ShapeProblem | null {
  const near: ShapeProblem[] = [];
  for (const choice of choices) {
    const problemBelow = findProblem(types, choice, value);
    if (problemBelow === null) return null;
    if (problemBelow.path !== '') near.push(problemBelow);
  }
  const [first, ...others] = near;
  if (first === undefined || others.length === 0) return first ?? noChoice;
  // A choice with a missing top-level property is not the intended one.
  const deep = near.filter(({ path, message }) => message !== missing || path.includes('.'));
  return deep.reduce(
    (best, one) => (best.path === '' || one.path.length > best.path.length ? one : best),
    noChoice,
  );
}

function below(name: string, { path, message }: ShapeProblem): ShapeProblem {
  return { path: path === '' ? name : `${name}.${path}`, message };
}

function problem(message: string, path = ''): ShapeProblem {
  return { path, message };
}

function has(value: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

type Plain = Extract<Shape, string>;

const fits: Readonly<Record<Plain, (value: unknown) => boolean>> = {
  any: () => true,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  count: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  instant: (value) => typeof value === 'number' && isInstant(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const nouns: Readonly<Record<Plain, string>> = {
  any: 'present',
  text: 'a string',
  number: 'a number',
  integer: 'a whole number',
  count: 'a non-negative integer',
  instant: 'milliseconds from 1970 to the end of 9999',
  boolean: 'true or false',
  null: 'null',
};

const missing = 'is missing';
const noChoice = problem('is not of a type that it can have');
const notAnObject = problem('must be an object');
const notAList = problem('must be an array');
