import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('kilns.yaml');

async function newKiln(name: string): Promise<string> {
  const { kiln } = await mock.post<{ kiln: { id: string } }>('/kilns', { name });
  expect(kiln).toEqual({ id: kiln.id, name });
  return `/kilns/${kiln.id}`;
}

describe('the state below a record', () => {
  test('is that which actions lead to, also where only that path shows it', async () => {
    const [first, second] = [await newKiln('First'), await newKiln('Second')];
    expect(await mock.get(`${first}/state`)).toEqual({ kiln: { state: 'stopped' } });
    expect((await mock.call('PUT', `${first}/start`)).body).toEqual({ kiln: { state: 'started' } });
    expect(await mock.get(`${first}/state`)).toEqual({ kiln: { state: 'started' } });
    expect(await mock.get(`${second}/state`)).toEqual({ kiln: { state: 'stopped' } });
    expect((await mock.call('PUT', `${first}/stop`)).body).toEqual({ kiln: { state: 'stopped' } });
    expect(await mock.get(`${first}/state`)).toEqual({ kiln: { state: 'stopped' } });
    expect(await mock.get(first)).toMatchObject({ kiln: { name: 'First' } });
  });

  test('is that of the record', async () => {
    const { id } = await mock.post<{ id: string }>('/fans', { name: 'Big' });
    expect(await mock.get(`/fans/${id}/status`)).toEqual({ status: 'active', speed: 70 });
    await mock.call('POST', `/fans/${id}/pause`);
    expect(await mock.get(`/fans/${id}/status`)).toEqual({ status: 'paused', speed: 70 });
  });
});

test('a list without a page, or with page 0, has all records where the text says so', async () => {
  for (const name of ['a', 'b', 'c']) await newKiln(name);
  const numberOn = async (query: string): Promise<number> =>
    (await mock.get<{ kilns: readonly unknown[] }>(`/kilns${query}`)).kilns.length;
  const all = await numberOn('');
  expect(all).toBeGreaterThan(3);
  expect([
    await numberOn('?page=1'),
    await numberOn('?page=0'),
    await numberOn('?page=-1&per_page=2'),
  ]).toEqual([2, all, all]);
  expect(await numberOn('?per_page=1')).toBe(1);
});
