/** Paths that show records of another path, and actions on them. */
import { describe, expect, it } from 'vitest';
import { infer, listOf, named, object, rolesOf, text } from './describe-api.ts';

describe('a path without records of its own', () => {
  it('shows the records that need no further parents', async () => {
    const { graph } = await infer({
      'GET /orders/{id}': { out: named('Order') },
      'GET /shops/{shop}/teams/{team}/orders/{id}': { out: named('Order') },
      'GET /shops/{shop}/orders': { out: listOf(named('OrderCompact')) },
    });
    expect(rolesOf(graph)[2]).toBe('list orders');
    expect(graph.resources[0]).toMatchObject({ name: 'orders', path: '/orders' });
  });

  it('shows the records of the path that is named like them', async () => {
    const { graph } = await infer({
      'GET /orders/{id}': { out: named('Order') },
      'GET /users/{user}/blocked/{id}': { out: named('Order') },
      'GET /users/{user}/followed': { out: listOf(named('Order')) },
    });
    expect(rolesOf(graph)[2]).toBe('list orders');
  });

  it('shows no members of a set', async () => {
    const user = object({ login: text });
    const { graph } = await infer({
      'GET /user/blocks/{login}': { out: null, also: [404] },
      'PUT /user/blocks/{login}': { out: null },
      'GET /user/blocks': { out: listOf(user) },
      'GET /shop/blocks': { out: listOf(user) },
    });
    expect(rolesOf(graph)[3]).toBe('list shop/blocks');
  });

  it('is one record of its own where it is read as one', async () => {
    const user = object({ id: text, name: text });
    const { graph } = await infer({ 'GET /users/{id}': { out: user }, 'GET /user': { out: user } });
    expect(rolesOf(graph)).toEqual(['read users', 'singleton-read user']);
  });

  it('selects from what is in front of it', async () => {
    const { graph } = await infer({
      'GET /albums/{id}': { out: object({ id: text }) },
      'GET /me/albums': { out: listOf(object({ added_at: text })), query: { limit: text } },
      'PUT /me/albums': { in: object({ ids: listOf(text) }), out: null },
      'DELETE /me/albums': { in: object({ ids: listOf(text) }), out: null },
      'GET /me/albums/contains': { out: listOf({ type: 'boolean' }), query: { ids: text } },
    });
    expect(rolesOf(graph).slice(1)).toEqual([
      'list me/albums',
      'relate me/albums',
      'unrelate me/albums',
      'flag-read me/albums',
    ]);
  });

  it('is an action where it is only written', async () => {
    const { graph } = await infer({
      'GET /orders/{id}': { out: named('Order') },
      'GET /shops/{shop}/orders': { out: listOf(named('Order')) },
      'POST /shops/{shop}/orders/insert': { in: object({ after: text }), out: object({}) },
      'PUT /orders/status': { in: object({ ids: listOf(text) }), out: null },
    });
    expect(rolesOf(graph).slice(2)).toEqual(['action orders', 'action orders']);
  });
});
