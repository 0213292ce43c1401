/** Lists in texts, switches as texts and numbers, what only one record has on, bounds, and records that move. */
import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('taverns.yaml');

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Menu extends Named {
  readonly active: number;
}

const create = (name: string): Promise<Named> => mock.post<Named>('/taverns', { name });

const idsAt = async (path: string): Promise<readonly number[]> =>
  (await mock.get<readonly Named[]>(path)).map(({ id }) => id);

test('a parameter that a text shows twice may be repeated', async () => {
  const [one, two] = [await create('Anchor'), await create('Bell')];
  expect(await idsAt(`/taverns?id=${one.id}&id=${two.id}`)).toEqual([one.id, two.id]);
});

test('a text may state the bound of a property', async () => {
  const [one, two] = [await create('Crown'), await create('Dragon')];
  const ids = await idsAt(`/taverns?before=${two.id}`);
  expect(ids).toContain(one.id);
  expect(ids.every((id) => id < two.id)).toBe(true);
});

test('a segment without letters belongs to the path of the record', async () => {
  const { id } = await create('Eagle');
  await mock.call('PUT', `/taverns/-/${id}`, { name: 'Falcon' });
  expect(await mock.get(`/taverns/${id}`)).toEqual({ id, name: 'Falcon' });
});

test('a switch may be sent as a text', async () => {
  const { id } = await create('Globe');
  for (const locked of [true, false]) {
    const { body } = await mock.call('PUT', `/taverns/${id}/locked`, { locked: String(locked) });
    expect(body).toEqual({ locked });
  }
});

test('a text that is described as a list names several members', async () => {
  const { id } = await create('Harp');
  const path = `/taverns/${id}/guests`;
  const nicknamesAt = async (): Promise<readonly string[]> =>
    (await mock.get<{ guests: readonly { nickname: string }[] }>(path)).guests.map((each) => each.nickname);
  const { body } = await mock.call('PUT', path, { nicknames: 'ann,bob' });
  expect(body).toEqual({ nicknames: ['ann', 'bob'] });
  expect(await nicknamesAt()).toEqual(['ann', 'bob']);
  await mock.call('DELETE', path, { nicknames: 'ann' });
  expect(await nicknamesAt()).toEqual(['bob']);
});

test('only one record has a switch on that texts call exclusive, at first the first one', async () => {
  const { id } = await create('Inn');
  const path = `/taverns/${id}/menus`;
  const [first, second] = [
    await mock.post<Menu>(path, { name: 'A' }),
    await mock.post<Menu>(path, { name: 'B' }),
  ];
  expect([first.active, second.active]).toEqual([1, 0]);
  expect(await mock.post(`${path}/${second.id}/activate`)).toEqual({ ...second, active: 1 });
  expect(await mock.get(`${path}/${first.id}`)).toEqual({ ...first, active: 0 });
});

test('the action `move` moves a record below another parent', async () => {
  const [from, to] = [await create('Jolly'), await create('King')];
  const { id } = await mock.post<Named>(`/taverns/${from.id}/cooks`, { name: 'Kim' });
  const move = (target_tavern_id: number): ReturnType<typeof mock.call> =>
    mock.call('PATCH', `/taverns/${from.id}/cooks/${id}`, { action: 'move', target_tavern_id });
  expect((await move(987_654)).status).toBe(404);
  expect((await move(to.id)).status).toBe(204);
  expect(await idsAt(`/taverns/${from.id}/cooks`)).toEqual([]);
  expect(await idsAt(`/taverns/${to.id}/cooks`)).toEqual([id]);
});
