import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedMock, type Described } from './described.ts';

let mock: Described;

beforeAll(async () => {
  mock = await describedMock('parcels.yaml');
});

afterAll(async () => {
  await mock.engine.close();
  expect(mock.reports).toEqual([]);
});

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
