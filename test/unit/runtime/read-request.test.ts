import { describe, expect, test } from 'vitest';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import { readRequest, type ReadResult } from '../../../templates/runtime/server/read-request.ts';
import { schemaCheck } from '../../../templates/runtime/schema-check.ts';
import { anything, checkThat, jsonBody, operation, parameter } from './support.ts';

interface Sent {
  readonly body?: string | Uint8Array;
  readonly contentType?: string | null;
  readonly query?: string;
  readonly depth?: number;
}

function read(
  spec: OperationSpec,
  { body, contentType = 'application/json', query = '', depth }: Sent,
): Promise<ReadResult> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? null);
  const raw = { pathParams: {}, query, headers: { get: () => null }, body: bytes, contentType };
  return Promise.resolve(readRequest(spec, raw, depth === undefined ? {} : { depth }));
}

const post = operation({ method: 'POST', body: jsonBody() });

/** Returns the body that was read, or the reason why there is none. */
async function bodyOf(spec: OperationSpec, sent: Sent): Promise<unknown> {
  const result = await read(spec, sent);
  if (result.ok) return result.request.body;
  return `! ${result.reason}: ${result.problems.map(({ message }) => message).join('; ')}`;
}

describe('a JSON body', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    [' [1, 2]\n', [1, 2]],
    ['null', null],
    ['"text"', 'text'],
    ['\ufeff{"a":1}', { a: 1 }],
    ['{"constructor":"Ann","prototype":1}', { constructor: 'Ann', prototype: 1 }],
  ])('%s', async (body, value) => {
    expect(await bodyOf(post, { body })).toEqual(value);
  });

  test.each([
    ['{"a":}', '! malformed-json: body is not valid JSON: expected a value at line 1, column 6'],
    [
      '{"a":1,\n}',
      '! malformed-json: body is not valid JSON: expected a property name in double quotes at line 2, column 1',
    ],
    [
      '{',
      '! malformed-json: body is not valid JSON: expected a property name in double quotes at line 1, column 2',
    ],
    ['{"__proto__":{"admin":true}}', '! proto: __proto__ is not an allowed name'],
    [String.raw`{"a":{"\u005f_proto__":1}}`, '! proto: a.__proto__ is not an allowed name'],
    ['{"constructor":{"prototype":{}}}', '! proto: constructor.prototype is not an allowed name'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, '! depth: body nests deeper than 64 levels'],
    ['['.repeat(200_000), '! depth: body nests deeper than 64 levels'],
    ['{"a":'.repeat(200_000), '! depth: body nests deeper than 64 levels'],
  ])('%.40s is rejected', async (body, problem) => {
    expect(await bodyOf(post, { body })).toBe(problem);
  });

  test('can be nested up to the depth limit', async () => {
    const nested = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(await bodyOf(post, { body: nested })).toEqual(JSON.parse(nested));
    expect(await bodyOf(post, { body: '[[]]', depth: 1 })).toBe('! depth: body nests deeper than 1 levels');
  });

  test.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc3, 0x28, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0xff, 0xfe, 0x31, 0]],
  ])('with the bytes %j is rejected as invalid UTF-8', async (bytes) => {
    expect(await bodyOf(post, { body: Uint8Array.from(bytes) })).toBe('! encoding: body is not valid UTF-8');
  });

  test('keeps undeclared properties and gets no defaults', async () => {
    expect(await bodyOf(post, { body: '{"unknown":1}' })).toEqual({ unknown: 1 });
  });
});

describe('a missing body', () => {
  test('is reported if the operation requires one', async () => {
    expect(await bodyOf(post, {})).toBe('! missing-body: body is required');
    expect(await bodyOf(post, { body: '' })).toBe('! missing-body: body is required');
  });

  test('is accepted if the body is optional, whatever the media type', async () => {
    const optional = operation({ body: jsonBody({ required: false }) });
    expect(await bodyOf(optional, { contentType: null })).toBeUndefined();
    expect(await bodyOf(optional, { body: '', contentType: 'text/weird' })).toBeUndefined();
  });

  test('is expected if the operation declares none: a sent body is ignored', async () => {
    expect(await bodyOf(operation(), { body: '{', contentType: 'application/json' })).toBeUndefined();
  });
});

describe('the media type', () => {
  const content = (...types: string[]) =>
    operation({ body: { required: true, content: types.map((mediaType) => ({ mediaType, check: null })) } });

  test.each([
    ['application/json', '1', 1],
    ['APPLICATION/JSON', '1', 1],
    ['application/json; charset=utf-8', '1', 1],
    [null, '1', 1],
  ])('%j is JSON', async (contentType, body, value) => {
    expect(await bodyOf(post, { body, contentType })).toBe(value);
  });

  test.each([
    [
      'text/plain',
      '! content-type: body was sent with Content-Type text/plain; this operation takes application/json',
    ],
    [
      'application/jsonx',
      '! content-type: body was sent with Content-Type application/jsonx; this operation takes application/json',
    ],
  ])('%j is rejected', async (contentType, problem) => {
    expect(await bodyOf(post, { body: '1', contentType })).toBe(problem);
  });

  test('selects text for text types and bytes for all others', async () => {
    expect(await bodyOf(content('text/*'), { body: 'é', contentType: 'text/csv' })).toBe('é');
    expect(await bodyOf(content('*/*'), { body: 'ab', contentType: 'image/png' })).toEqual(
      Uint8Array.of(97, 98),
    );
    expect(
      await bodyOf(content('application/octet-stream'), {
        body: 'ab',
        contentType: 'application/octet-stream',
      }),
    ).toEqual(Uint8Array.of(97, 98));
  });

  test('can be omitted only if the operation accepts JSON or any type', async () => {
    expect(await bodyOf(content('text/plain'), { body: 'x', contentType: null })).toContain('! content-type');
    expect(await bodyOf(content('*/*'), { body: 'x', contentType: null })).toEqual(Uint8Array.of(120));
  });

  test('is truncated when it is echoed', async () => {
    const problem = await bodyOf(post, { body: '1', contentType: `x/${'y'.repeat(100_000)}` });
    expect(String(problem).length).toBeLessThan(500);
  });
});

describe('a form', () => {
  const mediaType = 'application/x-www-form-urlencoded';
  const form = {
    style: 'brackets',
    fields: { count: { kind: 'integer' }, tags: { kind: 'string', repeated: true } },
  } as const;
  const named = checkThat((value) => typeof value === 'object' && value !== null && 'name' in value, {
    keyword: 'required',
    params: { missingProperty: 'name' },
  });
  const spec = operation({
    method: 'POST',
    body: { required: true, content: [{ mediaType, check: named, form }] },
  });

  test.each([
    ['name=Zo%C3%AB+B&count=2&tags=a&tags=b', { name: 'Zoë B', count: 2, tags: ['a', 'b'] }],
    ['name=a&count=two', '! form: count must be an integer'],
    ['name=a&count=1&count=2', '! form: count is given more than once'],
    ['count=2', '! invalid: name is required'],
    ['name=%zz', '! form: name has a broken percent-encoding'],
    ['', '! missing-body: body is required'],
  ])('%s is parsed into its fields', async (body, value) => {
    expect(await bodyOf(spec, { body, contentType: `${mediaType}; charset=UTF-8` })).toEqual(value);
  });

  test('that is not valid UTF-8 is rejected', async () => {
    expect(await bodyOf(spec, { body: Uint8Array.of(0xff), contentType: mediaType })).toContain('! encoding');
  });

  test('without declared fields is read as bytes', async () => {
    const opaque = operation({ body: { required: true, content: [{ mediaType, check: null }] } });
    expect(await bodyOf(opaque, { body: 'a', contentType: mediaType })).toEqual(Uint8Array.of(97));
  });
});

describe('a value that violates its schema', () => {
  const strict = (body: unknown) => typeof (body as { name?: unknown }).name === 'string';
  const missingName = { keyword: 'required', params: { missingProperty: 'name' } };

  test('is explained', async () => {
    const spec = operation({ body: jsonBody({}, checkThat(strict, missingName)) });
    expect(await read(spec, { body: '{}' })).toEqual({
      ok: false,
      reason: 'invalid',
      problems: [{ message: 'name is required', code: 'MISSING_REQUIRED_FIELD', path: 'name' }],
    });
  });

  test('is reported together with parameter problems', async () => {
    const spec = operation({
      parameters: [
        parameter('limit', { kind: 'integer' }),
        parameter('sort', { check: checkThat((value) => value === 'up') }),
      ],
      body: jsonBody({}, checkThat(strict, missingName)),
    });
    const result = await read(spec, { query: 'limit=x&sort=down', body: '{}' });
    expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(['limit', 'sort', 'name']);
  });

  test('in a long text is reported with its first problem only', async () => {
    const loads: string[] = [];
    const validate = Object.assign(() => false, { errors: [{ instancePath: '', ...missingName }] });
    const check = schemaCheck('Body', 'x#/', validate, () => {
      loads.push('loaded');
      return Promise.resolve(() => []);
    });
    const result = await read(operation({ body: jsonBody({}, check) }), {
      body: JSON.stringify({ a: 'x'.repeat(70_000) }),
    });
    expect(result).toMatchObject({
      ok: false,
      reason: 'invalid',
      problems: [{ message: 'name is required' }],
    });
    expect(loads).toEqual([]);
  });

  test('results in at most twenty problems', async () => {
    const parameters = Array.from({ length: 40 }, (_, n) => parameter(`p${String(n)}`, { required: true }));
    const result = await read(operation({ parameters }), {});
    expect(result.ok ? 0 : result.problems.length).toBe(20);
  });
});

test('an unreadable body takes precedence over invalid parameters', async () => {
  const spec = operation({ parameters: [parameter('p', { required: true })], body: jsonBody() });
  const result = await read(spec, { body: '{' });
  expect(result).toMatchObject({ ok: false, reason: 'malformed-json' });
  expect(result.ok ? 0 : result.problems.length).toBe(2);
});

test('an empty request is valid for an operation without parameters', async () => {
  expect(await read(operation(), {})).toEqual({
    ok: true,
    request: { path: {}, query: {}, headers: {}, cookies: {}, body: undefined },
  });
});

test('a check that accepts is called once', async () => {
  let checkCount = 0;
  const check = { ...anything, check: () => ++checkCount > 0 };
  await read(operation({ body: jsonBody({}, check) }), { body: '{}' });
  expect(checkCount).toBe(1);
});

describe('a body under a media range with a schema', () => {
  const check = checkThat((value) => typeof value === 'object');
  const spec = operation({ body: { required: true, content: [{ mediaType: '*/*', check }] } });

  test('is read as JSON, even without a Content-Type', async () => {
    for (const contentType of ['application/json', 'application/vnd.a+json', null])
      expect(await bodyOf(spec, { body: '{"a":1}', contentType })).toEqual({ a: 1 });
    expect(await bodyOf(spec, { body: '1' })).toMatch(/^! invalid: /);
  });

  test('is rejected with any other type', async () => {
    expect(await bodyOf(spec, { body: 'a', contentType: 'text/plain' })).toMatch(/^! content-type: /);
  });
});
