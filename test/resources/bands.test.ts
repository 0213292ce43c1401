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
