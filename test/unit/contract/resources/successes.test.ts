/** The successes of an operation: those whose descriptions are errors are none, where another one is left. */
import { expect, test } from 'vitest';
import { successOf } from '../../../../contract/resources/records/schema-parts.ts';
import { successesOf } from '../../../../contract/resources/successes.ts';

const statusesOf = (texts: readonly string[]): readonly unknown[] =>
  successesOf(texts.map((text, index) => ({ status: 200 + index, text }))).map(({ status }) => status);

test.each([
  ['Only available for paid accounts', 'Created'],
  ['**Error Code:** `200`<br>Role not found.', 'Role deleted'],
  ['The group does not belong to this account', 'Updated'],
  ['You do not have the permission', ''],
])('%j is no success beside %j', (failure, success) => {
  expect(statusesOf([failure, success])).toEqual([201]);
});

test.each([
  'Created: the account did not exist',
  'No error',
  'Dry run successful, no ids that do not exist',
  '',
])('%j is a success', (text) => {
  expect(statusesOf([text, 'OK'])).toEqual([200, 201]);
});

test('an error is returned where there is no other success', () => {
  expect(statusesOf(['Role not found'])).toEqual([200]);
});

test.each([
  ['json', 'none', 200],
  ['json', 'json', 201],
  ['none', 'none', 201],
] as const)('a creation with %s as 200 and %s as 201 returns %i', (ok, created, expected) => {
  const responses = [
    { status: 200, kind: ok, mediaType: null },
    { status: 201, kind: created, mediaType: null },
  ];
  expect(successOf(responses, 'create')?.status).toBe(expected);
});
