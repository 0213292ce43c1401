import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scenarioSchema } from '../../../tools/build/scenario-schema.ts';

test('the scenario schema for editors is up to date', async () => {
  const written = await readFile(
    new URL('../../../mock/scenarios/scenario.schema.json', import.meta.url),
    'utf8',
  );
  expect(written, 'run npm run generate').toBe(await scenarioSchema());
});
