import { expect, it } from 'vitest';
import { scalarType } from '../../../generator/schema/keywords.ts';
import type { JsonSchema } from '../../../generator/json/documents.ts';

it.each<readonly [schema: JsonSchema, type: string | null]>([
  [{ type: 'string', minLength: 1 }, 'string'],
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ type: ['integer', 'number'] }, 'number'],
  [{ type: 'string', enum: ['a'] }, null],
  [{ type: 'object' }, null],
  [{}, null],
  [true, null],
])('the schema %j is the scalar %s', (schema, type) => {
  expect(scalarType(schema)).toBe(type);
});
