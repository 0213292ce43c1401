/** Records whose properties are written elsewhere: under other names, or at paths below them. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('bands.yaml');

test('a record shows what was sent under a longer name, and as its only other email address', async () => {
  const sent = { Name: 'Jo', FromEmail: 'jo@band.test', ReplyToEmail: 'reply@band.test', Phone: '555-0101' };
  const shown = {
    Name: 'Jo',
    EmailAddress: 'jo@band.test',
    ReplyToEmailAddress: 'reply@band.test',
    PhoneNumber: '555-0101',
  };
  const { ID: id } = await mock.post<{ readonly ID: number }>('/players', sent);
  expect(await mock.get(`/players/${id}`)).toMatchObject(shown);
  await mock.call('PUT', `/players/${id}`, { Name: 'Jo', ReplyToEmail: 'new@band.test' });
  expect(await mock.get(`/players/${id}`)).toMatchObject({ ...shown, ReplyToEmailAddress: 'new@band.test' });
});

interface Identified {
  readonly ID: number;
}

const idOf = async (path: string, body: object): Promise<number> =>
  (await mock.post<Identified>(path, body)).ID;

test('the keys that a request lists are the members of the set below its record', async () => {
  const [one, other] = [await idOf('/players', { Name: 'Jo' }), await idOf('/players', { Name: 'Al' })];
  const path = `/albums/${await idOf('/albums', { Title: 'First', Players: [one] })}`;
  const members = async (): Promise<readonly unknown[]> =>
    (await mock.get<readonly Identified[]>(`${path}/players`)).map(({ ID }) => ID);
  expect(await mock.get(`${path}/players`)).toMatchObject([{ ID: one, Name: 'Jo' }]);
  await mock.call('POST', `${path}/players`, { Players: [other] });
  expect(await members()).toEqual([one, other]);
  await mock.call('PATCH', path, { Title: 'Second' });
  expect(await members()).toEqual([one, other]);
  await mock.call('PATCH', path, { Players: [other] });
  expect(await members()).toEqual([other]);
  await mock.call('DELETE', `${path}/players/${other}`);
  expect(await members()).toEqual([]);
});

test('a record shows what a path below it writes of the same properties', async () => {
  const path = `/albums/${await idOf('/albums', { Title: 'Third' })}`;
  expect(await mock.get(`${path}/embargo`)).toMatchObject({ IsEmbargoed: false });
  const embargo = { IsEmbargoed: true, EmbargoDate: '2026-05-01' };
  expect((await mock.call('PUT', `${path}/embargo`, embargo)).body).toMatchObject(embargo);
  expect(await mock.get(path)).toMatchObject({ Title: 'Third', ...embargo });
  await mock.call('DELETE', `${path}/embargo`);
  expect(await mock.get(path)).toMatchObject({ IsEmbargoed: false, EmbargoDate: null });
});

interface Payment {
  readonly id: number;
  readonly amount: number;
  readonly type: string;
}

test('a property follows the sign of a number, as the text of that says', async () => {
  const { id, type } = await mock.post<Payment>('/payments', { amount: -11.5 });
  expect(type).toBe('debit');
  expect(await mock.post('/payments', { amount: 5 })).toMatchObject({ type: 'credit' });
  await mock.call('PUT', `/payments/${id}`, { amount: 3 });
  expect(await mock.get(`/payments/${id}`)).toMatchObject({ amount: 3, type: 'credit' });
  for (const each of await mock.get<readonly Payment[]>('/payments'))
    expect(each.type).toBe(each.amount < 0 ? 'debit' : 'credit');
});

test('an event that a request names leads to a state', async () => {
  const { id } = await mock.post<Payment>('/payments', { amount: 1 });
  const read = (): Promise<unknown> => mock.get(`/payments/${id}`);
  expect(await read()).toMatchObject({ state: 'opened' });
  await mock.call('PUT', `/payments/${id}`, { state_event: 'close' });
  expect(await read()).toMatchObject({ amount: 1, state: 'closed' });
  await mock.call('PUT', `/payments/${id}`, { state_event: 'reopen' });
  expect(await read()).toMatchObject({ state: 'opened' });
});

test('a list leaves out what its summary excludes, and what the text of a switch names', async () => {
  const pass = { secret: 's', notes: 'n', seat: '4' };
  const { id } = await mock.post<Payment>('/passes', pass);
  expect(await mock.get(`/passes/${id}`)).toEqual({ id, ...pass });
  const listed = async (query = ''): Promise<unknown> =>
    (await mock.get<readonly Payment[]>(`/passes${query}`)).find((each) => each.id === id);
  expect(await listed()).toEqual({ id, notes: 'n', seat: '4' });
  expect(await listed('?notes=false')).toEqual({ id });
});
