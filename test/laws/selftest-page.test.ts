/** The page about the self-test lists the mutants that there are, in their order, each with its check. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rowOf } from '../../tools/selftest/report.ts';
import { mutants } from '../../tools/selftest/mutants/table.ts';

const page = readFileSync(new URL('../../docs/conformance-selftest.md', import.meta.url), 'utf8');

it('lists every mutant with its check; else run `npm run conformance:selftest -- --write`', () => {
  const table = page.slice(page.indexOf('then the check'));
  const rows = [...table.matchAll(/^\| (?!-)(.*) \|$/gm)].map(([, cells = '']) =>
    cells.split('|').map((cell) => cell.trim()),
  );
  expect(rows).toEqual(mutants.map(rowOf));
});
