/** Effects beyond the record itself: a separate search, settings below a record, and a repeated deletion. */
import { defineService, testFaults } from './support/defined-service.ts';
import { integer, listOf, name, object, oneOf, ref, text } from './support/service-definition.ts';

const shelves = await defineService({
  title: 'Shelves',
  schemas: { Settings: object({ color: oneOf('red', 'blue'), width: integer(1, 90) }, ['color']) },
  resources: [
    { name: 'Shelf', path: '/shelves', fields: { name: text }, list: {}, create: {}, get: {}, delete: {} },
  ],
  operations: {
    'GET /shelves/{shelfId}/settings': {
      id: 'getSettings',
      returns: ref('Settings'),
      run: ({ row, store }) => store.state.get(row.id) ?? { color: 'red' },
    },
    'PUT /shelves/{shelfId}/settings': {
      id: 'replaceSettings',
      body: ref('Settings'),
      returns: ref('Settings'),
      run({ body, row, store }) {
        store.state.set(row.id, body);
        return body;
      },
    },
    'GET /search': {
      id: 'searchShelves',
      query: { q: { required: true, schema: name } },
      returns: listOf(ref('Shelf')),
      run: ({ store, values }) =>
        store.values('Shelf').filter((shelf) => String(shelf['name']).includes(String(values['q']))),
    },
  },
});

testFaults(shelves, {
  'a service without a fault': [{}, []],
  'a search that finds everything': [
    { searchShelves: ({ store }) => store.values('Shelf').slice(0, 1) },
    ['warn LAW12 /shelves'],
  ],
  'settings that are not stored': [{ replaceSettings: ({ body }) => body }, ['fail LAW21 /shelves']],
  'a deletion that fails if it is repeated': [
    {
      deleteShelf: {
        missing: ({ params, store }) =>
          store.deleted.some(({ id }) => id === params['shelfId']) ? 500 : 404,
      },
    },
    ['fail C06 deleteShelf'],
  ],
});
