import { beforeAll, describe, expect, it } from 'vitest';
import { describedMock, type Described } from './described.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly height: number;
}

interface Note {
  readonly id: number;
  readonly path: string;
}

interface Harvests {
  readonly results: readonly { readonly id: number }[];
  readonly page_total: number;
  readonly length: number;
}

describe('lists whose texts state what their parameters do', () => {
  let mock: Described;

  beforeAll(async () => {
    mock = await describedMock('orchards.yaml', { records: 0 });
    for (const [kind, height] of [
      ['plum', 4],
      ['apple', 12],
      ['pear', 9],
    ])
      await mock.post('/trees', { kind, height });
    for (const month of ['01', '02', '03', '04'])
      await mock.post('/harvests', {
        pickedTime: `2024-${month}-10T00:00:00Z`,
        soldTime: `2025-${month}-10T00:00:00Z`,
      });
  });

  const kinds = async (query: string): Promise<readonly string[]> =>
    (await mock.get<readonly Row[]>(`/trees?${query}`)).map(({ kind }) => kind);
  const harvests = async (query: string): Promise<readonly number[]> =>
    (await mock.get<Harvests>(`/harvests?${query}`)).results.map(({ id }) => id);

  it('filters by the properties that an object names', async () => {
    expect(await kinds('filter[kind]=pear')).toEqual(['pear']);
    expect(await kinds('filter[height]=12')).toEqual(['apple']);
    expect(await kinds(`filter=${encodeURIComponent('{"kind":"plum"}')}`)).toEqual(['plum']);
    expect(await kinds('filter_prefix[kind]=p')).toEqual(['plum', 'pear']);
    expect(await kinds('filter_gt[height]=9')).toEqual(['apple']);
    expect(await kinds('filter_lteq[height]=9&filter[kind]=pear')).toEqual(['pear']);
  });

  it('sorts by the property that an object names', async () => {
    expect(await kinds('sort_by[kind]=asc')).toEqual(['apple', 'pear', 'plum']);
    expect(await kinds('sort_by[kind]=desc')).toEqual(['plum', 'pear', 'apple']);
  });

  it('names the cursors of other pages in headers', async () => {
    const { headers } = await mock.call('GET', '/trees?per_page=2');
    expect(headers.get('x-orchard-cursor-prev')).toBeNull();
    const next = headers.get('x-orchard-cursor-next') ?? '';
    const last = await mock.call('GET', `/trees?per_page=2&cursor=${next}`);
    expect((last.body as readonly Row[]).map(({ kind }) => kind)).toEqual(['pear']);
    expect(last.headers.get('x-orchard-cursor-next')).toBeNull();
    const previous = last.headers.get('x-orchard-cursor-prev') ?? '';
    expect(await kinds(`per_page=2&cursor=${previous}`)).toEqual(['plum', 'apple']);
  });

  it('lists as many records as a length beside a page says', async () => {
    expect(await mock.get('/harvests')).toMatchObject({ page_total: 2, length: 3 });
    expect(await harvests('length=2&page=2')).toHaveLength(2);
  });

  it('lists a period of the first time that records have', async () => {
    expect(await harvests('from=2024-02-01T00:00:00Z&to=2024-03-30T00:00:00Z')).toEqual([2, 3]);
  });

  it('takes a parameter several times where its text shows it', async () => {
    expect(await harvests('id=1&id=4')).toEqual([1, 4]);
  });

  it('orders by the time of creation that records do not show', async () => {
    expect(await harvests('sort=-created_at')).toEqual([4, 3, 2]);
    expect(await harvests('sort=created_at')).toEqual([1, 2, 3]);
  });

  it('reads the same record by its key and by a path of two names', async () => {
    const { id, path } = await mock.post<Note>('/notes', { title: 'Grafting', tags: 'spring, tools' });
    expect(await mock.get(`/notes/${id}`)).toMatchObject({ title: 'Grafting', tags: ['spring', 'tools'] });
    expect(await mock.get(`/notes${path}`)).toMatchObject({ id });
    const changed = await mock.call('PUT', `/notes/${id}`, { title: 'Budding' });
    expect(changed.body).toMatchObject({ id, title: 'Budding' });
    expect((await mock.call('GET', '/notes/999')).status).toBe(404);
    expect((await mock.call('GET', '/notes/ada/unknown')).status).toBe(404);
  });

  it('lists the records of the caller, also below that list', async () => {
    const { id } = await mock.post<Note>('/notes', { title: 'Mulching', tags: 'summer' });
    for (const path of ['/notes/me', '/notes/me/recent-ones'])
      expect(await mock.get<readonly Note[]>(path)).toContainEqual(
        expect.objectContaining({ id, visits: expect.anything() as unknown }),
      );
  });

  it('selects and leaves out by words of a list', async () => {
    const { id } = await mock.post<Note>('/notes', { title: 'Pressing', tags: 'cider, autumn' });
    const ids = async (query: string): Promise<readonly number[]> =>
      (await mock.get<readonly Note[]>(`/notes?${query}`)).map((note) => note.id);
    expect(await ids('tag=cider')).toEqual([id]);
    expect(await ids('tags_exclude=cider')).not.toContain(id);
    expect(await ids('tags_exclude=hail,frost')).toContain(id);
  });

  it('shows the name of a record that a key refers to', async () => {
    const { id } = await mock.post<Note>('/growers', { name: 'Ada' });
    const times = { pickedTime: '2024-06-10T00:00:00Z', soldTime: '2025-06-10T00:00:00Z' };
    const harvest = await mock.post<Note>('/harvests', { ...times, grower_id: id });
    expect(harvest).toMatchObject({ grower_id: id, grower_name: 'Ada' });
    expect(await mock.get(`/harvests/${harvest.id}`)).toMatchObject({ grower_name: 'Ada' });
  });

  it('does to all records of a list of keys what an action does', async () => {
    const { id: first } = await mock.post<Note>('/growers', { name: 'Bo' });
    const { id: second } = await mock.post<Note>('/growers', { name: 'Cy' });
    expect(await mock.post('/growers/archive', [first])).toEqual([first]);
    expect(await mock.get(`/growers/${first}`)).toMatchObject({ archived: true });
    expect(await mock.get(`/growers/${second}`)).toMatchObject({ archived: false });
  });

  it('writes the problems of a request under the names of their fields', async () => {
    const { status, body } = await mock.call('POST', '/growers', { name: 7 });
    expect(status).toBe(400);
    expect(body).toEqual({ name: [expect.stringMatching(/string/) as unknown] });
  });

  it('shows the records of a list of keys, and lists what refers to one of them', async () => {
    const { bagId } = await mock.post<{ bagId: number }>('/bags', { name: 'Sack' });
    const { bagId: other } = await mock.post<{ bagId: number }>('/bags', { name: 'Crate' });
    const times = { pickedTime: '2024-07-10T00:00:00Z', soldTime: '2025-07-10T00:00:00Z' };
    const { id } = await mock.post<Note>('/harvests', { ...times, bags: [bagId] });
    expect(await mock.get(`/harvests/${id}`)).toMatchObject({ bags: [{ bagId, name: 'Sack' }] });
    const ids = async (bag: number): Promise<readonly number[]> =>
      (await mock.get<readonly Note[]>(`/bags/${bag}/harvests`)).map((harvest) => harvest.id);
    expect(await ids(bagId)).toEqual([id]);
    expect(await ids(other)).toEqual([]);
  });

  it('misses what exists once after it was deleted, until it is written again', async () => {
    expect((await mock.call('GET', '/session')).status).toBe(200);
    expect((await mock.call('DELETE', '/session')).status).toBe(204);
    expect((await mock.call('GET', '/session')).status).toBe(404);
    await mock.call('PUT', '/session', { email: 'ada@example.org' });
    expect(await mock.get('/session')).toEqual({ email: 'ada@example.org' });
  });
});
