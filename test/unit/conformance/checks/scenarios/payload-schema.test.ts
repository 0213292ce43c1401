/** Validation with the schemas of a catalogue: unknown keywords are ignored. */
import { expect, it } from 'vitest';
import {
  findMismatches,
  createObject,
} from '../../../../../conformance/agent-platform/scenarios/events/payload-schema.ts';

it.each<[schema: unknown, value: unknown, ...paths: string[]]>([
  [{ type: 'string' }, 'a'],
  [{ type: 'string' }, 1, ''],
  [{ type: 'integer' }, 1],
  [{ type: 'integer' }, 1.5, ''],
  [{ type: ['number', 'null'] }, null],
  [{ type: 'object' }, [], ''],
  [{ type: 'instant' }, 1],
  [{ properties: { a: { type: 'string' } } }, {}],
  [{ required: ['a'] }, {}, 'a'],
  [{ properties: { a: { properties: { b: { type: 'string' } } } } }, { a: { b: 1 } }, 'a.b'],
  [{ enum: ['x', 'y'] }, 'z', ''],
  [{ enum: ['x', { y: 1 }] }, { y: 1 }],
  [{ const: 'x' }, 'y', ''],
  [{ items: { type: 'string' } }, ['a', 1], '1'],
  [{ prefixItems: [{}], items: false }, ['a']],
  [{ properties: { a: false } }, { a: 1 }, 'a'],
  [{ minLength: 9, pattern: '^z', not: {} }, 'a'],
  ['anything', 1],
])('%j of %j is reported at %s', (schema, value, ...paths) => {
  expect(findMismatches(schema, value).map(({ path }) => path)).toEqual(paths);
});

it('generates required values by type, and uses the given ones', () => {
  const schema = {
    properties: {
      text: { type: 'string' },
      count: { type: 'integer', minimum: 3 },
      choice: { enum: ['one', 'two'] },
      agentId: { type: 'string' },
    },
    required: ['text', 'count', 'choice'],
  };
  const made = createObject(schema, { agentId: 'agent_1', flowId: 'flow_1' });
  expect(made).toEqual({ text: 'Made by a check', count: 3, choice: 'one', agentId: 'agent_1' });
  expect(findMismatches(schema, made)).toEqual([]);
});
