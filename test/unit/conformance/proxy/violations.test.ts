import { expect, test } from 'vitest';
import type { Finding } from '../../../../conformance/model/finding.ts';
import { createViolationList } from '../../../../conformance/proxy/violations.ts';

const about = {
  ...{ exchange: 7, at: 0, side: 'response' as const, operation: 'getAgent', method: 'GET' },
  ...{ path: '/v1/agents/a', status: 200 },
};

function finding(verdict: Finding['verdict']): Finding {
  return {
    ...{ fingerprint: 'f', check: 'C03', subject: 'getAgent', verdict, message: 'm', at: 'body.id' },
    ...{ place: null, facts: [], assumption: null, count: 1, origin: { label: '' }, exchanges: [] },
  };
}

test('the list keeps a limited number of violations and counts all of them', () => {
  const violations = createViolationList(2);
  for (const verdict of ['fail', 'warn', 'fail'] as const) violations.add(about, finding(verdict), false);
  expect(violations.after(0, 10).map(({ number, severity }) => [number, severity])).toEqual([
    [2, 'warn'],
    [3, 'fail'],
  ]);
  expect(violations.counts).toEqual({ fail: 2, warn: 1, dropped: 1 });
});

test('the list returns a limited number of violations after a cursor', () => {
  const violations = createViolationList(10);
  for (let count = 0; count < 4; count++) violations.add(about, finding('fail'), false);
  expect(violations.after(1, 2).map(({ number }) => number)).toEqual([2, 3]);
  expect(violations.after(4, 2)).toEqual([]);
});

test('the list continues its numbers after it is cleared', () => {
  const violations = createViolationList(10);
  violations.add(about, finding('fail'), false);
  violations.clear();
  expect([violations.after(0, 10), violations.counts]).toEqual([[], { fail: 0, warn: 0, dropped: 0 }]);
  expect(violations.add(about, finding('warn'), true)).toMatchObject({ number: 2, isBlocked: true });
});

test('a violation contains its time, place and message, but no exchange', () => {
  expect(createViolationList(1).add(about, finding('fail'), false)).toEqual({
    ...{ number: 1, time: '1970-01-01T00:00:00.000Z', exchange: 7, side: 'response', operation: 'getAgent' },
    ...{ method: 'GET', path: '/v1/agents/a', status: 200, check: 'C03', severity: 'fail', message: 'm' },
    ...{ at: 'body.id', place: null, facts: [], assumption: null, fingerprint: 'f', isBlocked: false },
  });
});
