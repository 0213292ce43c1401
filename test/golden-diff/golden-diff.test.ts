/**
 * Every folder next to this file has two states of some documents and the reports of what changed between them, for a
 * terminal and as JSON, and in two folders in Markdown too. `ACCEPT_GOLDEN=1 npx vitest run test/golden-diff` accepts the current reports; review the change before you keep it.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../generator/diff/report/located.ts';
import { writeJson } from '../../generator/diff/report/report-json.ts';
import { acceptReports, compareCase, readReports, reportCase } from './support/diff-case.ts';

const folder = import.meta.dirname;
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'support')
  .map(({ name }) => name);

const comparisons = new Map<string, Comparison>();

beforeAll(async () => {
  for (const name of cases) {
    const comparison = await compareCase(path.join(folder, name));
    comparisons.set(name, comparison);
    if (process.env['ACCEPT_GOLDEN'] === '1')
      await acceptReports(path.join(folder, name), reportCase(comparison));
  }
});

describe.each(cases)('%s', (name) => {
  it('is reported as expected', async () => {
    const reports = reportCase(comparisons.get(name)!);
    const expected = await readReports(path.join(folder, name));
    for (const [file, text] of expected) expect(reports[file], file).toBe(text);
    expect([...expected.keys()]).toEqual(expect.arrayContaining(['expected.txt', 'expected.json.txt']));
  });

  it('is printed as JSON with an indentation of two spaces', () => {
    const text = writeJson({ targets: [{ name: '', comparison: comparisons.get(name)! }], isAll: true });
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  it.each(['old', 'new'] as const)('has no changes between its %s state and itself', async (side) => {
    const { changes } = await compareCase(path.join(folder, name), side, side);
    expect(changes).toEqual([]);
  });

  it('reports the line of every change and what it affects', () => {
    for (const { change, before, after } of comparisons.get(name)!.changes) {
      const position = (after ?? before)?.position;
      expect(position, change.kind).toMatchObject({ line: expect.any(Number) as number });
      const { operations, events } = change.affected;
      const isOfAll = change.direction === 'nowhere' || /^(server|security-scheme|schema)-/.test(change.kind);
      expect(isOfAll || operations.length + events.length > 0, change.kind).toBe(true);
    }
  });
});
