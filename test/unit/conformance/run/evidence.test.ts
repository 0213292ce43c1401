/** The exchanges and findings that a run keeps, with limits on their size. */
import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import { createEvidenceCollector } from '../../../../conformance/model/evidence.ts';
import type { Exchange } from '../../../../conformance/model/exchange.ts';
import type { Finding } from '../../../../conformance/model/finding.ts';
import { createResultCollector } from '../../../../conformance/results/result-collector.ts';
import { sortedFindings, summarizeFindings } from '../../../../conformance/report/finding-status.ts';
import {
  makeCheck,
  makeExchange,
  makeFinding,
  makeOutcome,
  makeReport,
  response,
} from '../report/made-report.ts';

function exchangeOf(text: string): Exchange {
  const body = { kind: 'json', value: JSON.parse(text) as unknown, text } as const;
  return makeExchange({ response: { ...response, body } });
}

const bodyOf = (exchange: Exchange | undefined) => exchange?.response?.body;

describe('the evidence of a run', () => {
  it('is the exchange itself if it is small', () => {
    const small = exchangeOf('[1,2]');
    expect(createEvidenceCollector().keep([small])[0]).toBe(small);
  });

  it('omits a body that is too long, or would be when it is formatted', () => {
    const long = exchangeOf(`["${'x'.repeat(20_000)}"]`);
    const deep = exchangeOf(`${'['.repeat(90)}${'0,'.repeat(500)}0${']'.repeat(90)}`);
    const [first, second] = createEvidenceCollector({ body: 20_000, all: 1_000_000 }).keep([long, deep]);
    expect(bodyOf(first)).toEqual({
      kind: 'bytes',
      length: 20_004,
      problem: 'It is too long to be kept in a report.',
    });
    expect(bodyOf(second)).toMatchObject({ kind: 'bytes' });
  });

  it('omits bodies once their total length exceeds the limit', () => {
    const evidence = createEvidenceCollector({ body: 10_000, all: 50_000 });
    const kept = evidence.keep(Array.from({ length: 40 }, () => exchangeOf(`["${'x'.repeat(2_000)}"]`)));
    expect(kept.filter((exchange) => bodyOf(exchange)?.kind === 'json')).toHaveLength(9);
    expect(kept).toHaveLength(40);
  });
});

describe('the fingerprint of a finding', () => {
  const findingOf = (message: string, at: string): Finding => {
    const collector = createResultCollector(contract, new Map([['C03', makeCheck()]]));
    const evidence = { exchanges: [], origin: { label: '' } };
    return collector.record('getAgent', { check: 'C03', problems: [{ message, at }] }, evidence)[0]!;
  };

  it('differs for another status, and keeps the one that ignored it', () => {
    const crash = findingOf('getAgent failed with 500.', 'status');
    const outage = findingOf('getAgent failed with 503.', 'status');
    expect(crash.fingerprint).not.toBe(outage.fingerprint);
    expect(crash.formerFingerprint).toBe(outage.formerFingerprint);
    expect(crash.formerFingerprint).toBe('c53e606fab817dc7');
  });

  it('ignores other numbers', () => {
    const [one, other] = [404, 500].map((size) => findingOf(`There are ${size} items.`, 'body'));
    expect(one!.fingerprint).toBe(other!.fingerprint);
  });
});

describe('the findings of one check', () => {
  it('are listed up to a hundred, and the rest is counted', () => {
    const collector = createResultCollector(contract, new Map([['C03', makeCheck()]]));
    const problems = Array.from({ length: 600 }, (_, index) => ({
      message: `${'x'.repeat(index)} is missing`,
      at: 'body',
    }));
    collector.record('getAgent', { check: 'C03', problems }, { exchanges: [], origin: { label: '' } });
    const [outcome] = collector.outcomes();
    expect(outcome?.findings).toHaveLength(101);
    expect(outcome?.findings.at(-1)).toMatchObject({
      message: 'There are more than 100 different findings; the others are not listed.',
      count: 500,
      verdict: 'fail',
    });
  });

  it('are split into counting and other findings in order', () => {
    const findings = Array.from({ length: 20 }, (_, index) =>
      makeFinding({ fingerprint: String(index), verdict: index % 2 === 0 ? 'fail' : 'warn' }),
    );
    const report = makeReport({ outcomes: [makeOutcome({ findings })] });
    const { counting, warnings } = summarizeFindings(report, null);
    expect([...counting, ...warnings]).toEqual(sortedFindings(report, null));
  });
});
