import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('shops.yaml');

interface Shop {
  readonly id: string;
  readonly name: string;
}

async function newShop(fields: object): Promise<Shop> {
  const { body } = await mock.call('POST', '/shops', fields);
  return (body as { readonly shop: Shop }).shop;
}

async function list(path: string): Promise<readonly Shop[]> {
  return ((await mock.call('GET', path)).body as { readonly data: readonly Shop[] }).data;
}

describe('a new record', () => {
  test('has the one form of its response, stated defaults, and its own address', async () => {
    const shop = await newShop({ name: 'Bakery' });
    expect(shop).toMatchObject({ name: 'Bakery', is_open: true, active: true, delivers_goods: false });
    expect(shop).toMatchObject({ links: { self: `${mock.engine.baseUrl}/shops/${shop.id}` } });
  });

  test('shows the record that a key names', async () => {
    const seller = (await mock.call('POST', '/sellers', { name: 'Ann' })).body as Shop;
    expect(await newShop({ name: 'Ann’s', seller: seller.id })).toMatchObject({ seller });
  });

  test('has a text in the form of the parts that its list has', async () => {
    const notes = [{ type: 'text', text: 'Fresh' }];
    expect(await newShop({ name: 'Bakery', notes: 'Fresh' })).toMatchObject({ notes });
  });

  test('has the key that its parameter is called in the body', async () => {
    const { id } = await newShop({ name: 'Goods' });
    await mock.call('POST', `/shops/${id}/goods`, { good_id: 'g-9' });
    expect((await mock.call('GET', `/shops/${id}/goods/g-9`)).body).toMatchObject({ id: 'g-9' });
  });
});

describe('a list', () => {
  test('is filtered by a part of the name of a property', async () => {
    const { id } = await newShop({ name: 'Paris', country_code: 'FR' });
    expect((await list('/shops?country=FR')).map((shop) => shop.id)).toEqual([id]);
  });

  test('is not restricted by the default of a switch', async () => {
    const [one, other] = [await newShop({ delivers_goods: true }), await newShop({ delivers_goods: false })];
    const ids = async (path: string): Promise<readonly string[]> => (await list(path)).map(({ id }) => id);
    expect(await ids('/shops?delivers=true')).toContain(one.id);
    expect(await ids('/shops?delivers=true')).not.toContain(other.id);
    expect(await ids('/shops?delivers=false')).toEqual(expect.arrayContaining([one.id, other.id]));
  });

  test('ends before a record', async () => {
    const all = await list('/shops?limit=100');
    const [first, second, third] = all;
    expect(await list(`/shops?limit=2&ending_before=${third?.id}`)).toEqual([first, second]);
  });

  test('of a user has what belongs to that user', async () => {
    expect(await list('/users/usr_1/shops')).not.toEqual([]);
    expect(await list('/users/usr_2/shops')).toEqual([]);
  });
});

describe('what is not stored', () => {
  test('is returned as it was sent, with an id and addresses of its own', async () => {
    const { id } = await newShop({ name: 'Paid' });
    const [one, other] = await Promise.all([
      mock.call('POST', `/shops/${id}/payment`, { amount: 5 }),
      mock.call('POST', `/shops/${id}/payment`, { amount: 6 }),
    ]);
    const receipt = `https://shops.test/shops/${id}/receipt`;
    expect(one.body).toMatchObject({ amount: 5, status: 'succeeded', receipt });
    expect((one.body as Shop).id).not.toBe((other.body as Shop).id);
    expect((await mock.call('POST', '/shops/none/payment', { amount: 5 })).status).toBe(404);
  });

  test('is refused a second time where that is an error', async () => {
    const sent = { email: 'ann@shops.test', name: 'Ann' };
    const first = await mock.call('POST', '/registrations/confirm', sent);
    expect(first.body).toMatchObject({ id: expect.any(Number) as number, name: 'Ann' });
    expect((await mock.call('POST', '/registrations/confirm', sent)).status).toBe(409);
  });
});

test('the members of a set are the records with their keys', async () => {
  const shop = await newShop({ name: 'Loved' });
  await mock.call('PUT', `/favorites/${shop.id}`);
  expect(await list('/favorites')).toEqual([shop]);
  await mock.call('DELETE', `/favorites/${shop.id}`);
  expect(await list('/favorites')).toEqual([]);
});
