import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault, isDeeperThan } from '../../../templates/runtime/json-text.ts';
import { findForbiddenName } from '../../../templates/runtime/forbidden-names.ts';
import { parseJson } from '../../../templates/runtime/json/value.ts';

describe('depth', () => {
  test.each([
    ['[]', 0, true],
    ['[]', 1, false],
    ['[[]]', 1, true],
    ['[[]]', 2, false],
    ['{"a":{"b":[1]}}', 2, true],
    ['{"a":{"b":[1]}}', 3, false],
    ['[],[],[]', 1, false],
    ['"[[[[["', 1, false],
    [String.raw`"\"[[[[["`, 1, false],
    [String.raw`["\\",[[`, 2, true],
    ['"never closed [[[[', 1, false],
    ['1', 0, false],
  ])('of %s exceeds %i: %s', (text, limit, deeper) => {
    expect(isDeeperThan(text, limit)).toBe(deeper);
  });

  test('of a hundred thousand brackets is detected quickly', () => {
    expect(isDeeperThan('['.repeat(100_000), 64)).toBe(true);
    expect(isDeeperThan('[]'.repeat(100_000), 64)).toBe(false);
  });
});

describe('the first syntax error', () => {
  test.each([
    ['', 0, 1, 1, 'a value'],
    ['{"a":}', 5, 1, 6, 'a value'],
    ['{"a":1,}', 7, 1, 8, 'a property name in double quotes'],
    ["{'a':1}", 1, 1, 2, 'a property name in double quotes'],
    ['{"a" 1}', 5, 1, 6, '":"'],
    ['{"a":1 "b":2}', 7, 1, 8, '"," or "}"'],
    ['[1 2]', 3, 1, 4, '"," or "]"'],
    ['[1,]', 3, 1, 4, 'a value'],
    ['{\n  "a": tru\n}', 9, 2, 8, 'a value'],
    ['"abc', 4, 1, 5, 'a closing double quote'],
    ['"a\nb"', 2, 1, 3, 'a closing double quote'],
    [String.raw`"\x"`, 1, 1, 2, 'a known escape'],
    ['01', 1, 1, 2, 'the end of the text'],
    ['{} {}', 3, 1, 4, 'the end of the text'],
    ['NaN', 0, 1, 1, 'a value'],
    ['-', 0, 1, 1, 'a value'],
  ])('in %j is at offset %i', (text, offset, line, column, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, line, column, expected });
  });

  test('is found exactly when JSON.parse rejects the text', () => {
    const mutant = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '{', ']', '\\', '0', 'e', '.', ' ', '\n', '\u0001'),
      )
      .map(([text, at, piece]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + piece + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(mutant, (text) => {
        expect(findJsonFault(text) === null).toBe(parseJson(text) !== undefined);
      }),
      { numRuns: 3000, seed: 11 },
    );
  });
});

describe('the work for a long text grows linearly', () => {
  /** Wraps a text and counts the reads of its characters. */
  class CountingText {
    looks = 0;
    readonly #text: string;
    constructor(text: string) {
      this.#text = text;
    }
    get length(): number {
      return this.#text.length;
    }
    charCodeAt(at: number): number {
      this.looks += 1;
      return this.#text.charCodeAt(at);
    }
    startsWith(word: string, at: number): boolean {
      this.looks += word.length;
      return this.#text.startsWith(word, at);
    }
    slice(start: number, end: number): string {
      this.looks += end - start;
      return this.#text.slice(start, end);
    }
  }

  const length = 100_000;
  test.each(['1,', '{"a":"b"},', '"\\u0041\\n",', 'true,null,', '\n  [ ],', '-1.5e+3,'])(
    'if %j is repeated',
    (part) => {
      const text = new CountingText(`[${part.repeat(length / part.length)}`);
      expect(findJsonFault(text as unknown as string)?.expected).toBe('a value');
      expect(text.looks).toBeLessThan(12 * length);
      text.looks = 0;
      expect(isDeeperThan(text as unknown as string, 2)).toBe(false);
      expect(text.looks).toBeLessThanOrEqual(2 * length);
    },
  );
});

test.each([
  ['{"__proto__":1}', '__proto__'],
  [String.raw`{"\u005f_proto__":1}`, '__proto__'],
  [String.raw`{"__pr\u006fto__":{"a":1}}`, '__proto__'],
  ['{"a":[{"b":{"__proto__":null}}]}', 'a.0.b.__proto__'],
  ['{"constructor":{"prototype":{"x":1}}}', 'constructor.prototype'],
  [String.raw`{"a":{"c\u006fnstructor":{"prototype":1}}}`, 'a.constructor.prototype'],
  ['{"constructor":{"name":"Ann"}}', null],
  ['{"constructor":"Ann"}', null],
  ['{"prototype":1}', null],
  ['{"text":"__proto__"}', null],
  ['["__proto__","constructor"]', null],
  ['{"a":1}', null],
  ['null', null],
])('a forbidden property name in %s is %s', (text, name) => {
  expect(findForbiddenName(JSON.parse(text), text)).toBe(name);
});
