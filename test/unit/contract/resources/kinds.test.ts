/** The kind of a resource agrees with its operations. */
import { expect, it } from 'vitest';
import { infer, roleText } from './describe-api.ts';

it('records that clients create at another path are not a feed', async () => {
  const { graph, roles } = await infer({
    'GET /orders': { out: ['Order'] },
    'GET /orders/{order_id}': { out: 'Order' },
    'POST /orders/create': { in: 'OrderInput', out: 'Order', status: 201 },
  });
  expect(roleText(roles.get('POST /orders/create')!)).toBe('create orders');
  expect(graph.resources).toMatchObject([{ name: 'orders', kind: 'collection' }]);
});

it('records that only the service creates are a feed', async () => {
  const { graph } = await infer({
    'GET /orders': { out: ['Order'] },
    'GET /orders/{order_id}': { out: 'Order' },
  });
  expect(graph.resources).toMatchObject([{ name: 'orders', kind: 'feed' }]);
});
