/**
 * What values a schema takes, in a form that values can be built from: references to named shapes, no keywords.
 * Types only.
 */
import type { JsonValue } from './operation-spec.ts';

/**
 * A set of JSON values.
 *
 * Shape: `inexact` holds values that may be refused all the same, for reasons that shapes can't express.
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

/** Numbers; both bounds belong to them, and `null` is none. */
export interface NumberShape {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly least: number | null;
  readonly most: number | null;
  /** Every number is a multiple of it. */
  readonly step: number | null;
}

/**
 * Texts.
 *
 * Units: lengths count code points.
 */
export interface StringShape {
  readonly kind: 'string';
  readonly least: number;
  readonly most: number | null;
  readonly patterns: readonly string[];
  readonly format: string | null;
}

/** Lists: the first items each of their own shape, the others all of one. */
export interface ListShape {
  readonly kind: 'list';
  readonly first: readonly Shape[];
  readonly rest: Shape;
  readonly least: number;
  readonly most: number | null;
  readonly isUnique: boolean;
}

/** Objects: named members, and the shape of all others, `never` where there may be none. */
export interface RecordShape {
  readonly kind: 'record';
  readonly members: readonly MemberShape[];
  readonly rest: Shape;
  readonly least: number;
  readonly most: number | null;
}

/** A named member of an object. */
export interface MemberShape {
  readonly name: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}
