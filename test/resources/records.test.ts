import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('parcels.yaml');

interface Parcel {
  readonly sid: string;
}

test('keys have the pattern of their property, and each record its own', async () => {
  const keys = new Set<string>();
  for (const label of ['K-1', 'K-2', 'K-3'])
    keys.add(((await mock.call('POST', '/parcels', { label })).body as Parcel).sid);
  expect(keys.size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^PR[0-9a-f]{32}$/);
});

test('a reference that was sent in part has what the response requires of it', async () => {
  const { body } = await mock.call('POST', '/parcels', { label: 'R-1', depot: { id: 'd9' } });
  expect(body).toMatchObject({ depot: { id: 'd9', type: 'depot', open: expect.any(Boolean) } });
  expect((await mock.call('GET', `/parcels/${(body as Parcel).sid}`)).body).toEqual(body);
});

test('a text that refers to a record is the property of it that may have that text', async () => {
  const { body } = await mock.call('POST', '/parcels', { label: 'S-1', size: 'large' });
  expect(body).toMatchObject({ size: { slug: 'large' } });
});

test('a unique value is refused once a client has used it, not because the world began with it', async () => {
  const { body } = await mock.call('GET', '/parcels');
  expect(body).toMatchObject({
    parcels: expect.arrayContaining([expect.objectContaining({ label: 'L-1' })]),
  });
  expect((await mock.call('POST', '/parcels', { label: 'L-1' })).status).toBe(201);
  expect((await mock.call('POST', '/parcels', { label: 'L-1' })).status).toBe(409);
});

test('a new record begins in the first of its states, with empty lists, and without what comes later', async () => {
  const { body } = await mock.call('POST', '/parcels', { label: 'B-1', stickers: ['up'] });
  expect(body).toMatchObject({ stickers: ['up'], warnings: [], status: 'queued', delivered_at: null });
});

test('a record that is created below one of its kind names it, and is listed there', async () => {
  const { sid } = (await mock.call('POST', '/parcels', { label: 'P-1' })).body as Parcel;
  const { body } = await mock.call('POST', `/parcels/${sid}/parcels`, { label: 'P-2' });
  expect(body).toMatchObject({ parent: { sid } });
  expect((await mock.call('GET', `/parcels/${sid}/parcels`)).body).toEqual([body]);
});

test('an error has its declared form, even if that requires nothing', async () => {
  const { status, body } = await mock.call('POST', '/parcels', {});
  expect(status).toBe(400);
  expect(body).toEqual({ errors: [{ message: 'label is required' }] });
});

test('pages lead to each other by the address of the mock, and a filter for all leaves nothing out', async () => {
  let address: string | null = `${mock.engine.baseUrl}/parcels?per_page=3&status=all`;
  const keys: string[] = [];
  while (address !== null) {
    const { body } = await mock.call('GET', address.replace(mock.engine.baseUrl, ''));
    const page = body as { readonly parcels: readonly Parcel[]; readonly next: string | null };
    keys.push(...page.parcels.map(({ sid }) => sid));
    address = page.next;
    expect(address ?? mock.engine.baseUrl).toContain(mock.engine.baseUrl);
  }
  const all = (await mock.call('GET', '/parcels?per_page=100')).body as {
    readonly parcels: readonly Parcel[];
  };
  expect(keys).toEqual(all.parcels.map(({ sid }) => sid));
});

test('a list of a record changes by operations of its own', async () => {
  const { sid } = (await mock.call('POST', '/parcels', { label: 'M-1', stickers: ['up'] })).body as Parcel;
  const path = `/parcels/${sid}`;
  expect((await mock.call('POST', `${path}/stickers`, { stickers: ['glass'] })).status).toBe(204);
  await mock.call('POST', `${path}/addSticker`, { sticker: 'heavy' });
  expect((await mock.call('GET', path)).body).toMatchObject({ stickers: ['up', 'glass', 'heavy'] });
  await mock.call('DELETE', `${path}/stickers`, { stickers: ['glass'] });
  expect((await mock.call('GET', `${path}/stickers`)).body).toEqual(['up', 'heavy']);
});
