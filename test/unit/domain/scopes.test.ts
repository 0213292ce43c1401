import { expect, test } from 'vitest';
import { createScopeLattice } from '../../../mock/agent-platform/domain/identity/scopes.ts';

const lattice = createScopeLattice([
  { name: '*', implies: ['A:*'] },
  { name: 'A:*', implies: ['A:READ', 'A:WRITE'] },
  { name: 'A:WRITE', implies: ['A:READ'] },
  { name: 'B:X:READ', implies: [] },
  { name: 'LOOP:1', implies: ['LOOP:2'] },
  { name: 'LOOP:2', implies: ['LOOP:1'] },
]);

test.each([
  [['*'], ['A:READ'], true],
  [['*'], ['NOT:IN:CATALOGUE'], true],
  [['A:*'], ['A:READ', 'A:WRITE'], true],
  [['A:WRITE'], ['A:READ'], true],
  [['A:READ'], ['A:WRITE'], false],
  [['A:READ'], ['A:READ', 'A:WRITE'], false],
  [['A:*'], ['A:DELETE'], false],
  [['B:*'], ['B:X:READ'], false],
  [['B:X:READ'], ['B:X:READ'], true],
  [['LOOP:1'], ['LOOP:2'], true],
  [[], [], true],
  [[], ['A:READ'], false],
  [['UNKNOWN'], ['UNKNOWN'], true],
])('permissions %j covers %j: %s', (granted, needed, isCovered) => {
  expect(lattice.covers(granted, needed)).toBe(isCovered);
});
