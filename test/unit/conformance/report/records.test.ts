import { expect, it } from 'vitest';
import { writeHar } from '../../../../conformance/report/har.ts';
import { writeJson } from '../../../../conformance/report/json.ts';
import {
  makeExchange,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plainOptions,
} from './made-report.ts';

it('HAR is valid JSON for hostile texts', () => {
  const { log } = JSON.parse(writeHar(makeHostileReport(), plainOptions)) as { log: { entries: unknown } };
  expect(log.entries).toHaveLength(1);
});

it('JSON contains the report with a schema version, the verdict, the baseline and the cases', () => {
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
