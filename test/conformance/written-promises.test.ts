/** What texts promise about lists, keys and access, and services that break one of these promises. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { json, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string) =>
  `{ required: true, content: { application/json: { schema: ${ref(schema)} } } }`;
const none = `'401': { description: Unknown. }, '404': { description: None. }`;
const refused = `'422': { description: Invalid. }`;
const taken = `'409': { description: It is taken. }`;
const page = json(
  `{ type: object, required: [rows, paging], properties: { rows: { type: array, items: ${ref('Book')} }, paging: ${ref('Paging')} } }`,
);

const description = `
openapi: 3.1.0
info:
  title: Books
  version: 1.0.0
  description: A body or a parameter that breaks its schema is refused with \`422\`.
security: [{ bearer: [] }]
paths:
  /shelves:
    post:
      operationId: createShelf
      requestBody: ${sent('NewShelf')}
      responses: { '201': ${one('Shelf')}, ${none}, ${refused} }
  /shelves/{shelfId}:
    parameters: [${path('shelfId')}]
    get: { operationId: getShelf, responses: { '200': ${one('Shelf')}, ${none} } }
    delete:
      operationId: deleteShelf
      description: Only a shelf without books can be deleted (\`409\` otherwise).
      responses: { '204': { description: Gone. }, ${none}, ${taken} }
  /shelves/{shelfId}/audits:
    parameters: [${path('shelfId')}]
    post: { operationId: startAudit, responses: { '202': ${one('Audit')}, ${none} } }
  /audits/{auditId}:
    parameters: [${path('auditId')}]
    get: { operationId: getAudit, responses: { '200': ${one('Audit')}, ${none} } }
  /shelves/{shelfId}/books:
    parameters: [${path('shelfId')}]
    get:
      operationId: listBooks
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: perPage, in: query, schema: { type: integer, minimum: 1, maximum: 20, default: 10 } }
        - { name: lost, in: query, schema: { type: string, enum: [exclude, include], default: exclude } }
        - name: status
          in: query
          description: Only books in one of these states.
          style: form
          explode: false
          schema: { type: array, items: ${ref('Status')} }
      responses: { '200': ${page}, ${none}, ${refused} }
    post:
      operationId: createBook
      description: >-
        A code that exists is refused with \`409\`. Genres must exist (\`422\` otherwise). The same key with another body is refused with \`409\`.
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: ${sent('NewBook')}
      responses: { '201': ${one('Book')}, ${none}, ${taken}, ${refused} }
  /books/{ref}:
    parameters: [${path('ref')}]
    get: { operationId: getBook, responses: { '200': ${one('Book')}, ${none} } }
  /books/{ref}/lose:
    parameters: [${path('ref')}]
    post: { operationId: loseBook, responses: { '200': ${one('Book')}, ${none} } }
  /books/{ref}/follow:
    parameters: [${path('ref')}]
    put: { operationId: followBook, responses: { '204': { description: Done. }, ${none} } }
    delete: { operationId: unfollowBook, responses: { '204': { description: Done. }, ${none} } }
  /search:
    get:
      operationId: searchBooks
      description: Finds the books whose \`title\` contains \`q\`. Upper and lower case are not distinguished.
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses: { '200': ${json(`{ type: array, items: ${ref('Book')} }`)}, ${none}, ${refused} }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Status: { type: string, enum: [shelved, lent, ordered] }
    NewShelf: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Shelf: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewBook:
      type: object
      additionalProperties: false
      required: [title, code]
      properties:
        title: { type: string, minLength: 1, maxLength: 90 }
        code: { type: string, minLength: 1, maxLength: 40 }
        genres: { type: array, items: { type: string }, default: [] }
    Book:
      type: object
      required: [ref, title, code, status, lost, readers]
      properties:
        ref: { type: string }
        title: { type: string }
        code: { type: string }
        status: ${ref('Status')}
        lost: { type: boolean }
        readers: { type: array, items: { type: string } }
    Audit:
      type: object
      required: [id, state]
      properties: { id: { type: string }, state: { type: string, enum: [running, ready] } }
    Paging:
      type: object
      required: [page, perPage, rowCount]
      properties:
        page: { type: integer }
        perPage: { type: integer }
        rowCount: { type: integer, description: The number of rows on all pages together. }
`;

type Fault =
  | 'none'
  | 'access'
  | 'filter'
  | 'lost'
  | 'bound'
  | 'key'
  | 'code'
  | 'total'
  | 'size'
  | 'case'
  | 'twice'
  | 'genre'
  | 'owner'
  | 'job';

interface Row {
  readonly kind: string;
  readonly owner: string;
  readonly above: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function createService(fault: Fault) {
  const rows = new Map<string, Row>();
  const keys = new Map<string, readonly [sent: string, id: string]>();
  let count = 0;
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && value.length <= 90;
  const numberOf = (query: URLSearchParams, name: string, standard: number, most: number): number => {
    const text = query.get(name) ?? String(standard);
    return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : 0;
  };
  const add = (kind: string, owner: string, above: string, value: object): Response => {
    const id = `${kind.toUpperCase()}-${(count += 1)}`;
    const made = kind === 'books' ? { ref: id, status: 'shelved', lost: false, readers: [] } : { id };
    rows.set(id, { kind, owner, above, value: { ...made, ...value } });
    return Response.json(rows.get(id)?.value, { status: 201 });
  };
  const createBook = (owner: string, above: string, { body, headers, text }: WrittenCall): Response => {
    const { title, code, genres = [], ...others } = body ?? {};
    if (!isText(title) || !isText(code) || code.length > 40 || Object.keys(others).length > 0)
      return empty(422);
    if (!Array.isArray(genres) || (genres.length > 0 && fault !== 'genre')) return empty(422);
    const key = headers.get('idempotency-key');
    const [before, known] = keys.get(`${owner} ${above} ${key}`) ?? [];
    if (known !== undefined && (before === text || fault === 'key'))
      return Response.json(rows.get(known)?.value, { status: 201 });
    const isTaken = [...rows.values()].some(({ value }) => value['code'] === code);
    if (known !== undefined || (isTaken && fault !== 'code')) return empty(409);
    const made = add('books', owner, above, { title, code });
    if (key !== null) keys.set(`${owner} ${above} ${key}`, [text, `BOOKS-${count}`]);
    return made;
  };
  const listBooks = (above: string, query: URLSearchParams): Response => {
    const size = numberOf(query, 'perPage', fault === 'size' ? 5 : 10, fault === 'bound' ? 1e9 : 20);
    const number = numberOf(query, 'page', 1, 1e9);
    const states = query.get('status')?.split(',') ?? null;
    const lost = query.get('lost') ?? 'exclude';
    const isKnown = states?.every((each) => ['shelved', 'lent', 'ordered'].includes(each)) ?? true;
    const isAsked = ['exclude', 'include'].includes(lost);
    if (size < 1 || number < 1 || !isKnown || !isAsked) return empty(422);
    const all = [...rows.values()]
      .filter((row) => row.kind === 'books' && row.above === above)
      .map(({ value }) => value)
      .filter((value) => lost === 'include' || fault === 'lost' || value['lost'] === false)
      .filter(({ status }) => states === null || fault === 'filter' || states.includes(String(status)));
    const some = all.slice((number - 1) * size, number * size);
    const rowCount = fault === 'total' ? some.length : all.length;
    return Response.json({ rows: some, paging: { page: number, perPage: size, rowCount } });
  };
  const changeBook = (id: string, row: Row, owner: string, part: string, method: string): Response => {
    if (row.owner !== owner || !['lose', 'follow'].includes(part)) return empty(404);
    const change = (value: object): void => void rows.set(id, { ...row, value: { ...row.value, ...value } });
    const others = (row.value['readers'] as string[]).filter((each) => fault === 'twice' || each !== owner);
    if (part === 'lose') {
      if (method !== 'POST') return empty(405);
      change({ lost: true });
      return Response.json(rows.get(id)?.value);
    }
    if (method !== 'PUT' && method !== 'DELETE') return empty(405);
    change({ readers: method === 'PUT' ? [...others, owner] : others.filter((each) => each !== owner) });
    return empty(204);
  };
  const search = (owner: string, query: URLSearchParams): Response => {
    const q = query.get('q') ?? '';
    const fold = (text: string): string => (fault === 'case' ? text : text.toLowerCase());
    const found = [...rows.values()].filter(
      (row) => row.owner === owner && fold(String(row.value['title'] ?? '')).includes(fold(q)),
    );
    return q === '' ? empty(422) : Response.json(found.map(({ value }) => value));
  };
  return (call: WrittenCall): Response => {
    const { method, body, headers, query } = call;
    const owner = headers.get('authorization')?.toLowerCase() ?? '';
    const [kind = '', id, part, ...others] = call.path.split('/').slice(1).map(decodeURIComponent);
    if (!['bearer one', 'bearer two'].includes(owner)) return empty(401);
    if (others.length > 0 || !['shelves', 'books', 'search', 'audits'].includes(kind)) return empty(404);
    if (kind === 'search') return method === 'GET' ? search(owner, query) : empty(405);
    if (id === undefined) {
      if (kind !== 'shelves' || method !== 'POST') return empty(405);
      return isText(body?.['name']) ? add('shelves', owner, '', { name: body?.['name'] }) : empty(422);
    }
    const row = rows.get(id);
    const isOpen = fault === 'access' && kind === 'books';
    if (row?.kind !== kind || (row.owner !== owner && !isOpen)) return empty(404);
    if (part === undefined && method === 'DELETE' && kind === 'shelves') {
      if (fault !== 'owner' && [...rows.values()].some(({ above }) => above === id)) return empty(409);
      rows.delete(id);
      return empty(204);
    }
    if (part === undefined) return method === 'GET' ? Response.json(row.value) : empty(405);
    if (kind === 'shelves' && part === 'audits') {
      if (method !== 'POST') return empty(405);
      add('audits', owner, '', { state: fault === 'job' ? 'running' : 'ready' });
      return Response.json([...rows.values()].at(-1)?.value, { status: 202 });
    }
    if (kind === 'books') return changeBook(id, row, owner, part, method);
    if (part !== 'books') return empty(404);
    return method === 'GET'
      ? listBooks(id, query)
      : method === 'POST'
        ? createBook(owner, id, call)
        : empty(405);
  };
}

it.each<[fault: Fault, expected: readonly string[]]>([
  ['none', []],
  ['access', ['LAW16', 'LAW36']],
  ['filter', ['LAW11']],
  ['lost', ['LAW11']],
  ['bound', ['N02']],
  ['key', ['P02']],
  ['code', ['LAW19']],
  ['total', ['LAW08', 'LAW11']],
  ['size', ['LAW08']],
  ['case', ['LAW12']],
  ['twice', ['LAW20']],
  ['genre', ['LAW48']],
  ['owner', ['LAW13']],
  ['job', ['LAW45']],
])('has findings with the fault %s', async (fault, expected) => {
  const credentials = { full: 'one', otherOrganization: 'two' };
  const laws = ['08', '11', '12', '13', '16', '19', '20', '36', '45', '48'].map((each) => `LAW${each}`);
  const { outcomes } = await checkWritten(description, createService(fault), {
    credentials,
    only: [...laws, 'N02', 'P02'],
  });
  const found = outcomes.flatMap(({ check, findings }) => (findings.length > 0 ? [check] : []));
  expect([...new Set(found)].toSorted()).toEqual(expected);
});
