import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../generator/json/documents.ts';
import {
  printAccess,
  printComment,
  printKey,
  printLiteral,
  printString,
} from '../../../generator/print/print-literal.ts';

const nasty = [
  "'",
  '"',
  '`',
  '\\',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\0',
  '${1}',
  '*/',
  '/*',
  '//',
  '</script>',
  '__proto__',
  '\ud800',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...nasty, 'a')).map((parts) => parts.join('')),
);

/** Runs a printed expression as the module it would be part of. */
function evaluate(expression: string): unknown {
  const { outputText } = ts.transpileModule(`(${expression})`, {
    compilerOptions: { target: ts.ScriptTarget.ESNext },
  });
  return runInThisContext(outputText.trim()) as unknown;
}

describe('a printed literal evaluates to the same value', () => {
  it('for every JSON value', () => {
    const json = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        text,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.stringify(evaluate(printLiteral(value).toString()))).toBe(JSON.stringify(value));
      }),
      { numRuns: 300 },
    );
  });

  it('for a property named __proto__', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
    const printed = evaluate(printLiteral(value).toString()) as object;
    expect(Object.keys(printed)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(printed)).toBe(Object.prototype);
  });

  it('for keys and accesses', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(evaluate(`{ ${printKey(name).toString()}: 1 }${printAccess(name).toString()}`)).toBe(1);
      }),
      { numRuns: 300 },
    );
  });
});

it('a literal is printed on one line', () => {
  expect(printString('a\nb\u2028c').toString()).toBe("'a\\nb\\u2028c'");
});

describe('a printed comment', () => {
  it('cannot be closed by its text', () => {
    fc.assert(
      fc.property(text, (remark) => {
        const printed = printComment(remark).toString();
        if (printed === '') return;
        expect(printed.indexOf('*/')).toBe(printed.length - 2);
        expect(printed.startsWith('/**')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is a line comment for one line, and a block comment for more', () => {
    expect(printComment('One.').toString()).toBe('/** One. */');
    expect(printComment('One.\n\nTwo.', '  ').toString()).toBe('/**\n   * One.\n   *\n   * Two.\n   */');
    expect(printComment(null).toString()).toBe('');
    expect(printComment('  \n ').toString()).toBe('');
  });
});
