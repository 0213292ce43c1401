/** Creates arbitraries of strings that match a pattern and have a limited length. */
import { sample, stringMatching, type Arbitrary } from 'fast-check';
import { characterCount } from '../schema-functions.ts';

/** The sample that estimates how many strings of an arbitrary have the right length. */
const DRAWN = { numRuns: 20, seed: 1 };

/** At least one string in this many must fit, or filtering takes too long. */
const ONE_IN = 4;

/** Code points beyond the minimum length if there is no maximum. */
const EXTRA_LENGTH = 20;

/** The characters of which fast-check draws those that a negated class does not exclude, until it finds one. */
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index));

/** Code points for the rest of a pattern, next to the repetition that is adjusted to the length. */
const BESIDE = [0, 1, 2, 3, 4, 6, 8, 12, 16];

/**
 * Creates an arbitrary of strings that match a pattern and have `least` to `most` code points.
 *
 * Shape: `null` if too few generated strings match and have such a length: fast-check ignores anchors inside a pattern,
 * rejects lookarounds, and finds no character for a class that excludes ASCII.
 */
export function buildMatching(pattern: string, least: number, most: number | null): Arbitrary<string> | null {
  const greatest = most ?? Infinity;
  try {
    const expression = new RegExp(pattern, 'u');
    if (!tokensOf(pattern).every(([token]) => canDraw(token))) return null;
    const fits = (text: string): boolean =>
      characterCount(text) >= least && characterCount(text) <= greatest && expression.test(text);
    for (const narrowed of [pattern, ...narrowRepetition(pattern, least, most ?? least + EXTRA_LENGTH)]) {
      const texts = matching(narrowed);
      if (sample(texts, DRAWN).filter(fits).length * ONE_IN >= DRAWN.numRuns) return texts.filter(fits);
    }
    return null;
  } catch {
    return null;
  }
}

function matching(pattern: string): Arbitrary<string> {
  return stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
}

/** Lists the escapes, classes and repetitions of a pattern. */
function tokensOf(pattern: string): RegExpExecArray[] {
  return [...pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]?|[*+]|\{(\d+),(\d*)\}/gu)];
}

/** Returns whether fast-check finds a character for a class; it never stops looking for one that does not exist. */
function canDraw(token: string): boolean {
  if (!token.startsWith('[^')) return true;
  const expression = new RegExp(token, 'u');
  return PRINTABLE.some((character) => expression.test(character));
}

/** Returns narrower patterns whose last repetition produces `least` to `most` code points. */
function narrowRepetition(pattern: string, least: number, most: number): string[] {
  const last = tokensOf(pattern)
    .filter(([token]) => /^[*+{]/.test(token))
    .pop();
  if (last === undefined) return [];
  const [token, minimum = token === '+' ? '1' : '0', maximum = ''] = last;
  const from = Number(minimum);
  const to = maximum === '' ? Infinity : Number(maximum);
  const before = pattern.slice(0, last.index);
  const after = pattern.slice(last.index + token.length);
  return BESIDE.flatMap((beside) => {
    const [low, high] = [Math.max(from, least - beside), Math.min(to, most - beside)];
    return low <= high ? [`${before}{${low},${high}}${after}`] : [];
  });
}
