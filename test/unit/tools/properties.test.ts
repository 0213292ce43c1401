import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { propertyFiles } from '../../../tools/build/properties.ts';
import { propertiesGone } from '../../../tools/build/properties/list-properties.ts';

test('the generated lists of properties are up to date', async () => {
  const { text } = await propertyFiles();
  const file = new URL('../../../mock/agent-platform/contract-properties.ts', import.meta.url);
  expect(await readFile(file, 'utf8'), 'run npm run generate').toBe(text);
}, 60_000);

test('a property is removed only if its object still exists', () => {
  const before = ['Agent.id', 'Agent.dashboardUrl', 'Agent.config.model', 'Report.id'];
  expect(propertiesGone(before, new Set(['Agent.id', 'Agent.name']))).toEqual(['Agent.dashboardUrl']);
});
