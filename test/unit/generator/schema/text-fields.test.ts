/** Which values can be read from text fields, and how. */
import { describe, expect, it } from 'vitest';
import { fieldOf, formOf, spreadingOf } from '../../../../generator/schema/text-fields.ts';
import type { JsonSchema } from '../../../../generator/source/documents.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'integer' };
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const declared = new Map<string, JsonSchema>([
  ['Circle', object({ next: { $ref: '#/components/schemas/Circle' } })],
]);
const plain = { nullable: false, repeated: false, list: null, members: null };

/** Nests objects to the given depth. */
function nested(levels: number): JsonSchema {
  return levels === 0 ? text : object({ a: nested(levels - 1) });
}

describe('a parameter', () => {
  it.each<[string, 'query' | 'path' | 'header' | 'cookie', JsonSchema, object | null]>([
    ['form, exploded', 'query', listOf(number), { kind: 'integer', repeated: true, list: null }],
    ['form', 'query', listOf(number), { kind: 'integer', repeated: true, list: 'commas' }],
    ['spaceDelimited', 'query', listOf(text), { list: 'spaces' }],
    ['pipeDelimited', 'query', listOf(text), { list: 'pipes' }],
    ['deepObject', 'query', listOf(text), { list: 'brackets' }],
    ['simple', 'path', listOf(text), { repeated: true, list: null }],
    ['simple, exploded', 'header', listOf(text), { repeated: true, list: null }],
    ['matrix', 'path', listOf(text), null],
    ['form, exploded', 'cookie', listOf(text), null],
    ['form', 'query', object({ a: text }), null],
    ['simple', 'header', object({ a: text }), null],
    ['form, exploded', 'query', object({}), null],
    ['deepObject', 'query', { anyOf: [listOf(text), text] }, null],
    ['deepObject', 'query', { $ref: '#/components/schemas/Circle' }, null],
    ['deepObject', 'query', listOf(object({ a: number })), { repeated: true, list: 'brackets' }],
    ['form, exploded', 'query', listOf(object({ a: number })), null],
    ['matrix', 'path', text, { ...plain, kind: 'string' }],
  ])('in style %s of a %s, with %j', (style, place, schema, wanted) => {
    const field = fieldOf(schema, spreadingOf(style, place), declared);
    if (wanted === null) expect(field).toBeNull();
    else expect(field).toMatchObject(wanted);
  });

  it('has the properties of all parts of its object', () => {
    const schema: JsonSchema = {
      allOf: [object({ a: number }), { oneOf: [object({ b: text }), object({ b: number })] }],
    };
    expect(fieldOf(schema, spreadingOf('deepObject', 'query'), declared)?.members).toEqual({
      style: 'brackets',
      fields: { a: { ...plain, kind: 'integer' }, b: { ...plain, kind: 'string' } },
    });
  });

  it('can be an object or a plain value', () => {
    const schema: JsonSchema = { anyOf: [number, object({ gt: number })] };
    expect(fieldOf(schema, spreadingOf('deepObject', 'query'), declared)).toMatchObject({
      kind: 'integer',
      members: { fields: { gt: { kind: 'integer' } } },
    });
  });

  it.each([
    [4, true],
    [5, false],
  ])('with %d nested objects is supported: %s', (levels, isRead) => {
    expect(fieldOf(nested(levels), spreadingOf('deepObject', 'query'), declared) !== null).toBe(isRead);
  });

  it('with too many properties is not split into fields', () => {
    const many = object(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`m${n}`, text])));
    expect(fieldOf(many, spreadingOf('deepObject', 'query'), declared)).toBeNull();
  });
});

describe('a form', () => {
  const usual = { list: 'one', members: null, isJson: true } as const;
  const deep = { ...spreadingOf('deepObject', 'query'), isJson: true };

  it('writes a nested value as JSON unless its encoding sets a style', () => {
    const schema = object({
      name: text,
      tags: listOf(text),
      range: object({ from: number }),
      items: listOf(object({})),
    });
    expect(formOf(schema, new Map([['range', deep]]), usual, declared)?.fields).toMatchObject({
      name: { kind: 'string', repeated: false },
      tags: { kind: 'string', repeated: true, list: null },
      range: { members: { style: 'brackets', fields: { from: { kind: 'integer' } } } },
      items: { kind: 'json', repeated: true },
    });
  });

  it('with a recursive schema is written as JSON', () => {
    const schema = object({ circle: { $ref: '#/components/schemas/Circle' } });
    expect(formOf(schema, new Map([['circle', deep]]), usual, declared)).not.toBeNull();
  });
});
