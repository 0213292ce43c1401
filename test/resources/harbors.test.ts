import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('harbors.yaml');

interface Item {
  readonly id: string;
}

async function newShip(callsign: string, fields: object = {}): Promise<Item> {
  return (await mock.call('POST', '/ships', { callsign, ...fields })).body as Item;
}

async function newCrew(name: string): Promise<Item> {
  const { items } = (await mock.call('POST', '/crews', [{ name }])).body as { readonly items: Item[] };
  return items[0]!;
}

const list = mock.get<readonly Item[]>;

async function search(body: object): Promise<{ readonly ships: readonly Item[]; readonly cursor?: string }> {
  return (await mock.call('POST', '/ships/search', body)).body as Awaited<ReturnType<typeof search>>;
}

describe('a search by its body', () => {
  test('finds records by values, in groups and comparisons', async () => {
    const { id } = await newShip('Aurora', { harbor_id: 'h1' });
    await newShip('Boreas', { harbor_id: 'h2' });
    const ids = async (filter: object): Promise<readonly string[]> =>
      (await search({ query: { filter } })).ships.map((ship) => ship.id);
    expect(await ids({ callsign: { exact: 'Aurora' } })).toEqual([id]);
    expect(await ids({ harbor_ids: ['h1'] })).toEqual([id]);
  });

  test('compares parts of texts and all of several keys, and ignores the case of texts', async () => {
    const { id } = await newShip('Gale Force', { fleet_ids: ['f1', 'f2'], status: 'moored' });
    const other = await newShip('Gale Two', { fleet_ids: ['f1'], status: 'sailing' });
    const ids = async (filter: object): Promise<readonly string[]> =>
      (await search({ query: { filter } })).ships.map((ship) => ship.id);
    expect(await ids({ callsign: { fuzzy: 'gale' } })).toEqual([id, other.id]);
    expect(await ids({ fleet_ids: { all: ['f1', 'f2'] } })).toEqual([id]);
    const callsign = { fuzzy: 'gale' };
    expect(await ids({ callsign, status_filter: { statuses: ['sailing'] } })).toEqual([other.id]);
  });

  test('lists nothing beside the records', async () => {
    expect(await search({ limit: 1 })).not.toHaveProperty('ship_entries');
  });

  test('is read in pages', async () => {
    const first = await search({ limit: 2 });
    const second = await search({ limit: 2, cursor: first.cursor });
    expect([first.ships.length, second.ships.length]).toEqual([2, 2]);
    expect(second.ships).not.toContainEqual(first.ships[0]);
  });
});

describe('a list', () => {
  test('begins at the first result where its size is called max', async () => {
    const all = await list('/ships?first=0&max=100');
    expect(await list('/ships?first=1&max=2')).toEqual(all.slice(1, 3));
  });

  test('is filtered by the values that a property is in', async () => {
    const { id } = await newShip('Ceto', { status: 'moored' });
    const ids = (await list('/ships?status.in=moored&max=100')).map((ship) => ship.id);
    expect(ids).toContain(id);
    expect((await list('/ships?status.in=sailing&max=100')).map((ship) => ship.id)).not.toContain(id);
  });

  test('shows the state that a description states as the default', async () => {
    const [one, other] = [await newShip('Hera', { state: 'sunk' }), await newShip('Iris')];
    const ids = async (state: string): Promise<readonly string[]> =>
      (await list(`/ships?max=100${state}`)).map((ship) => ship.id);
    expect(await ids('')).toContain(other.id);
    expect(await ids('')).not.toContain(one.id);
    expect(await ids('')).not.toEqual([other.id]);
    expect(await ids('&state=all')).toEqual(expect.arrayContaining([one.id, other.id]));
  });

  test('is not filtered by a default that is the text null', async () => {
    const { id } = await newShip('Doris', { flag: 'NO' });
    expect((await list('/ships?max=100')).map((ship) => ship.id)).toContain(id);
  });
});

describe('a record', () => {
  test('is unique where the operation says so', async () => {
    await newShip('Eos');
    expect((await mock.call('POST', '/ships', { callsign: 'Eos' })).status).toBe(409);
  });

  test('is created by a list of records', async () => {
    const crew = await newCrew('Blue');
    expect((await mock.call('GET', `/crews/${crew.id}`)).body).toEqual({ id: crew.id, name: 'Blue' });
  });

  test('shows the keys of a set that has paths of its own, which lists their records', async () => {
    const [ship, crew] = [await newShip('Faro'), await newCrew('Red')];
    await mock.call('PUT', `/ships/${ship.id}/crews/${crew.id}`);
    expect((await mock.call('GET', `/ships/${ship.id}`)).body).toMatchObject({ crew_ids: [crew.id] });
    expect(await list(`/ships/${ship.id}/crews`)).toEqual([{ id: crew.id, name: 'Red' }]);
    await mock.call('DELETE', `/ships/${ship.id}/crews/${crew.id}`);
    expect(await list(`/ships/${ship.id}/crews`)).toEqual([]);
  });

  test('joins no set whose record does not exist', async () => {
    const [ship, fleet] = [
      await newShip('Juno'),
      (await mock.call('POST', '/fleets', { name: 'North' })).body as Item,
    ];
    expect((await mock.call('PUT', `/ships/${ship.id}/fleets/none`)).status).toBe(404);
    expect((await mock.call('PUT', `/ships/${ship.id}/fleets/${fleet.id}`)).status).toBe(204);
    expect((await mock.call('GET', `/ships/${ship.id}`)).body).toMatchObject({ fleet_ids: [fleet.id] });
  });
});
