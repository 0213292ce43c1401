import { describe, expect, it } from 'vitest';
import { checkMarks } from '../../../../tools/trace/check-marks.ts';
import type { JsonObject } from '../../../../tools/trace/contract/document.ts';
import { collectMarks } from '../../../../tools/trace/contract/marks.ts';
import { contractOf, factsOf } from './small-contract.ts';

const facts = factsOf([
  ['rule', 'a', 'one'],
  ['rule', 'not-shown:b', 'two'],
]);
const decision = (id: string): JsonObject => ({ id, text: 'We do.', reason: 'Nobody says.', check: 'off' });

function problemsOf(openapi: JsonObject, asyncapi: JsonObject = {}): readonly string[] {
  return checkMarks(facts, collectMarks(contractOf(openapi, asyncapi)), []).map(({ message }) => message);
}

describe('the marks of a contract', () => {
  it('are read from objects, statuses and assumptions', () => {
    const marks = collectMarks(
      contractOf({
        paths: {
          '/a': {
            get: {
              'x-source': ['1', 'F-1-001'],
              'x-statuses': {
                '409': { source: ['1'], assumption: 'A-1' },
                '410': { assumption: ['A-2', 'A-3'] },
              },
              'x-assumption': ['A-4', decision('A-1')],
              'x-not-shown': ['F-1-002'],
            },
          },
        },
      }),
    );
    expect(marks.sources.map(({ id }) => id)).toEqual(['1', 'F-1-001', '1']);
    expect(marks.notShown).toEqual([{ id: 'F-1-002', pointer: '#/paths/~1a/get' }]);
    expect(marks.assumptions.map(({ id }) => id)).toEqual(['A-4', 'A-1', 'A-1', 'A-2', 'A-3']);
    expect(marks.definitions).toEqual([{ ...decision('A-1'), pointer: '#/paths/~1a/get' }]);
  });

  it('are read from a property named example, but not from examples', () => {
    const marks = collectMarks(
      contractOf({
        schema: {
          example: { 'x-source': ['data'] },
          properties: { example: { type: 'string', 'x-source': ['mark'] } },
        },
      }),
    );
    expect(marks.sources.map(({ id }) => id)).toEqual(['mark']);
  });

  it('count once if a component is in both documents', () => {
    const document = { components: { schemas: { Thing: { 'x-assumption': [decision('A-1')] } } } };
    expect(collectMarks(contractOf(document, document)).definitions).toHaveLength(1);
  });
});

describe('the problems of marks', () => {
  it.each<readonly [string, JsonObject, readonly string[]]>([
    ['are empty for valid marks', { info: { 'x-source': ['1', 'F-1-001'], 'x-not-shown': ['F-1-002'] } }, []],
    [
      'include an unknown fact',
      { info: { 'x-source': ['F-1-009'] } },
      ['x-source names F-1-009, which is neither a fact nor a section'],
    ],
    [
      'include an unknown section',
      { info: { 'x-source': ['9.9'] } },
      ['x-source names 9.9, which is neither a fact nor a section'],
    ],
    [
      'include an unknown fact in x-not-shown',
      { info: { 'x-not-shown': ['F-1-009'] } },
      ['x-not-shown names F-1-009, which is not a fact'],
    ],
    [
      'include an undefined assumption',
      { info: { 'x-assumption': ['A-1'] }, tags: [{ 'x-assumption': ['A-1'] }] },
      ['the assumption A-1 is used but not defined; define {id, text, reason, check} where it belongs most'],
    ],
    [
      'include an assumption that is defined twice',
      { info: { 'x-assumption': [decision('A-1')] }, other: { 'x-assumption': [decision('A-1')] } },
      ['the assumption A-1 is defined here and at #/info; keep one and refer to it by id elsewhere'],
    ],
  ])('%s', (_name, document, want) => {
    expect(problemsOf(document)).toEqual(want);
  });

  it('include an assumption that each document defines for itself', () => {
    const problems = problemsOf(
      { info: { 'x-assumption': [decision('A-1')] } },
      { channels: { a: { 'x-assumption': [decision('A-1')] } } },
    );
    expect(problems).toHaveLength(1);
  });

  it('include an unknown fact in a test', () => {
    const marks = collectMarks(contractOf({}));
    const [problem] = checkMarks(facts, marks, [
      { fact: 'F-1-009', by: 'a.test.ts', place: 'test/a.test.ts:3' },
    ]);
    expect(problem).toEqual({
      place: 'test/a.test.ts:3',
      message: 'names F-1-009, which is not a fact',
    });
  });
});
