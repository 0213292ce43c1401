/** Rewriting a schema keeps the nodes in which nothing changes. */
import { expect, it } from 'vitest';
import { inOneDirection } from '../../../../generator/schema/one-direction.ts';
import { rewriteReferences } from '../../../../generator/schema/rewrite-references.ts';
import { mapSubschemas } from '../../../../generator/schema/walk.ts';
import type { JsonObject, JsonSchema } from '../../../../generator/json/documents.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['a'],
  properties: { a: { $ref: '#/components/schemas/A' }, ['__proto__']: { type: 'string' } },
  items: [{ type: 'string' }],
};

it('a schema stays the same node if no schema inside it changes', () => {
  expect(mapSubschemas(schema, (inside) => inside)).toBe(schema);
  expect(inOneDirection(schema, 'readOnly', (name) => name, new Map())).toBe(schema);
});

it('only the schemas around a change are new nodes', () => {
  const inner: JsonObject = { properties: { x: { type: 'string' } } };
  const change = (each: JsonSchema): JsonSchema => (each === inner ? each : { not: each });
  const changed = mapSubschemas({ properties: { inner, ['__proto__']: { type: 'null' } } }, change);
  const properties = changed['properties'] as JsonObject;
  expect(properties['inner']).toBe(inner);
  expect(Object.entries(properties)[1]).toEqual(['__proto__', { not: { type: 'null' } }]);
});

it('a reference comes first even if it does not change', () => {
  const unordered = { description: 'x', $ref: '#/components/schemas/A' };
  expect(Object.keys(rewriteReferences(unordered, (reference) => reference))).toEqual([
    '$ref',
    'description',
  ]);
});
