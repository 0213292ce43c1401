/** Returns whether two shapes have no value in common, so that a value built for one never fits the other. */
import type { RecordShape, Shape } from '../../../templates/runtime/shape.ts';
import { fitsShape } from './fits-shape.ts';
import { resolveShape, type ShapeOf } from './shape-of.ts';

/** Why limited: each shape is compared with every other one. */
const MAX_SHAPES = 300;

/** Returns whether no two of the shapes have a value in common; false when in doubt, as with more than 300 shapes. */
export function areDisjoint(shapes: readonly Shape[], shapeOf: ShapeOf): boolean {
  if (shapes.length > MAX_SHAPES) return false;
  return shapes.every((one, index) =>
    shapes.slice(index + 1).every((other) => areApart(one, other, shapeOf, 0)),
  );
}

const MAX_DEPTH = 4;

function areApart(written: Shape, against: Shape, shapeOf: ShapeOf, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const one = withoutDoubt(written, shapeOf);
  const other = withoutDoubt(against, shapeOf);
  const apart = (left: Shape, right: Shape): boolean => areApart(left, right, shapeOf, depth + 1);
  if (one.kind === 'never' || other.kind === 'never') return true;
  if (one.kind === 'any' || other.kind === 'any') return false;
  if (one.kind === 'union') return one.cases.every((each) => apart(each, other));
  if (other.kind === 'union') return other.cases.every((each) => apart(one, each));
  if (one.kind === 'values') return one.values.every((value) => !fitsShape(value, other, shapeOf));
  if (other.kind === 'values') return other.values.every((value) => !fitsShape(value, one, shapeOf));
  if (one.kind === 'record' && other.kind === 'record') return areRecordsApart(one, other, apart);
  return one.kind !== other.kind;
}

/**
 * Returns the shape without its inexact mark. Why: an inexact shape overestimates its values; if even those are
 * disjoint, the real ones are.
 */
function withoutDoubt(written: Shape, shapeOf: ShapeOf): Shape {
  const shape = resolveShape(written, shapeOf);
  return shape.kind === 'inexact' ? withoutDoubt(shape.shape, shapeOf) : shape;
}

/** Returns whether one object requires a property that the other cannot have in that form. */
function areRecordsApart(
  one: RecordShape,
  other: RecordShape,
  apart: (left: Shape, right: Shape) => boolean,
): boolean {
  const excludes = (having: RecordShape, lacking: RecordShape): boolean =>
    having.properties.some(({ name, isRequired, shape }) => {
      const counterpart =
        lacking.properties.find((property) => property.name === name)?.shape ?? lacking.rest;
      return isRequired && apart(shape, counterpart);
    });
  return excludes(one, other) || excludes(other, one);
}
