/** How lists are read in pages, and where records are in bodies. */
import { describe, expect, it } from 'vitest';
import {
  infer,
  listOf,
  named,
  number,
  object,
  operation,
  rolesOf,
  text,
  type Written,
} from './describe-api.ts';

const orders = listOf(named('Order'));

async function inferList(list: Written) {
  const { graph } = await infer({ 'GET /orders': list, 'GET /orders/{id}': { out: named('Order') } });
  return operation(graph, 0);
}

describe('the pages of a list', () => {
  it.each([
    ['a page that is a text is a token', { page: text }, { style: 'token', position: 'page' }],
    ['a cursor comes before a token', { token: text, cursor: text }, { style: 'token', position: 'cursor' }],
  ])('are told by their types: %s', async (_, query, paging) => {
    const out = object({ data: orders, next_page: text });
    expect((await inferList({ out, query })).paging?.value).toMatchObject(paging);
  });

  it('are not told by a token without a next page, which is a credential', async () => {
    expect((await inferList({ out: object({ data: orders }), query: { token: text } })).paging).toBeNull();
  });

  it('are described beside a list that is one level below', async () => {
    const page = object({ items: orders, next: text, total: number });
    const { envelope, paging } = await inferList({
      out: object({ found: page }),
      query: { offset: number, limit: number },
    });
    expect(envelope?.value).toBe('/found/items');
    expect(paging?.value).toMatchObject({
      next: { in: 'body', pointer: '/found/next' },
      total: '/found/total',
    });
  });
});

describe('one record', () => {
  it('is no list because it has one', async () => {
    const settings = object({
      theme: text,
      mail: object({ on: text }),
      hosts: listOf(object({ name: text })),
    });
    const { graph } = await infer({
      'GET /user/settings': { out: settings },
      'PATCH /user/settings': { in: settings },
    });
    expect(rolesOf(graph)).toEqual(['singleton-read settings', 'singleton-update settings']);
  });

  it('is wrapped in a property that has what it has elsewhere', async () => {
    const page = object({ name: text, path: text, text });
    const { graph } = await infer({
      'GET /pages/{path}': { out: page },
      'PUT /pages/{path}': { in: object({ text }), out: object({ page, commit: object({ sha: text }) }) },
    });
    expect(graph.operations.map(({ envelope }) => envelope?.value)).toEqual(['', '/page']);
  });
});
