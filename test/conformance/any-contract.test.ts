/** Checks of a service of which only its description is known. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { emptyPlugin } from '../../conformance/plugin.ts';
import { createJobChecker } from '../../conformance/proxy/check-jobs.ts';
import { paintNothing } from '../../conformance/report/report.ts';
import { writeText } from '../../conformance/report/text.ts';
import {
  asFirstAccount,
  checkLibrary,
  findingsOf,
  library as contract,
  problem,
  TOKEN,
  type Fault,
} from './support/library.ts';

describe('a service that follows its description', () => {
  let report: RunReport;

  beforeAll(async () => {
    report = await checkLibrary();
  });

  it('has no finding', () => {
    expect(report.stopped).toBeNull();
    expect(findingsOf(report)).toEqual([]);
  });

  it.each([
    ['A01', 'listBooks'],
    ['A02', 'createBook'],
    ['C03', 'getBook'],
    ['N01', 'createBook'],
    ['N02', 'listBooks'],
    ['N03', 'getBook'],
    ['P01', 'createBook'],
    ['P01', 'deleteBook'],
    ['C22', 'listBooks'],
    ['LAW30', 'getBook'],
    ['LAW31', 'listBooks'],
    ['LAW32', 'getBook'],
    ['LAW33', 'createBook'],
    ['LAW34', 'listLoans'],
    ['LAW35', 'listLoans'],
    ['LAW36', 'getBook'],
    ['LAW36', 'createNote'],
    ['LAW37', 'getNote'],
    ['LAW40', 'getBook'],
    ['LAW41', 'getBook'],
    ['LAW43', 'listBooks'],
    ['LAW44', 'listBooks'],
    ['LAW15', '/books/{id}/notes'],
    ...['01', '02', '03', '04', '05', '06', '07', '08', '11', '13', '14', '16', '17'].map(
      (number): [string, string] => [`LAW${number}`, '/books'],
    ),
  ])('passes %s of %s', (id, subject) => {
    const outcome = report.outcomes.find((each) => each.check === id && each.subject === subject);
    expect(outcome).toMatchObject({ verdict: 'pass' });
  });

  it('is covered by the run', () => {
    const { missing } = report.coverage.find(({ what }) => what === 'statuses') ?? {};
    expect(missing).toEqual([]);
  });
});

/** Edits the books in responses of requests with this method, the only one or those of a list. */
function editBooks(
  method: string,
  isList: boolean,
  edit: (books: readonly Book[]) => readonly Book[],
): Fault {
  return (response, request) => {
    if (request.method !== method || response.status >= 300 || Array.isArray(response.body) !== isList)
      return response;
    const books = edit([response.body].flat() as readonly Book[]);
    return { ...response, body: isList ? books : books[0] };
  };
}

type Book = Readonly<Record<string, unknown>>;

/** Responds to reads of deleted books with the last one that was read. */
function keepDeleted(): Fault {
  const books = new Map<string, unknown>();
  return (response, { method, path }) => {
    if (method === 'GET' && response.status === 200) books.set(path, response.body);
    return method === 'GET' && response.status === 404 && books.has(path)
      ? { status: 200, body: books.get(path) }
      : response;
  };
}

/** Responds to every read of a book as to the first one. */
function repeatReads(): Fault {
  const first = new Map<string, ReturnType<Fault>>();
  return (response, { method, path }) => {
    if (method !== 'GET' || response.status !== 200 || path === '/books') return response;
    first.set(path, first.get(path) ?? response);
    return first.get(path) ?? response;
  };
}

/** Finds a note by its own id, below any book. */
const findAnyNote: Fault = (response, request, ask) => {
  const note = /\/notes\/\d+$/.exec(request.path)?.[0];
  if (response.status !== 404 || note === undefined) return response;
  const books = (ask({ ...request, path: '/books' }).body as readonly Book[] | null) ?? [];
  const found = books.map(({ id }) => ask({ ...request, path: `/books/${String(id)}${note}` }));
  return found.find(({ status }) => status === 200) ?? response;
};

const serveAsFirst: Fault = (response, request, ask) =>
  response.status === 404 ? ask(asFirstAccount(request)) : response;

describe('a law reports a service that', () => {
  it.each<readonly [string, Fault, string]>([
    [
      'forgets what it creates',
      (response, { path, method }) =>
        method === 'GET' && /books\/\d+$/.test(path) ? problem(404) : response,
      'fail LAW01 /books status',
    ],
    [
      'swaps values',
      editBooks('GET', false, ([book]) => [{ ...book, pages: 7 }]),
      'fail LAW02 /books body.pages',
    ],
    [
      'loses values of a creation',
      editBooks('POST', false, ([book]) => [{ ...book, title: 'Emma' }]),
      'fail LAW02 /books body.title',
    ],
    ['repeats the first response to a read', repeatReads(), 'fail LAW03 /books body.title'],
    [
      'drops books from its list',
      editBooks('GET', true, (books) => books.slice(0, -1)),
      'fail LAW06 /books body',
    ],
    [
      'repeats books in its list',
      editBooks('GET', true, (books) => books.flatMap((book) => [book, book])),
      'fail LAW06 /books body',
    ],
    [
      'lists other values',
      editBooks('GET', true, (books) => books.map((book) => ({ ...book, title: 'Emma' }))),
      'fail LAW07 /books body.title',
    ],
    [
      'ignores a filter',
      (response, request, ask) =>
        request.path === '/books' && request.query.startsWith('genre') && response.status === 200
          ? ask({ ...request, query: '' })
          : response,
      'fail LAW11 /books query genre',
    ],
    ['keeps what it deletes', keepDeleted(), 'fail LAW13 /books status'],
    ['finds a note below every book', findAnyNote, 'fail LAW15 /books/{id}/notes status'],
    ['reads a note below every book', findAnyNote, 'warn LAW37 getNote status'],
    ['reads a book for every account', serveAsFirst, 'warn LAW36 getBook status'],
    ['shows every account the books of the first', serveAsFirst, 'fail LAW16 /books status'],
  ])('%s', async (_, fault, finding) => {
    expect(findingsOf(await checkLibrary(fault))).toContain(finding);
  });
});

describe('a service is reported that', () => {
  it.each<readonly [string, Fault, string]>([
    [
      'accepts an invalid body',
      (reply, { method }) =>
        method === 'POST' && reply.status === 400
          ? { status: 201, body: { id: 1, title: 'Emma', addedOn: '1 May' } }
          : reply,
      'fail N01 createBook status',
    ],
    [
      'rejects a valid query',
      (reply, { path }) => (path === '/books' && reply.status === 200 ? problem(400) : reply),
      'fail P01 listBooks status',
    ],
    [
      'accepts a request without a credential',
      (reply, { path }) => (path === '/books' && reply.status === 401 ? { status: 200, body: [] } : reply),
      'fail A01 listBooks status',
    ],
    [
      'returns a record without a required property',
      (reply, { path }) =>
        reply.status === 200 && path !== '/books' ? { status: 200, body: { id: 1, title: 'Emma' } } : reply,
      'fail C03 getBook body.addedOn',
    ],
    [
      'returns an error of another form',
      (reply) => (reply.status === 404 ? { status: 404, body: { error: 'Not found' } } : reply),
      'fail C03 getBook body.code',
    ],
    [
      'returns a success that it does not declare',
      (reply, { method }) => (method === 'POST' && reply.status === 201 ? { ...reply, status: 200 } : reply),
      'fail C01 createBook status',
    ],
    [
      'fails',
      (reply, { method }) => (method === 'DELETE' && reply.status === 204 ? problem(500) : reply),
      'fail C06 deleteBook status',
    ],
    [
      'accepts HEAD without a credential',
      (response, request) => (request.method === 'HEAD' ? { status: 200, body: null } : response),
      'warn LAW30 listBooks status',
    ],
    [
      'knows a header in one spelling only',
      (response, { names }) => (names.includes('AUTHORIZATION') ? problem(401) : response),
      'fail LAW31 getBook status',
    ],
    [
      'knows a scheme in one spelling only',
      (response, { headers }) =>
        headers.get('authorization')?.startsWith('bearer') === true ? problem(401) : response,
      'warn LAW32 getBook status',
    ],
    [
      'rejects JSON that names its encoding',
      (response, { headers }) =>
        headers.get('content-type')?.includes('utf-8') === true ? problem(400) : response,
      'fail LAW33 createBook status',
    ],
    [
      'skips rows between filtered pages',
      (response, request, ask) => {
        if (!/limit=1&cursor/.test(request.query)) return response;
        const { status, body } = ask({ ...request, query: request.query.replace('limit=1', 'limit=2') });
        const page = body as { readonly loans: readonly unknown[] };
        return { status, body: { ...page, loans: page.loans.slice(1) } };
      },
      'warn LAW34 listLoans body',
    ],
    [
      'ignores a time zone',
      (_, request, ask) => ask({ ...request, query: request.query.replace('%2B05%3A30', 'Z') }),
      'warn LAW35 listLoans body',
    ],
    [
      'accepts a method that it does not declare',
      (response, { method }) => (method === 'PUT' ? { status: 200, body: {} } : response),
      'warn LAW40 getBook status',
    ],
    [
      'fails for a method that browsers ask with',
      (response, { method }) => (method === 'OPTIONS' ? problem(500) : response),
      'fail LAW40 getBook status',
    ],
    [
      'fails for a NUL in an id',
      (response, { path }) => (path.includes('%00') ? problem(500) : response),
      'fail LAW41 getBook status',
    ],
    [
      'has a page for every path',
      (response, { path }) => (/^\/books($|\/)/.test(path) ? response : { status: 200, body: {} }),
      'warn LAW43 listBooks status',
    ],
    [
      'fails for a query that is not encoded',
      (response, { query }) => (query.includes('%ZZ') ? problem(500) : response),
      'fail LAW44 listBooks status',
    ],
    [
      'always compresses',
      (response) => ({ ...response, headers: { 'content-encoding': 'br' } }),
      'warn C22 listBooks header Content-Encoding',
    ],
    [
      'shows a stack trace',
      (response) =>
        response.status === 404
          ? {
              ...response,
              body: { ...(problem(404).body as object), message: `Error\n    at find (/srv/books.js:10:42)` },
            }
          : response,
      'warn C24 getBook body',
    ],
    [
      'names another status in a problem',
      (response) =>
        response.status === 404
          ? {
              ...response,
              headers: { 'content-type': 'application/problem+json' },
              body: { ...(problem(404).body as object), status: 400 },
            }
          : response,
      'warn C25 getBook body.status',
    ],
    [
      'names another encoding of its JSON',
      (response) => ({ ...response, headers: { 'content-type': 'application/json; charset=iso-8859-1' } }),
      'warn C02 listBooks header Content-Type',
    ],
  ])('%s', async (_, fault, finding) => {
    const report = await checkLibrary(fault);
    expect(findingsOf(report)).toContain(finding);
    const text = writeText(report, {
      contract,
      baseline: null,
      cases: new Map(),
      locate: () => null,
      paint: paintNothing,
      width: 100,
    });
    // Why: only the Agent Platform has facts and assumptions.
    expect(text).not.toMatch(/\b[FA]-\d/);
    const places = report.outcomes.flatMap(({ findings }) => findings.map(({ place }) => place));
    expect(places.filter((place) => place?.startsWith('library.yaml#/') !== true)).toEqual([]);
  });
});

it('the checks of any API rest on no fact', () => {
  const checks = listChecks(contract, emptyPlugin);
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(({ facts, assumption }) => facts.length > 0 || assumption !== null)).toEqual([]);
  expect(checks.map(({ basis }) => basis.kind)).not.toContain('facts');
});

it('the proxy reports what a client and a service do wrong', async () => {
  const checker = createJobChecker({ contract, traffic: emptyPlugin, basePaths: [] });
  const json = (value: unknown) => ({
    kind: 'whole' as const,
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  });
  const headers = ['Content-Type', 'application/json', 'Authorization', `Bearer ${TOKEN}`];
  const reports = await checker.take({
    kind: 'exchange',
    request: {
      number: 1,
      at: 0,
      method: 'POST',
      path: '/books',
      headers,
      body: json({ pages: 0 }),
      isChecked: false,
    },
    response: { status: 201, headers: headers.slice(0, 2), body: json({ id: '1', title: 'Emma' }) },
    durationMs: 1,
  });
  const found = reports.flatMap((report) => (report.kind === 'finding' ? [report.finding] : []));
  expect(found.map(({ verdict, check: id, at }) => `${verdict} ${id} ${at}`)).toEqual([
    'fail Q03 body.title',
    'fail Q03 body.pages',
    'fail C03 body.addedOn',
    'fail C03 body.id',
  ]);
});
