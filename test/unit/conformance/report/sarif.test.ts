import { describe, expect, it } from 'vitest';
import { writeSarif } from '../../../../conformance/report/sarif.ts';
import { makeFinding, makeHostileReport, makeReport, outcomesOf, plainOptions } from './made-report.ts';

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly {
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

function resultsOf(...args: Parameters<typeof writeSarif>) {
  return (JSON.parse(writeSarif(...args)) as Sarif).runs[0]!.results;
}

describe('SARIF', () => {
  it('contains hostile text as plain text, with messages of limited length', () => {
    const results = resultsOf(makeHostileReport(), plainOptions);
    expect(results).toHaveLength(2);
    for (const { message, locations } of results) {
      expect(message.text.length).toBeLessThanOrEqual(4_000);
      expect(message.text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(locations[0]!.physicalLocation.artifactLocation.uri).toMatch(/^spec\/[\w./-]+$/);
    }
  });

  it('limits the number of results to what readers accept', () => {
    const many = Array.from({ length: 25_010 }, () => makeFinding({ exchanges: [] }));
    expect(resultsOf(makeReport({ outcomes: outcomesOf(many) }), plainOptions)).toHaveLength(25_000);
  });
});
