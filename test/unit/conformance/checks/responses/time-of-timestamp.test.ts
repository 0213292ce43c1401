import { describe, expect, it } from 'vitest';
import { timeOfTimestamp } from '../../../../../conformance/responses/timestamps.ts';

describe('the time of a timestamp', () => {
  it.each([
    '2026-11-24T03:41:04Z',
    '20261124T034104Z',
    '20261124T044104+0100',
    '2026-11-24T04:41:04.000+01',
    '2026-11-24 03:41:04',
  ])('is read from %s', (text) => {
    expect(timeOfTimestamp(text)).toBe(Date.UTC(2026, 10, 24, 3, 41, 4));
  });

  it.each(['2026-11-24', 'yesterday', '20261324T034104Z', 7, null])('is not read from %s', (value) => {
    expect(timeOfTimestamp(value)).toBeNull();
  });
});
