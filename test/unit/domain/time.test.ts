import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime, parseDuration, parseIsoTime } from '../../../mock/kernel/time/iso-time.ts';
import { epochMs } from '../../../mock/kernel/time/time.ts';

it('isoTime formats every instant as Date does', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2400, 0) }), (at) => {
      expect(isoTime(epochMs(at))).toBe(new Date(at).toISOString());
    }),
  );
});

describe('parseIsoTime', () => {
  it('parses every formatted instant back', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2400, 0) }), (at) => {
        expect(parseIsoTime(isoTime(epochMs(at)))).toBe(at);
      }),
    );
  });

  it.each([
    ['2026-01-15', Date.UTC(2026, 0, 15)],
    ['2026-01-15T09:30', Date.UTC(2026, 0, 15, 9, 30)],
    ['2026-01-15T09:30:05Z', Date.UTC(2026, 0, 15, 9, 30, 5)],
    ['2026-01-15T09:30:05.25Z', Date.UTC(2026, 0, 15, 9, 30, 5, 250)],
    ['2026-01-15T09:30:05.123456Z', Date.UTC(2026, 0, 15, 9, 30, 5, 123)],
    ['2026-01-15T09:30:00+02:00', Date.UTC(2026, 0, 15, 7, 30)],
    ['2026-01-15T09:30:00-0530', Date.UTC(2026, 0, 15, 15, 0)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('parses %s', (text, at) => {
    expect(parseIsoTime(text)).toBe(at);
  });

  it.each([
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-29',
    '2026-00-10',
    '2026-01-15T24:00',
    '1768469400',
    '2026-1-5',
  ])('rejects %j', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });
});

it.each([
  ['PT10M', 600_000],
  ['PT0.5S', 500],
  ['P1DT2H', 93_600_000],
  ['P2W', 1_209_600_000],
  ['P1Y', 0],
  ['ten minutes', 0],
])('parseDuration parses %s as %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
