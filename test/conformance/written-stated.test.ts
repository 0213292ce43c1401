/** Rejections and deletions that only the texts of a description state. */
import { expect, it } from 'vitest';
import {
  defineService,
  standardHandler,
  testFaults,
  type Call,
  type Handler,
} from './support/defined-service.ts';
import { checkService, empty, type ServiceRequest } from './support/check-service.ts';
import { name, oneOf, readOnly, text } from './support/service-definition.ts';

const pay: Handler = ({ row, store }) => store.change(row, { status: 'paid' });
const lock: Handler = ({ row, store }) => store.change(row, { locked: true });

/** Rejects an action in any status but one. */
const onlyIn =
  (status: string, run: Handler): Handler =>
  (call, ...others) =>
    call.row.value['status'] === status ? run(call, ...others) : 409;

const orders = await defineService({
  title: 'Orders',
  text: 'A method that a path does not have is rejected with `405`.',
  isSecured: true,
  resources: [
    {
      name: 'Shop',
      path: '/shops',
      item: '/shops/{shop_id}',
      fields: { name },
      create: {},
      get: {},
      delete: {
        text: 'Deletes the shop together with its orders.',
        run({ row, store }, usual) {
          for (const order of store.rows('Order')) if (order.value['shop_id'] === row.id) store.remove(order);
          return usual();
        },
      },
    },
    {
      name: 'Order',
      path: '/orders',
      item: '/orders/{order_id}',
      fields: {
        shop_id: text,
        note: name,
        status: readOnly(oneOf('new', 'paid')),
        locked: readOnly({ type: 'boolean' }),
      },
      initial: { status: 'new', locked: false },
      fixed: ['shop_id'],
      create: {
        text: 'The same key with another body is rejected with `422`.',
        headers: { 'Idempotency-Key': { schema: text } },
        errors: [422],
        reusedKey: 422,
        run: ({ body, caller, store }, usual) =>
          store.find('Shop', body['shop_id'])?.owner === caller ? usual() : 400,
      },
      get: {},
      update: {
        text: 'A locked order cannot be changed (`409`).',
        errors: [409],
        run: ({ row }, usual) => (row.value['locked'] === true ? 409 : usual()),
      },
      actions: {
        pay: {
          text: 'Takes the order from `new` to `paid`. In any other status the response is `409`.',
          errors: [409],
          run: onlyIn('new', pay),
        },
        lock: {
          text: 'Sets `locked` of an order that is `paid`. An order in another status is rejected with `409`.',
          errors: [409],
          run: onlyIn('paid', lock),
        },
      },
    },
  ],
});

/** Rejects a request for the record of another account with 403. */
const reveal = {
  missing: ({ params, store }: Omit<Call, 'row'>) =>
    (store.find('Shop', params['shop_id']) ?? store.find('Order', params['order_id'])) ? 403 : 404,
};
const ofRecords = ['getShop', 'deleteShop', 'getOrder', 'updateOrder', 'payOrder', 'lockOrder'];

testFaults(orders, {
  none: [{}, []],
  'an action in a wrong state': [{ payOrder: pay }, ['fail LAW47 /orders']],
  'a lock in a wrong state': [{ lockOrder: lock }, ['fail LAW47 /orders']],
  'a change of a locked record': [{ updateOrder: standardHandler }, ['fail LAW47 /orders']],
  'a key for two bodies': [{ createOrder: { reusedKey: null } }, ['fail P02 createOrder']],
  'records that are kept': [{ deleteShop: standardHandler }, ['fail LAW13 /shops', 'warn LAW13 /shops']],
  'records of others that are revealed': [
    Object.fromEntries(ofRecords.map((id) => [id, reveal])),
    ['warn LAW16 /shops', 'warn LAW16 /orders'],
  ],
});

it.each([
  ['none', 405, []],
  ['another status', 404, ['createShop', 'createOrder', 'getShop', 'getOrder']],
] as const)('expects 405 for other methods: %s', async (_, status, expected) => {
  const respond = orders.serve();
  const answer = async (call: ServiceRequest): Promise<Response> => {
    const response = await respond(call);
    return response.status === 405 ? empty(status) : response;
  };
  const options = { credentials: { full: 'one' }, only: ['LAW40'], level: 'destructive' } as const;
  const { outcomes } = await checkService(orders.contract, answer, options);
  const warned = outcomes.filter(({ verdict }) => verdict === 'warn').map(({ subject }) => subject);
  expect(new Set(warned)).toEqual(new Set(expected));
});
