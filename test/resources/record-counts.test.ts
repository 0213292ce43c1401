/** The numbers that records have of others: below them, in a state, or referring to them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';
import { callMock } from './described.ts';

type Fields = Readonly<Record<string, unknown>>;

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const one = (name: string) => json({ $ref: `#/components/schemas/${name}` });
const list = (name: string) => json({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const ok = (content: object) => ({ responses: { 200: { description: 'What there is.', ...content } } });
const collection = (name: string) => ({
  get: ok(list(name)),
  post: { requestBody: one(name), responses: { 201: { description: 'A new one.', ...one(name) } } },
});
const item = (name: string) => ({
  get: ok(one(name)),
  patch: { requestBody: one(name), ...ok(one(name)) },
  delete: { responses: { 204: { description: 'It is deleted.' } } },
});
const parameters = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
});
const text = { type: 'string' };
const number = (description: string) => ({ type: 'integer', readOnly: true, description, example: 9 });
const record = (properties: object) => ({
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text, ...properties },
});

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Clinic', version: '1' },
  paths: {
    '/owners': collection('Owner'),
    '/owners/{owner_id}': { ...parameters('owner_id'), ...item('Owner') },
    '/owners/{owner_id}/pets': { ...parameters('owner_id'), ...collection('Pet') },
    '/owners/{owner_id}/pets/{pet_id}': { ...parameters('owner_id', 'pet_id'), ...item('Pet') },
    '/visits': collection('Visit'),
    '/visits/{visit_id}': { ...parameters('visit_id'), ...item('Visit') },
  },
  components: {
    schemas: {
      Owner: record({
        pet_count: number('The number of pets.'),
        sick_pet_count: number('The number of pets that are sick.'),
        num_visits: number('The number of visits.'),
      }),
      Pet: record({ status: { enum: ['well', 'sick'], default: 'well' } }),
      Visit: record({ owner_id: text }),
    },
  },
};

let mock: Engine;

beforeEach(async () => {
  mock = await createMock({ openapi });
});
afterEach(() => mock.close());

const read = async (path: string) => (await callMock(mock, 'GET', path)).body;
const create = async (path: string, body: object) =>
  (await callMock(mock, 'POST', path, body)).body as { readonly id: string };

test('first records have the numbers of what there is', async () => {
  for (const owner of (await read('/owners')) as readonly Fields[]) {
    const [pets, visits] = await Promise.all([read(`/owners/${String(owner['id'])}/pets`), read('/visits')]);
    const own = pets as readonly Fields[];
    expect(owner).toMatchObject({
      pet_count: own.length,
      sick_pet_count: own.filter(({ status }) => status === 'sick').length,
      num_visits: (visits as readonly Fields[]).filter((each) => each['owner_id'] === owner['id']).length,
    });
    expect(owner['pet_count']).toBe(4);
  }
});

test('creations, changes of state and deletions change them', async () => {
  const path = `/owners/${(await create('/owners', { name: 'Ann' })).id}`;
  const rex = await create(`${path}/pets`, { name: 'Rex' });
  await create(`${path}/pets`, { name: 'Ivy', status: 'sick' });
  expect(await read(path)).toMatchObject({ pet_count: 2, sick_pet_count: 1 });
  await callMock(mock, 'PATCH', `${path}/pets/${rex.id}`, { name: 'Rex', status: 'sick' });
  expect(await read(path)).toMatchObject({ pet_count: 2, sick_pet_count: 2 });
  await callMock(mock, 'DELETE', `${path}/pets/${rex.id}`);
  expect(await read(path)).toMatchObject({ pet_count: 1, sick_pet_count: 1 });
});

test('what refers to another record leaves the number of the one before', async () => {
  const [ann, bob] = [await create('/owners', { name: 'Ann' }), await create('/owners', { name: 'Bob' })];
  const visit = await create('/visits', { name: 'Check', owner_id: ann.id });
  expect(await read(`/owners/${ann.id}`)).toMatchObject({ num_visits: 1 });
  await callMock(mock, 'PATCH', `/visits/${visit.id}`, { name: 'Check', owner_id: bob.id });
  expect(await read(`/owners/${ann.id}`)).toMatchObject({ num_visits: 0 });
  expect(await read(`/owners/${bob.id}`)).toMatchObject({ num_visits: 1 });
});
