/** What only the descriptions of properties and operations state: keys, pages, states, upserts and what is deleted too. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('lockers.yaml');

interface Booking {
  readonly id: string;
  readonly state: { readonly status: string; readonly finished?: boolean };
}

interface Bookings {
  readonly page: number;
  readonly results: readonly Booking[];
}

test('a property that is described as the unique id is the key, even if it is named like a parent', async () => {
  const { account_key: key } = await mock.post<{ account_key: string }>('/acme/lockers', { name: 'North' });
  expect(key).not.toBe('acme');
  expect(await mock.get(`/acme/lockers/${key}`)).toMatchObject({ account_key: key, name: 'North' });
});

test('a list of keys creates a record for each of them, and changes those that exist', async () => {
  await mock.post('/blocked', { numbers: ['111', '222'], calls: true });
  expect(await mock.get('/blocked/222')).toEqual({ number: '222', calls: true });
  await mock.post('/blocked', { numbers: ['222', '333'], calls: false });
  expect(await mock.get('/blocked/111')).toEqual({ number: '111', calls: true });
  expect(await mock.get('/blocked/222')).toEqual({ number: '222', calls: false });
});

test('a page number and a state may be declared as texts', async () => {
  const { id, state } = await mock.post<Booking>('/bookings', { return_url: 'https://example.org/done' });
  expect(state.status).toBe('created');
  expect(await mock.get(`/bookings/${id}`)).toMatchObject({ return_url: 'https://example.org/done' });
  await mock.post(`/bookings/${id}/cancel`);
  expect(await mock.get(`/bookings/${id}`)).toMatchObject({ state: { status: 'cancelled', finished: true } });
  const idsOf = ({ results }: Bookings): readonly string[] => results.map((each) => each.id);
  expect(idsOf(await mock.get<Bookings>('/bookings?state=cancelled'))).toEqual([id]);
  const all = idsOf(await mock.get<Bookings>('/bookings'));
  const second = await mock.get<Bookings>('/bookings?page=2&display_size=1');
  expect([second.page, idsOf(second)]).toEqual([2, all.slice(1, 2)]);
});

test('a deletion also deletes what its description names and what refers to the record', async () => {
  const { id: owner } = await mock.post<{ id: string }>('/owners', { name: 'Ada' });
  const { id: other } = await mock.post<{ id: string }>('/owners', { name: 'Bo' });
  const pets = [owner, other].map((managing_owner) => mock.post<{ id: string }>('/pets', { managing_owner }));
  const [own, foreign] = await Promise.all(pets);
  await mock.call('DELETE', `/owners/${owner}`);
  expect((await mock.call('GET', `/pets/${own?.id}`)).status).toBe(404);
  expect((await mock.call('GET', `/pets/${foreign?.id}`)).status).toBe(200);
});
