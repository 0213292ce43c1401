/** How a response is judged by what its case expected. */
import { describe, expect, it } from 'vitest';
import { checkCase, type Expectation } from '../../../../../conformance/checks/requests/expectation.ts';
import type { Exchange, RecordedResponse } from '../../../../../conformance/engine/exchange.ts';

const expectation: Expectation = {
  description: 'A body without name',
  statuses: [400],
  tolerated: [422],
  severity: 'fail',
  place: 'spec/schemas/AgentCreate.yaml#/properties/name',
  facts: ['F-2.2-001'],
  assumption: null,
  wording: null,
};

const wording = { status: 401, error: 'Unauthorized', severity: 'fail' as const, facts: ['F-5-010'] };

function exchangeOf(status: number | null, value: unknown = {}): Exchange {
  const response: RecordedResponse | null =
    status === null
      ? null
      : { status, headers: {}, body: { kind: 'json', value, text: JSON.stringify(value) } };
  const request = {
    operation: 'createAgent',
    method: 'POST',
    path: '/v1/agents',
    headers: [],
    body: '{}',
    profile: 'full',
  };
  return { number: 1, at: 0, request, response, failure: status === null ? 'refused' : null, durationMs: 1 };
}

describe('judging a case', () => {
  it.each([
    ['the status that is expected', 400, {}, []],
    ['a tolerated one', 422, {}, ['warn A body without name returns 422; expected is 400.']],
    ['any other one', 201, {}, ['fail A body without name returns 201; expected is 400.']],
    [
      'a tolerated one where only a warning is due',
      422,
      { severity: 'warn' },
      ['warn A body without name returns 422; expected is 400.'],
    ],
    [
      'one that nobody is sure of',
      201,
      { severity: 'off' },
      ['off A body without name returns 201; expected is 400.'],
    ],
    ['success where it is expected', 204, { statuses: ['2XX', '3XX'] }, []],
    ['a redirect where success is expected', 302, { statuses: ['2XX', '3XX'] }, []],
    [
      'a refusal where success is expected',
      400,
      { statuses: ['2XX', '3XX', 402, 409] },
      ['fail A body without name returns 400; expected is success, 402 or 409.'],
    ],
    ['too many requests', 429, {}, []],
  ] as const)('tells of %s', (_, status, change, want) => {
    const problems = checkCase('N01', exchangeOf(status), { ...expectation, ...change });
    expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual(want);
  });

  it('says where and on what grounds', () => {
    expect(checkCase('N01', exchangeOf(201), expectation)[0]).toMatchObject({
      at: 'status',
      place: 'spec/schemas/AgentCreate.yaml#/properties/name',
      facts: ['F-2.2-001'],
    });
  });

  it.each([
    [{ error: 'Unauthorized' }, []],
    [{ error: 'unauthorized' }, ['body.error']],
    [{ message: 'Unauthorized' }, ['body.error']],
    ['Unauthorized', ['body.error']],
  ])('looks at the words of %j', (value, want) => {
    const problems = checkCase('A01', exchangeOf(401, value), { ...expectation, statuses: [401], wording });
    expect(problems.map(({ at }) => at)).toEqual(want);
  });

  it('does not look at the words under another status', () => {
    const problems = checkCase('A01', exchangeOf(400), { ...expectation, wording });
    expect(problems).toEqual([]);
  });

  it('tells nothing of a reply that did not come', () => {
    expect(checkCase('N01', exchangeOf(null), expectation)).toEqual([]);
  });

  it('judges the same after it was written to a file and read', () => {
    const read = JSON.parse(JSON.stringify(expectation)) as Expectation;
    expect(checkCase('N01', exchangeOf(201), read)).toEqual(checkCase('N01', exchangeOf(201), expectation));
  });

  it('refuses a check that has no cases', () => {
    expect(() => checkCase('C01', exchangeOf(200), expectation)).toThrow(RangeError);
  });
});
