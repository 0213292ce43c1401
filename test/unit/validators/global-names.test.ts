/** Schemas may be called like the globals and helpers that compiled validators use, and members like reserved words. */
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadChecks, type Accepts } from '../../../generator/emit/validators/load-checks.ts';
import { runCase } from '../../golden/support/golden-case.ts';

let accepts: Accepts;

beforeAll(async () => {
  const { files } = await runCase(path.resolve(import.meta.dirname, '../../golden/global-names'));
  accepts = loadChecks((files.get('validators-code.ts') ?? '').replaceAll(/^import .*;$/gm, ''));
});

it.each([
  ['Array', ['2026-01-31'], ['yesterday']],
  ['Object', { n: 1.5 }, { n: 1.2 }],
  ['isFinite', { n: 1 }, { n: '1' }],
  ['Map', 'j', 'z'],
  ['RegExp', 'ab', 'b'],
  ['formats', '123e4567-e89b-12d3-a456-426614174000', 'id'],
  ['characterCount', 'abc', 'abcd'],
  ['deepEqual', [1], [3]],
  ['answerBody', { import: 'a', eval: 'b', require: 'c' }, { import: 'a', eval: 'b', require: '' }],
])('%s accepts what it should and nothing else', (check, valid, invalid) => {
  expect([accepts(check, valid), accepts(check, invalid)]).toEqual([true, false]);
});
