/** Ids without an example, and records whose properties are in an object beside their ids. */
import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('cabins.yaml');

describe('ids that the description does not show', () => {
  test('each record has its own', async () => {
    await mock.post('/bookings', { note: 'Late' });
    const all = await mock.get<{ readonly identity: string; readonly noticeId: string }[]>('/bookings');
    for (const values of [all.map(({ identity }) => identity), all.map(({ noticeId }) => noticeId)])
      expect(new Set(values).size).toBe(all.length);
    expect(all.at(-1)?.noticeId).toMatch(/^notice_[a-z0-9]{14}$/);
  });

  test('a result that is no record has a new one each time', async () => {
    const [one, other] = [await mock.post('/quotes'), await mock.post('/quotes')];
    expect(one).toMatchObject({ quoteId: expect.stringMatching(/^quote_/) as unknown });
    expect(other).not.toEqual(one);
  });
});

interface Guest {
  readonly id: number;
  readonly type: string;
  readonly attributes: { readonly email: string; readonly type: string; readonly doorToken?: string };
}

describe('records with their properties in `attributes`', () => {
  const create = async (email: string, type = 'adult') =>
    mock.post<{ readonly data: Guest; readonly code: number }>('/guests', { email, type });
  const emails = async (query: string): Promise<readonly string[]> => {
    const { data } = await mock.get<{ readonly data: readonly Guest[] }>(`/guests?${query}`);
    return data.map(({ attributes }) => attributes.email);
  };

  test('keep what is sent beside them, and what is not changed', async () => {
    const { data, code } = await create('ivo@lake.example', 'child');
    expect(code).toBe(201);
    expect(data).toMatchObject({ type: 'guest', attributes: { email: 'ivo@lake.example', type: 'child' } });
    await mock.call('PATCH', `/guests/${data.id}`, { email: 'ivo@hill.example' });
    expect(await mock.get(`/guests/${data.id}`)).toMatchObject({
      data: { id: data.id, type: 'guest', attributes: { email: 'ivo@hill.example', type: 'child' } },
      code: 200,
    });
  });

  test('are filtered, searched and sorted by them', async () => {
    for (const name of ['mia', 'zoe', 'ada']) await create(`${name}@wood.example`, 'crew');
    const crew = ['mia@wood.example', 'zoe@wood.example', 'ada@wood.example'];
    expect(await emails('type=crew')).toEqual(crew);
    expect(await emails('type=crew&sort=-email')).toEqual(crew.toSorted().toReversed());
    expect(await emails('email=zoe@wood.example')).toEqual(['zoe@wood.example']);
    expect(await emails('email=*@wood.example')).toEqual(crew);
    expect(await emails('search=*zoe@wood*')).toEqual(['zoe@wood.example']);
  });

  test('get a new secret by an action whose verb is in front of their key', async () => {
    const { data } = await create('noa@lake.example');
    const tokens: unknown[] = [];
    for (const _ of [1, 2]) {
      const { body } = await mock.call('POST', `/guests/regenerate-token/${data.id}`);
      expect(body).toMatchObject({ data: [{ id: data.id, attributes: { email: 'noa@lake.example' } }] });
      const read = await mock.get<{ readonly data: Guest }>(`/guests/${data.id}`);
      expect(body).toMatchObject({ data: [read.data] });
      tokens.push(read.data.attributes.doorToken);
    }
    expect(tokens[0]).not.toBe(tokens[1]);
    expect((await mock.call('POST', '/guests/regenerate-token/999')).status).toBe(404);
  });

  test('are counted on their page', async () => {
    const page = await mock.get('/guests?limit=2');
    expect(page).toMatchObject({ code: 200, shown: 2, returnedResults: 2 });
    expect(page).not.toMatchObject({ totalResults: 2 });
  });
});

describe('an action on a switch or a state that is any text', () => {
  test.each([
    ['archive', { archived: 'true' }],
    ['unarchive', { archived: 'false' }],
    ['lock', { state: 'locked' }],
    ['unlock', { state: 'unlocked' }],
  ])('%s sets it', async (action, changed) => {
    const { number } = await mock.post<{ readonly number: string }>('/bookings', {});
    expect(await mock.post(`/bookings/${number}/${action}`)).toMatchObject(changed);
    expect(await mock.get(`/bookings/${number}`)).toMatchObject(changed);
  });

  test('another one changes nothing', async () => {
    const before = await mock.post<{ readonly number: string }>('/bookings', {});
    await mock.post(`/bookings/${before.number}/print`);
    expect(await mock.get(`/bookings/${before.number}`)).toEqual(before);
  });
});
