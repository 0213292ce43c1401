/**
 * Writes a text for a string shape: one in its format, one that matches its pattern, or a plain one of its length.
 */
import { characterCount } from '../../templates/runtime/schema-functions.ts';
import type { StringShape } from '../../templates/runtime/shape.ts';
import { textForPattern } from './pattern-text.ts';

/** Texts by format; the variant selects a different one, so that items of a list can differ. */
const formats: Readonly<Record<string, (variant: number) => string>> = {
  byte: (variant) => ['c2FtcGxl', 'AAAA', 'AQID'][variant % 3] ?? '',
  date: (variant) => `2026-01-${padded(1 + (variant % 28))}`,
  'date-time': (variant) => `2026-01-${padded(1 + (variant % 28))}T09:30:00.000Z`,
  duration: (variant) => `PT${variant + 1}M`,
  email: (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  hostname: (variant) => `${variant === 0 ? 'www' : `host${variant}`}.example.com`,
  'idn-email': (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  'idn-hostname': (variant) => `${variant === 0 ? 'www' : `host${variant}`}.example.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${1 + variant}`,
  iri: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  'iri-reference': (variant) => `/items/${variant}`,
  'json-pointer': (variant) => `/items/${variant}`,
  regex: (variant) => `^[a-z]{${variant + 1}}$`,
  'relative-json-pointer': (variant) => `${variant}/items`,
  time: (variant) => `09:30:${padded(variant % 60)}Z`,
  uri: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  'uri-reference': (variant) => `/items/${variant}`,
  'uri-template': (variant) => `/items/{id}/${variant}`,
  url: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  uuid: (variant) => `00000000-0000-4000-8000-${String(variant + 1).padStart(12, '0')}`,
};

/** The part of a shape that a text must fit. */
type TextBounds = Omit<StringShape, 'kind' | 'isUnchecked'>;

/** Numbers of additional rounds to try until a text is long enough. */
const TRIED_ROUNDS = [0, 1, 2, 4, 8, 16, 32, 64];

/** The most rounds that a length may need. Why a limit: rounds inside rounds multiply. */
const MAX_ROUNDS = 256;

/**
 * Creates a sample text.
 *
 * Shape: `word` is the content of a plain text; `undefined` if no matching text is found. `matches` tests a text with a
 * pattern; without it no pattern is executed, as long as the text of one pattern is enough.
 */
export function sampleText(
  shape: TextBounds,
  word: string,
  variant: number,
  matches?: (pattern: string, text: string) => boolean,
): string | undefined {
  const { patterns, format } = shape;
  const ofFormat = format !== null && Object.hasOwn(formats, format) ? formats[format]?.(variant) : undefined;
  const isFitting = patterns.every((each) => matches?.(each, ofFormat ?? '') === true);
  if (ofFormat !== undefined && isFitting && isLongEnough(ofFormat, shape)) return ofFormat;
  if (patterns.length > 0) return patternText(shape, variant, matches ?? (() => true));
  return plainText(shape, variant === 0 ? word : `${word} ${variant}`);
}

function patternText(
  shape: TextBounds,
  variant: number,
  matches: (pattern: string, text: string) => boolean,
): string | undefined {
  for (const pattern of shape.patterns) {
    for (const rounds of roundsFor(pattern, variant, shape.least)) {
      const text = textForPattern(pattern, variant, rounds);
      if (text !== null && isLongEnough(text, shape) && shape.patterns.every((each) => matches(each, text)))
        return text;
    }
  }
  return undefined;
}

/** Returns the numbers of rounds to try: first as many as the least length needs. */
function roundsFor(pattern: string, variant: number, least: number): readonly number[] {
  const [none = 0, one = 0] = [0, 1].map((rounds) =>
    characterCount(textForPattern(pattern, variant, rounds) ?? ''),
  );
  const needed = one > none ? Math.ceil((least - none) / (one - none)) : 0;
  return needed > 0 && needed <= MAX_ROUNDS ? [needed, ...TRIED_ROUNDS] : TRIED_ROUNDS;
}

function plainText({ least, most }: TextBounds, word: string): string {
  const text = word.padEnd(least, '.');
  const letters = Array.from(text);
  // Keeps the end, which is different in each variant.
  return most === null ? text : letters.slice(Math.max(0, letters.length - most)).join('');
}

function isLongEnough(text: string, { least, most }: TextBounds): boolean {
  const length = characterCount(text);
  return length >= least && length <= (most ?? Infinity);
}

function padded(number: number): string {
  return String(number).padStart(2, '0');
}
