/**
 * Splits lists and objects into names and plain values, in the serialization styles of descriptions. Each style is a
 * separate function, so that a bundle contains only those that it uses.
 */

/** Names and plain values. A text may already be encoded. */
export type Spread = readonly (readonly [name: string, value: unknown, isEncoded?: boolean])[];

/**
 * Splits the value of a parameter into pairs.
 *
 * Shape: `null` for a plain value, which is written unchanged; `undefined` and `null` inside a value are left out.
 */
export type Spreader = (name: string, value: unknown) => Spread | null;

/** Writes `range[from]=…` and `items[0][price]=…`. Shape: empty lists and objects are left out. */
export const inBrackets: Spreader = (name, value) =>
  typeof value === 'object' && value !== null ? pairsInBrackets(name, value) : null;

/** Writes each property of an object under its own name; a list is written as a repeated name. */
export const underOwnNames: Spreader = (_name, value) => {
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).flatMap(([inside, one]: [string, unknown]) =>
    [one].flat().flatMap((item) => (isMissing(item) ? [] : [[inside, item] as const])),
  );
};

/** Creates a writer of lists and objects in one field of a form; `encode` encodes their parts. */
export function inOneField(separator: string, encode: (text: string) => string = (text) => text): Spreader {
  const join = joinedBy(separator);
  return (name, value) => {
    if (typeof value !== 'object' || value === null) return null;
    const text = join(value, (part) => encode(String(part)));
    return text === null ? [] : [[name, text, true]];
  };
}

/**
 * Writes a value in one text, from its parts that `textOf` encodes. Shape: `null` for an empty list or object.
 */
export type Joiner = (value: unknown, textOf: (part: unknown) => string) => string | null;

/**
 * Creates a writer of lists and objects in one text; with `pairs`, a property is `name=value`.
 *
 * Errors: throws RangeError for a part that contains the separator.
 */
export function joinedBy(separator: string, prefix = '', pairs = false): Joiner {
  return (value, textOf) => {
    if (typeof value !== 'object' || value === null) return prefix + textOf(value);
    const parts = Array.isArray(value)
      ? value.map(textOf)
      : underOwnNames('', value)?.flatMap(([name, one]) =>
          pairs ? `${textOf(name)}=${textOf(one)}` : [textOf(name), textOf(one)],
        );
    if (parts === undefined || parts.length === 0) return null;
    if (parts.some((part) => part.includes(separator)))
      throw new RangeError(`an item contains "${decodeURIComponent(separator)}"`);
    return prefix + parts.join(separator);
  };
}

/**
 * Encodes a text for a query, except reserved characters that do not end a value, and what is already percent-encoded.
 *
 * Source: RFC 6570, 3.2.3.
 */
export function keepReserved(text: string): string {
  return encodeURI(text)
    .replaceAll(/[#&+]/g, encodeURIComponent)
    .replaceAll(/%25(?=[\dA-F]{2})/gi, '%');
}

/** Writes a value under a name, with the names of nested properties in brackets. */
export function pairsInBrackets(name: string, value: unknown): Spread {
  if (isMissing(value)) return [];
  if (typeof value !== 'object') return [[name, value]];
  // For a list, the names are its indexes.
  return Object.entries(value).flatMap(([inside, one]: [string, unknown]) =>
    pairsInBrackets(`${name}[${inside}]`, one),
  );
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
