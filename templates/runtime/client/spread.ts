/**
 * Takes lists and objects apart into names and plain values, in the styles that a description may ask for. Each is a
 * function of its own, so that a bundle holds only those that it uses.
 */

/** Names with their plain values. */
export type Spread = readonly (readonly [name: string, value: unknown])[];

/**
 * Takes the value of a parameter apart.
 *
 * Shape: `null` for a plain value, which is written as it is; what is `undefined` or `null` inside is left out.
 */
export type Spreader = (name: string, value: unknown) => Spread | null;

/** Writes `range[from]=…` and `items[0][price]=…`. Shape: empty lists and objects are left out. */
export const inBrackets: Spreader = (name, value) =>
  typeof value === 'object' && value !== null ? pairsInBrackets(name, value) : null;

/** Writes each member of an object under its own name, and each item of a list among them too. */
export const underOwnNames: Spreader = (_name, value) => {
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).flatMap(([inside, one]: [string, unknown]) =>
    [one].flat().flatMap((item) => (isMissing(item) ? [] : [[inside, item] as const])),
  );
};

/** Creates a writer of lists in one text. Errors: throws RangeError for an item that holds the separator. */
export function joinedBy(separator: string): Spreader {
  return (name, value) => {
    if (!Array.isArray(value)) return null;
    const items = value.map(String);
    if (items.some((item) => item.includes(separator)))
      throw new RangeError(`can't hold "${separator}" in an item`);
    return items.length === 0 ? [] : [[name, items.join(separator)]];
  };
}

/** Writes a value under a name, with what is inside in brackets. */
export function pairsInBrackets(name: string, value: unknown): Spread {
  if (isMissing(value)) return [];
  if (typeof value !== 'object') return [[name, value]];
  // The entries of a list are numbered.
  return Object.entries(value).flatMap(([inside, one]: [string, unknown]) =>
    pairsInBrackets(`${name}[${inside}]`, one),
  );
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
