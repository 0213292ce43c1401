/** No request takes more than linear time: each of these took minutes, or would with many records. */
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';

const COUNT = 20_000;
const thing = { $ref: '#/components/schemas/Thing' };
const json = (schema: object): object => ({ 'application/json': { schema } });
const body = (schema: object): object => ({ description: 'ok', content: json(schema) });
const query = (name: string, schema: object): object => ({ name, in: 'query', schema });

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      get: {
        parameters: [
          query('id', { type: 'array', items: { type: 'string' } }),
          query('sort', { type: 'string' }),
          query('limit', { type: 'integer' }),
        ],
        responses: { 200: body({ type: 'array', items: thing }) },
      },
      post: { requestBody: { content: json(thing) }, responses: { 201: body(thing) } },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: body(thing) } },
      patch: {
        requestBody: { content: { 'application/json-patch+json': { schema: { type: 'array' } } } },
        responses: { 200: body(thing) },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      },
    },
  },
};

const mock = await createMock({ openapi, records: 1_000, clock: { mode: 'frozen' } });

afterAll(() => mock.close());

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await mock.fetch(mock.baseUrl + path, init);
  return { status: response.status, body: await response.json() };
}

function send(method: string, path: string, value: unknown, type = 'application/json') {
  return call(path, { method, headers: { 'content-type': type }, body: JSON.stringify(value) });
}

const many = <T>(make: (place: number) => T): T[] => Array.from({ length: COUNT }, (_, place) => make(place));

it('stores a record with many properties', { timeout: 20_000 }, async () => {
  const record = Object.fromEntries(many((place) => [`p${place}`, place]));
  const created = await send('POST', '/things', { ...record, name: 'a' });
  expect(created).toMatchObject({ status: 201, body: { name: 'a' } });
});

it('applies a patch of many operations', { timeout: 20_000 }, async () => {
  const { body } = (await send('POST', '/things', { name: 'a' })) as { body: { id: string } };
  const patch = many((place) => ({ op: 'add', path: `/p${place}`, value: place }));
  const patched = await send('PATCH', `/things/${body.id}`, patch, 'application/json-patch+json');
  expect(patched).toMatchObject({ status: 200, body: { p0: 0, [`p${COUNT - 1}`]: COUNT - 1 } });
});

it('sorts by an order that has the same property many times', { timeout: 20_000 }, async () => {
  const { status, body } = await call(`/things?limit=1000&sort=${'-name,'.repeat(COUNT)}`);
  const names = (body as { name: string }[]).map(({ name }) => name);
  expect(status).toBe(200);
  expect(names).toEqual(names.toSorted().toReversed());
});

it('filters by many ids', { timeout: 20_000 }, async () => {
  const [first] = (await call('/things')).body as { id: string }[];
  const { body } = await call(`/things?${'id=none&'.repeat(COUNT)}id=${first?.id}`);
  expect(body).toEqual([first]);
});
