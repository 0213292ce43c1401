import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../../generator/schema/parameter-shape.ts';
import type { JsonSchema } from '../../../../generator/json/documents.ts';
import { ref } from '../support/documents.ts';

const declared: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ['Count', { type: 'integer', default: 5 }],
  ['Tags', { type: 'array', items: ref('Tag') }],
  ['Tag', { type: 'string', enum: ['a'] }],
  ['Loop', { anyOf: [ref('Loop'), { type: 'boolean' }] }],
]);

describe('the text of a parameter is parsed as', () => {
  const rows: readonly [schema: JsonSchema, kind: string, nullable: boolean, isList: boolean][] = [
    [{ type: 'string' }, 'string', false, false],
    [true, 'string', false, false],
    [{}, 'string', false, false],
    [{ type: 'integer' }, 'integer', false, false],
    [{ type: ['integer', 'null'] }, 'integer', true, false],
    [{ type: ['integer', 'number'] }, 'number', false, false],
    [{ type: ['integer', 'string'] }, 'string', false, false],
    [{ type: ['boolean', 'integer'] }, 'string', false, false],
    [{ type: 'boolean' }, 'boolean', false, false],
    [{ enum: [1, 2] }, 'integer', false, false],
    [{ const: 1.5 }, 'number', false, false],
    [{ enum: ['a', null] }, 'string', true, false],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer', true, false],
    [{ allOf: [ref('Count'), { minimum: 1 }] }, 'integer', false, false],
    [ref('Loop'), 'boolean', false, false],
    [{ type: 'array', items: { type: 'integer' } }, 'integer', false, true],
    [ref('Tags'), 'string', false, true],
    [{ type: 'array' }, 'string', false, true],
    [{ items: { type: 'integer' } }, 'integer', false, true],
    [{ type: 'array', items: { type: 'object' } }, 'object', false, true],
    [{ type: 'object' }, 'object', false, false],
    [{ properties: { a: {} } }, 'object', false, false],
    [{ type: ['array', 'string'] }, 'object', false, false],
  ];

  it.each(rows)('%j: %s', (schema, kind, nullable, isList) => {
    expect(shapeOf(schema, declared)).toMatchObject({ kind, nullable, isList });
  });

  it('a default is kept, also through a reference, and no default differs from null', () => {
    expect(shapeOf(ref('Count'), declared).default).toEqual({ value: 5 });
    expect(shapeOf({ default: null }, declared).default).toEqual({ value: null });
    expect(shapeOf({ type: 'string' }, declared).default).toBeNull();
  });
});
