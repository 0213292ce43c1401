/**
 * Reads and writes integers of 64 bits in JSON without loss.
 * Source: ECMA-262, JSON.parse with source text access; before it, engines pass no `source`.
 */
import { convert, decodeLeaf, type Conversion, type Leaf, type Parser } from './convert.ts';

const LONG = /\d{16}/;
const DIGITS = /^-?\d+$/;

/** Creates a parser like `parserOf`, which also reads integers that a number can't represent. */
export function exactParserOf(conversion: Conversion): Parser {
  return (text, wrap = (parsed) => parsed) => {
    const value = wrap(JSON.parse(text));
    const exact = LONG.test(text) ? wrap(parseExactly(text)) : value;
    return convert(value, exact, conversion, decodeLeaf);
  };
}

/** Parses JSON; integers that a number can't represent become `bigint`. */
function parseExactly(text: string): unknown {
  const revive = (_key: string, inside: unknown, context?: { readonly source?: string }): unknown => {
    if (typeof inside !== 'number' || Number.isSafeInteger(inside)) return inside;
    const source = context?.source ?? '';
    return DIGITS.test(source) ? BigInt(source) : inside;
  };
  return JSON.parse(text, revive);
}

/** Converts integers to `bigint`. */
export const bigint: Leaf = { decode: toBigint, encode: writeInteger };

/** Converts integers in JSON strings to `bigint`. */
export const bigintText: Leaf = {
  decode: toBigint,
  encode: (value) => (typeof value === 'bigint' ? String(value) : value),
};

/** Converts integers to decimal digits. */
export const digits: Leaf = {
  decode: (value, exact) => {
    const integer = typeof value === 'number' ? toBigint(value, exact) : value;
    return typeof integer === 'bigint' ? String(integer) : integer;
  },
  encode: writeInteger,
};

function toBigint(value: unknown, exact: unknown): unknown {
  if (typeof exact === 'bigint') return exact;
  if (typeof value === 'string' && DIGITS.test(value)) return BigInt(value);
  if (typeof value !== 'number') return value;
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} cannot be read exactly as an integer`);
  return BigInt(value);
}

/** Writes an integer unchanged. Why: `JSON.stringify` does not support `bigint`, and a string would be in quotes. */
function writeInteger(value: unknown, isText: boolean): unknown {
  const text = typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string') return value;
  if (!DIGITS.test(text)) throw new RangeError(`${JSON.stringify(text)} is not an integer`);
  if (isText) return text;
  if (Number.isSafeInteger(Number(text))) return Number(text);
  const { rawJSON } = JSON as typeof JSON & { readonly rawJSON?: (text: string) => unknown };
  if (rawJSON === undefined) throw new RangeError(`${text} can't be written exactly in this environment`);
  return rawJSON(String(BigInt(text)));
}
