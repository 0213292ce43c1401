import { Window, type Document } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { writeJunit } from '../../../../conformance/report/junit.ts';
import { fullReport } from './full-report.ts';
import { hostile, makeFinding, makeHostileReport, makeReport, plainOptions } from './made-report.ts';

const { DOMParser } = new Window();

function parse(...args: Parameters<typeof writeJunit>): Document {
  return new DOMParser().parseFromString(writeJunit(...args), 'application/xml');
}

describe('JUnit', () => {
  it('contains hostile texts as text', () => {
    const names = [...parse(makeHostileReport(), plainOptions).querySelectorAll('*')].map(
      ({ tagName }) => tagName,
    );
    expect(new Set(names)).toEqual(
      new Set('testsuites testsuite testcase properties property skipped failure system-out'.split(' ')),
    );
  });

  it('has no tests without checks', () => {
    expect(parse(makeReport(), plainOptions).documentElement.getAttribute('tests')).toBe('0');
  });

  it('reports a warning as a failure in a strict run', () => {
    const root = parse({ ...fullReport, isStrict: true }, plainOptions).documentElement;
    expect(root.getAttribute('failures')).toBe('6');
  });

  it('reports a failure for each obsolete baseline entry', () => {
    const vanished = [makeFinding({ message: hostile })];
    const baseline = { file: 'b.json', known: new Set<string>(), vanished };
    const failures = parse(makeReport(), { ...plainOptions, baseline }).querySelectorAll('failure');
    expect([...failures].map((failure) => failure.getAttribute('type'))).toEqual(['vanished']);
  });
});
