import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scenarioSchema } from '../../../tools/build/scenario-schema.ts';

test('the schema for editors is that of the control API', async () => {
  const written = await readFile(
    new URL('../../../mock/scenarios/scenario.schema.json', import.meta.url),
    'utf8',
  );
  expect(written, 'run npm run generate').toBe(await scenarioSchema());
});
