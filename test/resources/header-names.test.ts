/** Names of headers that HTTP does not allow are ignored, and a fault may have any status. */
import { expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';

const content = {
  'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
};

function serve(operation: object, root: object = {}): Promise<Engine> {
  const responses = { 200: { description: 'Fine.', content }, 204: { description: 'Empty.', content } };
  const get = { responses, ...operation };
  return createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Ping', version: '1' },
      paths: { '/ping': { get } },
      ...root,
    },
  });
}

async function statusOf(mock: Engine, headers = {}): Promise<number> {
  const { status } = await mock.fetch(`${mock.baseUrl}/ping`, { headers });
  await mock.close();
  return status;
}

const schema = { type: 'string' };

test.each(['X Version', 'a:b', ''])('a header %j of a request or a response is ignored', async (name) => {
  expect(await statusOf(await serve({ parameters: [{ name, in: 'header', schema }] }))).toBe(200);
  const headers = { [name]: { required: true, schema } };
  const response = { 200: { description: 'Fine.', headers, content } };
  expect(await statusOf(await serve({ responses: response }))).toBe(200);
});

test('a parameter without a name is ignored', async () => {
  expect(await statusOf(await serve({ parameters: [{ in: 'header', schema }] }))).toBe(200);
});

test('a key in a header that HTTP does not allow is any credential', async () => {
  const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X Key' } };
  const mock = await serve({ security: [{ key: [] }] }, { components: { securitySchemes } });
  expect(await statusOf(mock, { authorization: 'Bearer test' })).toBe(200);
});

test('a fault without an error has no body where its status has none', async () => {
  const mock = await serve({});
  await mock.world().addFault({ status: 204 });
  expect(await statusOf(mock)).toBe(204);
});
