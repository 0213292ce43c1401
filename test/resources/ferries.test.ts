/** Relationships of JSON:API records, and what only the response to a request shows of it. */
import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const mock = await describedMock('ferries.yaml');

interface Key {
  readonly type: string;
  readonly id: string;
}

interface Crossings {
  readonly data: readonly { readonly id: string }[];
  readonly links: { readonly next: string | null };
}

const list = (query: string): Promise<Crossings> => mock.get<Crossings>(`/crossings${query}`);

async function firstCrossing(): Promise<string> {
  const { data } = await list('');
  return data[0]?.id ?? '';
}

describe('a relationship', () => {
  const tag = (id: string): Key => ({ type: 'tags', id });
  const related = async (id: string, name: string): Promise<unknown> => {
    const { data } = await mock.get<{
      readonly data: { readonly relationships: Readonly<Record<string, { readonly data: unknown }>> };
    }>(`/crossings/${id}`);
    return data.relationships[name]?.data;
  };

  test('with several records is added to, removed from, and filtered by', async () => {
    const id = await firstCrossing();
    const path = `/crossings/${id}/relationships/tags`;
    expect((await mock.call('POST', path, { data: [tag('fast'), tag('night')] })).status).toBe(204);
    await mock.call('POST', path, { data: [tag('night')] });
    expect(await related(id, 'tags')).toEqual(expect.arrayContaining([tag('fast'), tag('night')]));
    expect((await list('?filter[tag]=night')).data).toMatchObject([{ id }]);
    await mock.call('DELETE', path, { data: [tag('night')] });
    expect(await related(id, 'tags')).not.toContainEqual(tag('night'));
    expect((await list('?filter[tag]=night')).data).toEqual([]);
  });

  test('with one record is replaced and removed', async () => {
    const id = await firstCrossing();
    const { data: routes } = await mock.get<{ readonly data: readonly Key[] }>('/routes');
    const data = { type: 'routes', id: routes[1]?.id ?? '' };
    const path = `/crossings/${id}/relationships/route`;
    expect((await mock.call('PATCH', path, { data })).status).toBe(204);
    expect(await related(id, 'route')).toEqual(data);
    expect((await list(`?filter[route]=${data.id}`)).data).toMatchObject([{ id }]);
    await mock.call('PATCH', path, { data: null });
    expect(await related(id, 'route')).toBeNull();
  });

  test('is that of a record, and is filtered by one that exists where the text says so', async () => {
    const path = '/crossings/none/relationships/route';
    expect((await mock.call('PATCH', path, { data: null })).status).toBe(404);
    expect((await mock.call('GET', '/crossings?filter[route]=none')).status).toBe(404);
  });
});

test('the address of the next page leads there, even if no parameter names a page', async () => {
  const found: string[] = [];
  let next: string | null = '?page[size]=1';
  while (next !== null && found.length < 9) {
    const { data, links }: Crossings = await list(next);
    found.push(...data.map(({ id }) => id));
    next = links.next === null ? null : new URL(links.next).search;
  }
  expect(found).toEqual((await list('')).data.map(({ id }) => id));
});

test('a secret that is returned once is in the response to the creation only', async () => {
  const attributes = { url: 'https://hooks.example' };
  const { data } = await mock.post<{ readonly data: { readonly id: string } }>('/hooks', {
    data: { attributes },
  });
  expect(data).toMatchObject({ attributes: { secretKey: expect.any(String) as unknown } });
  expect(await mock.get(`/hooks/${data.id}`)).toMatchObject({ data: { id: data.id, attributes } });
  expect(JSON.stringify(await mock.get(`/hooks/${data.id}`))).not.toContain('secretKey');
});

test('the event of an action is of its kind and names the record', async () => {
  const { data } = await mock.post<{ readonly data: { readonly id: string } }>('/hooks', {
    data: { attributes: { url: 'https://hooks.example' } },
  });
  expect(await mock.post(`/hooks/${data.id}/ping`)).toMatchObject({
    data: { attributes: { kind: 'PING' }, relationships: { hook: { data: { id: data.id } } } },
  });
});

describe('a record', () => {
  const send = (sent: object): Promise<{ readonly noticeId: string }> => mock.post('/notices', sent);

  test('may have the value of another one where only one of its choices is unique', async () => {
    expect((await mock.call('POST', '/notices', { from: 'East' })).status).toBe(201);
    expect((await mock.call('POST', '/notices', { from: 'East' })).status).toBe(201);
  });

  test('is shown to its sender as it was sent, also where others see less of it', async () => {
    expect(await send({ from: 'East', to: ['West', 'North'] })).toMatchObject({ to: ['West', 'North'] });
    const callbackUrl = 'https://reports.example';
    expect(await mock.post('/reports/notices', { callbackUrl })).toMatchObject({ callbackUrl });
  });

  test('is filtered by the properties that the text of a filter names', async () => {
    const { noticeId } = await send({ from: 'East', tags: ['storm'] });
    expect(await mock.get('/notices?filter=storm')).toMatchObject([{ noticeId }]);
  });

  test('has the time of an action under the name of its state', async () => {
    const { noticeId } = await send({ from: 'East' });
    const accepted = '2026-03-01T12:00:00.000Z';
    expect((await mock.call('PUT', `/notices/${noticeId}/accept`)).body).toMatchObject({ accepted });
    expect(await mock.get(`/notices/${noticeId}`)).toMatchObject({ accepted });
  });
});

test('texts that are posted as a list are in the list', async () => {
  await mock.post('/crew-names', { crewNames: ['Ann', 'Bo'] });
  await mock.post('/crew-names', { crewNames: ['Bo', 'Cy'] });
  expect(await mock.get('/crew-names')).toEqual({ crewNames: ['Ann', 'Bo', 'Cy'] });
});

test('a list of records without keys is replaced, read and deleted as a whole', async () => {
  const { noticeId } = await mock.post<{ readonly noticeId: string }>('/notices', { from: 'East' });
  const path = `/notices/${noticeId}/fares`;
  const fares = [{ date: '2026-01-15', price: 50.5 }];
  await mock.call('PUT', path, [...fares, ...fares]);
  expect(await mock.call('PUT', path, fares)).toMatchObject({ status: 200, body: fares });
  expect(await mock.get(path)).toEqual(fares);
  await mock.call('DELETE', path);
  expect(await mock.get(path)).toEqual([]);
});

test('a body with what to add and what to delete changes a list, which is left out where it must not be empty', async () => {
  interface Rules {
    readonly data?: readonly { readonly id: string }[];
  }
  const added = await mock.post<Rules>('/alarm-rules', { add: [{ value: 'wind' }, { value: 'fog' }] });
  expect(added).toMatchObject({ data: [{ value: 'wind' }, { value: 'fog' }] });
  const { data = [] } = await mock.get<Rules>('/alarm-rules');
  expect(data).toEqual(expect.arrayContaining([...(added.data ?? [])]));
  await mock.post('/alarm-rules', { delete: { ids: data.map(({ id }) => id) } });
  expect(await mock.get('/alarm-rules')).toEqual({});
});
