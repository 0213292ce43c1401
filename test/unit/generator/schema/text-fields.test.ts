/** Which values can be read from text fields, and how. */
import { describe, expect, it } from 'vitest';
import { fieldOf, formOf, joinedFieldOf, spreadingOf } from '../../../../generator/schema/text-fields.ts';
import type { JsonSchema } from '../../../../generator/json/documents.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'integer' };
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
const declared = new Map<string, JsonSchema>([
  ['Circle', object({ next: { $ref: '#/components/schemas/Circle' } })],
]);
const plain = { nullable: false, repeated: false, list: null, properties: null, joined: null };

function nested(levels: number): JsonSchema {
  return levels === 0 ? text : object({ a: nested(levels - 1) });
}

describe('a parameter', () => {
  it.each<[string, JsonSchema, object | null]>([
    ['form, exploded', listOf(number), { kind: 'integer', repeated: true, list: null }],
    ['form, exploded', { anyOf: [listOf(text), text] }, { kind: 'string', repeated: true, list: null }],
    ['deepObject', listOf(text), { list: 'brackets' }],
    ['form, exploded', { type: 'object', additionalProperties: false }, null],
    ['form, exploded', object({}), { properties: { style: 'own', fields: {}, rest: { kind: 'string' } } }],
    [
      'deepObject',
      { type: 'object', additionalProperties: number },
      { properties: { rest: { kind: 'integer' } } },
    ],
    ['deepObject', { anyOf: [listOf(number), text] }, null],
    ['deepObject', { anyOf: [listOf(object({ a: number })), text] }, { repeated: true, list: 'brackets' }],
    ['deepObject', { $ref: '#/components/schemas/Circle' }, null],
    ['deepObject', listOf(object({ a: number })), { repeated: true, list: 'brackets' }],
    ['form, exploded', listOf(object({ a: number })), null],
  ])('in style %s, with %j', (style, schema, wanted) => {
    const field = fieldOf(schema, spreadingOf(style), declared);
    if (wanted === null) expect(field).toBeNull();
    else expect(field).toMatchObject(wanted);
  });

  const list = { kind: 'string', repeated: true };
  const properties = { properties: { style: 'joined', fields: { a: { kind: 'integer' } } } };
  const joined = (separator: string, prefix = '', pairs = false): object => ({ prefix, separator, pairs });
  it.each<[string, 'query' | 'path' | 'header' | 'cookie', JsonSchema, object | null, object | null]>([
    ['form', 'query', listOf(text), list, joined(',')],
    ['spaceDelimited', 'query', listOf(text), list, joined(' ')],
    ['pipeDelimited', 'query', object({ a: number }), properties, joined('|')],
    ['form', 'cookie', object({ a: number }), properties, joined(',')],
    ['simple', 'path', listOf(text), list, joined(',')],
    ['simple, exploded', 'header', object({ a: number }), properties, joined(',', '', true)],
    ['label', 'path', text, { kind: 'string', repeated: false }, joined(',', '.')],
    ['label, exploded', 'path', listOf(text), list, joined('.', '.')],
    ['matrix', 'path', listOf(text), list, joined(',', ';p=')],
    ['matrix, exploded', 'path', listOf(text), list, joined(';p=', ';p=')],
    ['matrix, exploded', 'path', object({ a: number }), properties, joined(';', ';', true)],
    ['simple', 'path', text, { kind: 'string', repeated: false }, null],
    ['form', 'query', listOf(object({ a: number })), null, null],
    ['form', 'query', object({ a: listOf(number) }), null, null],
  ])('in style %s of a %s in one text, with %j', (style, place, schema, field, expected) => {
    const found = joinedFieldOf(schema, { name: 'p', in: place, style }, declared);
    if (field === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ ...field, joined: expected });
  });

  it.each(['form, exploded', 'deepObject'])('in style %s of a query has several texts', (style) => {
    expect(joinedFieldOf(listOf(text), { name: 'p', in: 'query', style }, declared)).toBeUndefined();
  });

  it('has the properties of all parts of its object', () => {
    const schema: JsonSchema = {
      allOf: [object({ a: number }), { oneOf: [object({ b: text }), object({ b: number })] }],
    };
    expect(fieldOf(schema, spreadingOf('deepObject'), declared)?.properties).toEqual({
      style: 'brackets',
      fields: { a: { ...plain, kind: 'integer' }, b: { ...plain, kind: 'string' } },
      rest: null,
      except: [],
    });
  });

  it('can be an object or a plain value', () => {
    const schema: JsonSchema = { anyOf: [number, object({ gt: number })] };
    expect(fieldOf(schema, spreadingOf('deepObject'), declared)).toMatchObject({
      kind: 'integer',
      properties: { fields: { gt: { kind: 'integer' } } },
    });
  });

  it.each([
    [4, true],
    [5, false],
  ])('with %d nested objects is supported: %s', (levels, isRead) => {
    expect(fieldOf(nested(levels), spreadingOf('deepObject'), declared) !== null).toBe(isRead);
  });

  it('with too many properties is not split into fields', () => {
    const many = object(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`m${n}`, text])));
    expect(fieldOf(many, spreadingOf('deepObject'), declared)).toBeNull();
  });
});

describe('a form', () => {
  it('writes a nested value as JSON unless its encoding sets a style', () => {
    const schema = object({
      name: text,
      tags: listOf(text),
      range: object({ from: number }),
      items: listOf(object({})),
    });
    expect(formOf(schema, new Map([['range', 'deepObject']]), 'form', declared)?.fields).toMatchObject({
      name: { kind: 'string', repeated: false },
      tags: { kind: 'string', repeated: true, list: null },
      range: { properties: { style: 'brackets', fields: { from: { kind: 'integer' } } } },
      items: { kind: 'json', repeated: true },
    });
  });

  it('may have a string instead of a list of objects', () => {
    const schema = object({ items: { anyOf: [listOf(object({ a: number })), { enum: [''] }] } });
    expect(formOf(schema, new Map([['items', 'deepObject']]), 'form', declared)?.fields).toMatchObject({
      items: { repeated: true, list: 'brackets', properties: { fields: { a: { kind: 'integer' } } } },
    });
  });

  it('with a recursive schema is written as JSON', () => {
    const schema = object({ circle: { $ref: '#/components/schemas/Circle' } });
    expect(formOf(schema, new Map([['circle', 'deepObject']]), 'form', declared)).not.toBeNull();
  });

  it.each([
    ['form', true],
    ['multipart', false],
  ] as const)('in %s has objects in one text', (place, isEncoded) => {
    const schema = object({ color: object({ R: number }), rows: listOf(object({ a: number })) });
    const styles = new Map([
      ['color', 'form'],
      ['rows', 'form'],
    ]);
    expect(formOf(schema, styles, place, declared)?.fields).toMatchObject({
      color: { properties: { style: 'joined', fields: { R: { kind: 'integer' } } }, joined: { isEncoded } },
      rows: { kind: 'json', repeated: true, joined: null },
    });
  });

  it('with an object under the names of its properties does not have them itself', () => {
    const schema = object({ place: object({ city: text }), name: text });
    expect(formOf(schema, new Map([['place', 'form, exploded']]), 'form', declared)).toMatchObject({
      style: 'brackets',
      except: ['city'],
    });
    const open = object({ place: { type: 'object', additionalProperties: text }, name: text });
    expect(formOf(open, new Map([['place', 'form, exploded']]), 'form', declared)).toMatchObject({
      style: 'own',
      fields: { place: { properties: { except: ['name'] } } },
    });
  });
});
