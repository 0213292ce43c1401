/** Parses the text of a parameter or a header as a scalar. */

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
  integer: (text) => (INTEGER.test(text) ? orTooLarge(integerIn(text)) : wrongType('must be an integer')),
  number: (text) => (NUMBER.test(text) ? orTooLarge(numberIn(text)) : wrongType('must be a number')),
  boolean: (text) => {
    const value = booleanIn(text);
    return value === undefined ? wrongType('must be true or false') : { ok: true, value };
  },
};

/** Parses a safe integer; `undefined` for another text. */
export function integerIn(text: string): number | undefined {
  // Why: adding zero converts `-0` to `0`.
  const value = INTEGER.test(text) ? Number(text) + 0 : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses a finite number; `undefined` for another text. */
export function numberIn(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Parses a boolean; `undefined` for another text. */
export function booleanIn(text: string): boolean | undefined {
  return text === 'true' || (text === 'false' ? false : undefined);
}

function orTooLarge(value: number | undefined): TextReading {
  return value === undefined ? TOO_LARGE : { ok: true, value };
}

const TOO_LARGE = { ok: false, code: 'TOO_LARGE', detail: 'is too large' } as const;

/** Returns the reading of a text of another type. */
export function wrongType(detail: string): TextReading {
  return { ok: false, code: 'INVALID_TYPE', detail };
}
