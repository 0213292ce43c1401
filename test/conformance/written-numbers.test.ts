/** Values that are never used again or that are free again, last pages, dates that do not match, and a search above. */
import {
  defineService,
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
  orNull,
  readOnly,
  ref,
  text,
  type Fields,
} from './support/service-definition.ts';

const date = { ...text, format: 'date' };
const slugsOf = ({ store }: Call) => store.stateOf('slugs', new Set<unknown>());
const lastOf = ({ row, store }: Call) => store.stateOf(`last of ${row.id}`, { number: 0 });

const createShop: Handler = (call, _usual, standard) => {
  const slugs = slugsOf(call);
  if (slugs.has(call.body['slug'])) return 409;
  slugs.add(call.body['slug']);
  return standard();
};

/** Creates an order with the number that `next` returns. */
const createOrder =
  (next = (call: Call): number => (lastOf(call).number += 1)): Handler =>
  (call, _usual, standard) => {
    const { id } = standard() as Fields;
    return call.store.change(call.store.find('Order', id)!, { number: next(call) });
  };

interface Listing {
  readonly isDue?: (due: string, before: string) => boolean;
  readonly isLast?: (rest: number, page: number) => boolean;
}

/** Lists the orders of a shop on pages; a cursor is the number of orders before the page. */
const listOrders =
  ({ isDue = (due, before) => due < before, isLast = (rest) => rest <= 0 }: Listing = {}): Handler =>
  ({ query, row, store, values }): Result => {
    const cursor = query.get('cursor') ?? '0';
    if (!/^\d+$/.test(cursor)) return 400;
    const before = query.get('due_before');
    const all = store
      .values('Order', row)
      .filter(({ due_on: due }) => before === null || (typeof due === 'string' && isDue(due, before)));
    const start = Number(cursor);
    const page = all.slice(start, start + Number(values['limit']));
    const end = start + page.length;
    return { results: page, next_cursor: isLast(all.length - end, page.length) ? null : String(end) };
  };

const findOrders =
  (isIn = (title: string, part: string) => title.toLowerCase().includes(part.toLowerCase())): Handler =>
  ({ query, row, store }) =>
    store
      .rows('Rack', row)
      .flatMap((rack) => store.values('Item', rack))
      .filter(({ title }) => isIn(String(title), query.get('q') ?? ''));

const shops = await defineService({
  title: 'Shops',
  resources: [
    {
      name: 'Shop',
      path: '/shops',
      fields: { name, slug: { ...text, pattern: '^[a-z0-9][a-z0-9-]{2,39}$' } },
      create: { text: 'The slug must be unique (409).', errors: [409], run: createShop },
      get: {},
      delete: {
        text: 'Its slug is free again.',
        run(call, usual) {
          slugsOf(call).delete(call.row.value['slug']);
          return usual();
        },
      },
    },
    {
      name: 'Order',
      path: '/shops/{shopId}/orders',
      item: '/orders/{orderId}',
      fields: {
        name,
        due_on: orNull(date),
        number: readOnly({ ...integer(1), description: 'Counts from 1 in every shop, never reused' }),
      },
      initial: { due_on: null },
      list: {
        query: {
          limit: { schema: { ...integer(1, 100), default: 20 } },
          cursor: { schema: text },
          due_before: {
            description: 'Only orders due before this day; orders due on the day itself do not match.',
            schema: date,
          },
        },
        returns: object({
          results: listOf(ref('Order')),
          next_cursor: { ...orNull(text), description: 'Cursor of the next page; null on the last page.' },
        }),
        run: listOrders(),
      },
      create: { run: createOrder() },
      get: {},
      delete: {},
    },
    {
      name: 'Rack',
      path: '/shops/{shopId}/racks',
      item: '/racks/{rackId}',
      fields: { name },
      create: {},
      get: {},
    },
    {
      name: 'Item',
      path: '/racks/{rackId}/items',
      item: '/items/{itemId}',
      fields: { title: name },
      list: {},
      create: {},
      get: {},
    },
  ],
  operations: {
    'GET /shops/{shopId}/search': {
      id: 'searchItems',
      summary: 'Find items in all racks of a shop',
      text: 'Finds items whose title contains the text, ignoring case.',
      query: { q: { required: true, schema: { ...text, minLength: 2, maxLength: 100 } } },
      returns: listOf(ref('Item')),
      run: findOrders(),
    },
  },
});

testFaults(
  shops,
  {
    none: [{}, []],
    'a slug that stays taken': [
      { deleteShop: (_call, _usual, standard) => standard() },
      ['fail LAW19 /shops'],
    ],
    'a number that is used again': [
      { createOrder: createOrder(({ row, store }) => store.rows('Order', row).length) },
      [`fail LAW19 /orders`],
    ],
    'an order that is due on the day': [
      { listOrders: listOrders({ isDue: (due, before) => due <= before }) },
      [`fail LAW11 /orders`],
    ],
    'a cursor on the last page': [
      { listOrders: listOrders({ isLast: (_rest, page) => page === 0 }) },
      [`warn LAW08 /orders`],
    ],
    'a search that minds the case': [
      { searchItems: findOrders((title, part) => title.includes(part)) },
      ['fail LAW12 /items'],
    ],
  },
  { only: ['LAW08', 'LAW11', 'LAW12', 'LAW19'] },
);
