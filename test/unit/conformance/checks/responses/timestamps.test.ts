// @fact F-2-002
import { expect, test } from 'vitest';
import { readTimestamp } from '../../../../../conformance/responses/timestamps.ts';

test.each([
  [
    'complete',
    '2026-03-04T09:15:02.114Z',
    '2026-03-04T09:15Z',
    '2026-03-04T09:15:02,5+01:00',
    '20260304T091502Z',
  ],
  [
    'complete',
    '2026-03-04T09:15:02+0100',
    '2026-W10-3T09:15:02Z',
    '2026-063T09:15:02Z',
    '2026-03-04t09:15:02z',
  ],
  ['complete', '+002026-03-04T09:15:02Z', '2024-02-29T24:00:00Z', '2016-12-31T23:59:60Z'],
  ['zoneless', '2026-03-04T09:15:02'],
  ['date', '2026-03-04'],
  ['loose', '2026-03-04 09:15:02Z', '2026-03-04T09:15:02 Z'],
  ['wrong', '2026-02-29T09:15:02Z', '2026-13-04T09:15:02Z', '2026-03-04T25:15:02Z', '2026-03-04T09:61:02Z'],
  ['wrong', '2026-03-04T09:15:02+26:00', 'Wed, 04 Mar 2026 09:15:02 GMT', '03/04/2026', '1772614502', ''],
])('%s: %s', (form, ...texts) => {
  expect(texts.map((text) => [text, readTimestamp(text)])).toEqual(texts.map((text) => [text, form]));
});
