import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('parties.yaml');

interface Named {
  readonly id: string;
}

const { get, post } = mock;

describe('records that are only created in lists', () => {
  test('are listed by the record above them', async () => {
    const { id } = await post<Named>('/parties', { title: 'Summer' });
    const guests = await post<readonly Named[]>(`/parties/${id}/guests`, [{ name: 'Ann' }, { name: 'Ben' }]);
    expect(guests).toHaveLength(2);
    expect(await get(`/parties/${id}`)).toMatchObject({ guests });
    await mock.call('DELETE', `/parties/${id}/guests/${guests[0]?.id}`);
    expect(await get(`/parties/${id}`)).toMatchObject({ guests: guests.slice(1) });
  });

  test('are not found below an unknown record', async () => {
    expect((await mock.call('GET', '/parties/none/guests/g1')).status).toBe(404);
  });
});

describe('a reference to an unknown record', () => {
  const statusOf = async (path: string, party_id?: string): Promise<number> =>
    (await mock.call('POST', path, { title: 'Hey', party_id })).status;

  test('is rejected where a 404 is declared that the path cannot mean', async () => {
    const [party] = await get<readonly Named[]>('/parties');
    expect(await statusOf('/songs', 'none')).toBe(404);
    expect(await statusOf('/songs', party?.id)).toBe(201);
    expect(await statusOf('/songs')).toBe(201);
  });

  test('is accepted where the description shows it, or does not declare that', async () => {
    expect(await statusOf('/songs', 'party_example')).toBe(201);
    expect(await statusOf('/gifts', 'none')).toBe(201);
  });

  test('is accepted or rejected as an override says', async () => {
    expect(await statusOf('/wishes', 'none')).toBe(201);
    expect(await statusOf('/bills', 'none')).toBe(422);
  });
});

test.each([
  ['a record', () => '/menus/m1'],
  ['a singleton', (party: Named) => `/parties/${party.id}/rules`],
])('a map that is %s is replaced by a PUT', async (_, pathIn) => {
  const path = pathIn(await post<Named>('/parties', { title: 'Summer' }));
  await mock.call('PUT', path, { first: 'Soup', second: 'Pie' });
  expect((await mock.call('PUT', path, { third: 'Cake' })).body).toEqual({ third: 'Cake' });
  expect(await get(path)).toEqual({ third: 'Cake' });
});

describe('a record expires', () => {
  test.each([
    [{ ttl: 90 }, '2026-03-01T12:01:30Z'],
    [{ lifetime: '2h' }, '2026-03-01T14:00:00Z'],
    [{ lifetime: 'P1D' }, '2026-03-02T12:00:00Z'],
    [{ valid_for: 15 }, '2026-03-01T12:15:00Z'],
    [{ ttl: 90, expires_at: '2026-04-01T00:00:00Z' }, '2026-04-01T00:00:00Z'],
  ])('after what is sent: %j', async (sent, expires_at) => {
    const ticket = await post<{ expires_at: string }>('/tickets', sent);
    expect(new Date(ticket.expires_at)).toEqual(new Date(expires_at));
  });

  test('not after another duration, or one that is too long', async () => {
    const ticket = await post<{ expires_at: string }>('/tickets', { duration: 60 });
    expect(ticket.expires_at).not.toContain('2026-03-01T12:01');
    expect((await mock.call('POST', '/tickets', { ttl: 1e15 })).status).toBe(201);
  });

  test('also as a result that is not stored', async () => {
    expect(await post('/passwords', { ttl: 90 })).toMatchObject({ expires_at: '2026-03-01T12:01:30.000Z' });
  });
});
