/**
 * Parses the text of a parameter or a header as a scalar.
 */

/** Type that a text is parsed as. */
export type ScalarKind = 'string' | 'integer' | 'number' | 'boolean';

/** A value, or an error with its wording. */
export type TextReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: 'INVALID_TYPE' | 'TOO_LARGE'; readonly detail: string };

/**
 * Parses text as a value of a kind.
 *
 * Shape: an integer is decimal digits with an optional minus and must be safe (below 2^53); a number has the syntax of
 * JSON and must be finite; a boolean is `true` or `false`. Nothing is trimmed, and empty text is not a number.
 */
export function readScalar(kind: ScalarKind, text: string): TextReading {
  return READERS[kind](text);
}

const INTEGER = /^-?[0-9]+$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

const READERS: { readonly [K in ScalarKind]: (text: string) => TextReading } = {
  string: (text) => ({ ok: true, value: text }),
  integer: (text) => {
    if (!INTEGER.test(text)) return wrongType('must be an integer');
    const value = Number(text);
    // Why: adding zero converts `-0` to `0`.
    return Number.isSafeInteger(value) ? { ok: true, value: value + 0 } : TOO_LARGE;
  },
  number: (text) => {
    if (!NUMBER.test(text)) return wrongType('must be a number');
    const value = Number(text);
    return Number.isFinite(value) ? { ok: true, value } : TOO_LARGE;
  },
  boolean: (text) => {
    if (text === 'true') return { ok: true, value: true };
    return text === 'false' ? { ok: true, value: false } : wrongType('must be true or false');
  },
};

const TOO_LARGE = { ok: false, code: 'TOO_LARGE', detail: 'is too large a number' } as const;

/** Returns the reading of a text of another type. */
export function wrongType(detail: string): TextReading {
  return { ok: false, code: 'INVALID_TYPE', detail };
}
