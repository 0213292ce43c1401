/**
 * Rewrites patterns for the `u` flag, with which validators run them. Many authors write patterns that only compile
 * without it: `[\w-.]`, `\:` or a bare `{`.
 */

/**
 * Returns a pattern with the same meaning that compiles with the `u` flag.
 *
 * Shape: the pattern itself if it already does; `null` if it is malformed, or its meaning is unclear: `\z` is the letter
 * in JavaScript, and the end of the text elsewhere.
 */
export function unicodePattern(pattern: string): string | null {
  if (compiles(pattern, 'u')) return pattern;
  if (!compiles(pattern, '') || UNCLEAR.test(pattern)) return null;
  const rewritten = new PatternRewriter(pattern).rewrite();
  return compiles(rewritten, 'u') ? rewritten : null;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Characters whose escape has no meaning, and is malformed with the `u` flag. */
const NEEDLESS = /^[^\w^$\\.*+?()[\]{}|/-]$/;
/** Braces with a meaning: a quantifier, a class of characters, or a character. */
const BRACES = /^(?:\{\d+(?:,\d*)?\}|\\[pPu]\{[^{}]*\})/;
/** A quantifier in other languages, and a text in JavaScript. */
const UNCLEAR = /\{,\d+\}/;
const SET = /^\\[dDwWsS]/;

class PatternRewriter {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  rewrite(): string {
    let text = '';
    while (this.#at < this.#pattern.length) text += this.#readTerm();
    return text;
  }

  #readTerm(): string {
    const braces = this.#match(BRACES);
    if (braces !== null) return braces;
    const char = this.#next();
    if (char === '[') return this.#readClass();
    if (char === '\\') return this.#readEscape(/^[-_]$/);
    return char === '{' || char === '}' || char === ']' ? `\\${char}` : char;
  }

  /** Reads a class. A hyphen next to a set such as `\w` is not a range, so it is escaped. */
  #readClass(): string {
    let text = `[${this.#match(/^\^/) ?? ''}`;
    let isAfterSet = false;
    while (this.#at < this.#pattern.length) {
      const set = this.#match(SET);
      const char = set ?? this.#match(BRACES) ?? this.#next();
      if (char === ']') return `${text}]`;
      const isHyphen = char === '-' && !this.#isNext(/^\]/) && (isAfterSet || this.#isNext(SET));
      if (char === '\\') text += this.#readEscape(/^_$/);
      else text += isHyphen ? '\\-' : char;
      isAfterSet = set !== null;
    }
    return text;
  }

  /** Drops the backslash of an escape that has no meaning. */
  #readEscape(others: RegExp): string {
    const char = this.#next();
    return NEEDLESS.test(char) || others.test(char) ? char : `\\${char}`;
  }

  #isNext(form: RegExp): boolean {
    return form.test(this.#pattern.slice(this.#at));
  }

  #match(form: RegExp): string | null {
    const match = form.exec(this.#pattern.slice(this.#at))?.[0] ?? null;
    this.#at += match?.length ?? 0;
    return match;
  }

  #next(): string {
    return this.#pattern[this.#at++] ?? '';
  }
}
