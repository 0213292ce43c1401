/** The states of a record, and of the one above it, in which operations are rejected according to their texts, and figures of them. */
import { defineService, testFaults, type Call, type Handler } from './support/defined-service.ts';
import { integer, name, object, oneOf, orNull, readOnly, time } from './support/service-definition.ts';

const isArchived = ({ row }: Call): boolean => row.value['archived'] === true;
const isClosed = ({ row }: Call): boolean => row.value['state'] === 'closed';
const closedAt = '2026-01-01T10:00:00Z';

/** Counts the orders of a shop in each state; `isIn` returns whether one counts. */
function count(isIn = (state: unknown, wanted: string) => state === wanted): Handler {
  return ({ row, store }) => {
    const states = store.values('Order', row).map(({ state }) => state);
    const countOf = (wanted: string) => states.filter((state) => isIn(state, wanted)).length;
    return { open: countOf('open'), closed: countOf('closed') };
  };
}

const shops = await defineService({
  title: 'Shops',
  resources: [
    {
      name: 'Shop',
      path: '/shops',
      fields: { name, archived: readOnly({ type: 'boolean' }), archivedAt: readOnly(orNull(time)) },
      initial: { archived: false, archivedAt: null },
      create: {},
      get: {},
      actions: {
        archive: {
          text: 'Sets `archived` and `archivedAt`. Archiving it again gives 409.',
          errors: [409],
          guard: (call) => (isArchived(call) ? 409 : null),
          run: ({ row, store }) => store.change(row, { archived: true, archivedAt: closedAt }),
        },
        restore: {
          text: 'Clears `archived` and `archivedAt`. 409 when the shop is not archived.',
          errors: [409],
          guard: (call) => (isArchived(call) ? null : 409),
          run: ({ row, store }) => store.change(row, { archived: false, archivedAt: null }),
        },
      },
    },
    {
      name: 'Order',
      path: '/shops/{shopId}/orders',
      item: '/orders/{orderId}',
      fields: { name, state: readOnly(oneOf('open', 'closed')), closedAt: readOnly(orNull(time)) },
      initial: { state: 'open', closedAt: null },
      create: {
        text: 'An archived shop gives 409.',
        errors: [409],
        guard: (call) => (isArchived(call) ? 409 : null),
      },
      get: {},
      actions: {
        close: {
          text: 'Sets `state` and `closedAt`. Closing a closed order gives 409.',
          body: object({ reason: name }),
          errors: [409],
          guard: (call) => (isClosed(call) ? 409 : null),
          run: ({ row, store }) => store.change(row, { state: 'closed', closedAt }),
        },
        reopen: {
          text: '409 when the order is open.',
          errors: [409],
          guard: (call) => (isClosed(call) ? null : 409),
          run: ({ row, store }) => store.change(row, { state: 'open', closedAt: null }),
        },
      },
    },
  ],
  operations: {
    'GET /shops/{shopId}/stats': {
      id: 'getStats',
      returns: object({
        open: { ...integer(0), description: 'Number of open orders' },
        closed: { ...integer(0), description: 'Number of closed orders' },
      }),
      run: count(),
    },
  },
});

const unguarded = { guard: () => null };

testFaults(
  shops,
  {
    none: [{}, []],
    'an archived shop that is archived again': [{ archiveShop: unguarded }, ['warn LAW26 /shops']],
    'a shop that is restored without need': [{ restoreShop: unguarded }, ['fail LAW47 /shops']],
    'an order of an archived shop': [{ createOrder: unguarded }, ['fail LAW47 /shops']],
    'a closed order that is closed': [{ closeOrder: unguarded }, ['fail LAW47 /orders']],
    'an open order that is opened': [{ reopenOrder: unguarded }, ['fail LAW47 /orders']],
    'figures that count all orders': [
      { getStats: count((state, wanted) => wanted === 'open' || state === wanted) },
      ['warn LAW29 /shops'],
    ],
    'a restored shop that stays archived': [
      { restoreShop: ({ row, store }) => store.change(row, { archivedAt: null }) },
      ['warn LAW26 /shops'],
    ],
  },
  { only: ['LAW26', 'LAW29', 'LAW47'] },
);
