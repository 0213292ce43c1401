/** The mock passes everything, at every level; and a run keeps what it promises about what it sends. */
import { describe, expect, it } from 'vitest';
import { levels } from '../../conformance/check.ts';
import { isDestructive, operationById } from '../../conformance/schema-location/operations.ts';
import type { RunReport } from '../../conformance/engine/run-report.ts';
import { checkMock, findingsOf } from './support/check-mock.ts';

const anything = ['fail', 'warn', 'flaky', 'error'];

describe.each(levels)('a run at the level %s', (level) => {
  let report: RunReport;

  it('finds nothing in the mock', async () => {
    report = await checkMock({ level });
    expect(findingsOf(report, anything)).toEqual([]);
    expect(report.stopped).toBeNull();
    expect(report.totals.pass).toBeGreaterThan(40);
  }, 120_000);

  it('writes no credential into its report', () => {
    const keys = /\b(?:rt_(?:live|test)|session)_(?!0{8}|token)[a-z0-9]{6,}/g;
    expect(JSON.stringify(report).match(keys)).toBeNull();
  });

  it('sends nothing that its level does not allow', () => {
    const sent = report.exchanges.map(({ request }) => request);
    const ending = sent.filter(({ operation, method }) => {
      const known = operation === null ? undefined : operationById(operation);
      return method === 'DELETE' || (known !== undefined && isDestructive(known));
    });
    const changing = sent.filter(({ method }) => method !== 'GET');
    if (level === 'passive') expect(changing).toEqual([]);
    if (level === 'destructive') expect(ending.length).toBeGreaterThan(0);
    else expect(ending).toEqual([]);
  });
});

describe('a run', () => {
  it('sends the same cases in the same order for the same seed, and others for another', async () => {
    const subjects = ['createAgent', 'executeAgent', 'pollProductEvents', 'approveClientExecution'];
    const [one, same, other] = [
      await checkMock({ level: 'stateless', subjects, seed: 7 }),
      await checkMock({ level: 'stateless', subjects, seed: 7 }),
      await checkMock({ level: 'stateless', subjects, seed: 8 }),
    ];
    expect(one.requests).toBeGreaterThan(100);
    expect(linesOf(same)).toEqual(linesOf(one));
    expect(linesOf(other)).not.toEqual(linesOf(one));
  }, 120_000);

  it('spends no more requests than its budget has, and says that it ended early', async () => {
    const budget = { requests: 120, perSecond: null, seconds: 60 };
    const report = await checkMock({ budget });
    expect(report.requests).toBe(120);
    expect(report.stopped).toBe('The budget of 120 requests is spent.');
  }, 60_000);

  it('keeps to its requests a second', async () => {
    const budget = { requests: 40, perSecond: 80, seconds: 60 };
    const { exchanges } = await checkMock({ budget });
    const last = exchanges.at(-1)!;
    expect(last.number / last.at).toBeLessThanOrEqual(80 / 1_000 + 0.01);
  }, 60_000);
});

/** Times differ from run to run, and with them what is derived from them. */
function linesOf({ exchanges }: RunReport): readonly string[] {
  return exchanges.map(({ request: { method, path, body, profile } }) =>
    `${method} ${path} ${profile} ${body ?? ''}`.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
  );
}
