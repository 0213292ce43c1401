import { describe, expect, it } from 'vitest';
import { writeAnnotations } from '../../../../conformance/report/annotations.ts';
import {
  hostile,
  makeFinding,
  makeHostileReport,
  makeReport,
  outcomesOf,
  plainOptions,
} from './made-report.ts';

function linesOf(...args: Parameters<typeof writeAnnotations>): readonly string[] {
  return writeAnnotations(...args)
    .split('\n')
    .slice(0, -1);
}

describe('annotations', () => {
  it.each([
    [9, 9, null],
    [10, 9, '::error title=backlot check::… and 1 more finding in 1 place.'],
    [40, 9, '::error title=backlot check::… and 31 more findings in 31 places.'],
  ])('are limited to nine and a summary: %i operations', (count, shown, rest) => {
    const found = Array.from({ length: count }, (_, index) => makeFinding({ subject: `op${index}` }));
    const lines = linesOf(makeReport({ outcomes: outcomesOf(found) }), plainOptions);
    expect(lines.slice(0, shown).every((line) => line.startsWith('::error title=op'))).toBe(true);
    expect(lines.slice(shown)).toEqual(rest === null ? [] : [rest]);
  });

  it('are limited separately for warnings, which are errors in a strict run', () => {
    const found = Array.from({ length: 12 }, (_, index) =>
      makeFinding({ subject: `op${index}`, verdict: index % 2 === 0 ? 'fail' : 'warn' }),
    );
    const report = makeReport({ outcomes: outcomesOf(found) });
    const kinds = (lines: readonly string[]) => lines.map((line) => line.split(' ')[0]);
    expect(kinds(linesOf(report, plainOptions))).toEqual([
      ...Array<string>(6).fill('::error'),
      ...Array<string>(6).fill('::warning'),
    ]);
    expect(kinds(linesOf({ ...report, isStrict: true }, plainOptions))).toEqual(
      Array<string>(10).fill('::error'),
    );
  });

  it('stay on one line each and escape hostile texts', () => {
    const lines = linesOf(makeHostileReport(), plainOptions);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [, properties, text] = /^::(?:error|warning) ([^:]*)::(.*)$/.exec(line) ?? [];
      expect(properties?.split(',').map((each) => each.split('=')[0])).toEqual(['title']);
      expect(text).toContain('%250A');
      expect(line).not.toMatch(/[\p{Cc}]/u);
    }
  });

  it('escape the separators of properties', () => {
    const found = makeFinding({ subject: hostile });
    const [line] = linesOf(makeReport({ outcomes: outcomesOf([found]) }), plainOptions);
    expect(/title=([^:]*)::/.exec(line!)![1]).not.toContain(',');
  });

  it('are empty without findings', () => {
    expect(writeAnnotations(makeReport(), plainOptions)).toBe('');
  });
});
