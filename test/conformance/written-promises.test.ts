/** What texts promise about lists, keys and access, and services that break one of these promises. */
import type { RunReport } from '../../conformance/model/run-report.ts';
import {
  defineService,
  standardHandler,
  testFaults,
  type Call,
  type Handler,
  type Result,
} from './support/defined-service.ts';
import {
  integer,
  listOf,
  name,
  object,
  oneOf,
  readOnly,
  ref,
  text,
  type Fields,
} from './support/service-definition.ts';

interface Listing {
  readonly isShown?: (book: Fields, values: Fields) => boolean;
  readonly size?: number;
  readonly count?: (all: number, rows: number) => number;
}

const isLostShown = (book: Fields, { lost }: Fields) => lost === 'include' || book['lost'] === false;
const hasStatus = ({ status }: Fields, values: Fields) =>
  ((values['status'] ?? [status]) as readonly unknown[]).includes(status);

/** Lists the books of a page. */
const listBooks =
  ({
    isShown = (book, values) => isLostShown(book, values) && hasStatus(book, values),
    size = 10,
    count = (all) => all,
  }: Listing = {}): Handler =>
  ({ row, query, store, values }) => {
    const [page, perPage] = [Number(values['page']), Number(query.get('perPage') ?? size)];
    const all = store.values('Book', row).filter((book) => isShown(book, values));
    const rows = all.slice((page - 1) * perPage, page * perPage);
    return { rows, paging: { page, perPage, rowCount: count(all.length, rows.length) } };
  };

const hasCode = ({ body, store }: Call) => store.values('Book').some(({ code }) => code === body['code']);
const hasGenre = ({ body }: Call) => ((body['genres'] ?? []) as readonly unknown[]).length > 0;

/** Searches for books by their titles, in a form of these and of the words. */
const search =
  (fold: (title: string) => string): Handler =>
  ({ caller, store, values }) =>
    store
      .rows('Book')
      .filter(
        ({ owner, value }) =>
          owner === caller && fold(String(value['title'])).includes(fold(String(values['q']))),
      )
      .map(({ value }) => value);

/** Sets the readers of a book: those that remain, and the caller if it follows. */
function setReaders(
  { caller, row, store }: Call,
  follows: boolean,
  isOther = (reader: unknown) => reader !== caller,
): Result {
  const others = (row.value['readers'] as readonly unknown[]).filter(isOther);
  store.change(row, { readers: follows ? [...others, caller] : others });
  return 204;
}

const statuses = ['shelved', 'lent', 'ordered'];

const books = await defineService({
  title: 'Books',
  text: 'A body or a parameter that breaks its schema is refused with `422`.',
  isSecured: true,
  invalid: 422,
  schemas: {
    Status: oneOf(...statuses),
    Paging: object({
      page: integer(),
      perPage: integer(),
      rowCount: { ...integer(), description: 'The number of rows on all pages together.' },
    }),
  },
  resources: [
    {
      name: 'Shelf',
      path: '/shelves',
      fields: { name },
      create: {},
      get: {},
      delete: {
        text: 'Only a shelf without books can be deleted (`409` otherwise).',
        errors: [409],
        run: ({ row, store }, usual) => (store.rows('Book', row).length > 0 ? 409 : usual()),
      },
    },
    {
      name: 'Audit',
      path: '/shelves/{shelfId}/audits',
      item: '/audits/{auditId}',
      fields: { state: readOnly(oneOf('running', 'ready')) },
      initial: { state: 'ready' },
      create: { id: 'startAudit', body: null, status: 202 },
      get: {},
    },
    {
      name: 'Book',
      path: '/shelves/{shelfId}/books',
      item: '/books/{ref}',
      key: 'ref',
      fields: {
        title: { ...name, maxLength: 90 },
        code: { ...name, maxLength: 40 },
        genres: { ...listOf(text), default: [], writeOnly: true },
        status: { ...ref('Status'), readOnly: true },
        lost: readOnly({ type: 'boolean' }),
        readers: readOnly(listOf(text)),
      },
      initial: { genres: undefined, status: 'shelved', lost: false, readers: [] },
      isClosed: true,
      list: {
        query: {
          page: { schema: { ...integer(1), default: 1 } },
          perPage: { schema: { ...integer(1, 20), default: 10 } },
          lost: { schema: { ...oneOf('exclude', 'include'), default: 'exclude' } },
          status: {
            description: 'Only books in one of these states.',
            style: 'form',
            explode: false,
            schema: listOf(ref('Status')),
          },
        },
        returns: object({ rows: listOf(ref('Book')), paging: ref('Paging') }),
        run: listBooks(),
      },
      create: {
        text: 'A code that exists is refused with `409`. Genres must exist (`422` otherwise). The same key with another body is refused with `409`.',
        headers: { 'Idempotency-Key': { schema: text } },
        errors: [409],
        run: (call, usual) => (hasGenre(call) ? 422 : hasCode(call) ? 409 : usual()),
      },
      get: {},
      actions: {
        lose: { run: ({ row, store }) => store.change(row, { lost: true }) },
      },
    },
  ],
  operations: {
    'PUT /books/{ref}/follow': { id: 'followBook', run: (call) => setReaders(call, true) },
    'DELETE /books/{ref}/follow': { id: 'unfollowBook', run: (call) => setReaders(call, false) },
    'GET /search': {
      id: 'searchBooks',
      text: 'Finds the books whose `title` contains `q`. Upper and lower case are not distinguished.',
      query: { q: { required: true, schema: name } },
      returns: listOf(ref('Book')),
      run: search((title) => title.toLowerCase()),
    },
  },
});

const checksOf = ({ outcomes }: RunReport): readonly string[] =>
  outcomes.flatMap(({ check, findings }) => (findings.length > 0 ? [check] : []));

const laws = ['08', '11', '12', '13', '16', '19', '20', '36', '45', '48'].map((each) => `LAW${each}`);

testFaults(
  books,
  {
    none: [{}, []],
    'books of others are shown': [{ getBook: { isPublic: true } }, ['LAW16', 'LAW36']],
    'a filter without effect': [{ listBooks: listBooks({ isShown: isLostShown }) }, ['LAW11']],
    'lost books are listed': [{ listBooks: listBooks({ isShown: hasStatus }) }, ['LAW11']],
    'pages of any size': [
      {
        listBooks: {
          accepts: ({ query }) => Number(query.get('perPage')) > 20,
        },
      },
      ['N02'],
    ],
    'a key for two bodies': [{ createBook: { reusedKey: null } }, ['P02']],
    'a code that exists': [
      { createBook: (call, _usual, standard) => (hasGenre(call) ? 422 : standard()) },
      ['LAW19'],
    ],
    'the number of rows of a page': [
      { listBooks: listBooks({ count: (_, rows) => rows }) },
      ['LAW08', 'LAW11'],
    ],
    'another default size': [{ listBooks: listBooks({ size: 5 }) }, ['LAW08']],
    'a search by case': [{ searchBooks: search((title) => title) }, ['LAW12']],
    'readers twice': [{ followBook: (call) => setReaders(call, true, () => true) }, ['LAW20']],
    'unknown genres': [
      { createBook: (call, _usual, standard) => (hasCode(call) ? 409 : standard()) },
      ['LAW48'],
    ],
    'shelves with books are deleted': [{ deleteShelf: standardHandler }, ['LAW13']],
    'a job that never ends': [
      {
        startAudit: ({ row, caller, store }) =>
          store.add('Audit', { state: 'running' }, { row, caller }).value,
      },
      ['LAW45'],
    ],
  },
  { only: [...laws, 'N02', 'P02'] },
  checksOf,
);
