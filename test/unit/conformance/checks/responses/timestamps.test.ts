// @fact F-2-002
import { expect, test } from 'vitest';
import { readTimestamp } from '../../../../../conformance/checks/responses/timestamps.ts';

test.each([
  ['2026-03-04T09:15:02.114Z', 'complete'],
  ['2026-03-04T09:15:02Z', 'complete'],
  ['2026-03-04T09:15Z', 'complete'],
  ['2026-03-04T09:15:02,5+01:00', 'complete'],
  ['2026-03-04T09:15:02+0100', 'complete'],
  ['2026-03-04T09:15:02-05', 'complete'],
  ['20260304T091502Z', 'complete'],
  ['2026-W10-3T09:15:02Z', 'complete'],
  ['2026-063T09:15:02Z', 'complete'],
  ['+002026-03-04T09:15:02Z', 'complete'],
  ['2026-03-04t09:15:02z', 'complete'],
  ['2024-02-29T24:00:00Z', 'complete'],
  ['2016-12-31T23:59:60Z', 'complete'],
  ['2026-03-04T09:15:02', 'zoneless'],
  ['2026-03-04', 'date'],
  ['2026-03-04 09:15:02Z', 'loose'],
  ['2026-03-04T09:15:02 Z', 'loose'],
  ['2026-02-29T09:15:02Z', 'wrong'],
  ['2026-13-04T09:15:02Z', 'wrong'],
  ['2026-03-04T25:15:02Z', 'wrong'],
  ['2026-03-04T09:61:02Z', 'wrong'],
  ['2026-03-04T09:15:02+26:00', 'wrong'],
  ['Wed, 04 Mar 2026 09:15:02 GMT', 'wrong'],
  ['03/04/2026', 'wrong'],
  ['1772614502', 'wrong'],
  ['1772614502000', 'wrong'],
  ['yesterday', 'wrong'],
  ['', 'wrong'],
] as const)('%s is %s', (text, want) => {
  expect(readTimestamp(text)).toBe(want);
});
