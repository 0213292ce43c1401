import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('garden.yaml');

interface Thing {
  readonly id: string;
}

const { get } = mock;
const post = mock.post<Thing>;

test('an operation without a body takes the properties of a record from its query', async () => {
  const bed = await post('/beds?name=North&note=wet');
  expect(bed).toMatchObject({ name: 'North', note: 'wet' });
  await mock.call('PUT', `/beds/${bed.id}?note=dry`);
  expect(await get(`/beds/${bed.id}`)).toMatchObject({ name: 'North', note: 'dry' });
});

test('a parent that a path calls {id} is the one of the segment before', async () => {
  const [one, other] = [await post('/beds?name=One'), await post('/beds?name=Other')];
  const plant = await post(`/plants?name=Rose&idBed=${one.id}`);
  expect(await get(`/beds/${one.id}/plants`)).toEqual([plant]);
  expect(await get(`/beds/${other.id}/plants`)).toEqual([]);
});

test('a list of several kinds shows the records of each that refer to its parent', async () => {
  const bed = await post('/beds?name=Mixed');
  const plant = await post(`/plants?name=Iris&idBed=${bed.id}`);
  const sign = await post('/signs', { bed: { id: bed.id, type: 'bed' } });
  await post('/signs', { bed: { id: 'elsewhere', type: 'bed' } });
  expect(await get(`/beds/${bed.id}/things`)).toMatchObject([{ id: plant.id }, { id: sign.id }]);
});

test('a record has the properties that a query selects, and its key', async () => {
  const bed = await post('/beds?name=Chosen&note=dry');
  expect(await get(`/beds/${bed.id}?fields=name`)).toEqual({ id: bed.id, type: 'bed', name: 'Chosen' });
  expect(await get(`/beds/${bed.id}?fields=unknown`)).toEqual(bed);
});

test('keys are like the documented one of the path, and kinds like the name of the path', async () => {
  const plant = await post('/plants?name=Fern&idBed=none');
  expect(plant.id).toMatch(/^[0-9A-Za-z]{22}$/);
  expect(plant).toMatchObject({ object: 'plant' });
});

test('texts are added to a list of a record, and removed from it', async () => {
  const bed = await post('/beds?name=Tagged');
  await mock.call('POST', `/beds/${bed.id}/tags?value=shade`);
  expect(await get(`/beds/${bed.id}`)).toMatchObject({ tags: ['shade'] });
  await mock.call('DELETE', `/beds/${bed.id}/tags/shade`);
  expect(await get(`/beds/${bed.id}`)).toMatchObject({ tags: [] });
});

test('a set has the members that were named by their ids, as the records that they are', async () => {
  const bed = await post('/beds?name=Favored');
  const plant = await post(`/plants?name=Oak&idBed=${bed.id}`);
  await mock.call('PUT', `/me/plants?ids=${plant.id},unknown`);
  await mock.call('PUT', `/me/plants?ids=${plant.id}`);
  expect(await get(`/me/plants/contains?ids=${plant.id},unknown,none`)).toEqual([true, true, false]);
  expect(await get('/me/plants')).toMatchObject({
    items: [{ plant: { id: plant.id, name: 'Oak' } }, { plant: { id: 'unknown' } }],
  });
  await mock.call('DELETE', '/me/plants?ids=unknown');
  expect(await get(`/me/plants/contains?ids=${plant.id},unknown`)).toEqual([true, false]);
});

test('a list of numbers has the keys of records', async () => {
  const keys = (await get('/pots')) as readonly number[];
  expect(keys.length).toBeGreaterThan(1);
  for (const key of keys) expect(await get(`/pots/${key}`)).toMatchObject({ pot_id: key });
});

test('a number that a POST returns is the key of the new record, and true says that a DELETE succeeded', async () => {
  const { body: key } = await mock.call('POST', '/pots', { soil: 'clay' });
  expect(await get(`/pots/${String(key)}`)).toEqual({ pot_id: key, soil: 'clay' });
  expect(await mock.call('DELETE', `/pots/${String(key)}`)).toMatchObject({ status: 200, body: true });
  expect(await mock.call('GET', `/pots/${String(key)}`)).toMatchObject({ status: 404 });
});

test('what is posted below an owner is read with the owner in front of its key', async () => {
  const plot = await post('/clubs/greens/plots', { name: 'South' });
  expect(plot).toMatchObject({ name: 'South', owner: { login: 'greens' } });
  expect(await get('/plots/greens/South')).toEqual(plot);
  expect((await mock.call('GET', '/plots/others/South')).status).toBe(404);
});

test('a record with others below it is deleted with them, if the request asks for that', async () => {
  const outer = await post('/drawers', {});
  const inner = await post('/drawers', { parent_id: outer.id });
  const last = await post('/drawers', { parent_id: inner.id });
  expect((await mock.call('DELETE', `/drawers/${outer.id}`)).status).toBe(409);
  expect((await mock.call('DELETE', `/drawers/${outer.id}?recursive=true`)).status).toBe(204);
  expect((await mock.call('GET', `/drawers/${last.id}`)).status).toBe(404);
});

test('the properties of objects in a query filter and sort', async () => {
  for (const label of ['b', 'a']) await post('/drawers', { label });
  expect(await get('/drawers?filter[label]=a')).toMatchObject([{ label: 'a' }]);
  const labels = (await get('/drawers?sort[by]=label&sort[direction]=desc')) as readonly { label: string }[];
  expect(labels.map(({ label }) => label)).toEqual(
    labels
      .map(({ label }) => label)
      .toSorted()
      .reverse(),
  );
});
