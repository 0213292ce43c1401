/** Values that services often damage when they store them. */

/** Texts that services often damage, by what is special about them. */
export const texts: Readonly<Record<string, string>> = {
  'letters beyond ASCII': 'Zoë Straße Ελλάδα Привет 東京',
  'characters beyond the Basic Multilingual Plane': '𝔘𝔫𝔦 𠮷野家 🧑🏽‍🚀 🏳️‍🌈',
  'combining marks': 'e\u0301 a\u030a o\u0308\u0323 é',
  'right-to-left text': 'שלום \u200fעולם\u200e (العربية)',
  'zero-width characters': 'a\u200bb\u200cc\u200dd\ufeffe',
  'quotes and backslashes': `"double" 'single' \\back\\slash /slash/ \`tick\``,
  'line breaks and tabs': 'one\ntwo\r\nthree\tfour\u2028five',
  markup: '<b>bold</b> &amp; <script>alert(1)</script> {{name}} ${name} %s %20',
  'blanks at both ends': '  spaced  out  ',
  'control characters': 'bell\u0007 escape\u001b[31mred delete\u007f',
};

/** Numbers at the bounds of common types. */
export const numbers: Readonly<Record<string, number>> = {
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

/** Values that are falsy or empty in some language. */
export const empties = {
  text: '',
  list: [],
  object: {},
  null: null,
  false: false,
  zero: 0,
  nested: [[], [{}], ''],
};

/** Names of properties that are special in some language or store. */
export const names: Readonly<Record<string, number>> = {
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

/** Texts that could be taken for another type. */
export const textsLikeNumbers: Readonly<Record<string, string>> = {
  digits: '42',
  leadingZero: '007',
  exponent: '1e3',
  manyDigits: '12345678901234567890',
  boolean: 'true',
  null: 'null',
  time: '2026-01-31T10:00:00+02:00',
};

/** Lists whose items could be merged, sorted or converted. */
export const lists = {
  repeated: ['one', 'one', 'two'],
  unsorted: [3, 1, 2],
  mixed: [1, '1', null, true, [1, 1], { one: 1 }],
};

/** Texts that a service may reject or tidy in a name. */
export const unusualInNames: readonly (keyof typeof texts)[] = [
  'line breaks and tabs',
  'blanks at both ends',
  'control characters',
  'zero-width characters',
];
