/** The mock passes every check at every level, and a run respects its level, seed and budget. */
import { beforeAll, describe, expect, it } from 'vitest';
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

/** Statuses that no run of the checks leads to; each has a test in test/contract. */
const statusesElsewhere = [
  ...['updateAgent 402', 'followExecutionEvents 204', 'initClientSession 403', 'getBatchStatus 400'],
  ...[
    'resumeAgentExecution 429',
    'approveAgentExecution 429',
    'requestClaimCode 409',
    'requestClaimCode 410',
  ],
  ...['dispatchRun 429', 'approveDispatch 409', 'approveDispatch 429', 'resumeDispatch 429'],
  ...[403, 409, 429, 503].map((status) => `chatClientSession ${status}`),
  ...[403, 409, 503].map((status) => `resumeClientExecution ${status}`),
  ...['getAuthorizationServerMetadata 404', 'getProtectedResourceMetadata 404'],
];

let whole: Promise<RunReport> | null = null;

/** Runs all checks once for all tests. */
function checkAll(): Promise<RunReport> {
  whole ??= checkMock({ level: 'destructive' });
  return whole;
}

describe('a run of all checks', () => {
  let report: RunReport;

  beforeAll(async () => {
    report = await checkAll();
  }, 120_000);

  // Why: the trace counts the facts of the checks.
  it('passes each check that the trace counts', () => {
    const passed = new Set(
      report.outcomes.flatMap(({ check, verdict }) => (verdict === 'pass' ? check : [])),
    );
    const missed = listChecks(contract, agentPlatform).filter(({ id }) => !passed.has(id));
    expect(missed.map(({ id }) => id).sort()).toEqual(checksNotRun.toSorted());
  });

  // @fact F-4.1-005..006 F-4.1-008..009 F-4.1-015..016 F-4.1-019 F-4.1-025..026 F-4.1-028 F-4.1-035..036 F-4.1-039
  // @fact F-4.2-007..008 F-4.2-011 F-4.2-016..018 F-4.2-021 F-4.2-029 F-4.2-039..041 F-4.2-043..044 F-4.2-050..051
  // @fact F-4.2-055..056 F-4.2-061..063 F-4.2-065..066 F-4.2-073..074 F-4.2-077..078 F-4.2-085..087 F-4.2-091..093
  // @fact F-4.2-100..101 F-4.2-103..104 F-4.2-106..108 F-4.2-113..114 F-4.2-116 F-4.2-120..122 F-4.2-129 F-4.2-132
  // @fact F-4.2-136..137 F-4.2-150..151 F-4.2-153..154 F-4.2-156..158 F-4.2-161..162 F-4.2-164..165 F-4.2-167..169
  // @fact F-4.2-172..173 F-4.2-175..176 F-4.2-178..181 F-4.2-184..185 F-4.2-187..188 F-4.2-195..197 F-4.2-199..200
  // @fact F-4.2-205..207 F-4.2-209..210 F-4.2-219 F-4.2-221 F-4.2-225..226 F-4.2-235 F-4.2-237 F-4.2-242
  // @fact F-4.2-009 F-4.2-247..249 F-4.2-251 F-7-006
  // @fact F-4.1-001 F-4.1-011 F-4.1-017 F-4.1-020 F-4.1-022 F-4.1-029 F-4.1-031 F-4.1-040 F-4.2-001 F-4.2-013
  // @fact F-4.2-036 F-4.2-046 F-4.2-052 F-4.2-068 F-4.2-075 F-4.2-081 F-4.2-089 F-4.2-238 F-4.2-244 F-4.3-001
  // @fact F-4.3-010..011 F-4.3-024 F-4.3-032 F-4.3-037 F-4.3-049 F-4.3-056 F-4.4-008 F-4.4-019 F-4.5-001
  // @fact F-4.5-012..013 F-4.5-015..024 F-4.5-026 F-4.5-031 F-4.5-034..035 F-4.5-038..041 F-4.6-001 F-4.8-017
  // @fact F-4.2-190 F-4.3-015 F-4.3-020 F-4.8-021
  it('covers each declared status of an operation, except server errors', () => {
    const { missing } = report.coverage.find(({ what }) => what === 'statuses')!;
    const missed = missing.filter((status) => !status.endsWith(' 500'));
    expect(missed.toSorted()).toEqual(statusesElsewhere.toSorted());
  });
});

describe.each(levels)('a run at the level %s', (level) => {
  let report: RunReport;

  // Every request and response of the run matches its schema, in which the trace finds these facts.
  // @fact F-0-005..006 F-2.2-002..005 F-2.2-007..009 F-2.2-011 F-2.2-013 F-2.3-001 F-2.3-003..008 F-2.4-001
  // @fact F-2.4-003 F-2.5-008..013 F-2.7-009 F-4.1-002 F-4.1-012..013 F-4.1-023 F-4.1-032..033 F-4.2-004..005
  // @fact F-4.2-014 F-4.2-037 F-4.2-047..048 F-4.2-069..070 F-4.2-083 F-4.2-245 F-4.3-025..026 F-4.3-038..039
  // @fact F-4.5-002..004 F-4.5-027..029 F-4.6-002 F-4.6-004..007 F-4.6-009 F-4.6-038..040 F-4.7-021
  // @fact F-4.8-005..008 F-4.8-010 F-4.8-018..019 F-4.8-022..023 F-6.1.3-007 F-9-003 F-9-008..010
  // @fact F-4.2-141..142 F-4.2-191
  it('finds nothing in the mock', async () => {
    report = await (level === 'destructive' ? checkAll() : checkMock({ level, subjects: operations }));
    expect(findingsOf(report, anything)).toEqual([]);
    expect(report.stopped).toBeNull();
    expect(report.totals.pass).toBeGreaterThan(10);
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
    const created = report.exchanges.flatMap(({ request, response }) =>
      request.method === 'POST' && response?.body.kind === 'json' ? [response.body.text] : [],
    );
    const ofRun = ending.filter(({ method, path }) => {
      const id = path.split('/').at(-1) ?? '';
      return method === 'DELETE' && created.some((text) => text.includes(`"${id}"`));
    });
    if (level === 'destructive') expect(ending.length).toBeGreaterThan(0);
    // Why: laws delete what they have created.
    else expect(ending).toEqual(level === 'stateful' ? ofRun : []);
  });
});

describe('a run', () => {
  it('finds nothing in the mock without its driver', async () => {
    const report = await checkPlainMock();
    expect(findingsOf(report, anything)).toEqual([]);
    expect(report.totals.pass).toBeGreaterThan(1_000);
  }, 120_000);

  it('creates an agent if no run is configured', async () => {
    const { outcomes } = await checkPlainMock({ only: ['RUN01', 'RUN03', 'APPR01'] }, []);
    const verdicts = outcomes.map(({ check, verdict }) => [check, verdict]);
    expect(verdicts).toEqual([
      ['RUN01', 'pass'],
      ['RUN03', 'pass'],
      ['APPR01', 'skip'],
    ]);
  });

  it('sends the same cases for the same seed, and other cases for another seed', async () => {
    const subjects = ['createAgent', 'pollProductEvents'];
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

/** Lists the requests of a run in a fixed order, since its parts run at the same time, without times. */
function linesOf({ exchanges }: RunReport): readonly string[] {
  return exchanges
    .map(({ request: { method, path, body, profile } }) =>
      `${method} ${path} ${profile} ${body ?? ''}`.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    )
    .sort();
}
