import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, get, post } = await describedMock('troupes.yaml');

interface Named {
  readonly id: number;
  readonly name: string;
}

interface Items {
  readonly items: readonly unknown[];
}

const create = async (path: string, name: string): Promise<Named> => post(path, { name });

const traitsOf = async ({ id }: Named): Promise<readonly unknown[]> =>
  (await get<Items>(`/actors/${id}/traits`)).items;

test('a set counts its members and shows that they are members', async () => {
  const [troupe, actor] = [await create('/troupes', 'North'), await create('/actors', 'Ann')];
  const path = `/troupes/${troupe.id}/actors`;
  expect(await post(path, { ids: [actor.id] })).toMatchObject({ id: troupe.id, cntActors: 1 });
  expect(await get(path)).toEqual({ items: [{ id: actor.id, isMember: true, name: 'Ann' }] });
  await call('DELETE', path, { ids: [actor.id] });
  expect(await get(`/troupes/${troupe.id}`)).toMatchObject({ cntActors: 0 });
});

test('a member has the records whose sets it is in', async () => {
  const [one, other] = [await create('/troupes', 'East'), await create('/troupes', 'West')];
  const actor = await create('/actors', 'Bob');
  await post(`/troupes/${one.id}/actors`, { ids: [actor.id] });
  expect(await get(`/actors/${actor.id}/troupes`)).toEqual({
    items: [{ id: one.id, isMember: true, name: 'East' }],
  });
  await call('POST', `/troupes/${other.id}/actors`, { ids: [actor.id] });
  await call('DELETE', `/troupes/${one.id}/actors`, { ids: [actor.id] });
  expect((await get<Items>(`/actors/${actor.id}/troupes`)).items).toMatchObject([{ id: other.id }]);
});

test('entries keep their values, and replace those of before only where a text says so', async () => {
  const actor = await create('/actors', 'Eve');
  const [a, b, c] = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
    { key: 'c', value: '4' },
  ];
  await post(`/actors/${actor.id}/traits`, { items: [a, b] });
  expect(await traitsOf(actor)).toEqual([a, b]);
  await call('PUT', `/actors/${actor.id}/traits`, { items: [{ key: 'b', value: '3' }, c] });
  expect(await traitsOf(actor)).toEqual([a, { key: 'b', value: '3' }, c]);
  await call('DELETE', `/actors/${actor.id}/traits/a`);
  expect(await traitsOf(actor)).toEqual([{ key: 'b', value: '3' }, c]);
  await post(`/actors/${actor.id}/traits`, { items: [c] });
  expect(await traitsOf(actor)).toEqual([c]);
});
