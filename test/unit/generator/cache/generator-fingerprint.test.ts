import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generatorFingerprint } from '../../../../generator/cache/generator-fingerprint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const templates = { 'types.ts.hbs': 'one', 'partials/a.hbs': 'two' };

it('the same generator is known again', async () => {
  const folder = await temporaryFolder(templates);
  expect(generatorFingerprint(folder)).toBe(generatorFingerprint(folder));
});

it.each([
  ['another text', (file: string) => writeFileSync(file, 'three')],
  ['another time', (file: string) => utimesSync(file, 1, 1)],
])('a template with %s makes it another one', async (_, change) => {
  const folder = await temporaryFolder(templates);
  const before = generatorFingerprint(folder);
  change(path.join(folder, 'partials/a.hbs'));
  expect(generatorFingerprint(folder)).not.toBe(before);
});

it('a new template makes it another one', async () => {
  const folder = await temporaryFolder(templates);
  const before = generatorFingerprint(folder);
  writeFileSync(path.join(folder, 'more.hbs'), '');
  expect(generatorFingerprint(folder)).not.toBe(before);
});
