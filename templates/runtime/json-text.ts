/**
 * Questions about JSON text that `JSON.parse` leaves open: how deep it nests, and where exactly it is broken.
 * Its error messages differ between engines and often name no position.
 */

/** Where JSON text stops being JSON. */
export interface JsonFault {
  /** UTF-16 units before the fault. */
  readonly offset: number;
  /** Counted from 1; lines end with LF. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units. */
  readonly column: number;
  /** What should have been there, such as `a value`. */
  readonly expected: string;
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Says whether arrays and objects nest deeper than the limit.
 *
 * Shape: looks at brackets outside strings only, so that it also answers for text that is not JSON.
 * Units: `limit` counts brackets that are open at once.
 */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 123 || code === 91) {
      if (++depth > limit) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

/** Finds the closing quote of the string that opens at `at`; the end of the text when it is never closed. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === BACKSLASH) end++;
    else if (code === QUOTE) return end;
  }
  return text.length;
}

/**
 * Finds the first fault of JSON text; `null` when there is none.
 *
 * Shape: recursive, so the text must have passed `isDeeperThan` before.
 * Source: RFC 8259 sections 2 to 7.
 */
export function findJsonFault(text: string): JsonFault | null {
  try {
    new Scanner(text).document();
    return null;
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const before = text.slice(0, error.offset);
    const line = before.split('\n').length;
    return {
      offset: error.offset,
      line,
      column: error.offset - before.lastIndexOf('\n'),
      expected: error.expected,
    };
  }
}

class Unexpected extends Error {
  readonly offset: number;
  readonly expected: string;
  constructor(offset: number, expected: string) {
    super(expected);
    this.offset = offset;
    this.expected = expected;
  }
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// eslint-disable-next-line no-control-regex -- Why: control characters are exactly what JSON strings may not hold.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class Scanner {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    this.value();
    if (this.at < this.text.length) this.fail('the end of the text');
  }

  private value(): void {
    this.take(SPACE);
    const first = this.text[this.at];
    if (first === '{') this.object();
    else if (first === '[') this.array();
    else if (first === '"') this.string();
    else if (!this.take(LITERAL) && !this.take(NUMBER)) this.fail('a value');
    this.take(SPACE);
  }

  private object(): void {
    this.at++;
    this.take(SPACE);
    if (this.skip('}')) return;
    do {
      this.take(SPACE);
      if (this.text[this.at] !== '"') this.fail('a member name in double quotes');
      this.string();
      this.take(SPACE);
      if (!this.skip(':')) this.fail('":"');
      this.value();
    } while (this.skip(','));
    if (!this.skip('}')) this.fail('"," or "}"');
  }

  private array(): void {
    this.at++;
    this.take(SPACE);
    if (this.skip(']')) return;
    do this.value();
    while (this.skip(','));
    if (!this.skip(']')) this.fail('"," or "]"');
  }

  private string(): void {
    this.at++;
    do this.take(PLAIN);
    while (this.take(ESCAPE));
    if (!this.skip('"')) this.fail(this.text[this.at] === '\\' ? 'a known escape' : 'a closing double quote');
  }

  private skip(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private fail(expected: string): never {
    throw new Unexpected(this.at, expected);
  }
}
