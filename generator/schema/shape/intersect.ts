/** Computes the shape of the values that two shapes have in common. */
import type {
  ListShape,
  PropertyShape,
  NumberShape,
  RecordShape,
  Shape,
  StringShape,
} from '../../../templates/runtime/shape.ts';
import { fitsShape } from './fits-shape.ts';
import { inexact, NEVER, resolveShape, type ShapeOf } from './shape-of.ts';

/** Depth after which two recursive schemas are not followed further. */
const MAX_DEPTH = 12;

export function intersect(one: Shape, other: Shape, shapeOf: ShapeOf, depth = 0): Shape {
  if (one.kind === 'any') return other;
  if (other.kind === 'any') return one;
  if (one.kind === 'never' || other.kind === 'never') return NEVER;
  if (one.kind === 'named' && other.kind === 'named' && one.name === other.name) return one;
  if (depth > MAX_DEPTH) return inexact(one);
  const both = (left: Shape, right: Shape): Shape => intersect(left, right, shapeOf, depth + 1);
  if (one.kind === 'named') return both(resolveShape(one, shapeOf), other);
  if (other.kind === 'named') return both(one, resolveShape(other, shapeOf));
  if (one.kind === 'inexact') return inexact(both(one.shape, other));
  if (other.kind === 'inexact') return inexact(both(one, other.shape));
  if (one.kind === 'union') return union(one.cases.map((each) => both(each, other)));
  if (other.kind === 'union') return union(other.cases.map((each) => both(one, each)));
  if (one.kind === 'values') return chosen(one.values, other, shapeOf);
  if (other.kind === 'values') return chosen(other.values, one, shapeOf);
  return one.kind === other.kind ? joiners[one.kind](one as never, other as never, both) : NEVER;
}

/** Creates a union; drops cases without values. */
export function union(cases: readonly Shape[]): Shape {
  const flat = cases.flatMap((each) => (each.kind === 'union' ? each.cases : [each]));
  const left = flat.filter(({ kind }) => kind !== 'never');
  const [only] = left;
  if (only === undefined) return NEVER;
  return left.length === 1 ? only : { kind: 'union', cases: left };
}

function chosen(values: Extract<Shape, { kind: 'values' }>['values'], other: Shape, shapeOf: ShapeOf): Shape {
  const left = values.filter((value) => fitsShape(value, other, shapeOf));
  return left.length === 0 ? NEVER : { kind: 'values', values: left };
}

type Joined = NumberShape | StringShape | ListShape | RecordShape;
type Both = (one: Shape, other: Shape) => Shape;

const joiners: {
  readonly [Kind in Joined['kind']]: (
    one: Extract<Joined, { kind: Kind }>,
    other: Extract<Joined, { kind: Kind }>,
    both: Both,
  ) => Shape;
} = {
  number: joinNumbers,
  string: joinStrings,
  list: joinLists,
  record: joinRecords,
};

function joinNumbers(one: NumberShape, other: NumberShape): Shape {
  const step = one.step ?? other.step;
  const joined: Shape = {
    kind: 'number',
    isInteger: one.isInteger || other.isInteger,
    least: greater(one.least, other.least),
    most: smaller(one.most, other.most),
    step,
  };
  return one.step !== null && other.step !== null && one.step !== other.step ? inexact(joined) : joined;
}

function joinStrings(one: StringShape, other: StringShape): Shape {
  const joined: Shape = {
    kind: 'string',
    least: Math.max(one.least, other.least),
    most: smaller(one.most, other.most),
    patterns: [...new Set([...one.patterns, ...other.patterns])],
    format: one.format ?? other.format,
    ...((one.isUnchecked ?? other.isUnchecked) === true ? { isUnchecked: true } : {}),
  };
  return one.format !== null && other.format !== null && one.format !== other.format
    ? inexact(joined)
    : joined;
}

function joinLists(one: ListShape, other: ListShape, both: Both): Shape {
  const length = Math.max(one.first.length, other.first.length);
  const at = (list: ListShape, index: number): Shape => list.first[index] ?? list.rest;
  return {
    kind: 'list',
    first: Array.from({ length }, (_, index) => both(at(one, index), at(other, index))),
    rest: both(one.rest, other.rest),
    least: Math.max(one.least, other.least),
    most: smaller(one.most, other.most),
    isUnique: one.isUnique || other.isUnique,
  };
}

function joinRecords(one: RecordShape, other: RecordShape, both: Both): Shape {
  const names = new Set([...one.properties, ...other.properties].map(({ name }) => name));
  const properties = [...names].map((name) => {
    const left = propertyNamed(one, name);
    const right = propertyNamed(other, name);
    return { name, isRequired: left.isRequired || right.isRequired, shape: both(left.shape, right.shape) };
  });
  if (properties.some(({ isRequired, shape }) => isRequired && shape.kind === 'never')) return NEVER;
  return {
    kind: 'record',
    properties,
    rest: both(one.rest, other.rest),
    least: Math.max(one.least, other.least),
    most: smaller(one.most, other.most),
  };
}

function propertyNamed({ properties, rest }: RecordShape, name: string): PropertyShape {
  return properties.find((property) => property.name === name) ?? { name, isRequired: false, shape: rest };
}

function greater(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function smaller(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
