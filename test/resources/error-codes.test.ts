/** Errors of the mock of a description have the code of their status, also as samples and as faults. */
import { afterEach, describe, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';

const text = { type: 'string' };
const plain = { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } };

let mock: Engine;

afterEach(() => mock.close());

/** Serves tasks whose errors have a schema. Shape: `example` is that of the 409. */
async function serve(error: object, { example = {}, mediaType = 'application/json' } = {}): Promise<void> {
  const task = {
    type: 'object',
    required: ['id', 'status'],
    properties: { id: { ...text, readOnly: true }, status: { enum: ['open', 'closed'] } },
  };
  const content = { 'application/json': { schema: task } };
  const failed = (more = {}) => ({
    description: 'Failed.',
    content: { [mediaType]: { schema: error, ...more } },
  });
  const errors = { 401: failed(), 404: failed(), 409: failed(example), 429: failed() };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const responses = { 200: { description: 'The task.', content }, ...errors };
  const close = { set: { status: 'closed' }, from: ['open'] };
  mock = await createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tasks', version: '1' },
      security: [{ token: [] }],
      paths: {
        '/tasks/{id}': { get: { parameters, responses } },
        '/tasks/{id}/close': { post: { parameters, responses, 'x-backlot': close } },
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    records: { tasks: [{ id: 'done', status: 'closed' }] },
  });
}

async function call(method: string, path: string, headers: object = { authorization: 'Bearer t' }) {
  const response = await mock.fetch(mock.baseUrl + path, { method, headers: { ...headers } });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as unknown,
  };
}

const cases: readonly (readonly [string, object, readonly object[]])[] = [
  ['a code', plain, [{ code: 'unauthorized' }, { code: 'not_found' }, { code: 'conflict' }]],
  [
    'a code in the style of its example',
    { ...plain, properties: { code: { ...text, example: 'INVALID_INPUT' }, message: text } },
    [{ code: 'UNAUTHORIZED' }, { code: 'NOT_FOUND' }, { code: 'CONFLICT' }],
  ],
  [
    'an object whose type is not declared',
    {
      required: ['code', 'message', 'tag'],
      properties: { code: { type: 'integer' }, message: text, tag: text },
    },
    [{ code: 401 }, { code: 404 }, { code: 409 }],
  ],
  [
    'a type from an enum',
    {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['type', 'message'],
          properties: {
            type: {
              enum: ['invalid_request_error', 'authentication_error', 'not_found_error', 'conflict_error'],
            },
            message: text,
          },
        },
      },
    },
    [
      { error: { type: 'authentication_error' } },
      { error: { type: 'not_found_error' } },
      { error: { type: 'conflict_error' } },
    ],
  ],
  [
    'codes in a list',
    {
      type: 'object',
      required: ['errors'],
      properties: {
        errors: {
          type: 'array',
          items: { type: 'object', required: ['code', 'detail'], properties: { code: text, detail: text } },
        },
      },
    },
    [
      { errors: [{ code: 'unauthorized' }] },
      { errors: [{ code: 'not_found' }] },
      { errors: [{ code: 'conflict' }] },
    ],
  ],
];

describe('errors of a description have the code of their status', () => {
  test.each(cases)('%s', async (_, error, [unauthorized, missing, conflict]) => {
    await serve(error);
    expect(await call('GET', '/tasks/none', {})).toMatchObject({ status: 401, body: unauthorized });
    expect(await call('GET', '/tasks/none')).toMatchObject({ status: 404, body: missing });
    expect(await call('POST', '/tasks/done/close')).toMatchObject({ status: 409, body: conflict });
    expect(await call('GET', '/tasks/done', { prefer: 'code=404' })).toMatchObject({
      status: 404,
      body: missing,
    });
  });

  test('the code of an example of the status', async () => {
    await serve(plain, { example: { example: { code: 'ALREADY_CLOSED', message: 'Closed.' } } });
    expect((await call('POST', '/tasks/done/close')).body).toEqual({
      code: 'ALREADY_CLOSED',
      message: 'This is only possible while status is open',
    });
    expect((await call('GET', '/tasks/none')).body).toMatchObject({ code: 'not_found' });
  });

  test('a type that is always the same stays as it is', async () => {
    await serve({ ...plain, properties: { code: text, message: text, type: { enum: ['error'] } } });
    expect((await call('GET', '/tasks/none')).body).toMatchObject({ code: 'not_found' });
  });
});

describe('a request without an operation has the form of the errors of the others', () => {
  test('a code in the style of its example', async () => {
    await serve({ ...plain, properties: { code: { ...text, example: 'INVALID_INPUT' }, message: text } });
    const unknown = await mock.fetch(`${mock.baseUrl}/nothing`);
    expect([unknown.status, unknown.headers.get('backlot-outside-contract')]).toEqual([404, 'unknown-route']);
    expect(await unknown.json()).toEqual({ code: 'NOT_FOUND', message: 'No operation at GET /nothing' });
  });

  test('problem details, also for a method', async () => {
    const properties = { type: text, title: text, status: { type: 'integer' }, detail: text };
    await serve(
      { type: 'object', required: ['title', 'status'], properties },
      { mediaType: 'application/problem+json' },
    );
    expect(await call('PUT', '/tasks/done')).toEqual({
      status: 405,
      type: 'application/problem+json',
      body: {
        type: 'about:blank',
        title: 'Method Not Allowed',
        status: 405,
        detail: 'PUT is not allowed here. Allowed: GET, HEAD, OPTIONS',
      },
    });
  });
});

describe('a fault with a status', () => {
  test.each([
    [429, 'too_many_requests'],
    [503, 'service_unavailable'],
  ])('has the error body and the media type that the operation declares: %s', async (status, code) => {
    await serve(plain, { mediaType: 'application/vnd.tasks+json' });
    await mock.world().addFault({ status });
    expect(await call('GET', '/tasks/done')).toEqual({
      status,
      type: 'application/vnd.tasks+json',
      body: { code, message: `Injected fault ${status}` },
    });
  });

  test('has the code that it names', async () => {
    await serve(plain);
    await mock.world().addFault({ status: 409, code: 'TASK_LOCKED' });
    expect(await call('GET', '/tasks/done')).toMatchObject({ status: 409, body: { code: 'TASK_LOCKED' } });
  });
});
