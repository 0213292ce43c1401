import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newProperties } from '../../scripts/new-properties.ts';

test('the properties that the mock does not know are those of the contract', async () => {
  const written = await readFile(new URL('../../mock/http/new-properties.ts', import.meta.url), 'utf8');
  const { text } = await newProperties();
  expect(written, 'run npm run generate').toBe(text);
}, 60_000);
