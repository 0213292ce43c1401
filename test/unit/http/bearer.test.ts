import { expect, test } from 'vitest';
import { bearerToken } from '../../../mock/http/bearer.ts';

test.each([
  [null, null],
  ['', null],
  ['Bearer', null],
  ['Bearer ', null],
  ['Bearer a', 'a'],
  ['bEARER   a  ', 'a'],
  ['Bearer a b', null],
  ['Basic abc', null],
  ['Bearera', null],
  ['Bearer\ta', null],
])('%j holds the token %j', (authorization, token) => {
  expect(bearerToken(authorization)).toBe(token);
});
