import { describe, expect, it } from 'vitest';
import type { StreamCapture } from '../../../../conformance/model/exchange.ts';
import type { RunReport } from '../../../../conformance/model/run-report.ts';
import { writeHar } from '../../../../conformance/report/har.ts';
import { writeJson } from '../../../../conformance/report/json.ts';
import {
  makeExchange,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plan,
  plainOptions,
  response,
} from './made-report.ts';

const stream: StreamCapture = { raw: 'data: {}\n\n', pieces: [], frames: [], end: 'closed', rest: '' };

interface Har {
  readonly log: { readonly version: string; readonly entries: readonly Record<string, unknown>[] };
}

function entriesOf(report: RunReport) {
  const { log } = JSON.parse(writeHar(report, plainOptions)) as Har;
  expect(log.version).toBe('1.2');
  return log.entries;
}

describe('HAR', () => {
  it('contains each exchange with its URL, query and time', () => {
    const request = { ...plan, path: '/v1/agents?limit=1&search=a%20b' };
    const report = makeReport({ exchanges: [makeExchange({ request, at: 1_000 })] });
    expect(entriesOf(report)).toEqual([
      expect.objectContaining({
        startedDateTime: '2026-02-03T04:05:07.789Z',
        request: expect.objectContaining({
          method: 'GET',
          url: 'http://127.0.0.1:4010/v1/agents?limit=1&search=a%20b',
          queryString: [
            { name: 'limit', value: '1' },
            { name: 'search', value: 'a b' },
          ],
          headers: [{ name: 'authorization', value: 'Bearer ${profile.full}' }],
        }) as unknown,
        response: expect.objectContaining({
          status: 200,
          content: { size: 8, mimeType: 'application/json', text: '{"id":7}' },
        }) as unknown,
      }),
    ]);
  });

  it('contains a stream as text', () => {
    const exchanges = [makeExchange({ response: { ...response, body: { kind: 'stream', stream } } })];
    expect(entriesOf(makeReport({ exchanges }))).toMatchObject([
      { response: { content: { size: 10, text: stream.raw } } },
    ]);
  });

  it('includes the reason of a missing response', () => {
    const exchanges = [makeExchange({ response: null, failure: 'refused' })];
    expect(entriesOf(makeReport({ exchanges }))).toMatchObject([
      { comment: 'refused', response: { status: 0 } },
    ]);
  });

  it('is valid JSON for hostile texts', () => {
    expect(entriesOf(makeHostileReport())).toHaveLength(1);
  });
});

describe('JSON', () => {
  it('contains the report with a schema version, the verdict, the baseline and the cases', () => {
    const finding = makeFinding();
    const report = makeReport({ outcomes: outcomesOf([finding]), exchanges: [makeExchange()] });
    const options = {
      ...plainOptions,
      cases: new Map([[finding.fingerprint, 'a.json']]),
      baseline: { file: 'b.json', known: new Set([finding.fingerprint]), vanished: [] },
    };
    expect(JSON.parse(writeJson(report, options))).toEqual({
      schemaVersion: 1,
      ...(JSON.parse(JSON.stringify(report)) as object),
      exchanges: [],
      isFailed: false,
      baseline: { file: 'b.json', known: [finding.fingerprint], vanished: [] },
      causes: [[finding.fingerprint]],
      cases: { [finding.fingerprint]: 'a.json' },
    });
  });
});
