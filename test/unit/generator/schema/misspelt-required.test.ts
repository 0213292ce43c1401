/** Names in `required` that are misspelt properties. */
import { expect, it } from 'vitest';
import { misspeltRequired, schemasOfOneValue } from '../../../../generator/schema/misspelt-required.ts';
import type { JsonObject } from '../../../../generator/json/documents.ts';

const properties = { userName: {}, id: {}, tag: {} };

it.each<[readonly unknown[], readonly unknown[]]>([
  [['user_name', 'id'], [{ index: 0, name: 'user_name', closest: 'userName' }]],
  [['id', 'usrName'], [{ index: 1, name: 'usrName', closest: 'userName' }]],
  [['usrName', 'userName'], []],
  [['total'], []],
  [['id', 'tag'], []],
])('of %j, %j', (required, misspelt) => {
  expect(misspeltRequired({ properties, required } as JsonObject)).toEqual(misspelt);
});

it('schemas of one value may require the properties of each other', () => {
  const part = { properties, required: ['usrName'] };
  const whole = { allOf: [{ $ref: '#/components/schemas/Base' }, part] };
  expect(schemasOfOneValue(whole)).toContain(part);
  expect(schemasOfOneValue(part)).toEqual([]);
});
