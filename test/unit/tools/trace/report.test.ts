import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { printTrace } from '../../../../tools/trace/report.ts';
import { traceContract, type Trace } from '../../../../tools/trace/run-trace.ts';
import { writeDocs } from '../../../../tools/trace/write-docs.ts';
import { contractOf, documentOf, factsOf } from './small-contract.ts';

const facts = factsOf([
  ['endpoint', 'POST /v1/things/{id}', 'exists'],
  ['endpoint', 'GET /v1/things', 'exists'],
  ['rule', 'things#once', 'a thing is created once'],
  ['rule', 'things#twice', 'a thing is never created twice'],
  ['limit', 'things#day', 'three things a day'],
]);

function traceOf(): Trace {
  const decision = { id: 'A-1', text: 'A thing | has\na name.', reason: 'All have.', check: 'warn' };
  const contract = contractOf({
    ...documentOf({ responses: {} }),
    info: { 'x-assumption': [decision, 'A-2'] },
  });
  return traceContract(
    facts,
    contract,
    [{ fact: 'F-1-003', by: 'things.test.ts', place: 'test/things.test.ts:7' }],
    [{ fact: 'F-1-005', reason: 'Nobody has | a day.', line: 2 }],
  );
}

const print = (limit: number): string => stripVTControlCharacters(printTrace(traceOf(), limit));

describe('the report', () => {
  it('lists findings and counts covered facts', () => {
    expect(print(10).split('\n')).toEqual([
      '✗ spec: F-1-002 GET /v1/things: GET /v1/things is not in the contract',
      '✗ spec: F-1-004 things#twice: no x-source names F-1-004; describe it and add the id there',
      '✗ spec: F-1-005 things#day: no x-source names F-1-005; describe it and add the id there',
      '✗ spec/info: the assumption A-2 is used but not defined; define {id, text, reason, check} where it belongs most',
      '✗ test: F-1-004 things#twice: no test or check names it; show it and tag the test, or list it in tools/trace/untested.tsv with the reason',
      'contract 1 of 5 facts',
      'tests and checks 1 of 5 facts, 1 not testable, with a reason',
      '5 to fix',
    ]);
  });

  it('caps the list', () => {
    expect(print(1)).toContain('… and 4 more; --all shows them');
  });
});

describe('the pages', () => {
  it('list every assumption on one row', () => {
    const text = writeDocs(traceOf()).get('docs/assumptions.md');
    expect(text).toContain('| A-1 | A thing \\| has a name. | All have. | warn | `spec/info` |');
  });

  it('count the facts of each section and list where each is covered', () => {
    const text = writeDocs(traceOf()).get('docs/traceability.md');
    expect(text).toContain('| 1 | 5 | 1 | 1 | 1 |');
    expect(text).toContain('| F-1-001 | `POST /v1/things/{id}` | paths/~1v1~1things~1{id} | — |');
    expect(text).toContain('| F-1-003 | `things#once` | — | things.test.ts |');
    expect(text).toContain('| F-1-005 | `things#day` | — | not testable |');
  });

  it('give the reason of each fact that cannot be tested', () => {
    const text = writeDocs(traceOf()).get('docs/traceability.md');
    expect(text).toContain('| F-1-005 | `things#day` | three things a day | Nobody has \\| a day. |');
  });
});
