import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('crates.yaml');

const { get } = mock;

describe('a new record', () => {
  test('has the properties that its query names, and in an object what is sent flat', async () => {
    const settings = { material: 'oak', slots: 12, stamp: 'N' };
    const { body } = await mock.call('POST', '/crates?name=north', settings);
    const { id } = body as { readonly id: string };
    expect(await get(`/crates/${id}`)).toMatchObject({ id, name: 'north', settings });
  });

  test('may not have the name that its path finds another one by', async () => {
    await mock.call('POST', '/crates?name=twice', { material: 'oak' });
    expect(await get('/crates/twice')).toMatchObject({ name: 'twice' });
    expect((await mock.call('POST', '/crates?name=twice', { material: 'oak' })).status).toBe(409);
  });
});

interface Bottle {
  readonly id: string;
  readonly label: string;
}

interface Bottles {
  readonly data: { readonly bottles: readonly Bottle[]; readonly bottle_ids: readonly string[] };
}

describe('a list of records', () => {
  const bottles = [
    { label: 'Red', volume: 750 },
    { label: 'White', volume: 375 },
  ];

  test('is created where a body takes one record or several', async () => {
    const { data } = (await mock.call('POST', '/bottles', { bottles })).body as Bottles;
    expect(data.bottles).toMatchObject(bottles);
    expect(data.bottle_ids).toEqual(data.bottles.map(({ id }) => id));
    expect(data).not.toHaveProperty('bottle');
    expect(await get(`/bottles/${data.bottle_ids[1]}`)).toMatchObject({
      data: { bottle: { label: 'White' } },
    });
  });

  test('is changed where a PATCH of the collection names them', async () => {
    const { data } = (await mock.call('POST', '/bottles', { bottles })).body as Bottles;
    const [id] = data.bottle_ids;
    const changed = { id, label: 'Rosé', volume: 750 };
    const { body } = await mock.call('PATCH', '/bottles', { bottles: [{ id, label: 'Rosé' }] });
    expect(body).toMatchObject({ data: { bottle_ids: [id], bottles: [changed] } });
    expect(await get(`/bottles/${id}`)).toMatchObject({ data: { bottle: changed } });
  });
});

test('a feed has the records that a query must name', async () => {
  expect(await get('/wines?ids=w1,w2')).toMatchObject([{ id: 'w1' }, { id: 'w2' }]);
  expect(await get('/wines/w2')).toMatchObject({ id: 'w2' });
});
