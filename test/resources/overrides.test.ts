import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { callMock } from './described.ts';

const folder = join(import.meta.dirname, 'descriptions');

const mock = await createMock({
  openapi: join(folder, 'shop.yaml'),
  resources: join(folder, 'shop.resources.yaml'),
  clock: { mode: 'frozen', now: '2026-03-01T12:00:00Z' },
});

afterAll(() => mock.close());

const call = (method: string, path: string, body?: object) => callMock(mock, method, path, body);

test('a list shows the records with the values that a file names, among them path parameters', async () => {
  const { body } = await call('GET', '/customers/c2/orders');
  expect(body).toEqual([expect.objectContaining({ id: 'o2' })]);
});

test('a state that is reached after a while is reached on the clock of the world', async () => {
  const shipped = await call('POST', '/orders/o1/ship');
  expect(shipped.body).toMatchObject({ status: 'open' });
  await mock.world().clock.advance('PT59M');
  expect((await call('GET', '/orders/o1')).body).toMatchObject({ status: 'open' });
  await mock.world().clock.advance('PT1M');
  expect((await call('GET', '/orders/o1')).body).toMatchObject({
    status: 'shipped',
    updatedAt: expect.stringContaining('2026-03-01T13:00:00') as unknown,
  });
  expect((await call('POST', '/orders/o1/ship')).status).toBe(409);
});

test('an action that x-backlot describes is rejected in other states, with the status that it names', async () => {
  const { id } = (await call('POST', '/orders', { item: 'Rug' })).body as { readonly id: string };
  expect((await call('POST', `/orders/${id}/hold`)).body).toMatchObject({ id, status: 'held' });
  expect((await call('POST', `/orders/${id}/hold`)).status).toBe(422);
  expect((await call('POST', `/orders/${id}/ship`)).body).toMatchObject({ id, status: 'open' });
});

test('a copy is a new record with the values of another one', async () => {
  const copy = await call('POST', '/orders/o2/duplicate');
  expect(copy.status).toBe(201);
  expect(copy.body).toMatchObject({ item: 'Desk', buyer: { ref: 'c2' } });
  expect((copy.body as { readonly id: string }).id).not.toBe('o2');
});

test('a unique value is refused for a second record', async () => {
  expect((await call('POST', '/orders', { code: 'A' })).status).toBe(201);
  expect((await call('POST', '/orders', { code: 'A' })).status).toBe(409);
});

test('an action that sets a property of another name than status is allowed only in the values that it names', async () => {
  const book = { type: 'object', properties: { id: { type: 'string' }, place: { type: 'string' } } };
  const content = { 'application/json': { schema: book } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = { 200: { description: 'The book.', content } };
  const lend = { role: 'action', of: 'books', set: { place: 'lent' }, from: ['shelf'] };
  const library = await createMock({
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Library', version: '1' },
      paths: {
        '/books': {
          post: { requestBody: { content }, responses: { 201: { description: 'New.', content } } },
        },
        '/books/{id}': { get: { parameters: [id], responses } },
        '/books/{id}/lend': {
          post: {
            parameters: [id],
            responses: { ...responses, 409: { description: 'No.' } },
            'x-backlot': lend,
          },
        },
      },
    },
  });
  const send = (path: string, body = {}): Promise<Response> =>
    library.fetch(library.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const created = (await (await send('/books', { place: 'shelf' })).json()) as { readonly id: string };
  expect(await (await send(`/books/${created.id}/lend`)).json()).toMatchObject({ place: 'lent' });
  expect((await send(`/books/${created.id}/lend`)).status).toBe(409);
  await library.close();
});

describe('records of a user', () => {
  const book = {
    type: 'object',
    required: ['id', 'place'],
    properties: {
      id: { type: 'string', readOnly: true },
      place: { enum: ['shelf', 'lent'], readOnly: true },
    },
  };
  const response = (schema: object) => ({
    200: { description: 'Found.', content: { 'application/json': { schema } } },
  });
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Library', version: '1' },
    paths: {
      '/books': { get: { responses: response({ type: 'array', items: book }) } },
      '/books/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: response(book),
        },
      },
    },
  };

  test('have the values that they name, also of properties that clients only read', async () => {
    const library = await createMock({ openapi, records: { books: [{ id: 'b1', place: 'lent' }] } });
    const read = await library.fetch(`${library.baseUrl}/books/b1`);
    expect(await read.json()).toEqual({ id: 'b1', place: 'lent' });
    await library.close();
  });

  test('in code are rejected with a value that the description does not list', async () => {
    const starting = createMock({ openapi, records: { books: [{ id: 'b1', place: 'lnt' }] } });
    await expect(starting).rejects.toThrow(
      'records.books.0.place: lnt is not a value of place in books. Did you mean lent?',
    );
  });

  test('may have more properties in code, which are reported', async () => {
    const reports: string[] = [];
    const records = { books: [{ id: 'b1', colour: 'red' }] };
    const library = await createMock({ openapi, records, report: (message) => reports.push(message) });
    expect(reports).toEqual([
      'records.books.0.colour: Records of books have no property colour. They have id, place.',
    ]);
    await library.close();
  });
});
