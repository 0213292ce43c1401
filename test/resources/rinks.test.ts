import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('rinks.yaml');

interface Named {
  readonly gid: string;
  readonly name: string;
}

const add = (path: string, name: string, fields: object = {}): Promise<Named> =>
  mock.post<Named>(path, { name, ...fields });

const listed = async (path: string): Promise<readonly string[]> =>
  (await mock.get<readonly Named[]>(path)).map(({ name }) => name);

describe('a text with keys between commas', () => {
  test('is a list of them, in an action and in a new record', async () => {
    const [one, two] = [await add('/skaters', 'Ann'), await add('/skaters', 'Bo')];
    const { gid } = await add('/rinks', 'Ice');
    const skaters = `${one.gid}, ${two.gid}`;
    expect(await mock.post(`/rinks/${gid}/addSkaters`, { skaters })).toMatchObject({ skaters: [one, two] });
    expect(await mock.post(`/rinks/${gid}/removeSkaters`, { skaters: one.gid })).toMatchObject({
      skaters: [two],
    });
    expect(await mock.get(`/rinks/${gid}`)).toMatchObject({ skaters: [two] });
    expect(await add('/rinks', 'Other', { skaters })).toMatchObject({ skaters: [one, two] });
  });
});

test('an action takes what it adds from the records beside it, where its text says so', async () => {
  const [rink, other] = [await add('/rinks', 'Ice'), await add('/rinks', 'Other')];
  const [one, two, far] = await Promise.all([
    add(`/rinks/${rink.gid}/lanes`, 'One'),
    add(`/rinks/${rink.gid}/lanes`, 'Two'),
    add(`/rinks/${other.gid}/lanes`, 'Far'),
  ]);
  const { gid: chore } = await add('/chores', 'Sweep');
  for (const lane of [far, one]) await mock.post(`/lanes/${lane.gid}/addChore`, { chore });
  expect(await listed(`/lanes/${one.gid}/chores`)).toEqual(['Sweep']);
  await mock.post(`/lanes/${two.gid}/addChore`, { chore });
  expect(await Promise.all([one, two, far].map(({ gid }) => listed(`/lanes/${gid}/chores`)))).toEqual([
    [],
    ['Sweep'],
    ['Sweep'],
  ]);
});

test('a record is below the parent that an action gives it', async () => {
  const [old, next] = [await add('/chores', 'Old'), await add('/chores', 'Next')];
  const child = await add(`/chores/${old.gid}/subchores`, 'Child');
  expect(await listed(`/chores/${old.gid}/subchores`)).toEqual(['Child']);
  const moved = await mock.post(`/chores/${child.gid}/setParent`, { parent: next.gid });
  expect(moved).toMatchObject({ parent: { gid: next.gid } });
  expect(await listed(`/chores/${old.gid}/subchores`)).toEqual([]);
  expect(await listed(`/chores/${next.gid}/subchores`)).toEqual(['Child']);
  await mock.post(`/chores/${child.gid}/setParent`, { parent: null });
  expect(await listed(`/chores/${next.gid}/subchores`)).toEqual([]);
});

test('counts below a record are those of the records that it has', async () => {
  const { gid } = await add('/rinks', 'Counted');
  const path = `/rinks/${gid}/chore_counts`;
  const none = { num_chores: 0, num_completed_chores: 0, num_incomplete_chores: 0 };
  expect(await mock.get(path)).toEqual(none);
  for (const completed of [true, false, false]) await add('/chores', 'Sweep', { completed, rinks: [gid] });
  expect(await mock.get(path)).toEqual({ num_chores: 3, num_completed_chores: 1, num_incomplete_chores: 2 });
});
