/** Versions in bodies, references that only texts name, and actions whose effects only texts state. */
import { defineService, standardHandler, testFaults, type Handler } from './support/defined-service.ts';
import { integer, object, orNull, readOnly, text, time } from './support/service-definition.ts';

const login = { ...text, pattern: '^[a-z][a-z0-9]{1,9}$' };
const rackKey = { ...text, pattern: '^[A-Z][A-Z0-9]{1,9}$' };
const lentAt = '2026-01-01T10:00:00.125Z';

const updateBook =
  (isAccepted: (version: unknown, current: unknown) => boolean, step: number): Handler =>
  ({ body, row, store }, _, standard) => {
    const { version } = row.value;
    if (!isAccepted(body['version'], version)) return 409;
    standard();
    return store.change(row, { version: Number(version) + step });
  };

const moveBook: Handler = ({ body, row, store }) => {
  const to = String(body['rackKey']);
  if (store.find('Rack', to) === undefined) return 422;
  if (to === row.above) return 409;
  row.above = to;
  return store.change(row, { rackKey: to });
};

const racks = await defineService({
  title: 'Books',
  invalid: 422,
  resources: [
    {
      name: 'Owner',
      path: '/owners',
      item: '/owners/{login}',
      key: 'login',
      fields: { login },
      create: { errors: [409] },
      get: {},
    },
    {
      name: 'Rack',
      path: '/racks',
      item: '/racks/{rackKey}',
      key: 'rackKey',
      fields: { rackKey },
      create: {
        text: 'The rackKey is chosen by the client and has to be unique, else 409.',
        errors: [409],
      },
      get: {},
    },
    {
      name: 'Book',
      path: '/racks/{rackKey}/books',
      key: 'bookId',
      fields: {
        rackKey: readOnly(text),
        title: text,
        owner: { ...orNull(text), description: 'login of an owner' },
        version: readOnly(integer()),
        lentAt: readOnly(orNull(time)),
      },
      initial: ({ above }) => ({ rackKey: above, owner: null, version: 1, lentAt: null }),
      list: {},
      create: {
        text: 'Adds a book. The `owner` has to exist, else 422.',
        run: ({ body: { owner = null }, store }, usual) =>
          owner === null || store.find('Owner', owner) !== undefined ? usual() : 422,
      },
      get: {},
      update: {
        body: object({ version: integer(), title: text }, ['version']),
        errors: [409],
        run: updateBook((version, current) => version === current, 1),
      },
      actions: {
        lend: {
          text: 'Lends a book and sets `lentAt`. 409 if it is lent already.',
          errors: [409],
          run: ({ row, store }) => (row.value['lentAt'] === null ? store.change(row, { lentAt }) : 409),
        },
        move: { body: object({ rackKey }), errors: [409], run: moveBook },
      },
    },
  ],
});

const books = '/racks/{rackKey}/books';

testFaults(racks, {
  'a service without a fault': [{}, []],
  'an old version that is accepted': [{ updateBook: updateBook(() => true, 1) }, [`warn LAW18 ${books}`]],
  'a version that stays': [
    { updateBook: updateBook((version, current) => version === current, 0) },
    [`warn LAW18 ${books}`],
  ],
  'an unknown owner that is accepted': [{ createBook: standardHandler }, [`warn LAW48 ${books}`]],
  'an action that succeeds again': [
    { lendBook: ({ row, store }) => store.change(row, { lentAt }) },
    [`warn LAW26 ${books}`],
  ],
  'a time that an action does not set': [
    { lendBook: ({ row }) => (row.value['lentAt'] === null ? row.value : 409) },
    [`warn LAW26 ${books}`],
  ],
  'a record that is moved and stays': [
    {
      moveBook(call, usual) {
        call.store.state.set(`${call.row.above} ${call.row.id}`, call.row.value);
        return usual();
      },
      getBook: {
        missing: ({ params, store }) => store.state.get(`${params['rackKey']} ${params['bookId']}`) ?? 404,
      },
    },
    [`warn LAW26 ${books}`],
  ],
  'a key that is given twice': [
    { createRack: ({ body, caller, store }) => store.add('Rack', body, { caller }).value },
    ['warn LAW19 /racks'],
  ],
});
