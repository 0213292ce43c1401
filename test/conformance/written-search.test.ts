/** A search in several kinds of records whose text states what it finds. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, json, list, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: ${ref(schema)} } } }`;
const none = `'401': { description: Unknown. }, '404': { description: None. }`;
const hits = `{ type: object, required: [hits, total], properties: { hits: { type: array, items: ${ref('Hit')} }, total: { type: integer } } }`;

const description = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ bearer: [] }]
paths:
  /books:
    get: { operationId: listBooks, responses: { '200': ${list('Book')}, '401': { description: Unknown. } } }
    post:
      operationId: createBook
      requestBody: ${sent('NewBook')}
      responses: { '201': ${one('Book')}, ${invalid}, '401': { description: Unknown. } }
  /books/{bookId}:
    parameters: [${path('bookId')}]
    get: { operationId: getBook, responses: { '200': ${one('Book')}, ${none} } }
    delete: { operationId: deleteBook, responses: { '204': { description: Gone. }, ${none} } }
  /search:
    get:
      operationId: search
      description: Finds books by title and notes by text. It matches the words literally, ignoring case.
      parameters:
        - { name: q, in: query, required: true, schema: { type: string, minLength: 1 } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: perPage, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses: { '200': ${json(hits)}, ${invalid}, '401': { description: Unknown. } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    NewBook: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Book: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
    Hit: { type: object, required: [id, kind], properties: { id: { type: string }, kind: { type: string } } }
`;

type Fault = 'none' | 'pattern' | 'case' | 'foreign' | 'total' | 'lost';

function createService(fault: Fault) {
  const books = new Map<string, { readonly owner: string; readonly title: string }>();
  let count = 0;
  const search = (query: URLSearchParams, caller: string): Response => {
    const q = query.get('q') ?? '';
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 20)];
    const isSize = Number.isInteger(size) && size >= 1 && size <= 50;
    if (q === '' || !isSize || !Number.isInteger(page) || page < 1) return empty(400);
    const fits = (title: string): boolean => {
      if (fault === 'lost') return false;
      if (fault === 'pattern') return new RegExp(q.replaceAll(/[()*[]/g, '.'), 'i').test(title);
      return fault === 'case' ? title.includes(q) : title.toLowerCase().includes(q.toLowerCase());
    };
    const all = [...books].filter(
      ([, { owner, title }]) => (owner === caller || fault === 'foreign') && fits(title),
    );
    const rows = all.slice((page - 1) * size, page * size).map(([id]) => ({ id, kind: 'book' }));
    return Response.json({ hits: rows, total: fault === 'total' ? rows.length : all.length });
  };
  return ({ method, path, query, headers, body }: WrittenCall): Response => {
    if (!/^\/(?:search|books(?:\/[^/]+)?)$/.test(path)) return empty(404);
    const caller = /^bearer (one|two)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (caller === undefined) return empty(401, { 'www-authenticate': 'Bearer' });
    const [, kind, id = ''] = path.split('/');
    if (kind === 'search') return method === 'GET' ? search(query, caller) : empty(405);
    if (id !== '') {
      const book = books.get(id);
      if (method !== 'GET' && method !== 'DELETE') return empty(405);
      if (book?.owner !== caller) return empty(404);
      if (method === 'GET') return Response.json({ id, title: book.title });
      books.delete(id);
      return empty(204);
    }
    if (method === 'GET')
      return Response.json(
        [...books].flatMap(([key, { owner, title }]) => (owner === caller ? [{ id: key, title }] : [])),
      );
    const title = body?.['title'];
    if (method !== 'POST') return empty(405);
    if (typeof title !== 'string' || title === '') return empty(400);
    const key = `book-${String((count += 1)).padStart(8, 'x')}`;
    books.set(key, { owner: caller, title });
    return Response.json({ id: key, title }, { status: 201 });
  };
}

it.each<[fault: Fault, expected: readonly string[]]>([
  ['none', []],
  ['pattern', ['fail LAW12 /books']],
  ['case', ['fail LAW12 /books']],
  ['foreign', ['fail LAW12 /books']],
  ['total', ['warn LAW12 /books']],
  ['lost', ['warn LAW12 /books']],
])('has these findings with the fault %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(
    description,
    createService(fault),
    { full: 'one', otherOrganization: 'two' },
    ['LAW12'],
  );
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const found = findings.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`);
  expect([...new Set(found)].toSorted()).toEqual(expected);
});
