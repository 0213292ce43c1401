/**
 * A sample text for a JSON Schema: by its format, by its pattern, or a plain text of its length. A pattern is parsed,
 * never executed, so that the time is linear in its length.
 */
import type { JsonMap } from '../../../../kernel/json.ts';

const formats: Readonly<Record<string, (variant: number) => string>> = {
  date: (variant) => `2026-01-${twoDigits(1 + (variant % 28))}`,
  'date-time': (variant) => `2026-01-${twoDigits(1 + (variant % 28))}T09:30:00.000Z`,
  time: (variant) => `09:30:${twoDigits(variant % 60)}Z`,
  duration: (variant) => `PT${variant + 1}M`,
  email: (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  'idn-email': (variant) => `someone${variant === 0 ? '' : variant}@example.com`,
  hostname: (variant) => `host${variant}.example.com`,
  ipv4: (variant) => `192.0.2.${1 + (variant % 254)}`,
  ipv6: (variant) => `2001:db8::${1 + variant}`,
  uri: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  url: (variant) => `https://example.com/${variant === 0 ? '' : variant}`,
  'uri-reference': (variant) => `/items/${variant}`,
  'json-pointer': (variant) => `/items/${variant}`,
  uuid: (variant) => `00000000-0000-4000-8000-${String(variant + 1).padStart(12, '0')}`,
};

/** Matches names of parameters that ask for the user's message. */
const questions = /^(?:query|q|question|prompt|message|text|topic|task|input|search|keywords?)$/iu;

/** The maximum minimum length that a schema may require. Units: characters. */
const mostCharacters = 1000;

/** Creates a sample text. Shape: `name` is the parameter's name; `variant` makes several samples different. */
export function sampleText(schema: JsonMap, name: string, variant: number): string {
  const { format, pattern, minLength, maxLength } = schema;
  const least = typeof minLength === 'number' ? Math.min(minLength, mostCharacters) : 0;
  const most = typeof maxLength === 'number' ? maxLength : null;
  if (typeof pattern === 'string') {
    const text = textForPattern(pattern, least, variant);
    if (text !== null) return text;
  }
  if (typeof format === 'string' && Object.hasOwn(formats, format))
    return (formats[format] as (variant: number) => string)(variant);
  if (least === 0 && most === null && variant === 0 && questions.test(name)) return '{{lastMessage}}';
  const word = `${wordFor(name)}${variant === 0 ? '' : ` ${variant + 1}`}`.padEnd(least, '.');
  return most === null ? word : word.slice(Math.max(0, word.length - most));
}

/** Returns `order_1042` for `orderId`, and a plain word for others. */
function wordFor(name: string): string {
  const thing = /^(\w+?)_?ids?$/iu.exec(name)?.[1];
  if (thing !== undefined) return `${thing.toLowerCase()}_1042`;
  return name === '' ? 'sample' : `sample ${name}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The maximum number of repetitions for one quantifier. */
const mostRepeats = 64;

/** The maximum length of a pattern. Units: characters. */
const longestPattern = 500;

/**
 * Creates a text for a pattern.
 *
 * Shape: at least `least` characters long if the pattern has an unbounded repetition; null for a pattern with
 * unsupported parts, such as look-around and references.
 */
export function textForPattern(pattern: string, least: number, variant: number): string | null {
  if (pattern.length > longestPattern) return null;
  const shortest = read(pattern, 0, variant);
  if (shortest === null || shortest.length >= least) return shortest;
  return read(pattern, Math.min(least, mostRepeats), variant);
}

function read(pattern: string, extra: number, variant: number): string | null {
  const reader = new PatternReader(pattern, extra, variant);
  try {
    return reader.read();
  } catch (error) {
    if (error instanceof UnreadPattern) return null;
    throw error;
  }
}

class UnreadPattern extends Error {}

const classes: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghij',
  s: ' ',
  S: 'a',
  D: 'a',
  W: '-',
};
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

class PatternReader {
  readonly #chars: readonly string[];
  readonly #extra: number;
  readonly #variant: number;
  #at = 0;

  constructor(pattern: string, extra: number, variant: number) {
    this.#chars = Array.from(pattern);
    this.#extra = extra;
    this.#variant = variant;
  }

  read(): string {
    const text = this.#alternatives();
    if (this.#at < this.#chars.length) throw new UnreadPattern();
    return text;
  }

  /** Uses the first alternative and skips the others. */
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#take('|')) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = '';
    for (;;) {
      const char = this.#chars[this.#at];
      if (char === undefined || char === '|' || char === ')') return text;
      this.#at += 1;
      if (char === '^' || char === '$') continue;
      text += this.#repeated(this.#atom(char));
      if (text.length > mostCharacters * mostRepeats) throw new UnreadPattern();
    }
  }

  #atom(char: string): string {
    if (char === '(') return this.#group();
    if (char === '[') return this.#set();
    if (char === '.') return 'a';
    if (char !== '\\') return char;
    const escaped = this.#next();
    if (/[bBkpPuxc0-9]/u.test(escaped)) throw new UnreadPattern();
    return this.#pick(classes[escaped]) ?? controls[escaped] ?? escaped;
  }

  #group(): string {
    if (this.#take('?')) {
      if (this.#take('<')) {
        if (this.#chars[this.#at] === '=' || this.#chars[this.#at] === '!') throw new UnreadPattern();
        while (this.#next() !== '>');
      } else if (!this.#take(':')) throw new UnreadPattern();
    }
    const text = this.#alternatives();
    if (!this.#take(')')) throw new UnreadPattern();
    return text;
  }

  #set(): string {
    if (this.#take('^')) throw new UnreadPattern();
    let choices = '';
    for (;;) {
      const char = this.#next();
      if (char === ']') return this.#pick(choices) ?? '';
      if (char === '\\') {
        const escaped = this.#next();
        choices += classes[escaped] ?? controls[escaped] ?? escaped;
      } else if (this.#chars[this.#at] === '-' && this.#chars[this.#at + 1] !== ']') {
        this.#at += 1;
        const last = this.#next();
        choices += char + (last === char ? '' : last);
      } else choices += char;
    }
  }

  #repeated(atom: string): string {
    const [least, most] = this.#quantifier();
    this.#take('?');
    return atom.repeat(Math.min(Math.max(least, Math.min(most, this.#extra)), Math.max(least, mostRepeats)));
  }

  #quantifier(): readonly [number, number] {
    if (this.#take('*')) return [0, mostRepeats];
    if (this.#take('+')) return [1, mostRepeats];
    if (this.#take('?')) return [0, 0];
    if (!this.#take('{')) return [1, 1];
    let digits = '';
    for (let char = this.#next(); char !== '}'; char = this.#next()) digits += char;
    const [least, most = least] = digits.split(',');
    if (least === undefined || !/^\d+$/u.test(least) || !/^\d*$/u.test(most ?? '')) throw new UnreadPattern();
    if (Number(least) > mostRepeats) throw new UnreadPattern();
    return [Number(least), most === '' || most === undefined ? mostRepeats : Number(most)];
  }

  #pick(choices: string | undefined): string | undefined {
    if (choices === undefined) return undefined;
    return choices[this.#variant % choices.length];
  }

  #take(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new UnreadPattern();
    this.#at += 1;
    return char;
  }
}
