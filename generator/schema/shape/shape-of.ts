/**
 * The basic shapes and functions that the other files use.
 */
import type { Shape } from '../../../templates/runtime/shape.ts';

/** Returns the shape of a named schema. */
export type ShapeOf = (name: string) => Shape;

/** Every value. */
export const ANY: Shape = { kind: 'any' };

/** No value. */
export const NEVER: Shape = { kind: 'never' };

/** Marks a shape as inexact: the schema may reject some of its values. */
export function inexact(shape: Shape): Shape {
  return shape.kind === 'inexact' || shape.kind === 'never' ? shape : { kind: 'inexact', shape };
}

/** Resolves names until it finds a shape that is not a name; `any` after too many of them. */
export function resolveShape(shape: Shape, shapeOf: ShapeOf): Shape {
  let target = shape;
  for (let left = 50; target.kind === 'named'; left--) target = left === 0 ? ANY : shapeOf(target.name);
  return target;
}
