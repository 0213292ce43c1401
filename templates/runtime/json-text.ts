/**
 * Measures the depth of JSON text and locates syntax errors.
 *
 * Why: the messages of `JSON.parse` differ between engines and often have no position.
 */

/** A syntax error in JSON text. */
export interface JsonFault {
  /** Units: UTF-16 code units before the error. */
  readonly offset: number;
  /** Counted from 1; lines end with LF. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number;
  /** The expected token, such as `a value`. */
  readonly expected: string;
}

const QUOTE = 34;
const BACKSLASH = 92;
const LF = 10;
const SPACE = 32;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const LARGE_E = 69;
const BRACKET = 91;
const BRACKET_END = 93;
const SMALL_E = 101;
const SMALL_U = 117;
const BRACE = 123;
const BRACE_END = 125;
/** `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t`. */
const ESCAPES = [QUOTE, BACKSLASH, 47, 98, 102, 110, 114, 116];
const LITERALS = ['true', 'false', 'null'];

/**
 * Returns whether arrays and objects nest deeper than the limit.
 *
 * Shape: looks only at brackets outside strings, so it also works for text that is not JSON.
 * Units: `limit` counts nested brackets.
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

/** Finds the closing quote of the string that starts at `at`; returns the length of the text if it is not closed. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === BACKSLASH) end++;
    else if (code === QUOTE) return end;
  }
  return text.length;
}

/**
 * Finds the first syntax error in JSON text; `null` if there is none.
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
    const { offset, expected } = error;
    let line = 1;
    let lineStart = 0;
    for (let at = 0; at < offset; at++) {
      if (text.charCodeAt(at) !== LF) continue;
      line++;
      lineStart = at + 1;
    }
    return { offset, line, column: offset - lineStart + 1, expected };
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

/** Why: compares character codes, which is ten times as fast as a regular expression per token. */
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
    this.spaces();
    const first = this.text.charCodeAt(this.at);
    if (first === BRACE) this.object();
    else if (first === BRACKET) this.array();
    else if (first === QUOTE) this.string();
    else if (first === MINUS || isDigit(first)) this.number();
    else this.literal();
    this.spaces();
  }

  private object(): void {
    this.at++;
    this.spaces();
    if (this.skip(BRACE_END)) return;
    do {
      this.spaces();
      if (this.text.charCodeAt(this.at) !== QUOTE) this.fail('a property name in double quotes');
      this.string();
      this.spaces();
      if (!this.skip(COLON)) this.fail('":"');
      this.value();
    } while (this.skip(COMMA));
    if (!this.skip(BRACE_END)) this.fail('"," or "}"');
  }

  private array(): void {
    this.at++;
    this.spaces();
    if (this.skip(BRACKET_END)) return;
    do this.value();
    while (this.skip(COMMA));
    if (!this.skip(BRACKET_END)) this.fail('"," or "]"');
  }

  private string(): void {
    for (this.at++; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === BACKSLASH) this.escape();
      else if (code === QUOTE || code < SPACE) break;
    }
    if (!this.skip(QUOTE)) this.fail('a closing double quote');
  }

  /** Moves to the last character of the escape. */
  private escape(): void {
    const code = this.text.charCodeAt(this.at + 1);
    const hex = this.text.slice(this.at + 2, this.at + 6);
    const isKnown = code === SMALL_U ? /^[0-9a-fA-F]{4}$/.test(hex) : ESCAPES.includes(code);
    if (!isKnown) this.fail('a known escape');
    this.at += code === SMALL_U ? 5 : 1;
  }

  private number(): void {
    const start = this.at;
    this.skip(MINUS);
    if (!this.skip(ZERO) && !this.digits()) {
      this.at = start;
      this.fail('a value');
    }
    const whole = this.at;
    if (this.skip(POINT) && !this.digits()) this.at = whole;
    const exact = this.at;
    if (!this.skip(SMALL_E) && !this.skip(LARGE_E)) return;
    if (!this.skip(MINUS)) this.skip(PLUS);
    if (!this.digits()) this.at = exact;
  }

  private literal(): void {
    const word = LITERALS.find((one) => this.text.startsWith(one, this.at));
    if (word === undefined) this.fail('a value');
    this.at += word.length;
  }

  private spaces(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  private digits(): boolean {
    const start = this.at;
    while (isDigit(this.text.charCodeAt(this.at))) this.at++;
    return this.at > start;
  }

  private skip(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  private fail(expected: string): never {
    throw new Unexpected(this.at, expected);
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LF || code === 13 || code === 9;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57;
}

/** Describes what is wrong with a text that is not JSON. */
export function describeJsonFault(text: string): string {
  const fault = findJsonFault(text);
  if (fault === null) return 'is not valid JSON';
  return `is not valid JSON: expected ${fault.expected} at line ${fault.line}, column ${fault.column}`;
}
