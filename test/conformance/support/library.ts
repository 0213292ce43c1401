/** A library of which only the description is known, as a service in this process, and checks of it. */
import { join } from 'node:path';
import { operationsOf } from '../../../contract/operations.ts';
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { Fetch } from '../../../conformance/http/wire.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { loadContract } from '../../../generator/load/load-contract.ts';
import { readBody } from '../../../templates/runtime/body/read-body.ts';
import { readParameters } from '../../../templates/runtime/read-parameters.ts';

export const TOKEN = 'library-card-1042';

/** The token of another account. */
const OTHER_TOKEN = 'library-card-2077';

const folder = join(import.meta.dirname, '../any-contract');
const loaded = await loadContract({ folder, openapi: 'library.yaml', asyncapi: [] });
if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));

/** The contract of the library. */
export const library = loaded.contract;

/** A request as it was sent. Shape: `names` are those of the headers, in their original capitals. */
export interface LibraryRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly names: readonly string[];
  readonly body: Uint8Array | null;
}

export interface LibraryResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Changes a response. `ask` returns that to another request. */
export type Fault = (
  response: LibraryResponse,
  request: LibraryRequest,
  ask: (request: LibraryRequest) => LibraryResponse,
) => LibraryResponse;

interface Book {
  readonly id: number;
  readonly [property: string]: unknown;
}

interface SentBook {
  readonly title?: unknown;
  readonly pages?: unknown;
  readonly genre?: unknown;
}

/** Returns an error of the library. */
export function problem(code: number): LibraryResponse {
  return { status: code, body: { code, message: 'This is not possible.' } };
}

const loans = ['open', 'returned', 'open', 'returned', 'open'].map((state, index) => ({
  id: index + 1,
  state,
  lentAt: new Date(Date.UTC(2026, 4, 1, 8, index)).toISOString(),
}));

/** Returns a page of the loans. */
function listLoans(query: string): object {
  const wanted = new URLSearchParams(query);
  const since = Date.parse(wanted.get('since') ?? loans[0]?.lentAt ?? '');
  const kept = loans.filter(
    ({ state, lentAt }) => (wanted.get('state') ?? state) === state && Date.parse(lentAt) >= since,
  );
  const first = Number(wanted.get('cursor') ?? 0);
  const end = first + Number(wanted.get('limit') ?? 100);
  return { loans: kept.slice(first, end), ...(end < kept.length ? { next: String(end) } : {}) };
}

/** The books of an account, with their notes, in a library that follows its description. */
class Library {
  readonly #books = new Map<number, Book>();
  readonly #notes = new Map<number, readonly Book[]>();
  #last: number;

  /** Shape: the ids of its records follow `last`. */
  constructor(last: number) {
    this.#last = last;
  }

  respond({ method, path, query, headers, body: bytes }: LibraryRequest): LibraryResponse {
    const operations = operationsOf(library);
    const operation = operations.match(method, path);
    if (operation === null) return problem(404);
    const pathParams = operations.pathValues(method, path);
    const read = readParameters(operation.parameters, { pathParams, query, headers });
    if (read.problems.length + read.mismatches.length > 0) return problem(400);
    const body = readBody(operation.body, bytes, headers.get('content-type'));
    if (body.kind !== 'value') return problem(400);
    if (operation.id === 'listLoans') return { status: 200, body: listLoans(query) };
    if (operation.id === 'listBooks') return { status: 200, body: this.#list(new URLSearchParams(query)) };
    if (operation.id === 'createBook') return { status: 201, body: this.#add(body.value as object) };
    const book = this.#books.get(Number(pathParams['id']));
    return book === undefined
      ? problem(404)
      : this.#respondAbout(book, operation.id, { noteId: Number(pathParams['noteId']), sent: body.value });
  }

  #respondAbout(book: Book, operation: string, { noteId, sent }: BookRequest): LibraryResponse {
    const notes = this.#notes.get(book.id) ?? [];
    const note = notes.find(({ id }) => id === noteId);
    switch (operation) {
      case 'getBook':
        return { status: 200, body: book };
      case 'updateBook':
        return { status: 200, body: this.#change(book, sent as object) };
      case 'listNotes':
        return { status: 200, body: notes };
      case 'createNote': {
        const added = { id: ++this.#last, ...(sent as { readonly text: string }) };
        this.#notes.set(book.id, [...notes, added]);
        return { status: 201, body: added };
      }
      case 'getNote':
        return note === undefined ? problem(404) : { status: 200, body: note };
      default:
        this.#books.delete(book.id);
        return { status: 204, body: null };
    }
  }

  #list(query: URLSearchParams): readonly Book[] {
    const genre = query.get('genre');
    const books = [...this.#books.values()].filter((book) => genre === null || book['genre'] === genre);
    return books.slice(0, Number(query.get('limit') ?? books.length));
  }

  #change(
    book: Book,
    { title = book['title'], pages = book['pages'], genre = book['genre'] }: SentBook,
  ): Book {
    const changed = { ...book, title, pages, genre };
    this.#books.set(book.id, changed);
    return changed;
  }

  #add({ title, pages, genre }: SentBook): Book {
    const book = { id: ++this.#last, title, pages, genre, addedOn: '1 May' };
    this.#books.set(book.id, book);
    return book;
  }
}

/** A request about a book. */
interface BookRequest {
  readonly noteId: number;
  readonly sent: unknown;
}

/** Returns the function of a library with two accounts, whose ids are far apart. */
function openLibrary(): (request: LibraryRequest) => LibraryResponse {
  const accounts = new Map([
    [TOKEN, new Library(123_400)],
    [OTHER_TOKEN, new Library(987_600)],
  ]);
  return (request) => {
    const [scheme, token = ''] = (request.headers.get('authorization') ?? '').split(' ');
    const account = scheme?.toLowerCase() === 'bearer' ? accounts.get(token) : undefined;
    const isKnown = operationsOf(library).match(request.method, request.path) !== null;
    return account === undefined ? problem(isKnown ? 401 : 404) : account.respond(request);
  };
}

/** Returns a request with the credential of the first account. */
export function asFirstAccount(request: LibraryRequest): LibraryRequest {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${TOKEN}`);
  return { ...request, headers };
}

function serve(fault: Fault): Fetch {
  const respond = openLibrary();
  return (url, init) => {
    const { pathname: path, search } = new URL(url);
    const fields = (init.headers ?? []) as readonly (readonly [string, string])[];
    const request: LibraryRequest = {
      method: init.method ?? 'GET',
      path,
      query: search.slice(1),
      headers: new Headers(init.headers),
      names: fields.map(([name]) => name),
      body: init.body instanceof Uint8Array ? init.body : null,
    };
    const { status, body, headers = {} } = fault(respond(request), request, respond);
    return Promise.resolve(
      body === null ? new Response(null, { status, headers }) : Response.json(body, { status, headers }),
    );
  };
}

/** Checks the library, or one with a fault. */
export function checkLibrary(fault: Fault = (response) => response): Promise<RunReport> {
  const environment = {
    ...defaultConfig.environment,
    credentials: { full: TOKEN, otherOrganization: OTHER_TOKEN },
  };
  const budget = { ...defaultConfig.budget, perSecond: null };
  const config = { ...defaultConfig, level: 'destructive' as const, environment, budget };
  const baseUrl = 'http://127.0.0.1:1';
  return runConformance({ contract: library, plugin: emptyPlugin, baseUrl, fetch: serve(fault), config });
}

/** Lists the findings of a run. */
export function findingsOf({ outcomes }: RunReport): readonly string[] {
  return outcomes
    .flatMap(({ findings }) => findings)
    .map(({ verdict, check, subject, at }) => `${verdict} ${check} ${subject} ${at}`);
}
