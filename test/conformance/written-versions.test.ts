/** Versions in bodies, references that only texts name, and actions whose effects only texts state. */
import { expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { json, list, ref } from './support/written-parts.ts';

const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const none = '{ description: None. }';
const owner = 'login: { type: string, pattern: "^[a-z][a-z0-9]{1,9}$" }';
const key = 'rackKey: { type: string, pattern: "^[A-Z][A-Z0-9]{1,9}$" }';
const parameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const place = `[${parameter('rackKey')}, ${parameter('bookId')}]`;

const description = `
openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /owners:
    post:
      operationId: createOwner
      requestBody: ${sent(`{ type: object, required: [login], properties: { ${owner} } }`)}
      responses: { '201': ${json(ref('Owner'))}, '409': { description: The login is taken. }, '422': ${none} }
  /owners/{login}:
    parameters: [${parameter('login')}]
    get: { operationId: getOwner, responses: { '200': ${json(ref('Owner'))}, '404': ${none} } }
  /racks:
    post:
      operationId: createRack
      description: The rackKey is chosen by the client and has to be unique, else 409.
      requestBody: ${sent(`{ type: object, required: [rackKey], properties: { ${key} } }`)}
      responses: { '201': ${json(ref('Rack'))}, '409': ${none}, '422': ${none} }
  /racks/{rackKey}:
    parameters: [${parameter('rackKey')}]
    get: { operationId: getRack, responses: { '200': ${json(ref('Rack'))}, '404': ${none} } }
  /racks/{rackKey}/books:
    parameters: [${parameter('rackKey')}]
    get: { operationId: listBooks, responses: { '200': ${list('Book')}, '404': ${none} } }
    post:
      operationId: createBook
      description: Adds a book. The \`owner\` has to exist, else 422.
      requestBody: ${sent(`{ type: object, required: [title], properties: { title: { type: string }, owner: { type: [string, 'null'], description: login of an owner } } }`)}
      responses: { '201': ${json(ref('Book'))}, '404': ${none}, '422': ${none} }
  /racks/{rackKey}/books/{bookId}:
    parameters: ${place}
    get: { operationId: getBook, responses: { '200': ${json(ref('Book'))}, '404': ${none} } }
    patch:
      operationId: updateBook
      requestBody: ${sent(`{ type: object, required: [version], properties: { version: { type: integer }, title: { type: string } } }`)}
      responses: { '200': ${json(ref('Book'))}, '404': ${none}, '409': { description: The version is old. }, '422': ${none} }
  /racks/{rackKey}/books/{bookId}/lend:
    parameters: ${place}
    post:
      operationId: lendBook
      description: Lends a book and sets \`lentAt\`. 409 if it is lent already.
      responses: { '200': ${json(ref('Book'))}, '404': ${none}, '409': ${none} }
  /racks/{rackKey}/books/{bookId}/move:
    parameters: ${place}
    post:
      operationId: moveBook
      requestBody: ${sent(`{ type: object, required: [rackKey], properties: { ${key} } }`)}
      responses: { '200': ${json(ref('Book'))}, '404': ${none}, '409': ${none}, '422': ${none} }
components:
  schemas:
    Owner: { type: object, required: [login], properties: { login: { type: string } } }
    Rack: { type: object, required: [rackKey], properties: { rackKey: { type: string } } }
    Book:
      type: object
      required: [bookId, rackKey, title, version]
      properties:
        bookId: { type: string, readOnly: true }
        rackKey: { type: string, readOnly: true }
        title: { type: string }
        owner: { type: [string, 'null'] }
        version: { type: integer, readOnly: true }
        lentAt: { type: [string, 'null'], format: date-time, readOnly: true }
`;

interface Book {
  readonly bookId: string;
  rackKey: string;
  title: string;
  readonly owner: unknown;
  version: number;
  lentAt: string | null;
}

type Fault =
  'acceptsOld' | 'keepsVersion' | 'acceptsAnyOwner' | 'lendsTwice' | 'hidesTime' | 'copies' | 'repeatsKey';

function createService(fault: Fault | null) {
  const owners = new Set<string>();
  const racks = new Set<string>();
  const books: Book[] = [];
  const add = (all: Set<string>, name: string, { body }: WrittenCall, form: RegExp): Response => {
    const value = body?.[name];
    if (typeof value !== 'string' || !form.test(value)) return empty(422);
    if (all.has(value) && !(all === racks && fault === 'repeatsKey')) return empty(409);
    all.add(value);
    return Response.json({ [name]: value }, { status: 201 });
  };
  const create = (rackKey: string, { body }: WrittenCall): Response => {
    const { title, owner = null } = body ?? {};
    const isKnown = owner === null || fault === 'acceptsAnyOwner' || owners.has(owner as string);
    const isText = owner === null || typeof owner === 'string';
    if (typeof title !== 'string' || !isText || !isKnown) return empty(422);
    const book = { bookId: `b${books.length + 1}`, rackKey, title, owner, version: 1, lentAt: null };
    books.push(book);
    return Response.json(book, { status: 201 });
  };
  const update = (book: Book, { body }: WrittenCall): Response => {
    const { title = book.title, version } = body ?? {};
    if (typeof title !== 'string' || !Number.isInteger(version)) return empty(422);
    if (version !== book.version && fault !== 'acceptsOld') return empty(409);
    Object.assign(book, { title, version: book.version + (fault === 'keepsVersion' ? 0 : 1) });
    return Response.json(book);
  };
  const lend = (book: Book): Response => {
    if (book.lentAt !== null && fault !== 'lendsTwice') return empty(409);
    if (fault !== 'hidesTime') book.lentAt = '2026-01-01T10:00:00.125Z';
    return Response.json(book);
  };
  const move = (book: Book, { body }: WrittenCall): Response => {
    const to = body?.['rackKey'];
    if (typeof to !== 'string' || !racks.has(to)) return empty(422);
    if (to === book.rackKey) return empty(409);
    if (fault === 'copies') books.push({ ...book, rackKey: to });
    else book.rackKey = to;
    return Response.json({ ...book, rackKey: to });
  };
  return (call: WrittenCall): Response => {
    const [, kind = '', id = '', below = '', bookId = '', action = '', more] = call.path.split('/');
    const { method } = call;
    if (more !== undefined || (kind !== 'owners' && kind !== 'racks')) return empty(404);
    const [all, name, form] =
      kind === 'owners'
        ? ([owners, 'login', /^[a-z][a-z0-9]{1,9}$/] as const)
        : ([racks, 'rackKey', /^[A-Z][A-Z0-9]{1,9}$/] as const);
    if (id === '') return method === 'POST' ? add(all, name, call, form) : empty(405);
    if (!all.has(id)) return empty(404);
    if (below === '') return method === 'GET' ? Response.json({ [name]: id }) : empty(405);
    if (below !== 'books' || kind === 'owners') return empty(404);
    if (bookId === '') {
      if (method === 'POST') return create(id, call);
      return method === 'GET' ? Response.json(books.filter((each) => each.rackKey === id)) : empty(405);
    }
    const book = books.find((each) => each.bookId === bookId && each.rackKey === id);
    if (book === undefined) return empty(404);
    if (action === '')
      return method === 'GET' ? Response.json(book) : method === 'PATCH' ? update(book, call) : empty(405);
    if (!/^(?:lend|move)$/.test(action)) return empty(404);
    return method !== 'POST' ? empty(405) : action === 'lend' ? lend(book) : move(book, call);
  };
}

function findings({ outcomes }: RunReport): readonly string[] {
  const all = outcomes.flatMap((outcome) => outcome.findings);
  return [...new Set(all.map(({ check, subject, verdict }) => `${verdict} ${check} ${subject}`))];
}

const books = '/racks/{rackKey}/books';

it.each<[string, Fault | null, readonly string[]]>([
  ['a service without a fault', null, []],
  ['an old version that is accepted', 'acceptsOld', [`warn LAW18 ${books}`]],
  ['a version that stays', 'keepsVersion', [`warn LAW18 ${books}`]],
  ['an unknown owner that is accepted', 'acceptsAnyOwner', [`warn LAW48 ${books}`]],
  ['an action that succeeds again', 'lendsTwice', [`warn LAW26 ${books}`]],
  ['a time that an action does not set', 'hidesTime', [`warn LAW26 ${books}`]],
  ['a record that is moved and stays', 'copies', [`warn LAW26 ${books}`]],
  ['a key that is given twice', 'repeatsKey', ['warn LAW19 /racks']],
])('%s', async (_name, fault, expected) => {
  expect(findings(await checkWritten(description, createService(fault)))).toEqual(expected);
});
