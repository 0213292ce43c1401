/** Requests that match several alternatives of a `oneOf` are accepted, and the journal says so. */
import { afterEach, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';
import { callMock } from './described.ts';

const text = { type: 'string' };
const named = { type: 'object', required: ['name'], properties: { name: text, size: { type: 'integer' } } };
const priced = { type: 'object', properties: { name: text, price: { type: 'number' } } };

let mock: Engine;

afterEach(() => mock.close());

async function serve(): Promise<void> {
  const item = { type: 'object', required: ['id'], properties: { ...named.properties, id: text } };
  const content = { 'application/json': { schema: item } };
  const since = { oneOf: [{ type: 'string', format: 'date' }, text] };
  mock = await createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Items', version: '1' },
      paths: {
        '/items': {
          post: {
            operationId: 'createItem',
            requestBody: { content: { 'application/json': { schema: { oneOf: [named, priced] } } } },
            responses: { 201: { description: 'Created.', content }, 400: { description: 'Invalid.' } },
          },
          get: {
            operationId: 'listItems',
            parameters: [{ name: 'since', in: 'query', schema: since }],
            responses: {
              200: {
                description: 'Items.',
                content: { 'application/json': { schema: { type: 'array', items: item } } },
              },
            },
          },
        },
        '/items/{id}': {
          get: {
            operationId: 'getItem',
            parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
            responses: { 200: { description: 'The item.', content } },
          },
        },
      },
    },
  });
}

const post = (body: object) => callMock(mock, 'POST', '/items', body);

test('a body that matches two alternatives creates a record', async () => {
  await serve();
  expect(await post({ name: 'Tent', size: 2 })).toMatchObject({
    status: 201,
    body: { name: 'Tent', size: 2 },
  });
  const { control } = mock.world();
  const { requests } = await control.listRequests({ query: { order: 'newest', limit: 1 } });
  const { explanation } = await control.getRequest({ path: { id: requests[0]!.id } });
  expect(explanation.map(({ message }) => message)).toContain(
    'The request is accepted although body matches more than one of the allowed forms: alternatives of a oneOf often overlap.',
  );
});

test('a body that matches none is rejected', async () => {
  await serve();
  expect((await post({ name: 7 })).status).toBe(400);
});

test('a parameter may match two alternatives', async () => {
  await serve();
  expect((await mock.fetch(`${mock.baseUrl}/items?since=2026-01-31`)).status).toBe(200);
});
