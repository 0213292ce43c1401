/** How a response is compared with the expectation of its case. */
import { expect, it } from 'vitest';
import type { Expectation } from '../../../../../conformance/model/expectation.ts';
import { checkCase } from '../../../../../conformance/requests/expectation.ts';
import type { Exchange } from '../../../../../conformance/model/exchange.ts';

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

function exchangeOf(status: number, value: unknown = {}): Exchange {
  const body = { kind: 'json', value, text: JSON.stringify(value) } as const;
  const request = {
    operation: null,
    method: 'POST',
    path: '/v1/agents',
    headers: [],
    body: '{}',
    profile: 'full',
  };
  const response = { status, headers: {}, body };
  return { number: 1, at: 0, request, response, failure: null, durationMs: 1 };
}

it.each([
  [400, {}, []],
  [422, {}, ['warn A body without name returns 422 instead of 400.']],
  [201, {}, ['fail A body without name returns 201 instead of 400.']],
  [201, { severity: 'off' }, ['off A body without name returns 201 instead of 400.']],
  [204, { statuses: ['2XX', '3XX'] }, []],
  [302, { statuses: ['2XX', '3XX'] }, []],
  [
    400,
    { statuses: ['2XX', '3XX', 402, 409] },
    ['fail A body without name returns 400 instead of success, 402 or 409.'],
  ],
  [429, {}, []],
  [
    401,
    { statuses: [403], severity: 'warn', contradiction: { status: 401, facts: ['F-5-011'] } },
    ['fail A body without name returns 401 instead of 403.'],
  ],
] as const)('%d with %j', (status, change, problems) => {
  const found = checkCase('N01', exchangeOf(status), { ...expectation, ...change });
  expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual(problems);
});

it('an expectation reports its place and its facts', () => {
  const { place, facts } = expectation;
  expect(checkCase('N01', exchangeOf(201), expectation)[0]).toMatchObject({ at: 'status', place, facts });
});

it.each([
  [401, { error: 'Unauthorized' }, []],
  [401, { error: 'unauthorized' }, ['body.error']],
  [401, 'Unauthorized', ['body.error']],
  [400, {}, ['status']],
])('an expectation compares the wording of %d %j', (status, value, places) => {
  const wording = { status: 401, error: 'Unauthorized', severity: 'fail' as const, facts: ['F-5-010'] };
  const problems = checkCase('A01', exchangeOf(status, value), { ...expectation, statuses: [401], wording });
  expect(problems.map(({ at }) => at)).toEqual(places);
});

it('an expectation reports nothing without a response, and rejects a check without cases', () => {
  const lost = { ...exchangeOf(201), response: null, failure: 'refused' };
  expect(checkCase('N01', lost, expectation)).toEqual([]);
  expect(() => checkCase('C01', exchangeOf(200), expectation)).toThrow(RangeError);
});
