import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('hangars.yaml');

interface Hangar {
  readonly id: string;
  readonly version: number;
  readonly bays: readonly { readonly bayId: string; readonly width: number }[];
}

const newHangar = (fields: object = {}): Promise<Hangar> => mock.post<Hangar>('/hangars', fields);

describe('the entries of a record', () => {
  test('get the ids that only the service writes', async () => {
    const { id, bays } = await newHangar({ bays: [{ width: 1 }, { width: 2 }] });
    const stored = await mock.get<Hangar>(`/hangars/${id}`);
    expect(stored.bays).toMatchObject([{ width: 1 }, { width: 2 }]);
    expect(bays).toEqual(stored.bays);
    expect(new Set(bays.map(({ bayId }) => bayId)).size).toBe(2);
  });

  test('are added by a POST to the record, changed and deleted', async () => {
    const { id } = await newHangar({ bays: [{ width: 1 }] });
    const { bays } = await mock.post<Hangar>(`/hangars/${id}`, { width: 2 });
    expect(bays).toMatchObject([{ width: 1 }, { width: 2 }]);
    const [first, second] = bays.map(({ bayId }) => `/hangars/${id}/bays/${bayId}`);
    expect((await mock.call('PATCH', second ?? '', { width: 3 })).body).toMatchObject({
      id,
      bays: [{ width: 1 }, { width: 3 }],
    });
    await mock.call('DELETE', first ?? '');
    expect(await mock.get(`/hangars/${id}`)).toMatchObject({ bays: [{ width: 3 }] });
  });
});

test('a switch shows whether a record has what only requests show', async () => {
  const { id } = await newHangar({ password: 'secret' });
  expect(await mock.get(`/hangars/${id}`)).toMatchObject({ hasPassword: true });
  await mock.call('PATCH', `/hangars/${id}`, { password: '' });
  expect(await mock.get(`/hangars/${id}`)).toMatchObject({ hasPassword: false });
});

test('a version that must match is compared, even if no conflict is declared', async () => {
  const { id, version } = await newHangar({ name: 'A' });
  const update = async (sent: number): Promise<number> =>
    (await mock.call('PATCH', `/hangars/${id}`, { name: 'B', version: sent })).status;
  expect(await update(version + 7)).toBe(409);
  expect(await update(version)).toBe(200);
});

test('an alias that a description names is the first record', async () => {
  const { body } = await mock.call('GET', '/hangars/main');
  expect(await mock.get(`/hangars/${(body as Hangar).id}`)).toEqual(body);
  expect(await mock.call('GET', '/hangars/other')).toMatchObject({ status: 404 });
});

test('a singleton exists once for each value that all its operations require', async () => {
  const { id } = await newHangar();
  const sign = (model: string): string => `/hangars/${id}/sign?model=${model}`;
  await mock.call('PUT', sign('A'), { text: 'first' });
  await mock.call('PUT', sign('B'), { text: 'second' });
  expect(await mock.get(sign('A'))).toEqual({ text: 'first' });
  expect(await mock.get(sign('B'))).toEqual({ text: 'second' });
  expect(await mock.get(sign('C'))).toEqual({ text: 'None' });
});

test('a token that is read by its key is a record, which the plural of its path deletes', async () => {
  const { id } = await newHangar();
  const { token } = await mock.post<{ readonly token: string }>(`/hangars/${id}/token`, { label: 'CI' });
  const path = `/hangars/${id}/token/${token}`;
  expect(await mock.get(path)).toEqual({ token, label: 'CI' });
  expect(await mock.call('DELETE', `/hangars/${id}/tokens`, { tokens: [token] })).toMatchObject({
    status: 204,
  });
  expect(await mock.call('GET', path)).toMatchObject({ status: 404 });
});

test('a response shows the value before a change', async () => {
  await mock.post('/crews/red');
  const { body } = await mock.call('PATCH', '/crews/red', { name: 'blue' });
  expect(body).toEqual({ name: 'blue', oldName: 'red' });
});

describe('a description', () => {
  interface Plane {
    readonly id: string;
  }

  test('limits the records for each one that they refer to', async () => {
    const sent = { hangar_id: 'h-1' };
    const add = async (fields: object): Promise<number> =>
      (await mock.call('POST', '/planes', fields)).status;
    for (let count = 0; count < 40; count++) expect(await add(sent)).toBe(201);
    expect(await add(sent)).toBe(400);
    expect(await add({ hangar_id: 'h-2' })).toBe(201);
  });

  test('makes the key the default of another property', async () => {
    const { id } = await mock.post<Plane>('/planes', {});
    expect(await mock.get(`/planes/${id}`)).toMatchObject({ reference: id });
    expect(await mock.post('/planes', { reference: 'own' })).toMatchObject({ reference: 'own' });
  });

  test('calls a state final', async () => {
    const { id } = await mock.post<Plane>('/planes', { status: 'parked' });
    const update = async (status: string): Promise<number> =>
      (await mock.call('PATCH', `/planes/${id}`, { status })).status;
    expect([await update('flying'), await update('parked'), await update('retired')]).toEqual([
      200, 200, 200,
    ]);
    expect(await update('flying')).toBe(422);
    expect(await update('retired')).toBe(200);
  });
});
