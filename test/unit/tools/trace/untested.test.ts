import { describe, expect, it } from 'vitest';
import { checkUntested, readUntested } from '../../../../tools/trace/untested.ts';
import { factsOf } from './small-contract.ts';

const facts = factsOf([
  ['rule', 'things#once', 'a thing is made once'],
  ['limit', 'things#day', 'three things a day'],
  ['code', 'THING_GONE', '410 of a thing'],
  ['scope', 'THINGS:READ', 'grants: read things'],
  ['header', 'Thing-Id', 'names the thing'],
  ['event', 'event:thing', 'exists'],
  ['field', 'Thing.name', 'type=string; required=yes'],
  ['status', 'GET /v1/things#200', 'documented'],
]);
const tag = { fact: 'F-1-001', by: 'things.test.ts', place: 'test/things.test.ts:7' };
const rowsOf = (...rows: readonly string[]) => readUntested(['fact\treason', ...rows].join('\n'));
const problemsOf = (...rows: readonly string[]) =>
  checkUntested(facts, [tag], rowsOf(...rows)).map(({ place, message }) => `${place} ${message}`);
const rest = ['F-1-002', 'F-1-003', 'F-1-004', 'F-1-005', 'F-1-006'].map((id) => `${id}\tNobody sees it.`);

describe('the list of facts that cannot be tested', () => {
  it('has every fact about behaviour without a test', () => {
    expect(problemsOf(...rest)).toEqual([]);
    expect(problemsOf(...rest.slice(1))).toEqual([
      'test F-1-002 things#day: no test or check names it; show it and tag the test, or list it in tools/trace/untested.tsv with the reason',
    ]);
    expect(problemsOf().map((problem) => problem.split(' ')[1])).toEqual(rest.map((row) => row.slice(0, 7)));
  });

  it('may contain facts of any kind', () => {
    expect(problemsOf(...rest, 'F-1-007\tIt has no name.')).toEqual([]);
  });

  it.each([
    [
      'F-1-001\tTested.',
      'F-1-001 is listed here and tested at test/things.test.ts:7; remove the row or the tag',
    ],
    ['F-1-009\tNobody.', 'the row names F-1-009, which is not a fact'],
    ['F-1-002\tTwice.', 'F-1-002 is listed here and in line 2; keep one row'],
  ])('is rejected with the row %j', (row, message) => {
    expect(problemsOf(...rest, row)).toEqual([`tools/trace/untested.tsv:7 ${message}`]);
  });

  it.each(['F-1-001', 'F-1-001\t', 'F-1-001\t ', 'F-1-001\tOne.\tTwo.'])('cannot be read with %j', (row) => {
    expect(() => rowsOf(row)).toThrow('tools/trace/untested.tsv:2: a row has the columns fact and reason');
  });
});
