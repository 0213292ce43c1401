import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('yards.yaml');

type Fields = Readonly<Record<string, unknown>>;

async function newBoat(name: string, Labels: Fields = {}): Promise<string> {
  const created = await mock.call('POST', `/boats/create?name=${name}`, { Hull: 'oak', Length: 9, Labels });
  expect(created.status).toBe(201);
  return (created.body as { Id: string }).Id;
}

test('conditions in JSON filter by the properties that they name, and by labels', async () => {
  const [north, south] = [
    await newBoat('north', { sea: 'baltic', old: 'yes' }),
    await newBoat('south', { sea: 'black' }),
  ];
  const listed = async (filters: unknown): Promise<readonly unknown[]> => {
    const { body } = await mock.call(
      'GET',
      `/boats?all=true&filters=${encodeURIComponent(JSON.stringify(filters))}`,
    );
    return (body as readonly Fields[]).map(({ Id }) => Id);
  };
  expect(await listed({ label: ['sea=black'] })).toEqual([south]);
  expect(await listed({ label: ['old', 'sea=baltic'] })).toEqual([north]);
  expect(await listed({ label: { old: true } })).toEqual([north]);
  expect(await listed({ name: ['ort'] })).toEqual([north]);
  expect(await listed({ id: [south] })).toEqual([south]);
  expect(await listed({ id: [south], label: ['old'] })).toEqual([]);
  expect(await listed([{ name: ['north'] }, { name: ['south'] }])).toEqual([south, north]);
  expect(await listed({ unknown: ['x'], name: ['south'] })).toEqual([south]);
});

test('a new record is in the state that the others follow, and actions that change nothing are 304', async () => {
  const id = await newBoat('steady');
  const state = async (): Promise<unknown> =>
    ((await mock.call('GET', `/boats/${id}`)).body as Fields)['State'];
  const act = async (action: string): Promise<number> =>
    (await mock.call('POST', `/boats/${id}/${action}`)).status;
  expect(await state()).toEqual({ Status: 'created', Running: false, Paused: false });
  expect([await act('start'), await act('start')]).toEqual([204, 304]);
  expect(await state()).toEqual({ Status: 'running', Running: true, Paused: false });
  expect([await act('stop'), await act('stop'), await act('restart')]).toEqual([204, 304, 204]);
  expect(await state()).toEqual({ Status: 'running', Running: true, Paused: false });
});

test('a record in a state that a 409 names, or that `force` is for, is kept', async () => {
  const id = await newBoat('kept');
  await mock.call('POST', `/boats/${id}/start`);
  expect((await mock.call('DELETE', `/boats/${id}`)).status).toBe(409);
  await mock.call('POST', `/boats/${id}/pause`);
  expect((await mock.call('POST', `/boats/${id}/trips`, { Stops: ['Riga'] })).status).toBe(409);
  await mock.call('POST', `/boats/${id}/start`);
  expect((await mock.call('DELETE', `/boats/${id}?force=true`)).status).toBe(204);
  expect((await mock.call('GET', `/boats/${id}`)).status).toBe(404);
});

test('what is created below a record is read at the path of its own name', async () => {
  const id = await newBoat('traveling');
  const { Id } = (await mock.call('POST', `/boats/${id}/trips`, { Stops: ['Riga'] })).body as { Id: string };
  expect(Id).not.toBe(id);
  expect((await mock.call('GET', `/trips/${Id}`)).body).toEqual({ ID: Id, BoatID: id, Stops: ['Riga'] });
  expect((await mock.call('GET', '/trips/none')).status).toBe(404);
});

test('a name that a conflict is about is unique, also after a change', async () => {
  const [first, second] = [await newBoat('first'), await newBoat('second')];
  expect((await mock.call('POST', '/boats/create?name=first', { Hull: 'pine' })).status).toBe(409);
  expect((await mock.call('POST', `/boats/${second}/rename?name=first`)).status).toBe(409);
  expect((await mock.call('POST', `/boats/${second}/rename?name=third`)).status).toBe(204);
  expect((await mock.call('GET', '/boats/third')).body).toMatchObject({ Id: second, Name: 'third' });
  expect((await mock.call('GET', '/boats/second')).status).toBe(404);
  expect((await mock.call('GET', '/boats/first')).body).toMatchObject({ Id: first });
});

test('a list shows what its text says of the default, and of its limit', async () => {
  const [first, second, third] = [await newBoat('a1'), await newBoat('a2'), await newBoat('a3')];
  await mock.call('POST', `/boats/${second}/start`);
  const ids = async (query: string): Promise<readonly unknown[]> => {
    const { body } = await mock.call('GET', `/boats?${query}`);
    return (body as readonly Fields[]).map(({ Id }) => Id);
  };
  expect(await ids('all=true&limit=3')).toEqual([third, second, first]);
  const running = await ids('');
  expect(running).toContain(second);
  expect(running).not.toContain(first);
  expect(await ids('all=false')).toEqual(running);
});

test('a record that a request names must exist where the 404 names it', async () => {
  const id = await newBoat('leaving');
  const { Id } = (await mock.call('POST', `/boats/${id}/trips`, {})).body as { Id: string };
  const leave = async (Boat: string): Promise<number> =>
    (await mock.call('POST', `/trips/${Id}/leave`, { Boat })).status;
  expect([await leave(id), await leave('leaving'), await leave('none')]).toEqual([200, 200, 404]);
});

test('a list shows parts of a record in its own form, and what only lists show', async () => {
  const Id = await newBoat('listed');
  const { body } = await mock.call('GET', '/boats?all=true&limit=1');
  expect(body).toEqual([{ Id, Names: ['listed'], State: 'created', Length: 9, Berths: 2 }]);
  expect((await mock.call('GET', `/boats/${Id}`)).body).not.toHaveProperty('Berths');
});
