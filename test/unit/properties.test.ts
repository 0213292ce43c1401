import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { propertyFiles } from '../../scripts/properties.ts';

test('what the mock knows about properties follows from the contract', async () => {
  const { texts } = await propertyFiles();
  for (const [file, text] of texts) {
    const written = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(written, 'run npm run generate').toBe(text);
  }
}, 60_000);
