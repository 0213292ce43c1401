/** Schemas that lead to each other, thousands in a row, are compiled without running out of stack. */
import { expect, it } from 'vitest';
import type { JsonSchema } from '../../../generator/contract/contract.ts';
import { buildLibrary } from '../../../generator/emit/validators/registry.ts';
import { contractOf } from './support.ts';

const SIZE = 5_000;

type Link = (next: JsonSchema, index: number) => JsonSchema;

/** Builds schemas that each refer to the next; the first stands behind the last when they form a circle. */
function linked(link: Link, last: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Array.from({ length: SIZE }, (_, index) => [
      `S${index}`,
      index === SIZE - 1 ? last : link({ $ref: `#/components/schemas/S${index + 1}` }, index),
    ]),
  );
}

const back: JsonSchema = { $ref: '#/components/schemas/S0' };
const inProperty: Link = (next) => ({ type: 'object', properties: { next } });
const inUnion: Link = (next, index) => ({
  oneOf: [next, { type: 'object', required: ['kind'], properties: { kind: { const: `v${index}` } } }],
});

it.each<readonly [string, Link, JsonSchema]>([
  ['a circle through properties', inProperty, inProperty(back, 0)],
  ['a chain through properties', inProperty, { type: 'string' }],
  ['a chain through lists', (next) => ({ type: 'array', items: next }), { type: 'string' }],
  ['a chain through allOf', (next) => ({ allOf: [next, { type: 'object' }] }), { type: 'object' }],
  ['a chain through unions', inUnion, { type: 'object' }],
])('%s keeps every schema', (_name, link, last) => {
  const { schemas, checks } = contractOf({ components: linked(link, last) });
  const library = buildLibrary({ schemas, checks: checks.slice(0, 1) }, () => undefined);
  expect([...library.schemas.keys()].toSorted()).toEqual(
    Array.from({ length: SIZE }, (_, index) => `S${index}`).toSorted(),
  );
});
