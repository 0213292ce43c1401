/** A report with every verdict, skipped checks, coverage and exchanges. */
import type { StreamCapture } from '../../../../conformance/model/exchange.ts';
import type { Finding } from '../../../../conformance/model/finding.ts';
import type { ReportOptions } from '../../../../conformance/report/report.ts';
import {
  makeCheck,
  makeExchange,
  makeFinding,
  makeOutcome,
  makeReport,
  outcomesOf,
  plainOptions,
  plan,
  response,
} from './made-report.ts';

const stream: StreamCapture = { raw: 'data: {}\n\n', chunks: [], frames: [], end: 'closed', rest: '' };
let count = 0;

/** Creates a finding whose fingerprint is the same in every run of the tests. */
function numbered(fields: Partial<Finding> = {}): Finding {
  return makeFinding({ fingerprint: String(++count).padStart(16, '0'), ...fields });
}

const failed = { ...response, status: 500 };
const wrongBody = numbered({ count: 4, facts: ['F-0-002'] });
const known = numbered({ check: 'C04', at: 'header X', message: 'is missing' });

const everyFinding = [
  numbered({ check: 'C08', verdict: 'warn', facts: [], assumption: 'A-004', place: null }),
  numbered({ check: 'C10', verdict: 'flaky' }),
  wrongBody,
  numbered({ message: 'must be one of a, b' }),
  numbered({ check: 'C06', exchanges: [makeExchange({ response: failed })] }),
  numbered({ check: 'LAW13', subject: '/v1/agents', place: null }),
  numbered({ check: 'AGENT03', subject: 'pack:agents', verdict: 'error', place: null }),
  known,
];

export const fullReport = makeReport({
  checks: [
    ...['C03', 'C04', 'C06', 'C10', 'AGENT03'].map((id) => makeCheck({ id })),
    makeCheck({ id: 'C08', facts: [], assumption: 'A-004', severity: 'warn' }),
    makeCheck({ id: 'LAW13', family: 'law' }),
  ],
  outcomes: [
    ...outcomesOf(everyFinding),
    ...['S17', 'S18', 'S19'].map((check, index) =>
      makeOutcome({ check, verdict: 'skip', reason: index === 1 ? 'Other.' : 'It needs a driver.' }),
    ),
  ],
  coverage: [
    { what: 'operations', seen: 42, of: 43, missing: ['cancelBatch'] },
    { what: 'facts', seen: 7, of: 7, missing: [] },
  ],
  notices: ['Rename it.'],
  unselected: { checks: 66, subjects: ['isolation', 'parents'] },
  exchanges: [
    makeExchange({ request: { ...plan, path: '/v1/agents?limit=1&search=a%20b' }, at: 1_000 }),
    makeExchange({ response: { ...response, body: { kind: 'stream', stream } } }),
    makeExchange({ response: null, failure: 'refused' }),
  ],
});

/** Options with a case of one finding, and a baseline with a known finding and one that no longer occurs. */
export const fullOptions: ReportOptions = {
  ...plainOptions,
  cases: new Map([[wrongBody.fingerprint, 'out/cases/C03 1.json']]),
  baseline: {
    file: 'known,b.json',
    known: new Set([known.fingerprint]),
    vanished: [numbered({ message: 'was wrong once' })],
  },
};
