/** Converts texts with the formats `date-time` and `date` to `Temporal.Instant` and `Temporal.PlainDate`. */
import type { Leaf } from './convert.ts';

/** Converts a point in time. */
export const instant: Leaf = leafOf('Instant');

/** Converts a day. */
export const plainDate: Leaf = leafOf('PlainDate');

/** The part of `Temporal` that is used here. Why: not every supported compiler knows its types. */
interface TemporalTypes {
  readonly Instant: { from(text: string): unknown };
  readonly PlainDate: { from(text: string): unknown };
}

function leafOf(type: keyof TemporalTypes): Leaf {
  return {
    decode: (value) => (typeof value === 'string' ? temporal()[type].from(value) : value),
    encode: (value) => (isTemporal(value) ? value.toJSON() : value),
  };
}

function isTemporal(value: unknown): value is { toJSON(): string } {
  return typeof value === 'object' && value !== null && 'toJSON' in value;
}

function temporal(): TemporalTypes {
  const { Temporal } = globalThis as { readonly Temporal?: TemporalTypes };
  if (Temporal === undefined)
    throw new RangeError('Temporal is missing in this environment; load a polyfill');
  return Temporal;
}
