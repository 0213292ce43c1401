import { describe, expect, it } from 'vitest';
import { writeSarif } from '../../../../conformance/report/sarif.ts';
import {
  makeCheck,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plainOptions,
} from './made-report.ts';

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number; readonly startColumn: number };
    };
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: unknown;
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly { readonly id: string; readonly help: { readonly text: string } }[];
      };
    };
    readonly results: readonly Result[];
  }[];
}

function write(...args: Parameters<typeof writeSarif>) {
  const sarif = JSON.parse(writeSarif(...args)) as Sarif;
  return { sarif, ...sarif.runs[0]! };
}

const findings = [
  makeFinding(),
  makeFinding({ check: 'C08', verdict: 'warn', place: null }),
  makeFinding({ check: 'C08', verdict: 'error', subject: 'pack:agents', place: null }),
];
const report = makeReport({
  checks: [makeCheck(), makeCheck({ id: 'C08' })],
  outcomes: outcomesOf(findings),
});

describe('SARIF', () => {
  it('has version 2.1.0 and one run', () => {
    const { sarif } = write(report, plainOptions);
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'backlot' } } }] });
  });

  it('contains a rule for each check, with its sources as help', () => {
    const { tool } = write(report, plainOptions);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(['C03', 'C08']);
    expect(tool.driver.rules[0]!.help.text).toContain('F-0-001: doc:scope: the document covers');
  });

  it('links each result to its rule, with its level and fingerprint', () => {
    const { results, tool } = write(report, plainOptions);
    expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'warning']);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId);
    expect(results[0]!.partialFingerprints).toEqual({
      'backlot/v1': findings[0]!.fingerprint,
      'backlot/v2': findings[0]!.fingerprint,
    });
  });

  it('locates each result at its place, its operation or the root', () => {
    const { results } = write(report, plainOptions);
    const places = results.map(({ locations }) => locations[0]!.physicalLocation);
    expect(places.map(({ artifactLocation, region }) => [artifactLocation.uri, region.startLine])).toEqual([
      ['spec/paths/agents/agent.yaml', 7],
      ['spec/openapi.yaml', 1],
      ['spec/paths/agents/agent.yaml', 7],
    ]);
  });

  it('locates a finding of a resource at its first operation', () => {
    const finding = makeFinding({ check: 'LAW01', subject: '/v1/agents', place: null });
    const options = { ...plainOptions, locate: (place: string) => ({ file: place, line: 3, column: 1 }) };
    const { results } = write(makeReport({ outcomes: outcomesOf([finding]) }), options);
    const { artifactLocation, region } = results[0]!.locations[0]!.physicalLocation;
    expect([artifactLocation.uri, region.startLine]).toEqual(['spec/paths/agents/agents.yaml#/get', 3]);
  });

  it('suppresses findings in the baseline', () => {
    const baseline = { file: 'b', known: new Set([findings[0]!.fingerprint]), vanished: [] };
    const { results } = write(report, { ...plainOptions, baseline });
    expect(results.map(({ suppressions }) => suppressions !== undefined)).toEqual([false, false, true]);
  });

  it('contains hostile text as plain text, with messages of limited length', () => {
    const { results } = write(makeHostileReport(), plainOptions);
    expect(results).toHaveLength(2);
    for (const { message, locations } of results) {
      expect(message.text.length).toBeLessThanOrEqual(4_000);
      expect(message.text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(locations[0]!.physicalLocation.artifactLocation.uri).toMatch(/^spec\/[\w./-]+$/);
    }
  });

  it('limits the number of results to what readers accept', () => {
    const many = Array.from({ length: 25_010 }, () => makeFinding({ exchanges: [] }));
    expect(write(makeReport({ outcomes: outcomesOf(many) }), plainOptions).results).toHaveLength(25_000);
  });
});
