/** Properties that a record lacks although its row has them. */
import { expect, it } from 'vitest';
import { namesLost } from '../../../../../conformance/responses/differences.ts';

const row = { id: 'call_1', name: 'lookup', status: 'completed', durationMs: 12 };

it.each<readonly [string, object, object, readonly string[]]>([
  ['has what its row has', row, row, []],
  ['lacks a property of its row', row, { ...row, durationMs: undefined }, ['durationMs']],
  ['has null where its row has a value', row, { ...row, durationMs: null }, ['durationMs']],
  ['has the value under another name', row, { ...row, durationMs: undefined, executionTimeMs: 12 }, []],
  ['is another view', row, { id: 'call_1' }, []],
  ['lacks what lists add', { ...row, toolCount: 2, lastRunAt: '2026-01-01T00:00:00Z' }, row, []],
])('a record %s', (_, one, detail, expected) => {
  expect(namesLost(one, detail)).toEqual(expected);
});
