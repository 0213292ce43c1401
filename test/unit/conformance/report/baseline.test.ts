import { describe, expect, it } from 'vitest';
import { compareBaseline, readBaseline, writeBaseline } from '../../../../conformance/report/baseline.ts';
import { summarizeFindings } from '../../../../conformance/report/finding-status.ts';
import type { RunReport } from '../../../../conformance/model/run-report.ts';
import { makeCheck, makeFinding, makeOutcome, makeReport, outcomesOf } from './made-report.ts';

const one = makeFinding({ message: 'one' });
const other = makeFinding({ message: 'other' });
const warning = makeFinding({ check: 'C08', verdict: 'warn', message: 'warned' });

function entriesOf(report: RunReport) {
  const read = readBaseline(writeBaseline(report, []));
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

describe('a baseline', () => {
  it('is sorted, describes its findings, and omits those that do not fail', () => {
    const text = writeBaseline(makeReport({ outcomes: outcomesOf([other, one, warning]) }), []);
    expect(JSON.parse(text)).toEqual(
      [one, other].map(({ fingerprint, check, subject, verdict, message }) => ({
        fingerprint,
        check,
        subject,
        verdict,
        message,
      })),
    );
    expect(text.endsWith(']\n')).toBe(true);
  });

  it('contains warnings of a strict run', () => {
    const report = makeReport({ outcomes: outcomesOf([warning]), isStrict: true });
    expect(entriesOf(report)).toHaveLength(1);
  });

  it('accepts the findings it contains', () => {
    const report = makeReport({ outcomes: outcomesOf([one, other]) });
    const baseline = compareBaseline(report, entriesOf(report), 'b.json');
    expect(summarizeFindings(report, baseline)).toMatchObject({
      isFailed: false,
      counting: [],
      known: [one, other],
    });
  });

  it('accepts the findings of a check that replaces one of its own', () => {
    const replaced = makeFinding({ check: 'ODD05', subject: 'pack:access', message: 'an odd query' });
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([replaced]) }));
    const report = makeReport({
      outcomes: outcomesOf([one, other]),
      checks: [makeCheck({ id: one.check, former: [{ id: 'ODD05', subject: null }] })],
    });
    expect(summarizeFindings(report, compareBaseline(report, entries, 'b'))).toMatchObject({
      isFailed: false,
      known: [one, other],
    });
  });

  it('accepts a finding by the fingerprint of earlier versions', () => {
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([one]) }));
    const finding = makeFinding({ message: 'one', formerFingerprint: one.fingerprint });
    const report = makeReport({ outcomes: outcomesOf([finding]) });
    expect(summarizeFindings(report, compareBaseline(report, entries, 'b.json'))).toMatchObject({
      isFailed: false,
      known: [finding],
      vanished: [],
    });
    expect(JSON.parse(writeBaseline(report, entries))).toMatchObject([{ fingerprint: finding.fingerprint }]);
  });

  it('fails on new findings', () => {
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([one]) }));
    const report = makeReport({ outcomes: outcomesOf([one, other]) });
    expect(summarizeFindings(report, compareBaseline(report, entries, 'b'))).toMatchObject({
      isFailed: true,
      counting: [other],
    });
  });

  it('fails on findings that have vanished', () => {
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([one, other]) }));
    const report = makeReport({ outcomes: outcomesOf([one]) });
    const { isFailed, vanished } = summarizeFindings(report, compareBaseline(report, entries, 'b'));
    expect({ isFailed, messages: vanished.map(({ message }) => message) }).toEqual({
      isFailed: true,
      messages: ['other'],
    });
  });

  it.each<[string, Partial<RunReport>]>([
    ['the check was left out', { outcomes: [] }],
    ['the check was skipped', { outcomes: [makeOutcome({ verdict: 'skip', reason: 'x' })] }],
    ['the check could not be carried out', { outcomes: [makeOutcome({ verdict: 'error' })] }],
    ['the run ended early', { outcomes: [makeOutcome()], stopped: 'x' }],
  ])('reports nothing as vanished when %s, and keeps its entries', (_, fields) => {
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([one]) }));
    const report = makeReport(fields);
    expect(compareBaseline(report, entries, 'b').vanished).toEqual([]);
    expect(JSON.parse(writeBaseline(report, entries))).toEqual(entries);
  });

  it('ignores flaky findings that have vanished', () => {
    const flaky = makeFinding({ verdict: 'flaky' });
    const report = makeReport({ outcomes: outcomesOf([flaky]), isStrict: true });
    const passed = makeReport({ outcomes: [makeOutcome()] });
    expect(compareBaseline(passed, entriesOf(report), 'b').vanished).toEqual([]);
  });

  it('drops vanished findings when it is updated', () => {
    const entries = entriesOf(makeReport({ outcomes: outcomesOf([one, other]) }));
    const text = writeBaseline(makeReport({ outcomes: outcomesOf([one]) }), entries);
    expect(JSON.parse(text)).toHaveLength(1);
  });

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'must be a list'],
    ['[1]', 'has an entry 1 without'],
    ['[{"fingerprint":"a","check":"b","subject":"c","verdict":"sad","message":"d"}]', 'has an entry 1'],
  ])('is rejected when it is invalid: %s', (text, problem) => {
    expect(readBaseline(text)).toMatchObject({ problem: expect.stringContaining(problem) as string });
  });
});
