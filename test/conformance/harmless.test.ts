/** No check fails for services that differ from the mock but conform to the contract. */
import { describe, expect, it } from 'vitest';
import { harmlessDifferences } from '../../tools/selftest/mutants/harmless.ts';
import { checkMock, findingsOf } from './support/check-mock.ts';

/** Differences that can't be combined with others, so each has its own run. */
const alone = ['other-agent-record', 'other-envelope'];

describe('a service', () => {
  it.each(harmlessDifferences.filter(({ id }) => alone.includes(id)))(
    'that $description fails no check',
    async ({ mutation }) => {
      expect(findingsOf(await checkMock({ cases: 0 }, mutation), ['fail', 'flaky', 'error'])).toEqual([]);
    },
    120_000,
  );

  it('with all other harmless differences at once fails no check', async () => {
    const others = harmlessDifferences.filter(({ id }) => !alone.includes(id));
    const report = await checkMock({ cases: 0 }, (serve) =>
      others.reduce((served, { mutation }) => mutation(served), serve),
    );
    expect(findingsOf(report, ['fail', 'flaky', 'error'])).toEqual([]);
    expect(report.totals.pass).toBeGreaterThan(800);
  }, 120_000);
});
