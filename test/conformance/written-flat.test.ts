/** Records at flat paths that refer to others by properties: their lists, files, options, and what never changes. */
import { expect, it } from 'vitest';
import {
  defineService,
  namesOf,
  testFaults,
  type Call,
  type Faults,
  type Handler,
  type Result,
} from './support/defined-service.ts';
import {
  integer,
  name,
  object,
  oneOf,
  readOnly,
  ref,
  text,
  time,
  type Fields,
} from './support/service-definition.ts';

const color = { ...text, pattern: '^#[0-9a-f]{6}$' };
const binary = { ...text, format: 'binary' };
const contents = { 'application/octet-stream': { schema: binary }, 'text/plain': { schema: text } };

interface Search {
  readonly fold?: (text: string) => string;
  readonly textOf?: (item: Fields) => string;
  readonly isBefore?: (at: number, end: number) => boolean;
  readonly isDescending?: (order: unknown) => boolean;
}

/** Lists the items of a box that a search finds, in the order that it names. */
const listItems =
  ({
    fold = (value) => value.toLowerCase(),
    textOf = (item) => `${String(item['name'])}\n${String(item['note'])}`,
    isBefore = (at, end) => at < end,
    isDescending = (order) => order === 'desc',
  }: Search = {}): Handler =>
  ({ values }, _, standard) => {
    const { q = '', created_before: end = '2100-01-01', sort, order } = values;
    const items = (standard() as readonly Fields[]).filter(
      (item) =>
        isBefore(Date.parse(String(item['created_at'])), Date.parse(String(end))) &&
        fold(textOf(item)).includes(fold(String(q))),
    );
    if (sort === undefined) return items;
    const sorted = items.toSorted((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1));
    return isDescending(order) ? sorted.toReversed() : sorted;
  };

const uploadFile =
  (store = (bytes: Buffer) => bytes): Handler =>
  (call) => {
    const row = call.store.add('File', { content_type: call.headers.get('content-type') }, call);
    call.store.state.set(row.id, store(call.bytes));
    return row.value;
  };
const downloadFile =
  (typeOf = ({ content_type: type }: Fields) => String(type)): Handler =>
  ({ row, store }) =>
    new Response(Uint8Array.from(store.stateOf(row.id, Buffer.of())), {
      headers: { 'content-type': typeOf(row.value) },
    });

const replaceOptions = ({ row, store, body }: Call, before: object = { days: 7 }): Result => {
  store.state.set(row.id, { ...before, ...body });
  return store.stateOf(row.id, {});
};
const optionsOf = ({ row, store }: Call) => store.stateOf<object>(row.id, { kind: 'open', days: 7 });

const boxes = await defineService({
  title: 'Boxes',
  schemas: {
    Options: object({ kind: oneOf('open', 'closed'), days: { ...integer(1), default: 7 } }, ['kind']),
  },
  resources: [
    {
      name: 'Box',
      path: '/boxes',
      item: '/boxes/{box_id}',
      fields: { name },
      records: [{ id: 'box-given', name: 'Given' }],
      create: {},
      get: {},
    },
    {
      name: 'Item',
      path: '/items',
      item: '/items/{item_id}',
      fields: {
        box_id: text,
        name,
        note: text,
        color,
        created_at: readOnly(time),
        serial: readOnly({ ...text, description: 'It never changes.' }),
      },
      initial: ({ number }) => ({
        note: '',
        created_at: new Date(Date.UTC(2027, 0, 1) + number * 60_000).toISOString(),
        serial: `S1-${number}`,
      }),
      fixed: ['box_id', 'note'],
      list: {
        query: {
          box_id: { required: true, schema: text },
          q: {
            description: 'Only the items whose name or note contains this text, irrespective of case.',
            schema: text,
          },
          created_before: { description: 'Strictly before this time.', schema: time },
          sort: { schema: oneOf('name') },
          order: { schema: { ...oneOf('asc', 'desc'), default: 'asc' } },
        },
        run: listItems(),
      },
      create: {
        run: ({ body, store }, usual) => (store.find('Box', body['box_id']) === undefined ? 400 : usual()),
      },
      get: {},
      update: {},
    },
    {
      name: 'File',
      path: '/items/{item_id}/files',
      item: '/files/{file_id}',
      fields: { content_type: readOnly(text) },
      create: {
        id: 'uploadFile',
        body: null,
        requestBody: { required: true, content: contents },
        run: uploadFile(),
      },
      get: {},
    },
  ],
  operations: {
    'GET /boxes/{box_id}/options': { id: 'getOptions', returns: ref('Options'), run: optionsOf },
    'PUT /boxes/{box_id}/options': {
      id: 'replaceOptions',
      body: ref('Options'),
      returns: ref('Options'),
      run: (call) => replaceOptions(call),
    },
    'GET /files/{file_id}/content': {
      id: 'downloadFile',
      status: 200,
      responses: { 200: { description: 'It.', content: contents } },
      run: downloadFile(),
    },
  },
});

const searches = (search: Search): Faults => ({ listItems: listItems(search) });
const updates = (change: (call: Call) => Fields): Faults => ({
  updateItem(call, usual) {
    usual();
    return call.store.change(call.row, change(call));
  },
});
const changed = ['warn C16 getItem', 'warn C16 updateItem', 'warn C16 listItems'];

testFaults(boxes, {
  none: [{}, []],
  'a new time of creation': [updates(() => ({ created_at: '2028-01-01T00:00:00.000Z' })), changed],
  'a new serial': [updates(({ store }) => ({ serial: `S2-${store.count}` })), changed],
  'a color that stays': [
    {
      updateItem: ({ body: { name: title }, row, store }) =>
        store.change(row, title === undefined ? {} : { name: title }),
    },
    ['fail LAW03 /items', 'fail LAW04 /items'],
  ],
  'one direction': [searches({ isDescending: () => false }), ['fail LAW27 /items']],
  'options that stay': [
    { replaceOptions: (call) => replaceOptions(call, optionsOf(call)) },
    ['fail LAW21 /boxes'],
  ],
  'trimmed files': [
    { uploadFile: uploadFile((bytes) => Buffer.from(bytes.toString().trimEnd())) },
    ['fail LAW22 /files'],
  ],
  'one type for all files': [
    { downloadFile: downloadFile(() => 'application/octet-stream') },
    ['warn LAW22 /files'],
  ],
  'a search that finds all': [searches({ textOf: () => '', fold: () => '' }), ['warn LAW12 /items']],
  'a search in names only': [searches({ textOf: (item) => String(item['name']) }), ['warn LAW12 /items']],
  'a search by case': [searches({ fold: (value) => value }), ['warn LAW12 /items']],
  'a time that is included': [
    searches({ isBefore: (at, end) => at <= end }),
    ['fail LAW11 /items', 'fail LAW28 /items'],
  ],
});

it('creates records where a configuration has the list search', async () => {
  const report = await boxes.check({}, { parameters: { listItems: { box_id: 'box-given' } } });
  expect(namesOf(report)).toEqual([]);
});
