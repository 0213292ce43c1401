import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { engine, call, get, post } = await describedMock('telescopes.yaml');

async function created(path: string, body: object): Promise<string> {
  const { location } = await post<{ readonly location: string }>(path, body);
  return new URL(location).pathname;
}

describe('records whose creation returns only their address', () => {
  test('are read at that address, with the default that a text names in front', async () => {
    const telescope = await created('/telescopes', { name: 'North' });
    expect(await get(telescope)).toMatchObject({ name: 'North', color: 'black' });
    const sighting = await created(telescope.replace('telescopes', 'sightings'), {
      title: 'Comet',
      statusCode: 500,
    });
    expect(await get(sighting)).toMatchObject({ title: 'Comet', statusCode: 500 });
  });

  test('are alone below a new record that a parameter names with its resource, and deleted by a search', async () => {
    const telescope = await created('/telescopes', { name: 'South' });
    const list = telescope.replace('telescopes', 'sightings');
    expect(await get(list)).toMatchObject({ sightings: [], total: 0 });
    await post(`${list}/_bulk`, [{ title: 'Comet' }, { title: 'Moon' }]);
    expect(await get(list)).toMatchObject({ total: 2 });
    await call('DELETE', list, { query: 'comet' });
    expect(await get(list)).toMatchObject({ sightings: [{ title: 'Moon' }] });
  });
});

test('a record that is read as the only item of a list has its outer id as its key, and is deleted', async () => {
  const { extId } = await post<{ readonly extId: string }>('/observers/ada/radios', { label: 'car' });
  const path = `/observers/ada/radios/${extId}`;
  expect(await get(path)).toEqual([{ extId, label: 'car' }]);
  expect((await call('DELETE', path)).status).toBe(200);
  expect((await call('GET', path)).status).toBe(404);
});

test('a response has a record in the only object that is like it', async () => {
  const sent = { start: '2026-03-02', end: '2026-03-03' };
  const { plan } = await post<{ readonly plan: { readonly publicId: string } }>('/shifts', sent);
  expect(plan).toMatchObject(sent);
  expect(await get(`/shifts/${plan.publicId}`)).toMatchObject({ shift: { ...sent, ...plan } });
});

test('versions of a path have the same records, which a merge patch may be put to', async () => {
  const [{ lensCount }] = await get<readonly [{ readonly lensCount: number }]>('/lenses/v2/count');
  await post('/lenses', { uuid: 'l1', name: 'Wide', note: 'heavy' });
  expect(await get('/lenses/v2/count')).toEqual([{ lensCount: lensCount + 1 }]);
  expect(await get('/lenses/v2')).toContainEqual({ uuid: 'l1', name: 'Wide', note: 'heavy' });
  expect((await call('PUT', '/lenses/v2/l1', { uuid: 'l1', name: 'Wider' })).status).toBe(204);
  expect(await get('/lenses/l1')).toEqual({ uuid: 'l1', name: 'Wider', note: 'heavy' });
});

test('all records of a list that usually has one are created, and are in lists of their own', async () => {
  const sent = { rates: [{ percent: 5 }, { percent: 7 }] };
  const { rates } = await post<{ readonly rates: readonly { readonly id: number }[] }>('/fees', sent);
  expect(rates).toMatchObject(sent.rates);
  const listed = await get('/fees');
  for (const rate of rates) expect(listed).toContainEqual({ rates: [rate] });
  expect(await get(`/fees/${rates[1]?.id}`)).toEqual(rates[1]);
});

describe('what texts say of the properties of a record', () => {
  const cells = [
    { id: 'a', value: '1' },
    { id: 'b', value: '2' },
  ];
  const sent = { name: 'M 31', kind: 'glass', notes: 'dark', code: 'B7', hints: 'cold', cells };
  const { hints, code, notes, ...listed } = sent;

  async function plate(name: string): Promise<string> {
    const { id } = await post<{ readonly id: string }>('/plates', { ...sent, name });
    return `/plates/${id}`;
  }

  test('some are only sent, are not in lists, or are left out by a query', async () => {
    const path = await plate('M 31');
    expect(await get(path)).toEqual({ id: expect.any(String) as unknown, ...listed, code, notes });
    expect(await get(`${path}?notes=false`)).not.toHaveProperty('notes');
    expect(await get('/plates?plate=M%2031')).toEqual([expect.not.objectContaining({ code, hints })]);
    expect(await get('/plates?plate=M%2032')).toEqual([]);
    expect(await get('/plates?filter=name%20eq%20%22M%2031%22')).toMatchObject([listed]);
  });

  test('a PUT changes only those that it lists', async () => {
    const path = await plate('M 1');
    await call('PUT', path, { name: 'M 2', kind: 'film' });
    expect(await get(path)).toMatchObject({ ...listed, name: 'M 1', kind: 'film' });
  });

  test('a patch names the items of a list by their ids', async () => {
    const path = await plate('M 3');
    const operations = [
      { op: 'replace', path: '/cells/b/value', value: '3' },
      { op: 'remove', path: '/cells/a' },
    ];
    const { status } = await call('PATCH', path, operations, 'application/json-patch+json');
    expect(status).toBe(200);
    expect(await get(path)).toMatchObject({ cells: [{ id: 'b', value: '3' }] });
  });

  test('a form with a file changes the others that it has', async () => {
    const path = await plate('M 4');
    const form = new FormData();
    form.set('name', 'M 5');
    form.set('scan', new Blob(['scan']), 'scan.png');
    await engine.fetch(`${engine.baseUrl}${path}/edit`, { method: 'POST', body: form });
    expect(await get(path)).toMatchObject({ ...listed, name: 'M 5' });
  });
});
