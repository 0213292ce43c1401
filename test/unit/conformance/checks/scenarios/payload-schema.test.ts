/**
 * What a schema that is known at run time says of a value: little, and nothing wrong.
 */
import { expect, it } from 'vitest';
import {
  findMisfits,
  inventObject,
} from '../../../../../conformance/checks/scenarios/events/payload-schema.ts';

const misfits: readonly (readonly [
  description: string,
  schema: unknown,
  value: unknown,
  paths: readonly string[],
])[] = [
  ['a text is a string', { type: 'string' }, 'a', []],
  ['a number is no string', { type: 'string' }, 1, ['']],
  ['1.0 is an integer', { type: 'integer' }, 1, []],
  ['1.5 is none', { type: 'integer' }, 1.5, ['']],
  ['null is among several types', { type: ['number', 'null'] }, null, []],
  ['a list is no object', { type: 'object' }, [], ['']],
  ['a type that nobody knows fits all', { type: 'instant' }, 1, []],
  ['a member may be missing', { properties: { a: { type: 'string' } } }, {}, []],
  ['a required one may not', { required: ['a'] }, {}, ['a']],
  [
    'members are looked into',
    { properties: { a: { properties: { b: { type: 'string' } } } } },
    { a: { b: 1 } },
    ['a.b'],
  ],
  ['a value out of the list', { enum: ['x', 'y'] }, 'z', ['']],
  ['a value of the list', { enum: ['x', { y: 1 }] }, { y: 1 }, []],
  ['another value than the only one', { const: 'x' }, 'y', ['']],
  ['items of a list', { items: { type: 'string' } }, ['a', 1], ['1']],
  ['items that differ by place are passed over', { prefixItems: [{}], items: false }, ['a'], []],
  ['what is forbidden', { properties: { a: false } }, { a: 1 }, ['a']],
  ['keywords that are not known', { minLength: 9, pattern: '^z', not: {} }, 'a', []],
  ['a schema that is none', 'anything', 1, []],
];

it.each(misfits)('%s', (_, schema, value, paths) => {
  expect(findMisfits(schema, value).map(({ path }) => path)).toEqual(paths);
});

it('makes up what is required, by type, and of the rest what the schema names', () => {
  const schema = {
    properties: {
      text: { type: 'string' },
      count: { type: 'integer', minimum: 3 },
      choice: { enum: ['one', 'two'] },
      agentId: { type: 'string' },
    },
    required: ['text', 'count', 'choice'],
  };
  const made = inventObject(schema, { agentId: 'agent_1', flowId: 'flow_1' });
  expect(made).toEqual({ text: 'Made by a check', count: 3, choice: 'one', agentId: 'agent_1' });
  expect(findMisfits(schema, made)).toEqual([]);
});
