import { describe, expect, test } from 'vitest';
import type { ParameterSpec } from '../../../templates/runtime/operation-spec.ts';
import { readParameters } from '../../../templates/runtime/read-parameters.ts';
import { anything, checkThat, parameter } from './support.ts';
import { processorTime } from '../../support/processor-time.ts';

interface Sent {
  readonly query?: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function read(parameters: readonly ParameterSpec[], { query = '', pathParams = {}, headers = {} }: Sent) {
  return readParameters(parameters, { query, pathParams, headers: { get: (name) => headers[name] ?? null } });
}

/** Reads one query parameter and returns its value, or the message of its only problem. */
function readOne(changes: Partial<ParameterSpec>, query: string): unknown {
  const { query: values, problems, mismatches } = read([parameter('p', changes)], { query });
  if (problems.length > 0) return `! ${problems.map(({ code, message }) => `${code} ${message}`).join('; ')}`;
  return mismatches.length > 0 ? '! mismatch' : values['p'];
}

describe('text is parsed according to its kind', () => {
  test.each<[ParameterSpec['kind'], string, unknown]>([
    ['string', 'p=abc', 'abc'],
    ['string', 'p=', ''],
    ['string', 'p', ''],
    ['string', 'p=5', '5'],
    ['string', 'p=a%20b%26c', 'a b&c'],
    ['string', 'p=a+b', 'a b'],
    ['string', 'p=a%2Bb', 'a+b'],
    ['string', 'p=a=b', 'a=b'],
    ['string', 'p=%C3%A9', 'é'],
    ['string', '%70=x', 'x'],
    ['integer', 'p=0', 0],
    ['integer', 'p=-0', 0],
    ['integer', 'p=007', 7],
    ['integer', 'p=-12', -12],
    ['integer', 'p=9007199254740991', 9007199254740991],
    ['number', 'p=1.5', 1.5],
    ['number', 'p=1e3', 1000],
    ['number', 'p=-0.25', -0.25],
    ['boolean', 'p=true', true],
    ['boolean', 'p=false', false],
    ['json', 'p=%7B%22a%22%3A%5B1%5D%7D', { a: [1] }],
    ['json', 'p=null', null],
  ])('%s %s', (kind, query, value) => {
    expect(readOne({ kind }, query)).toEqual(value);
  });

  test.each<[ParameterSpec['kind'], string, string]>([
    ['integer', 'p=abc', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=1.5', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=1e3', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=0x10', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=%201', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=1%0A', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=%2B1', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=null', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=%D9%A1', 'INVALID_TYPE p must be an integer'],
    ['integer', 'p=9007199254740993', 'TOO_LARGE p is too large'],
    ['integer', `p=${'9'.repeat(500)}`, 'TOO_LARGE p is too large'],
    ['number', 'p=', 'INVALID_TYPE p must be a number'],
    ['number', 'p=Infinity', 'INVALID_TYPE p must be a number'],
    ['number', 'p=NaN', 'INVALID_TYPE p must be a number'],
    ['number', 'p=.5', 'INVALID_TYPE p must be a number'],
    ['number', 'p=1e400', 'TOO_LARGE p is too large'],
    ['boolean', 'p=1', 'INVALID_TYPE p must be true or false'],
    ['boolean', 'p=True', 'INVALID_TYPE p must be true or false'],
    ['boolean', 'p=', 'INVALID_TYPE p must be true or false'],
    [
      'json',
      'p=%7B',
      'INVALID_TYPE p is not valid JSON: expected a property name in double quotes at line 1, column 2',
    ],
    [
      'json',
      'p=%7B%22__proto__%22%3A1%7D',
      'INVALID_TYPE p contains __proto__, which is not an allowed name',
    ],
    ['json', `p=${'['.repeat(100)}${']'.repeat(100)}`, 'INVALID_TYPE p nests deeper than 64 levels'],
    ['string', 'p=%', 'INVALID_VALUE p has a broken percent-encoding'],
    ['string', 'p=%zz', 'INVALID_VALUE p has a broken percent-encoding'],
    ['string', 'p=%c3%28', 'INVALID_VALUE p has a broken percent-encoding'],
    ['string', 'p=a&p=b', 'DUPLICATE_PARAMETER p is given more than once'],
  ])('%s %s is rejected', (kind, query, problem) => {
    expect(readOne({ kind }, query)).toBe(`! ${problem}`);
  });
});

test.each([
  [{}, '', undefined],
  [{ required: true }, '', '! MISSING_REQUIRED_FIELD p is required'],
  [{ default: '20' }, '', '20'],
  [{ default: null }, 'other=1', null],
  [{ kind: 'integer' as const, default: 50 }, '', 50],
  [{ kind: 'integer' as const, default: 50 }, 'p=3', 3],
])('an absent parameter with spec %j and query %j is %j', (changes, query, value) => {
  expect(readOne(changes, query)).toEqual(value);
});

describe('an empty value', () => {
  test('of a nullable parameter is null', () => {
    expect(readOne({ kind: 'integer', nullable: true }, 'p=')).toBeNull();
    expect(readOne({ nullable: true }, 'p')).toBeNull();
  });

  test('is not the default', () => {
    expect(readOne({ kind: 'integer', nullable: true, default: 5 }, 'p=')).toBeNull();
  });
});

describe('a list', () => {
  test.each([
    ['p=1&p=2&p=3', [1, 2, 3]],
    ['p=1', [1]],
    ['', undefined],
    ['p=1&p=x', '! INVALID_TYPE p must be an integer'],
  ])('is read from the query %s', (query, value) => {
    expect(readOne({ kind: 'integer', repeated: true }, query)).toEqual(value);
  });

  test('is comma-separated in a path or a header', () => {
    const parameters = [
      parameter('ids', { in: 'path', repeated: true, kind: 'integer' }),
      parameter('X-Tags', { in: 'header', repeated: true }),
    ];
    const found = read(parameters, { pathParams: { ids: '1,2' }, headers: { 'x-tags': 'a, b' } });
    expect(found.path).toEqual({ ids: [1, 2] });
    expect(found.headers).toEqual({ 'X-Tags': ['a', 'b'] });
  });
});

describe('parameters are read from their location', () => {
  const parameters = [
    parameter('id', { in: 'path', required: true }),
    parameter('id', { in: 'query' }),
    parameter('idempotency-key', { in: 'header' }),
    parameter('session', { in: 'cookie' }),
  ];

  test('and keep the names of the document', () => {
    const found = read(parameters, {
      pathParams: { id: 'p1' },
      query: 'id=q1',
      headers: { 'idempotency-key': 'k', cookie: 'a=b; session="s 1"; broken; =x' },
    });
    expect(found).toMatchObject({
      ...{
        path: { id: 'p1' },
        query: { id: 'q1' },
        headers: { 'idempotency-key': 'k' },
        cookies: { session: 's 1' },
      },
      ...{ problems: [], mismatches: [] },
    });
  });

  test('and unknown ones are ignored, even malformed and repeated ones', () => {
    const found = read(parameters, {
      pathParams: { id: 'x' },
      query: 'z=%zz&z=2&&=&%zz=1&__proto__=x&constructor=y',
    });
    expect(found.problems).toEqual([]);
    expect(found.query).toEqual({});
  });

  test('and are never inherited', () => {
    const found = read(
      [parameter('toString', { in: 'path' }), parameter('constructor', { required: true })],
      {},
    );
    expect(found.path).toEqual({});
    expect(found.problems.map(({ message }) => message)).toEqual(['constructor is required']);
  });
});

test('a value that violates its schema is reported with its name', () => {
  const check = checkThat((value) => value === 'a');
  const { mismatches, query } = read([parameter('p', { check }), parameter('q', { check: anything })], {
    query: 'p=b&q=1',
  });
  expect(mismatches).toEqual([{ check, value: 'b', prefix: 'p' }]);
  expect(query).toEqual({ q: '1' });
});

test('every problem is reported, not only the first', () => {
  const parameters = [
    parameter('a', { required: true }),
    parameter('b', { kind: 'integer' }),
    parameter('c', { kind: 'boolean' }),
  ];
  expect(read(parameters, { query: 'b=x&c=y' }).problems.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
});

test('a query of a hundred thousand pairs is parsed quickly', () => {
  const query = 'p=1&'.repeat(100_000);
  expect(processorTime(() => read([parameter('p')], { query }))).toBeLessThan(1_000);
});
