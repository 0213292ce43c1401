import { describe, expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, engine } = await describedMock('library.yaml');

async function newShelf(room: string): Promise<string> {
  const { body } = await call('POST', '/shelves', { room });
  return (body as { readonly id: string }).id;
}

describe('a collection', () => {
  test('returns what was created, with a key and times of its own, in every read', async () => {
    const created = await call('POST', '/shelves', { room: 'Attic', note: 'dusty', pin: '1234' });
    expect(created.status).toBe(201);
    const { id } = created.body as { readonly id: string };
    expect(created.body).toEqual({
      id,
      room: 'Attic',
      note: 'dusty',
      height: 180,
      book_count: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(id).toMatch(/^shl_[a-zA-Z0-9]{7}$/);
    expect(created.headers.get('location')).toBe(`${engine.baseUrl}/shelves/${id}`);
    expect((await call('GET', `/shelves/${id}`)).body).toEqual(created.body);
  });

  test('is listed in pages that neither repeat nor omit a record', async () => {
    for (const room of ['P1', 'P2', 'P3']) await newShelf(room);
    const all = await call('GET', '/shelves?limit=50');
    const { data } = all.body as { readonly data: readonly { readonly id: string }[] };
    const walked: string[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
      const page = await call('GET', `/shelves?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const body = page.body as {
        readonly data: readonly { readonly id: string }[];
        readonly has_more: boolean;
        readonly next_cursor: string | null;
      };
      walked.push(...body.data.map(({ id }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(data.map(({ id }) => id));
    expect((await call('GET', '/shelves?cursor=nonsense')).status).toBe(400);
  });

  test('is filtered, searched and sorted by the parameters that it declares', async () => {
    for (const room of ['Cellar', 'Atrium']) await newShelf(room);
    const rooms = async (query: string): Promise<readonly string[]> => {
      const { body } = await call('GET', `/shelves?limit=50&${query}`);
      return (body as { readonly data: readonly { readonly room: string }[] }).data.map(({ room }) => room);
    };
    expect(await rooms('room=Cellar')).toEqual(['Cellar']);
    expect(await rooms('q=triu')).toEqual(['Atrium']);
    const sorted = await rooms('sort=-room');
    expect(sorted).toEqual(sorted.toSorted().toReversed());
  });

  test('changes what an update names, and nothing else', async () => {
    const { body } = await call('POST', '/shelves', { room: 'Hall', note: 'old' });
    const { id } = body as { readonly id: string };
    const merged = await call('PATCH', `/shelves/${id}`, { note: null }, 'application/merge-patch+json');
    expect(merged.body).toMatchObject({ id, room: 'Hall', note: null });
    const replaced = await call('PUT', `/shelves/${id}`, { room: 'Lobby' });
    expect(replaced.body).toMatchObject({ id, room: 'Lobby' });
    expect(replaced.body).not.toHaveProperty('note');
    expect((await call('GET', `/shelves/${id}`)).body).toEqual(replaced.body);
  });

  test('forgets a deleted record, and what was below it', async () => {
    const id = await newShelf('Gone');
    await call('POST', `/shelves/${id}/books`, { title: 'Lost' });
    expect((await call('DELETE', `/shelves/${id}`)).status).toBe(204);
    expect((await call('GET', `/shelves/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/shelves/${id}`)).status).toBe(404);
    expect((await call('GET', `/shelves/${id}/books`)).status).toBe(404);
  });
});

describe('records below a parent', () => {
  test('belong to it alone', async () => {
    const [one, other] = [await newShelf('One'), await newShelf('Other')];
    const { status, body } = await call('POST', `/shelves/${one}/books`, { title: 'Emma', isbn: '1' });
    expect(status).toBe(201);
    const { id } = body as { readonly id: number };
    expect(body).toMatchObject({ title: 'Emma', shelf_id: one });
    expect((await call('GET', `/shelves/${one}/books`)).body).toEqual([body]);
    expect((await call('GET', `/shelves/${other}/books`)).body).toEqual([]);
    expect((await call('GET', `/shelves/${other}/books/${id}`)).status).toBe(404);
  });

  test('change by actions whose names say how', async () => {
    const shelf = await newShelf('Lending');
    const { body } = await call('POST', `/shelves/${shelf}/books`, { title: 'Persuasion' });
    const { id } = body as { readonly id: number };
    const lent = await call('POST', `/shelves/${shelf}/books/${id}/lend`);
    expect(lent.body).toMatchObject({ id, state: 'lent' });
    expect((await call('GET', `/shelves/${shelf}/books/${id}`)).body).toEqual(lent.body);
  });

  test('are refused with a value that must be unique', async () => {
    const shelf = await newShelf('Unique');
    expect((await call('POST', `/shelves/${shelf}/books`, { title: 'A', isbn: '77' })).status).toBe(201);
    const again = await call('POST', `/shelves/${shelf}/books`, { title: 'B', isbn: '77' });
    expect(again.status).toBe(409);
    expect(again.headers.get('content-type')).toBe('application/problem+json');
    expect(again.body).toMatchObject({ status: 409, detail: expect.stringContaining('isbn 77') as unknown });
  });
});

describe('a world', () => {
  test('begins with records that refer to each other', async () => {
    const world = await engine.createWorld({ id: 'fresh' });
    const response = await engine.fetch(`${world.baseUrl}/shelves`, {
      headers: { authorization: 'Bearer t' },
    });
    const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
    expect(data).toHaveLength(4);
    const books = await engine.fetch(`${world.baseUrl}/shelves/${data[1]?.id ?? ''}/books`, {
      headers: { authorization: 'Bearer t' },
    });
    expect(await books.json()).toHaveLength(4);
    await world.delete();
  });

  test('of the fixture empty begins without', async () => {
    const world = await engine.createWorld({ id: 'bare', fixture: 'empty' });
    const response = await engine.fetch(`${world.baseUrl}/shelves`, {
      headers: { authorization: 'Bearer t' },
    });
    expect(await response.json()).toMatchObject({ data: [], has_more: false });
    await world.delete();
  });
});

test('a singleton keeps what was written', async () => {
  expect((await call('PATCH', '/settings', { language: 'de' })).body).toMatchObject({ language: 'de' });
  expect((await call('GET', '/settings')).body).toMatchObject({ language: 'de' });
});

test('errors have the status and the form that the operation declares', async () => {
  const invalid = await call('POST', '/shelves', {});
  expect(invalid.status).toBe(422);
  expect(invalid.headers.get('content-type')).toBe('application/problem+json');
  const detail = expect.stringContaining('room') as unknown;
  expect(invalid.body).toMatchObject({ status: 422, title: 'Unprocessable Content', detail });
  const missing = await call('GET', '/shelves/none');
  expect(missing.body).toMatchObject({ status: 404, detail: 'There is no record none in shelves' });
});
