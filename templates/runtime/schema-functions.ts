/**
 * What compiled schemas call beside formats: lengths, equality, uniqueness, multiples.
 * Exact where the obvious arithmetic is not, and linear where the obvious comparison is not.
 */

/** Counts Unicode characters, a surrogate pair as one. */
export function characterCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      count--;
      at++;
    }
  }
  return count;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Returns whether two JSON values are the same, whatever the order of members. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every(
    (name) => Object.hasOwn(right, name) && deepEqual(propertyOf(left, name), propertyOf(right, name)),
  );
}

function propertyOf(value: object, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}

/** Returns whether no item of a list is there twice; takes time in proportion to the list. */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) seen.add(identityOf(item));
  return seen.size === items.length;
}

/** Scalars stand for themselves; lists and objects get a text, marked so that no string equals it. */
function identityOf(value: unknown): unknown {
  if (typeof value === 'string') return 's' + value;
  return typeof value === 'object' && value !== null ? 'o' + canonicalText(value) : value;
}

function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(propertyOf(value, name))}`);
  return `{${members.join(',')}}`;
}

/** Returns whether a number is a multiple of another, in decimals: 0.07 is one of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const left = decimalOf(value);
  const right = decimalOf(divisor);
  const scale = Math.max(left.scale, right.scale);
  return scaled(left, scale) % scaled(right, scale) === ZERO;
}

// Why: literals such as `10n` do not compile for the targets that some templates of projects start with.
const ZERO = BigInt(0);
const TEN = BigInt(10);

/** A number as whole units of 10^-scale, from its shortest decimal text. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

function decimalOf(value: number): Decimal {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = digits.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

function scaled({ units, scale }: Decimal, to: number): bigint {
  return units * TEN ** BigInt(to - scale);
}
