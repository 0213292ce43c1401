/**
 * The values that a schema accepts, in a form from which values can be generated: references to named shapes, no
 * keywords. Types only.
 */
import type { JsonValue } from './operation-spec.ts';

/**
 * A set of JSON values.
 *
 * Shape: `inexact` includes values that a validator may reject for reasons that shapes can't express.
 */
export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'never' }
  | { readonly kind: 'values'; readonly values: readonly JsonValue[] }
  | NumberShape
  | StringShape
  | ListShape
  | RecordShape
  | { readonly kind: 'union'; readonly cases: readonly Shape[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'inexact'; readonly shape: Shape };

/** Numbers; both bounds are inclusive, `null` means no bound. */
export interface NumberShape {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly least: number | null;
  readonly most: number | null;
  /** `multipleOf`: every number is a multiple of it. */
  readonly step: number | null;
}

/** Strings. Units: lengths count code points. */
export interface StringShape {
  readonly kind: 'string';
  readonly least: number;
  readonly most: number | null;
  readonly patterns: readonly string[];
  /** Whether validators ignore a pattern, because it is slow or invalid. */
  readonly isUnchecked?: true;
  readonly format: string | null;
}

/** Lists: a shape for each of the first items, and one shape for the rest. */
export interface ListShape {
  readonly kind: 'list';
  readonly first: readonly Shape[];
  readonly rest: Shape;
  readonly least: number;
  readonly most: number | null;
  readonly isUnique: boolean;
}

/** Objects: named properties, and the shape of all others; `never` if there may be none. */
export interface RecordShape {
  readonly kind: 'record';
  readonly properties: readonly PropertyShape[];
  readonly rest: Shape;
  readonly least: number;
  readonly most: number | null;
}

/** A named property of an object. */
export interface PropertyShape {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}
