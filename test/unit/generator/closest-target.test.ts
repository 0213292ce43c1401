/** Suggestions for references without a target. */
import { expect, it } from 'vitest';
import { closestTarget } from '../../../generator/source/broken-references.ts';

const root = { components: { schemas: { Pet: {}, 'pet/owner': {} } } };

it.each([
  ['#/components/schemas/Pett', '#/components/schemas/Pet'],
  ['#/components/schemas/pet~1ownr', '#/components/schemas/pet~1owner'],
  ['#/components/schemas/Order', null],
  ['#/components/schema/Pet', null],
  ['#/definitions', null],
  ['pets.yaml#/Pett', null],
])('%s is meant to be %s', (reference, closest) => {
  expect(closestTarget(root, reference)).toBe(closest);
});
