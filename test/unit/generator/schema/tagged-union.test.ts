import { expect, test } from 'vitest';
import type { JsonObject, JsonSchema } from '../../../../generator/model/contract-model.ts';
import { findTaggedUnion } from '../../../../generator/schema/tagged-union.ts';

const components: Readonly<Record<string, JsonSchema>> = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' } } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { enum: ['dog', 'puppy'] } } },
  Fish: { type: 'object', properties: { kind: { const: 'fish' } } },
  Stone: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Kitten: { allOf: [{ $ref: '#/components/schemas/Cat' }, { properties: { age: { type: 'integer' } } }] },
  Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
  Loop: {
    allOf: [{ $ref: '#/components/schemas/Loop' }],
    required: ['kind'],
    properties: { kind: { const: 'loop' } },
  },
  Text: { type: 'string' },
};

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Prints a decision on one line. */
function say(members: readonly JsonSchema[], owner: JsonObject = {}): string {
  const union = findTaggedUnion(members, owner, (name) => components[name]);
  if (union === null) return 'none';
  const cases = union.cases.map(({ values }) => values.join(','));
  return `${union.property}: ${cases.join(' | ')}${union.others.length > 0 ? ` + ${String(union.others.length)}` : ''}`;
}

test.each<[string, readonly JsonSchema[], JsonObject, string]>([
  ['by constants', [ref('Cat'), ref('Dog')], {}, 'kind: cat | dog,puppy'],
  ['through allOf', [ref('Kitten'), ref('Dog')], {}, 'kind: cat | dog,puppy'],
  ['through a union of members', [ref('Pet'), ref('Loop')], {}, 'kind: cat,dog,puppy | loop'],
  [
    'with null as another member',
    [ref('Cat'), ref('Dog'), { type: 'null' }],
    {},
    'kind: cat | dog,puppy + 1',
  ],
  ['with a string as another member', [ref('Text'), ref('Cat'), ref('Dog')], {}, 'kind: cat | dog,puppy + 1'],
  [
    'by inline members',
    [
      { type: 'object', required: ['mode'], properties: { mode: { const: 'never' } } },
      { type: 'object', required: ['mode', 'after'], properties: { mode: { const: 'idle' }, after: {} } },
    ],
    {},
    'mode: never | idle',
  ],
  [
    'by numbers and booleans',
    [
      { required: ['v'], properties: { v: { const: 1 } } },
      { required: ['v'], properties: { v: { const: true } } },
      { required: ['v'], properties: { v: { const: '1' } } },
    ],
    {},
    'v: 1 | true | 1',
  ],
  [
    'by a declared property that is not required',
    [ref('Cat'), ref('Fish')],
    { discriminator: { propertyName: 'kind' } },
    'kind: cat | fish',
  ],
  [
    'by the name of a member without a value',
    [ref('Cat'), ref('Stone')],
    { discriminator: { propertyName: 'kind' } },
    'kind: cat | Stone',
  ],
  [
    'by the mapping of a member without a value',
    [ref('Cat'), ref('Stone')],
    {
      discriminator: {
        propertyName: 'kind',
        mapping: { rock: '#/components/schemas/Stone', pebble: 'Stone', cat: 'Cat' },
      },
    },
    'kind: cat | rock,pebble',
  ],
  [
    'by a property with strings before one with numbers',
    [
      { required: ['v', 't'], properties: { v: { const: 1 }, t: { const: 'a' } } },
      { required: ['v', 't'], properties: { v: { const: 2 }, t: { const: 'b' } } },
    ],
    {},
    't: a | b',
  ],
  [
    'by another property when the mapping gives two members one value',
    [ref('Cat'), ref('Dog')],
    { discriminator: { propertyName: 'size', mapping: { Dog: 'Cat' } } },
    'kind: cat | dog,puppy',
  ],
  [
    'with one member when it is declared',
    [ref('Cat')],
    { discriminator: { propertyName: 'kind' } },
    'kind: cat',
  ],
])('a union is tagged %s', (_name, members, owner, decision) => {
  expect(say(members, owner)).toBe(decision);
});

test.each<[string, readonly JsonSchema[], JsonObject]>([
  ['when the property may be missing', [ref('Cat'), ref('Fish')], {}],
  ['when a member accepts any value', [ref('Cat'), ref('Stone')], {}],
  ['when two members share a value', [ref('Cat'), ref('Kitten')], {}],
  ['when a member is anything', [ref('Cat'), ref('Dog'), true], {}],
  ['when a member is an unknown component', [ref('Cat'), ref('Ghost')], {}],
  ['with one object', [ref('Cat'), { type: 'null' }], {}],
  ['without objects', [{ type: 'string' }, { type: 'null' }], {}],
  [
    'by null',
    [
      { required: ['v'], properties: { v: { const: null } } },
      { required: ['v'], properties: { v: { const: 1 } } },
    ],
    {},
  ],
  [
    'when inline members have no value',
    [{ type: 'object' }, ref('Cat')],
    { discriminator: { propertyName: 'kind' } },
  ],
  ['when the declared property is malformed', [ref('Cat'), ref('Stone')], { discriminator: 'kind' }],
])('a union is not tagged %s', (_name, members, owner) => {
  expect(say(members, owner)).toBe('none');
});
