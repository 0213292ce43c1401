import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { assertNoViolations } from '../../mock/testing/violations.ts';
import { serve } from '../support/server.ts';

const openapi = join(import.meta.dirname, 'descriptions/library.yaml');
const headers = { authorization: 'Bearer test' };

test('createMock serves a description in this process, in worlds of their own', async () => {
  const mock = await createMock({ openapi, records: 2 });
  const shelves = async (address: string): Promise<readonly unknown[]> => {
    const response = await mock.fetch(`${address}/shelves`, { headers });
    return ((await response.json()) as { readonly data: readonly unknown[] }).data;
  };
  expect(await shelves(mock.baseUrl)).toHaveLength(2);
  const world = await mock.createWorld({ from: 'default' });
  await mock.fetch(`${world.baseUrl}/shelves`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ room: 'Attic' }),
  });
  expect(await shelves(world.baseUrl)).toHaveLength(3);
  expect(await shelves(mock.baseUrl)).toHaveLength(2);
  await mock.close();
});

test('a record that was changed keeps what the world begins with below it', async () => {
  const mock = await createMock({ openapi, records: 2 });
  const read = async (path: string): Promise<unknown> =>
    (await mock.fetch(`${mock.baseUrl}${path}`, { headers })).json();
  const { data } = (await read('/shelves')) as { readonly data: readonly { readonly id: string }[] };
  const shelf = `/shelves/${data[0]?.id}`;
  const changed = await mock.fetch(`${mock.baseUrl}${shelf}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ note: 'Changed' }),
  });
  expect(changed.status).toBe(200);
  expect(await read(`${shelf}/books`)).toHaveLength(2);
  await mock.close();
});

test('createMock serves the text of a description, and a parsed one', async () => {
  const text = readFileSync(openapi, 'utf8');
  for (const source of [text, parse(text) as object]) {
    const mock = await createMock({ openapi: source });
    expect((await mock.fetch(`${mock.baseUrl}/shelves`, { headers })).status).toBe(200);
    await mock.close();
  }
});

test('createMock serves the description at an address', async () => {
  const { url } = await serve((_, response) => response.end(readFileSync(openapi)));
  const mock = await createMock({ openapi: `${url}/library.yaml` });
  expect((await mock.fetch(`${mock.baseUrl}/shelves`, { headers })).status).toBe(200);
  await mock.close();
});

test('createMock rejects a text with the diagnostics', async () => {
  const error = await createMock({ openapi: 'openapi: 3.1.0\ninfo: [' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'DescriptionError', diagnostics: [{ code: 'DOCUMENT_SYNTAX' }] });
  expect(String(error)).toMatch(/openapi can't be served: openapi:2: /);
});

test('createMock rejects a file that is no description, with the reason', async () => {
  await expect(createMock({ openapi: 'does-not-exist.yaml' })).rejects.toThrow(
    /does-not-exist\.yaml can't be served: .*does-not-exist\.yaml/,
  );
});

test('the paths of the Agent Platform do not exist', async () => {
  const mock = await createMock({ openapi });
  expect((await mock.fetch(`${mock.baseUrl}/v1/agents`, { headers })).status).toBe(404);
  expect((await mock.fetch(`${mock.baseUrl}/_mock/executions`)).status).toBe(404);
  expect((await mock.fetch(`${mock.baseUrl}/_mock/world`)).status).toBe(200);
  await mock.close();
});

const bikes = {
  openapi: '3.1.0',
  info: { title: 'Bikes', version: '1' },
  paths: {
    '/bikes': {
      get: { responses: { 200: { description: 'All.', content: json({ type: 'array', items: bike() }) } } },
      post: {
        requestBody: { content: json(bike()) },
        responses: { 201: { description: 'New.', content: json(bike()) } },
      },
    },
  },
};

function json(schema: object) {
  return { 'application/json': { schema } };
}

function bike() {
  return {
    type: 'object',
    required: ['id', 'gears'],
    properties: { id: { type: 'string' }, gears: { type: 'integer' } },
  };
}

test('the first record has an id like the others, if the description shows none', async () => {
  const mock = await createMock({ openapi: bikes, records: 2 });
  const list = (await (await mock.fetch('/bikes')).json()) as readonly { readonly id: string }[];
  expect(list.map(({ id }) => /^bike_\w{14}$/.test(id))).toEqual([true, true]);
  await mock.close();
});

test('a test fails with the violations of its calls, and how to allow them', async () => {
  const mock = await createMock({ openapi: bikes });
  const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"b1"}' };
  await mock.fetch('/bikes', call);
  await expect(assertNoViolations(mock.world())).rejects.toThrow(
    /^The calls of this test have 1 violation of the contract:\n {2}POST \/bikes: .*\nIf they are intended, set the fixture `allowsViolations` to true\.$/,
  );
  await mock.close();
});
