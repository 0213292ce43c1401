import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generatorPrint } from '../../../../generator/cache/generator-fingerprint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const templates = { 'types.ts.hbs': 'one', 'partials/a.hbs': 'two' };

it('the same generator is known again', async () => {
  const folder = await temporaryFolder(templates);
  expect(generatorPrint(folder)).toBe(generatorPrint(folder));
});

it.each([
  ['another text', (file: string) => writeFileSync(file, 'three')],
  ['another time', (file: string) => utimesSync(file, 1, 1)],
])('a template with %s makes it another one', async (_, change) => {
  const folder = await temporaryFolder(templates);
  const before = generatorPrint(folder);
  change(path.join(folder, 'partials/a.hbs'));
  expect(generatorPrint(folder)).not.toBe(before);
});

it('a new template makes it another one', async () => {
  const folder = await temporaryFolder(templates);
  const before = generatorPrint(folder);
  writeFileSync(path.join(folder, 'more.hbs'), '');
  expect(generatorPrint(folder)).not.toBe(before);
});
