/** The mock passes every check at every level, and a run respects its level, seed and budget. */
import { describe, expect, it } from 'vitest';
import { levels } from '../../conformance/model/check.ts';
import {
  agentPlatformContract as contract,
  operationById,
  type OperationId,
} from '../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../conformance/agent-platform/plugin.ts';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import { isDestructive } from '../../conformance/model/operations.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checksNotRun } from '../../tools/trace/read-proofs.ts';
import { checkMock, checkPlainMock, findingsOf } from './support/check-mock.ts';

const anything = ['fail', 'warn', 'flaky', 'error'];

/** At the lower levels, which the highest includes, a few operations of each kind show what is sent. */
const operations = [
  'listAgents',
  'getAgent',
  'createAgent',
  'updateAgent',
  'deleteAgent',
  'cancelBatch',
  'executeAgent',
];

describe.each(levels)('a run at the level %s', (level) => {
  let report: RunReport;

  it('finds nothing in the mock', async () => {
    report = await checkMock(level === 'destructive' ? { level } : { level, subjects: operations });
    expect(findingsOf(report, anything)).toEqual([]);
    expect(report.stopped).toBeNull();
    expect(report.totals.pass).toBeGreaterThan(10);
    if (level !== 'destructive') return;
    // Why: the trace counts the facts of these checks as shown by the mock.
    const passed = new Set(
      report.outcomes.flatMap(({ check, verdict }) => (verdict === 'pass' ? check : [])),
    );
    expect(listChecks(contract, agentPlatform).flatMap(({ id }) => (passed.has(id) ? [] : id))).toEqual(
      checksNotRun,
    );
  }, 120_000);

  it('includes no credential in its report', () => {
    const keys = /\b(?:rt_(?:live|test)|session)_(?!0{8}|token)[a-z0-9]{6,}/g;
    expect(JSON.stringify(report).match(keys)).toBeNull();
  });

  it('sends only requests that its level allows', () => {
    const sent = report.exchanges.map(({ request }) => request);
    const ending = sent.filter(({ operation, method }) => {
      const declared = operation === null ? null : operationById(operation as OperationId);
      return method === 'DELETE' || (declared !== null && isDestructive(declared));
    });
    const changing = sent.filter(({ method }) => method !== 'GET');
    if (level === 'passive') expect(changing).toEqual([]);
    if (level === 'destructive') expect(ending.length).toBeGreaterThan(0);
    else expect(ending).toEqual([]);
  });
});

describe('a run', () => {
  it('finds nothing in the mock without its driver', async () => {
    const report = await checkPlainMock();
    expect(findingsOf(report, anything)).toEqual([]);
    expect(report.totals.pass).toBeGreaterThan(1_000);
  }, 120_000);

  it('asks a new agent where no run is configured', async () => {
    const { outcomes } = await checkPlainMock({ only: ['RUN01', 'RUN02', 'APPR01'] }, []);
    const verdicts = outcomes.map(({ check, verdict }) => [check, verdict]);
    expect(verdicts).toEqual([
      ['RUN01', 'pass'],
      ['RUN02', 'pass'],
      ['APPR01', 'skip'],
    ]);
  });

  it('sends the same cases in the same order for the same seed, and other cases for another seed', async () => {
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

  it('stops when its budget of requests is spent, and reports that', async () => {
    const budget = { requests: 120, perSecond: null, seconds: 60 };
    const report = await checkMock({ budget });
    expect(report.requests).toBe(120);
    expect(report.stopped).toBe('The budget of 120 requests is spent.');
  }, 60_000);

  it('respects its limit of requests per second', async () => {
    const budget = { requests: 40, perSecond: 80, seconds: 60 };
    const { exchanges } = await checkMock({ budget });
    const last = exchanges.at(-1)!;
    expect(last.number / last.at).toBeLessThanOrEqual(80 / 1_000 + 0.01);
  }, 60_000);
});

/** Replaces times, which differ from run to run. */
function linesOf({ exchanges }: RunReport): readonly string[] {
  return exchanges.map(({ request: { method, path, body, profile } }) =>
    `${method} ${path} ${profile} ${body ?? ''}`.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
  );
}
