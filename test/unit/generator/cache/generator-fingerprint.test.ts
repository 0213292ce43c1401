import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generatorFingerprint } from '../../../../generator/cache/generator-fingerprint.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const templates = { 'types.ts.hbs': 'one', 'partials/a.hbs': 'two' };

it('the fingerprint of an unchanged generator stays the same', async () => {
  const folder = await temporaryFolder(templates);
  expect(generatorFingerprint(folder)).toBe(generatorFingerprint(folder));
});

it.each([
  ['a different text', (file: string) => writeFileSync(file, 'three')],
  ['a different modification time', (file: string) => utimesSync(file, 1, 1)],
])('a template with %s changes the fingerprint', async (_, change) => {
  const folder = await temporaryFolder(templates);
  const before = generatorFingerprint(folder);
  change(path.join(folder, 'partials/a.hbs'));
  expect(generatorFingerprint(folder)).not.toBe(before);
});

it('a new template changes the fingerprint', async () => {
  const folder = await temporaryFolder(templates);
  const before = generatorFingerprint(folder);
  writeFileSync(path.join(folder, 'more.hbs'), '');
  expect(generatorFingerprint(folder)).not.toBe(before);
});
