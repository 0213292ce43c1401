import { expect, it } from 'vitest';
import { contractOf, openapi, ref } from './support/documents.ts';

it('a reference that cannot be resolved accepts anything and is reported', () => {
  const { contract, codes } = contractOf(
    openapi({}, { A: { properties: { x: ref('Missing') }, required: ['x'] } }),
  );
  expect(contract.schemas[0]?.schema).toEqual({ properties: { x: {} }, required: ['x'] });
  expect(codes).toEqual(['REFERENCE_BROKEN']);
});
