/**
 * Converts values between JSON and the types of a client: dates, and integers of 64 bits. Visits only the places that a
 * description names, each once.
 */
import type { BodyWriter } from '../client/call.ts';
import { PartValue } from '../client/forms/part-value.ts';

/** Converts a single value. Values of another JSON type stay as they are. */
export interface Leaf {
  /**
   * Converts a value of JSON; `exact` is a `bigint` for an integer that a number can't represent.
   *
   * Errors: throws RangeError.
   */
  readonly decode: (value: unknown, exact: unknown) => unknown;
  /** Converts a value to JSON, or with `isText` to the text of a parameter. Errors: throws RangeError. */
  readonly encode: (value: unknown, isText: boolean) => unknown;
}

/** Where a value has leaves. A function returns another conversion, which may be the one that contains it. */
export type Conversion =
  | Leaf
  | (() => Conversion)
  | { readonly items: Conversion }
  | { readonly properties: Readonly<Record<string, Conversion>> }
  | { readonly values: Conversion }
  | { readonly tag: string; readonly cases: Readonly<Record<string, Conversion>> }
  | { readonly all: readonly Conversion[] };

/** Parses JSON; `wrap` puts the parsed value into the value that the conversion is for. */
export type Parser = (text: string, wrap?: (parsed: unknown) => unknown) => unknown;

/**
 * Creates a parser of JSON that converts the value.
 *
 * Errors: it throws SyntaxError, and RangeError for a value that can't be converted.
 */
export function parserOf(conversion: Conversion): Parser {
  return (text, wrap = (parsed) => parsed) => {
    const value = wrap(JSON.parse(text));
    return convert(value, value, conversion, decodeLeaf);
  };
}

/** Creates a function that converts a value which is not JSON text, such as a header. */
export function decoderOf(conversion: Conversion): (value: unknown) => unknown {
  return (value) => convert(value, value, conversion, decodeLeaf);
}

/** Creates a function that converts a value to JSON; with `isText` for a parameter that is not written as JSON. */
export function encoderOf(conversion: Conversion, isText = false): (value: unknown) => unknown {
  return (value) => convert(value, value, conversion, (leaf, inside) => leaf.encode(inside, isText));
}

/** Creates a writer that converts the body before it is written. */
export function encodingWriter(write: BodyWriter, conversion: Conversion): BodyWriter {
  const encode = encoderOf(conversion);
  const isWritten = (body: unknown): boolean => body instanceof URLSearchParams || body instanceof FormData;
  return (body, contentType, xml) => write(isWritten(body) ? body : encode(body), contentType, xml);
}

/** Converts the value of a leaf. */
export type ConvertLeaf = (leaf: Leaf, value: unknown, exact: unknown) => unknown;

/** Decodes the leaf of a value. */
export const decodeLeaf: ConvertLeaf = (leaf, value, exact) => leaf.decode(value, exact);

/**
 * Converts a value; copies the objects and lists that contain converted values.
 *
 * Shape: `exact` is the value before any conversion, with a `bigint` for each integer that a number can't represent.
 */
export function convert(
  value: unknown,
  exact: unknown,
  conversion: Conversion,
  convertLeaf: ConvertLeaf,
): unknown {
  if (value instanceof PartValue) {
    const whole: unknown = exact instanceof PartValue ? exact.value : exact;
    return value.map((inside) => convert(inside, whole, conversion, convertLeaf));
  }
  if (typeof conversion === 'function') return convert(value, exact, conversion(), convertLeaf);
  if ('decode' in conversion) return convertLeaf(conversion, value, exact);
  if ('all' in conversion)
    return conversion.all.reduce((whole, part) => convert(whole, exact, part, convertLeaf), value);
  if ('items' in conversion) {
    if (!Array.isArray(exact) || !Array.isArray(value)) return value;
    return value.map((item, index) => convert(item, exact[index], conversion.items, convertLeaf));
  }
  // Why not `value`: another part of `all` may have converted it already.
  if (typeof exact !== 'object' || exact === null || Array.isArray(exact)) return value;
  if ('tag' in conversion) {
    const chosen = ownProperty(conversion.cases, String(ownProperty(value, conversion.tag)));
    return chosen === undefined ? value : convert(value, exact, chosen as Conversion, convertLeaf);
  }
  const copy: Record<string, unknown> = { ...(value as object) };
  const names = 'values' in conversion ? Object.keys(copy) : Object.keys(conversion.properties);
  for (const name of names) {
    if (!Object.hasOwn(copy, name)) continue;
    const inside = 'values' in conversion ? conversion.values : conversion.properties[name];
    if (inside !== undefined) copy[name] = convert(copy[name], ownProperty(exact, name), inside, convertLeaf);
  }
  return copy;
}

function ownProperty(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
