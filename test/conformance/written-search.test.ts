/** A search in several kinds of records whose text states what it finds. */
import { defineService, testFaults, type Call, type Result, type Row } from './support/defined-service.ts';
import { integer, listOf, name, object, ref, text } from './support/service-definition.ts';

type Test = (title: string, q: string) => boolean;

const containsText: Test = (title, q) => title.toLowerCase().includes(q.toLowerCase());

/** Searches for books; `isVisible` selects those that a caller finds, `count` counts all and those of the page. */
const search =
  (
    isMatch: Test,
    isVisible = ({ owner }: Row, caller: string) => owner === caller,
    count = (all: number, _rows: number) => all,
  ) =>
  ({ caller, store, values }: Call): Result => {
    const all = store
      .rows('Book')
      .filter((row) => isVisible(row, caller) && isMatch(String(row.value['title']), String(values['q'])));
    const [page, size] = [Number(values['page']), Number(values['perPage'])];
    const rows = all.slice((page - 1) * size, page * size);
    return { hits: rows.map(({ id }) => ({ id, kind: 'book' })), total: count(all.length, rows.length) };
  };

const library = await defineService({
  title: 'Library',
  isSecured: true,
  schemas: { Hit: object({ id: text, kind: text }) },
  resources: [
    { name: 'Book', path: '/books', fields: { title: name }, list: {}, create: {}, get: {}, delete: {} },
  ],
  operations: {
    'GET /search': {
      id: 'search',
      text: 'Finds books by title and notes by text. It matches the words literally, ignoring case.',
      query: {
        q: { required: true, schema: name },
        page: { schema: { ...integer(1), default: 1 } },
        perPage: { schema: { ...integer(1, 50), default: 20 } },
      },
      returns: object({ hits: listOf(ref('Hit')), total: integer() }),
      run: search(containsText),
    },
  },
});

testFaults(
  library,
  {
    none: [{}, []],
    'reads a pattern': [
      { search: search((title, q) => new RegExp(q.replaceAll(/[()*[]/g, '.'), 'i').test(title)) },
      ['fail LAW12 /books'],
    ],
    'distinguishes case': [{ search: search((title, q) => title.includes(q)) }, ['fail LAW12 /books']],
    'finds records of others': [{ search: search(containsText, () => true) }, ['fail LAW12 /books']],
    'counts a page': [{ search: search(containsText, undefined, (_, rows) => rows) }, ['warn LAW12 /books']],
    'finds nothing': [{ search: search(() => false) }, ['warn LAW12 /books']],
  },
  { only: ['LAW12'] },
);
