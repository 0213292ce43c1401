import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('bazaar.yaml');

interface Offer {
  readonly offer: {
    readonly id: number;
    readonly title: string;
    readonly seller: { readonly id: string };
    readonly offerRole: string;
    readonly created_at: string;
  };
}

interface Seller {
  readonly id: string;
  readonly name: string;
}

const { get } = mock;

async function addOffer(offer: object): Promise<Offer['offer']> {
  return ((await mock.call('POST', '/offers.json', { offer })).body as Offer).offer;
}

async function addSeller(seller: object): Promise<Seller> {
  return (await mock.call('POST', '/sellers', seller)).body as Seller;
}

describe('records that are wrapped one by one', () => {
  test('are listed in their wrappers', async () => {
    const { id } = await addOffer({ title: 'Lamp' });
    const all = await get<readonly Offer[]>('/offers.json');
    expect(all.find(({ offer }) => offer.id === id)?.offer).toMatchObject({ title: 'Lamp' });
  });

  test('are found by the value in a path', async () => {
    const { id } = await addOffer({ title: 'Rug', sku: 'R-1', status: 'sold' });
    expect(await get('/offers/sku/R-1.json')).toMatchObject({ offer: { id } });
    expect((await mock.call('GET', '/offers/sku/R-2.json')).status).toBe(404);
    const sold = await get<readonly Offer[]>('/offers/status/sold.json');
    expect(sold.map(({ offer }) => offer.id)).toContain(id);
    const open = await get<readonly Offer[]>('/offers/status/open.json');
    expect(open.map(({ offer }) => offer.id)).not.toContain(id);
  });

  test('are counted', async () => {
    const { length } = await get<readonly Offer[]>('/offers.json');
    expect(await get('/offers/count.json')).toEqual({ count: length });
    await addOffer({ title: 'Chair' });
    expect(await get('/offers/count.json')).toEqual({ count: length + 1 });
  });

  test('are filtered by the end of a name and by a period, and sorted in a described direction', async () => {
    await addOffer({ title: 'Aa', offerRole: 'agent' });
    await addOffer({ title: 'Zz', offerRole: 'agent' });
    const agents = await get<readonly Offer[]>('/offers.json?role=agent&sort_by=title&sort_direction=DESC');
    expect(new Set(agents.map(({ offer }) => offer.offerRole))).toEqual(new Set(['agent']));
    const titles = agents.map(({ offer }) => offer.title);
    expect(titles).toEqual(titles.toSorted().toReversed());
    expect(await get('/offers.json?min_date=2100-01-01T00:00:00Z')).toEqual([]);
  });

  test('show the record whose key was sent, and take one value for the property that a path ends in', async () => {
    const seller = await addSeller({ name: 'Bo' });
    const { id, seller: shown } = await addOffer({ title: 'Cup', seller_id: seller.id, status: 'open' });
    expect(shown).toMatchObject({ id: seller.id });
    expect((await mock.call('PUT', `/offers/${id}/status.json`, { newStatusValue: 'sold' })).status).toBe(
      204,
    );
    expect(await get(`/offers/${id}.json`)).toMatchObject({ offer: { status: 'sold', title: 'Cup' } });
  });
});

describe('records of any media type', () => {
  test('are JSON, and begin with what the description shows', async () => {
    const { headers, body } = await mock.call('GET', '/sellers');
    expect(headers.get('content-type')).toBe('application/json');
    expect((body as { sellers: readonly Seller[] }).sellers[0]).toMatchObject({ name: 'Ada' });
  });

  test('are read in pages by a text that parameter and response share', async () => {
    const first = await get<Record<string, unknown>>('/sellers?limit=2');
    expect(first).toMatchObject({ done: false, position: expect.any(String) });
    const second = await get<{ sellers: readonly Seller[] }>(
      `/sellers?limit=2&position=${first['position']}`,
    );
    expect(second.sellers).not.toEqual(first['sellers']);
    expect(await get('/sellers?limit=100')).toMatchObject({ done: true, position: null });
  });

  test('are also named by the unique id that a client chose', async () => {
    const { id } = await addSeller({ name: 'Cy', uid: 'cy-1' });
    expect(await get('/sellers/cy-1')).toMatchObject({ id });
    expect((await mock.call('POST', '/sellers', { name: 'Cy', uid: 'cy-1' })).status).toBe(409);
  });

  test('are created by a PATCH that says so, and merged by the next one', async () => {
    expect((await mock.call('PATCH', '/sellers/new-1', { name: 'Di', uid: 'di' })).status).toBe(201);
    expect((await mock.call('PATCH', '/sellers/new-1', { name: 'Dora' })).status).toBe(204);
    expect(await get('/sellers/new-1')).toMatchObject({ name: 'Dora', uid: 'di' });
  });
});

describe('what is below a record', () => {
  test('switches its state, and shows it', async () => {
    const { id } = await addSeller({ name: 'Eve' });
    expect((await mock.call('POST', `/sellers/${id}/archive`)).body).toMatchObject({ id, state: 'archived' });
    expect(await get(`/sellers/${id}`)).toMatchObject({ state: 'archived' });
    expect((await mock.call('DELETE', `/sellers/${id}/archive`)).body).toMatchObject({ state: 'active' });
  });

  test('is replaced as a whole, and has other secrets when they are rotated', async () => {
    const { id } = await addSeller({ name: 'Flo' });
    await mock.call('PUT', `/sellers/${id}/credentials`, { token: 'tok_1a', headers: { 'x-own': 'a' } });
    expect(await get(`/sellers/${id}/credentials`)).toEqual({ token: 'tok_1a', headers: { 'x-own': 'a' } });
    const rotated = (await mock.call('POST', `/sellers/${id}/credentials/rotate`)).body;
    expect(rotated).not.toMatchObject({ token: 'tok_1a' });
    expect(await get(`/sellers/${id}/credentials`)).toEqual(rotated);
  });

  test('is named by its id where a property has the name of the parameter', async () => {
    const seller = await addSeller({ name: 'Gil' });
    const path = `/sellers/${seller.id}/notes`;
    const { id } = (await mock.call('POST', path, { note: 'First' })).body as Seller;
    expect((await mock.call('PUT', `${path}/${id}`, { note: 'Second' })).body).toEqual({
      id,
      note: 'Second',
    });
  });
});
