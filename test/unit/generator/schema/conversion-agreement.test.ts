/** Which conversions of a variant of a union leave the values of another variant as they should be. */
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../../generator/model/contract-model.ts';
import { agrees } from '../../../../generator/schema/conversion-agreement.ts';

const time = { type: 'string', format: 'date-time' };
const text = { type: 'string' };
const object = (properties: Record<string, JsonSchema>, more: object = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const declared = new Map<string, JsonSchema>([
  ['Node', object({ at: time, next: { $ref: '#/components/schemas/Node' } })],
  ['Leaf', object({ at: time, next: { $ref: '#/components/schemas/Node' }, note: text })],
  ['Odd', object({ at: time, next: object({ at: text }) })],
]);
const context = {
  forms: { dates: 'Date', int64: 'number' } as const,
  declared,
  lookup: (name: string) => declared.get(name),
  converting: new Set(declared.keys()),
};
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

test.each<[string, JsonSchema, JsonSchema, boolean]>([
  ['the same property, converted alike', object({ at: time }), object({ at: time, n: text }), true],
  ['a property that is text there', object({ at: time }), object({ at: text }), false],
  ['a property of another type there', object({ at: time }), object({ at: { type: 'boolean' } }), true],
  ['a nullable property', object({ at: time }), object({ at: { ...time, type: ['string', 'null'] } }), true],
  ['a property that is not declared there', object({ at: time }), object({ n: text }), true],
  ['an object of any properties', object({ at: time }), { type: 'object' }, false],
  [
    'an object without any properties',
    object({ at: time }),
    { type: 'object', additionalProperties: false },
    true,
  ],
  ['a map of texts', object({ at: time }), { type: 'object', additionalProperties: text }, false],
  ['a map of dates', object({ at: time }), { type: 'object', additionalProperties: time }, true],
  [
    'a map, beside a property of text',
    { type: 'object', additionalProperties: time },
    object({ at: text }),
    false,
  ],
  ['lists of items converted alike', { type: 'array', items: time }, { type: 'array', items: time }, true],
  [
    'lists of text',
    { type: 'array', items: object({ at: time }) },
    { type: 'array', items: object({ at: text }) },
    false,
  ],
  [
    'properties of a part',
    { allOf: [object({ at: time })] },
    { allOf: [object({}), object({ at: text })] },
    false,
  ],
  [
    'a union of objects inside',
    object({ a: object({ at: time }) }),
    object({ a: { oneOf: [object({ at: time }), object({ b: text })] } }),
    false,
  ],
  ['nothing to convert', object({ at: text }), object({ at: time }), true],
  ['recursive schemas', reference('Node'), reference('Leaf'), true],
  ['a recursive schema, and text inside', reference('Node'), reference('Odd'), false],
])('%s', (_name, one, other, expected) => {
  expect(agrees(one, other, context)).toBe(expected);
});
