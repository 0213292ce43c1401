/** Problem details of a described mock say what is wrong with a request, and nothing that belongs to another error. */
import { afterEach, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';
import { callMock } from './described.ts';

const text = { type: 'string' };
const problem = {
  type: 'object',
  required: ['title', 'status'],
  properties: {
    type: { ...text, format: 'uri-reference', default: 'about:blank' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: text,
  },
};
const locked = 'https://tents.example/problems/locked';

let mock: Engine;

afterEach(() => mock.close());

/** Serves tents. Shape: `item` has the properties of one entry of `errors`, all required. */
async function serve(item: Readonly<Record<string, object>> = { field: text, message: text }): Promise<void> {
  const entry = { type: 'object', required: Object.keys(item), properties: item };
  const invalid = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', required: ['errors'], properties: { errors: { type: 'array', items: entry } } },
    ],
  };
  const failed = (schema: object, more = {}): object => ({
    description: 'Failed.',
    content: { 'application/problem+json': { schema, ...more } },
  });
  const one = { $ref: '#/components/schemas/Problem' };
  const tent = {
    type: 'object',
    required: ['id', 'name', 'size'],
    properties: { id: text, name: text, size: { type: 'integer' } },
  };
  const content = { 'application/json': { schema: tent } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const example = { type: locked, title: 'Locked', status: 409 };
  mock = await createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tents', version: '1' },
      paths: {
        '/tents': {
          post: {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { ...tent, required: ['name', 'size'] } } },
            },
            responses: {
              201: { description: 'Created.', content },
              422: failed(invalid),
              default: failed(one),
            },
          },
        },
        '/tents/{id}': {
          parameters,
          get: { responses: { 200: { description: 'One.', content }, 404: failed(one) } },
          delete: { responses: { 204: { description: 'Gone.' }, 409: failed(one, { example }) } },
        },
        '/tents/{id}/pack': {
          parameters,
          post: { responses: { 200: { description: 'Packed.', content }, 409: failed(one) } },
        },
      },
      components: { schemas: { Problem: problem } },
    },
  });
}

const call = async (method: string, path: string, sent?: object) =>
  (await callMock(mock, method, path, sent)).body;

const unprocessable = {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  detail: 'name is required',
};

test('an invalid body has the status that is declared for it, and an entry for each problem', async () => {
  await serve();
  expect(await call('POST', '/tents', {})).toEqual({
    ...unprocessable,
    errors: [
      { field: 'name', message: 'name is required' },
      { field: 'size', message: 'size is required' },
    ],
  });
});

test('entries name a place by a pointer or a path, as their properties are called', async () => {
  await serve({ pointer: text, detail: text });
  expect(await call('POST', '/tents', { name: 'A', size: 'big' })).toMatchObject({
    errors: [{ pointer: '/size', detail: expect.stringContaining('size must be') as unknown }],
  });
});

test('problem details never have the type of the example of another error', async () => {
  await serve();
  const none = {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: expect.stringContaining('none') as unknown,
  };
  expect(await call('POST', '/tents/none/pack')).toEqual(none);
  expect(await call('GET', '/tents/none')).toEqual(none);
  expect(await call('DELETE', '/tents/none')).toEqual(none);
});

test('a list of errors that nothing requires still has what is wrong, without placeholders', async () => {
  const error = {
    type: 'object',
    required: ['code', 'title'],
    properties: {
      code: text,
      title: text,
      detail: text,
      source: { type: 'object', properties: { pointer: text } },
    },
  };
  const failed = { type: 'object', properties: { errors: { type: 'array', items: error } } };
  const tent = { type: 'object', required: ['id'], properties: { id: text } };
  mock = await createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tents', version: '1' },
      paths: {
        '/tents/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
            responses: {
              200: { description: 'A tent', content: { 'application/json': { schema: tent } } },
              default: { description: 'Failed', content: { 'application/json': { schema: failed } } },
            },
          },
        },
      },
    },
  });
  const response = await mock.fetch(`${mock.baseUrl}/tents/none`);
  const { errors } = (await response.json()) as { errors: Record<string, unknown>[] };
  expect(response.status).toBe(404);
  expect(errors).toHaveLength(1);
  expect(errors[0]).not.toHaveProperty('source');
  expect(String(errors[0]?.['detail'])).toContain('none');
});
