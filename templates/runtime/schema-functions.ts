/**
 * Functions that compiled schemas call, other than formats: lengths, equality, uniqueness, multiples, prototypes, paths
 * of errors. Multiples are exact for decimals, and uniqueness takes linear time.
 */
import { propertyOf } from './json/value.ts';

/** Counts Unicode code points; a surrogate pair is one. */
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

/** Returns whether two JSON values are equal; the order of properties does not matter. */
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

/** Returns whether a list has no duplicates, in linear time. */
export function hasUniqueItems(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) seen.add(identityOf(item));
  return seen.size === items.length;
}

/** Returns a key that equal values share; prefixes keep strings apart from the texts of lists and objects. */
function identityOf(value: unknown): unknown {
  if (typeof value === 'string') return 's' + value;
  return typeof value === 'object' && value !== null ? 'o' + canonicalText(value) : value;
}

function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const properties = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(propertyOf(value, name))}`);
  return `{${properties.join(',')}}`;
}

/** Returns whether a number is a multiple of another, in decimal arithmetic: 0.07 is a multiple of 0.01. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value)) return false;
  const left = decimalOf(value);
  const right = decimalOf(divisor);
  const scale = Math.max(left.scale, right.scale);
  return scaled(left, scale) % scaled(right, scale) === ZERO;
}

// Why: literals such as `10n` do not compile for the older targets of some project templates.
const ZERO = BigInt(0);
const TEN = BigInt(10);

/** A number as an integer times 10^-scale, from its shortest decimal text. */
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

const NO_PROTOTYPE: object = Object.create(null) as object;

/** Returns what a value inherits from; an empty object if it inherits nothing. */
export function prototypeOf(value: object): object {
  return (Object.getPrototypeOf(value) as object | null) ?? NO_PROTOTYPE;
}

/**
 * Adds the errors of a part of a value to those of the value.
 *
 * Shape: changes `partErrors`: their paths start at the part, whose own path is `path`.
 */
export function addErrors<E extends { instancePath: string }>(
  errors: readonly E[] | null,
  partErrors: readonly E[],
  path: string,
): readonly E[] {
  for (const error of partErrors) error.instancePath = path + error.instancePath;
  return errors === null ? partErrors : errors.concat(partErrors);
}
