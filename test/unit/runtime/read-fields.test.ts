/** How lists and objects are parsed from a query or a form. */
import { describe, expect, test } from 'vitest';
import type { FieldSpec, PropertiesSpec } from '../../../templates/runtime/operation-spec.ts';
import { readField, readForm, type FieldReading } from '../../../templates/runtime/read-fields.ts';
import { splitQuery } from '../../../templates/runtime/request-texts.ts';
import { processorTime } from '../../support/processor-time.ts';

const plain = (kind: FieldSpec['kind'] = 'string', more: Partial<FieldSpec> = {}): FieldSpec => ({
  kind,
  ...more,
});
const listOf = (list: FieldSpec['list'], kind: FieldSpec['kind'] = 'integer'): FieldSpec =>
  plain(kind, { repeated: true, ...(list === undefined ? {} : { list }) });
const object = (fields: Record<string, FieldSpec>, style: PropertiesSpec['style'] = 'brackets'): FieldSpec =>
  plain('json', { properties: { style, fields } });

function read(field: FieldSpec, query: string): unknown {
  return textOf(readField('p', field, splitQuery(query)));
}

function readEncoded(field: FieldSpec, query: string): unknown {
  return textOf(
    readField(
      'p',
      field,
      splitQuery(query, (text) => text),
    ),
  );
}

function textOf(reading: FieldReading): unknown {
  if (reading.kind === 'error') return `! ${reading.code} ${reading.path} ${reading.detail}`;
  return reading.kind === 'value' ? reading.value : undefined;
}

describe('a list in a single value', () => {
  test.each<[separator: string, string, unknown]>([
    [',', 'p=1,2,3', [1, 2, 3]],
    [',', 'p=7', [7]],
    [',', 'p=', []],
    [',', 'p=1%2C2', [1, 2]],
    [' ', 'p=1%202', [1, 2]],
    ['|', 'p=1|2', [1, 2]],
    [',', '', undefined],
    [',', 'p=1&p=2', '! DUPLICATE_PARAMETER p is given more than once'],
    [',', 'p=1,x', '! INVALID_TYPE p must be an integer'],
    ['|', 'p=%zz', '! INVALID_VALUE p has a broken percent-encoding'],
  ])('with separator "%s": %s', (separator, query, value) => {
    const field = plain('integer', { repeated: true, joined: { separator, isEncoded: true } });
    expect(readEncoded(field, query)).toEqual(value);
  });

  test('has items that contain the separator', () => {
    const field = plain('string', { repeated: true, joined: { separator: ',', isEncoded: true } });
    expect(readEncoded(field, 'p=a%2Cb,c')).toEqual(['a,b', 'c']);
  });
});

describe('a list in brackets', () => {
  test.each([
    ['p[]=1&p[]=2', [1, 2]],
    ['p[0]=1&p[1]=2', [1, 2]],
    ['p%5B%5D=1', [1]],
    ['p=1&p=2', [1, 2]],
    ['p[0]=x', '! INVALID_TYPE p[0] must be an integer'],
    ['p[a]=1', '! INVALID_TYPE p must be a list'],
    ['q[]=1', undefined],
  ])('%s', (query, value) => {
    expect(read(listOf('brackets'), query)).toEqual(value);
  });

  test('can contain objects', () => {
    const field: FieldSpec = {
      ...listOf('brackets', 'json'),
      properties: { style: 'brackets', fields: { price: plain(), quantity: plain('integer') } },
    };
    expect(read(field, 'p[0][price]=a&p[0][quantity]=2&p[1][price]=b')).toEqual([
      { price: 'a', quantity: 2 },
      { price: 'b' },
    ]);
    expect(read(field, 'p[0][quantity]=two')).toBe('! INVALID_TYPE p[0].quantity must be an integer');
    expect(read(field, 'p=')).toBe('');
  });
});

describe('an object', () => {
  const range = object({ from: plain('integer'), to: plain('integer', { nullable: true }) });

  test.each([
    ['p[from]=1&p[to]=', { from: 1, to: null }],
    ['p[from]=1&p[other]=x', { from: 1, other: 'x' }],
    ['q=1', undefined],
    ['p={"from":1}', { from: 1 }],
    ['p=1&p[from]=1', '! INVALID_VALUE p is set both as a value and by its properties'],
    ['p[from]=1&p[from]=2', '! DUPLICATE_PARAMETER p.from is given more than once'],
    ['p[from]=x', '! INVALID_TYPE p.from must be an integer'],
    ['p[__proto__]=x', '! INVALID_VALUE p.__proto__ is not an allowed name'],
    ['p[from', undefined],
  ])('in brackets: %s', (query, value) => {
    expect(read(range, query)).toEqual(value);
  });

  test('in brackets can contain objects and lists', () => {
    const field = object({ shipping: object({ city: plain(), tags: listOf('brackets', 'string') }) });
    expect(read(field, 'p[shipping][city]=Oslo&p[shipping][tags][0]=a&p[shipping][tags][]=b')).toEqual({
      shipping: { city: 'Oslo', tags: ['a', 'b'] },
    });
  });

  test('can also be a primitive value', () => {
    const created = { ...range, kind: 'integer' as const };
    expect([read(created, 'p=5'), read(created, 'p[from]=5')]).toEqual([5, { from: 5 }]);
  });

  test('can have each property under its own name', () => {
    const own = object({ from: plain('integer'), tags: listOf(undefined, 'string') }, 'own');
    expect(read(own, 'from=1&tags=a&tags=b&other=x')).toEqual({ from: 1, tags: ['a', 'b'] });
    expect(read(own, 'other=x')).toBeUndefined();
  });

  test('can be a map under the names of its properties', () => {
    const map = plain('json', {
      properties: { style: 'own', fields: {}, rest: plain('integer'), except: ['limit'] },
    });
    expect(read(map, 'a=1&b=2&limit=5')).toEqual({ a: 1, b: 2 });
    expect(read(map, 'limit=5')).toBeUndefined();
    expect(read(map, 'a=x')).toBe('! INVALID_TYPE p.a must be an integer');
  });
});

describe('a form', () => {
  const form: PropertiesSpec = {
    style: 'brackets',
    fields: { count: plain('integer'), options: plain('json') },
  };
  test.each([
    ['count=2&options={"a":1}', { count: 2, options: { a: 1 } }],
    ['name=Zo%C3%AB+B', { name: 'Zoë B' }],
    ['', {}],
  ])('%s', (text, value) => {
    expect(readForm(form, splitQuery(text))).toEqual({ kind: 'value', value });
  });

  test('leaves out the names that belong to an object', () => {
    const fields = { place: object({ city: plain() }, 'own'), name: plain() };
    const reading = readForm({ style: 'brackets', fields, except: ['city'] }, splitQuery('city=Oslo&name=n'));
    expect(reading).toEqual({ kind: 'value', value: { place: { city: 'Oslo' }, name: 'n' } });
  });

  test('with many items is read in linear time', () => {
    const fields = { items: { ...listOf('brackets', 'json'), ...object({ price: plain('integer') }) } };
    const text = Array.from({ length: 20_000 }, (_, index) => `items[${index}][price]=1`).join('&');
    const time = processorTime(() => {
      expect(readForm({ style: 'brackets', fields }, splitQuery(text)).kind).toBe('value');
    });
    expect(time).toBeLessThan(3_000);
  });

  test('reports the field that cannot be read', () => {
    expect(readForm(form, splitQuery('count=two'))).toMatchObject({ kind: 'error', path: 'count' });
    expect(readForm(form, splitQuery('__proto__=1'))).toMatchObject({ kind: 'error', path: '__proto__' });
  });
});
