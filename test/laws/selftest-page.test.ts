/** The page about the self-test lists the mutants that there are, in their order, each with its check. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutants } from '../../tools/selftest/mutants/table.ts';

const page = readFileSync(new URL('../../docs/conformance-selftest.md', import.meta.url), 'utf8');

it('lists every mutant with its check; else run `npm run conformance:selftest -- --write`', () => {
  const rows = [...page.matchAll(/^\| `([^`]+)` *\| (.*?) *\| (\w+) *\|/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(mutants.map(({ id, description, check }) => [id, description, check]));
});
