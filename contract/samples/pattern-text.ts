/**
 * Writes a text that a regular expression matches: the first branch of every choice, with as few repetitions as
 * allowed. Ignores lookaheads and lookbehinds, so the caller still has to validate the text. The pattern is parsed,
 * never executed, and its characters are read a limited number of times.
 */

/**
 * Writes a text for a pattern.
 *
 * Shape: `null` for unsupported syntax, such as a back reference. `variant` selects a different text if there are
 * several, `rounds` longer ones: that many additional rounds of every repetition that allows them.
 */
export function textForPattern(pattern: string, variant = 0, rounds = 0): string | null {
  try {
    const reader = new PatternWriter(pattern, variant, rounds);
    return reader.write();
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

class NotUnderstood extends Error {}

/** How many characters of a pattern are read, counted again in each round. */
const MAX_READS = 100_000;

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyz0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  s: ' \t',
  D: 'abcxyz',
  W: '-!',
  S: 'abcxyz',
};

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' };

/** Sample characters for a property of code points, such as `\p{L}`. */
const PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [/^(Lu|Uppercase)/, 'ABC'],
  [/^(L|Letter|Alphabetic|Ll|Script|XID|ID)/, 'abc'],
  [/^(N|Nd|Number)/, '123'],
  [/^(P|S|Punct|Sym)/, '-+'],
  [/^(Z|White)/, ' '],
];

const PRINTABLE = Array.from({ length: 95 }, (_, code) => String.fromCharCode(32 + code));
/** Letters first, so that texts look natural to readers. */
const USUAL = [...Array.from('abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), ...PRINTABLE];

class PatternWriter {
  readonly #pattern: string;
  readonly #variant: number;
  readonly #rounds: number;
  #at = 0;
  #left = MAX_READS;

  constructor(pattern: string, variant: number, rounds: number) {
    this.#pattern = pattern;
    this.#variant = variant;
    this.#rounds = rounds;
  }

  write(): string {
    const text = this.#readChoice();
    if (this.#at < this.#pattern.length) throw new NotUnderstood();
    return text;
  }

  #readChoice(): string {
    const branches = [this.#readSequence()];
    while (this.#take('|')) branches.push(this.#readSequence());
    return branches[this.#variant % branches.length] ?? '';
  }

  #readSequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && this.#peek() !== '|' && this.#peek() !== ')')
      text += this.#readTerm();
    return text;
  }

  #readTerm(): string {
    const start = this.#at;
    const once = this.#readAtom();
    const isNothing = once === null;
    const atomEnd = this.#at;
    const [least, most] = this.#readQuantifier();
    if (isNothing) return '';
    const count = Math.min(least + this.#rounds, most);
    if (count === 0) return '';
    // Each round is generated separately, so that rounds may differ from each other.
    const end = this.#at;
    let text = once;
    for (let round = 1; round < count; round++) {
      this.#at = start;
      text += this.#readAtom() ?? '';
      if (this.#at !== atomEnd) throw new NotUnderstood();
    }
    this.#at = end;
    return text;
  }

  /** Returns `null` for an atom that matches no character. */
  #readAtom(): string | null {
    const char = this.#next();
    switch (char) {
      case '^':
      case '$':
        return null;
      case '.':
        return this.#choose(USUAL);
      case '(':
        return this.#readGroup();
      case '[':
        return this.#choose(this.#readClass());
      case '\\':
        return this.#readEscape();
      default:
        return char;
    }
  }

  #readGroup(): string | null {
    const isLook = ['?=', '?!', '?<=', '?<!'].find((mark) => this.#pattern.startsWith(mark, this.#at));
    if (isLook !== undefined) this.#at += isLook.length;
    else if (!this.#take('?:') && this.#take('?<')) this.#at = this.#pattern.indexOf('>', this.#at) + 1;
    const text = this.#readChoice();
    if (!this.#take(')')) throw new NotUnderstood();
    return isLook === undefined ? text : null;
  }

  #readEscape(): string | null {
    const char = this.#next();
    if (char === 'b' || char === 'B') return null;
    return this.#choose(this.#charactersOf(char));
  }

  #charactersOf(escaped: string): readonly string[] {
    if (/[1-9k]/.test(escaped)) throw new NotUnderstood();
    if (Object.hasOwn(CLASSES, escaped)) return Array.from(CLASSES[escaped] ?? '');
    if (Object.hasOwn(CONTROLS, escaped)) return [CONTROLS[escaped] ?? ''];
    if (escaped === 'p' || escaped === 'P') return Array.from(this.#readProperty(escaped === 'P'));
    if (escaped === 'x') return [this.#readCode(2)];
    if (escaped === 'u') return [this.#take('{') ? this.#readCodeUntilBrace() : this.#readCode(4)];
    return [escaped];
  }

  /** Returns no characters for a property without samples, which may still be one of several in a class. */
  #readProperty(isNegated: boolean): string {
    if (!this.#take('{')) throw new NotUnderstood();
    const end = this.#pattern.indexOf('}', this.#at);
    const name = this.#pattern.slice(this.#at, end).replace(/^(General_Category|gc)=/, '');
    this.#at = end + 1;
    const match = PROPERTIES.find(([form]) => form.test(name));
    return isNegated ? '' : (match?.[1] ?? '');
  }

  #readCode(digits: number): string {
    const code = Number.parseInt(this.#pattern.slice(this.#at, this.#at + digits), 16);
    this.#at += digits;
    return String.fromCharCode(code);
  }

  #readCodeUntilBrace(): string {
    const end = this.#pattern.indexOf('}', this.#at);
    const code = Number.parseInt(this.#pattern.slice(this.#at, end), 16);
    this.#at = end + 1;
    return String.fromCodePoint(code);
  }

  /** Reads the characters of `[…]`; for a negated class, the usual characters that it does not exclude. */
  #readClass(): readonly string[] {
    const isExcluding = this.#take('^');
    const characters: string[] = [];
    while (!this.#take(']')) {
      if (this.#at >= this.#pattern.length) throw new NotUnderstood();
      const from = this.#readClassMember();
      const isRange = this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']' && from.length === 1;
      if (!isRange) {
        characters.push(...from);
        continue;
      }
      this.#at++;
      characters.push(...between(from[0] ?? '', this.#readClassMember()[0] ?? ''));
    }
    const excluded = new Set(characters);
    const allowed = isExcluding ? USUAL.filter((char) => !excluded.has(char)) : characters;
    if (allowed.length === 0) throw new NotUnderstood();
    return allowed;
  }

  #readClassMember(): readonly string[] {
    const char = this.#next();
    if (char !== '\\') return [char];
    const escaped = this.#next();
    return escaped === 'b' ? ['\b'] : this.#charactersOf(escaped);
  }

  #readQuantifier(): readonly [least: number, most: number] {
    const match = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#pattern.slice(this.#at));
    if (match === null) return [1, 1];
    this.#at += match[0].length;
    const [mark, least, range, most] = match;
    if (least === undefined) return simpleQuantifiers[mark[0] ?? ''] ?? [1, 1];
    if (range === undefined) return [Number(least), Number(least)];
    return [Number(least), most === undefined || most === '' ? Infinity : Number(most)];
  }

  #choose(characters: readonly string[]): string {
    const character = characters[this.#variant % characters.length];
    if (character === undefined) throw new NotUnderstood();
    return character;
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(): string {
    const code = this.#pattern.codePointAt(this.#at);
    if (code === undefined || this.#left === 0) throw new NotUnderstood();
    this.#left -= 1;
    const char = String.fromCodePoint(code);
    this.#at += char.length;
    return char;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

const simpleQuantifiers: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

/** Lists a range of characters; of a long one, only the first ones. */
function between(from: string, to: string): readonly string[] {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  const length = Math.min(Math.max(last - first + 1, 0), 128);
  return Array.from({ length }, (_, offset) => String.fromCodePoint(first + offset));
}
