import { beforeAll, describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('chores.yaml');

interface Chore {
  readonly gid: string;
}

async function newChore(path: string, name: string): Promise<Chore> {
  const { body } = await mock.call('POST', path, { data: { name } });
  return (body as { readonly data: Chore }).data;
}

interface Page {
  readonly data: readonly Chore[];
  readonly next_page?: { readonly offset: string; readonly uri: string };
}

describe('records', () => {
  test('are sampled from the valid examples, beside one that is not valid', async () => {
    const { body } = await mock.call('GET', '/chores/12345');
    const due_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(body).toMatchObject({ data: { gid: '12345', name: 'Mow the lawn', due_on } });
  });

  test('name their kind, have no parent, and are off until they are switched on', async () => {
    const chore = await newChore('/chores', 'Sweep');
    expect(chore).toEqual({
      gid: expect.stringMatching(/^\d+$/) as string,
      name: 'Sweep',
      resource_type: 'chore',
      is_urgent: false,
      created_at: 1_772_366_400,
    });
  });

  test('are listed below their parent only', async () => {
    const chore = await newChore('/chores', 'Wash');
    const part = await newChore(`/chores/${chore.gid}/parts`, 'Dry');
    expect(part).toMatchObject({ parent: { gid: chore.gid } });
    const { body } = await mock.call('GET', `/chores/${chore.gid}/parts`);
    expect((body as Page).data.map(({ gid }) => gid)).toEqual([part.gid]);
  });

  test('are not found below what does not exist', async () => {
    expect((await mock.call('GET', '/chores/999/notes')).status).toBe(404);
    expect((await mock.call('GET', '/chores/999/parts')).status).toBe(404);
  });
});

test('a token leads to the next page even if no response declares one', async () => {
  const first = (await mock.call('GET', '/chores?limit=2')).body as Page;
  const offset = first.next_page?.offset ?? '';
  const second = (await mock.call('GET', `/chores?limit=2&offset=${offset}`)).body as Page;
  expect(second.data).toHaveLength(2);
  expect(first.data).not.toContainEqual(second.data[0]);
});

describe('a list', () => {
  const names = async (query: string): Promise<readonly string[]> => {
    const { body } = await mock.call('GET', `/chores?limit=100&${query}`);
    return (body as { readonly data: readonly { readonly name: string }[] }).data.map(({ name }) => name);
  };

  beforeAll(async () => {
    await newChore('/chores', 'Zip the bag');
    await mock.advance(3_600_000);
    await newChore('/chores', 'Air the room');
  });

  test('has the order of its description, or the one that is asked for', async () => {
    expect((await names('')).slice(0, 2)).toEqual(['Air the room', 'Zip the bag']);
    expect((await names('sort=name'))[0]).toBe('Air the room');
    expect((await names('sort=created')).at(-1)).toBe('Air the room');
  });

  test('is restricted by bounds of a property', async () => {
    expect(await names('created_at[gte]=1772370000')).toEqual(['Air the room']);
    expect(await names('created_at[lt]=1772370000')).not.toContain('Air the room');
  });

  test('is searched for words, and for values of properties', async () => {
    expect(await names('q=bag')).toEqual(['Zip the bag']);
    expect(await names(`q=${encodeURIComponent("name:'Zip the bag'")}`)).toEqual(['Zip the bag']);
    expect(await names(`q=${encodeURIComponent('name~"ROOM" AND -name:"x"')}`)).toEqual(['Air the room']);
    expect(await names(`q=${encodeURIComponent('note:bag')}`)).toEqual([]);
  });
});
