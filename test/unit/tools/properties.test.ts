import { expect, test } from 'vitest';
import { propertiesGone } from '../../../tools/build/properties/list-properties.ts';

test('a property is removed only if its object still exists', () => {
  const before = ['Agent.id', 'Agent.dashboardUrl', 'Agent.config.model', 'Report.id'];
  expect(propertiesGone(before, new Set(['Agent.id', 'Agent.name']))).toEqual(['Agent.dashboardUrl']);
});
