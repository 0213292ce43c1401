/** The successes of an operation: those whose descriptions are errors are none, where another one is left. */
import { expect, test } from 'vitest';
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
