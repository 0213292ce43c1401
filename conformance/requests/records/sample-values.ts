/** Values that services often corrupt. */

/** Texts that every service stores unchanged. */
export const ordinaryTexts: readonly string[] = [
  'Zoë Straße Ελλάδα Привет 東京',
  '𝔘𝔫𝔦 𠮷野家 🧑🏽‍🚀 🏳️‍🌈',
  `"double" 'single' back\\slash /slash/ 100%25 +1 & ;`,
  '007',
];

/** Texts that a service may shorten or omit. */
export const trimmedTexts: readonly string[] = ['  spaced  out  ', ''];

/** Texts that a service may normalize. */
export const rareTexts: readonly string[] = [
  'e\u0301 a\u030a o\u0308\u0323 é',
  'שלום \u200fעולם\u200e (العربية)',
  'a\u200bb\u200cc\u200dd\ufeffe',
  'one\ntwo\r\nthree\tfour\u2028five',
  '<b>bold</b> &amp; <script>alert(1)</script> {{name}} ${name} %s %20',
  'bell\u0007 escape\u001b[31mred delete\u007f',
  ...trimmedTexts,
];

const longText = 'Answer briefly. '.repeat(312).trim();

/**
 * Returns texts that a service may reject, but must not truncate. Units: `most` is the maximum number of characters.
 */
export function longTexts(most: number | null): readonly string[] {
  return ['A long name. '.repeat(15).trim(), longText.slice(0, most ?? longText.length).trim()];
}

const texts = Object.fromEntries(
  [...ordinaryTexts, ...rareTexts].map((text, index) => [`text${index}`, text]),
);

/** Numbers at the bounds of common types. */
const numbers: Readonly<Record<string, number>> = {
  zero: 0,
  negative: -1,
  aboveInt16: 65_536,
  largestInt32: 2_147_483_647,
  aboveInt32: 2_147_483_648,
  aboveUint32: 4_294_967_296,
  largestSafe: Number.MAX_SAFE_INTEGER,
  smallestSafe: Number.MIN_SAFE_INTEGER,
  fraction: 0.1,
  small: 1e-7,
  large: 1.5e300,
};

/** Texts that look like another type. */
const textsLikeNumbers: Readonly<Record<string, string>> = {
  digits: '42',
  exponent: '1e3',
  manyDigits: '12345678901234567890',
  boolean: 'true',
  null: 'null',
  time: '2026-01-31T10:00:00+02:00',
};

/** Values that are falsy or empty in some language. */
const empties = { text: '', list: [], object: {}, null: null, false: false, zero: 0, nested: [[], [{}], ''] };

/** Property names that are special in some language or store. */
const names: Readonly<Record<string, number>> = {
  constructor: 1,
  toString: 2,
  length: 3,
  'a.b': 4,
  $set: 5,
  'with space': 6,
  Ünïcode: 7,
  UPPER: 8,
  upper: 9,
  '0': 10,
  snake_case: 11,
  camelCase: 12,
};

/** Lists whose items could be merged, sorted or converted. */
const lists = {
  repeated: ['one', 'one', 'two'],
  unsorted: [3, 1, 2],
  mixed: [1, '1', null, true, [1, 1], { one: 1 }],
};

const deep = Array.from({ length: 24 }).reduce<unknown>((inner) => ({ inner }), 'end');

/** Objects for properties whose content the contract does not specify. */
export const openObjects: readonly Readonly<Record<string, unknown>>[] = [
  { texts, textsLikeNumbers },
  { numbers, lists },
  { empties, names },
  { text: 'Answer briefly. '.repeat(3_750) },
  { list: Array.from({ length: 2_000 }, (_, index) => index) },
  { deep },
];

/** Objects for properties with arbitrary names and texts. */
export const textMaps: readonly Readonly<Record<string, string>>[] = [
  { lower: 'one', UPPER: 'two', camelCase: 'three', snake_case: 'four' },
  { 'with space': 'one', Ünïcode: 'two', 'a.b': 'three' },
];
