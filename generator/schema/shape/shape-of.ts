/**
 * The smallest parts of shapes, which the others are made with.
 */
import type { Shape } from '../../../templates/runtime/shape.ts';

/** Returns the shape of a named schema. */
export type ShapeOf = (name: string) => Shape;

/** Every value. */
export const ANY: Shape = { kind: 'any' };

/** No value. */
export const NEVER: Shape = { kind: 'never' };

/** Marks a shape some of whose values may be rejected. */
export function inexact(shape: Shape): Shape {
  return shape.kind === 'inexact' || shape.kind === 'never' ? shape : { kind: 'inexact', shape };
}

/** Follows names until something else is found; `any` after too many of them. */
export function resolveShape(shape: Shape, shapeOf: ShapeOf): Shape {
  let found = shape;
  for (let left = 50; found.kind === 'named'; left--) found = left === 0 ? ANY : shapeOf(found.name);
  return found;
}
