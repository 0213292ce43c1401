/** Sample reports for tests of the report formats. */
import { agentPlatformContract } from '../../../../conformance/agent-platform/contract.ts';
import type { Exchange, RecordedResponse, RequestPlan } from '../../../../conformance/model/exchange.ts';
import type { Finding, Outcome } from '../../../../conformance/model/finding.ts';
import type { ReportOptions } from '../../../../conformance/report/report.ts';
import { totalsOf, type ListedCheck, type RunReport } from '../../../../conformance/model/run-report.ts';

/** Text with everything that a format, shell or terminal interprets. */
export const hostile =
  ']]> <b>&amp;</b> `$(touch pwned)` "quoted" \'single\' | %0A ::error::x\n::set-output name=a::b\r\n\u001b[31mred\u001b]0;title\u0007 \u202eback \ud800 \u0000 \uffff \\ ${HOME} !! -->';

export const plan: RequestPlan = {
  operation: 'getAgent',
  method: 'GET',
  path: '/v1/agents/agent_1',
  headers: [],
  body: null,
  profile: 'full',
};

export const response: RecordedResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: { kind: 'json', value: { id: 7 }, text: '{"id":7}' },
};

export function makeExchange(fields: Partial<Exchange> = {}): Exchange {
  return { number: 1, at: 0, request: plan, response, failure: null, durationMs: 3, ...fields };
}

export function makeCheck(fields: Partial<ListedCheck> = {}): ListedCheck {
  return {
    id: 'C03',
    family: 'response',
    title: 'The body fits its schema.',
    description: 'Reads every body.',
    rationale: 'Clients read what is declared.',
    level: 'passive',
    basis: { kind: 'facts', ids: ['F-0-001'] },
    severity: 'fail',
    facts: ['F-0-001'],
    assumption: null,
    group: null,
    ...fields,
  };
}

let count = 0;

export function makeFinding(fields: Partial<Finding> = {}): Finding {
  return {
    fingerprint: (++count).toString(16).padStart(16, '0'),
    check: 'C03',
    subject: 'getAgent',
    verdict: 'fail',
    message: 'must be a string, not 7',
    at: 'body.id',
    place: 'spec/paths/agents/agent.yaml#/get/responses/200',
    facts: ['F-0-001'],
    assumption: null,
    count: 1,
    origin: { label: 'minimal', seed: 1, path: '3:0' },
    exchanges: [makeExchange()],
    ...fields,
  };
}

export function makeOutcome(fields: Partial<Outcome> = {}): Outcome {
  const { check = 'C03', subject = 'getAgent', findings = [] } = fields;
  const verdict = findings[0]?.verdict ?? 'pass';
  return { check, subject, verdict, reason: null, count: 1, findings, durationMs: 5, ...fields };
}

/** One outcome for each finding's check and subject. */
export function outcomesOf(findings: readonly Finding[]): readonly Outcome[] {
  const groups = Map.groupBy(findings, ({ check, subject }) => `${check} ${subject}`);
  return [...groups.values()].map((group) =>
    makeOutcome({ check: group[0]!.check, subject: group[0]!.subject, findings: group }),
  );
}

export function makeReport(fields: Partial<RunReport> = {}): RunReport {
  const outcomes = fields.outcomes ?? [];
  return {
    tool: { name: 'backlot', version: '0.1.0' },
    contract: { title: 'Agents', version: '1.2.0' },
    baseUrl: 'http://127.0.0.1:4010',
    driver: 'the mock',
    level: 'stateful',
    seed: 1,
    names: {},
    isStrict: false,
    startedAt: '2026-02-03T04:05:06.789Z',
    durationMs: 12_345,
    requests: 1_234,
    stopped: null,
    notices: [],
    left: [],
    unselected: { checks: 0, subjects: [] },
    checks: [makeCheck()],
    outcomes,
    totals: totalsOf(outcomes),
    coverage: [],
    exchanges: [],
    ...fields,
  };
}

/** A report with only hostile texts. */
export function makeHostileReport(): RunReport {
  const request: RequestPlan = {
    ...plan,
    path: `/v1/agents/${encodeURIComponent('a')}?q=${hostile.slice(0, 20)}`,
    headers: [['x-hostile', hostile]],
    body: hostile,
    profile: 'full',
  };
  const hostileResponse: RecordedResponse = {
    status: 200,
    headers: { 'content-type': hostile },
    body: { kind: 'text', text: hostile, problem: hostile },
  };
  const finding = makeFinding({
    subject: hostile,
    message: hostile,
    at: hostile,
    place: hostile,
    facts: [hostile],
    assumption: hostile,
    origin: { label: hostile, seed: 1, path: hostile },
    exchanges: [makeExchange({ request, response: hostileResponse, failure: hostile })],
  });
  const outcomes = [
    ...outcomesOf([finding, makeFinding({ verdict: 'warn', message: hostile })]),
    makeOutcome({ check: 'C04', subject: hostile, verdict: 'skip', reason: hostile, count: 0 }),
  ];
  return makeReport({
    baseUrl: `http://127.0.0.1:1/${hostile}`,
    driver: hostile,
    stopped: hostile,
    contract: { title: hostile, version: hostile },
    checks: [makeCheck({ title: hostile, description: hostile, rationale: hostile })],
    outcomes,
    coverage: [{ what: hostile, seen: 1, of: 2, missing: [hostile] }],
    exchanges: [makeExchange({ request, response: hostileResponse, failure: hostile })],
  });
}

export const plainOptions: ReportOptions = {
  contract: agentPlatformContract,
  baseline: null,
  cases: new Map(),
  locate: (place) => (place.startsWith('spec/') ? { file: place.split('#')[0]!, line: 7, column: 3 } : null),
};
