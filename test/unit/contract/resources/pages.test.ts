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
    ['a cursor comes before an id', { since_id: text, cursor: text }, { style: 'token', position: 'cursor' }],
  ])('are told by their types: %s', async (_, query, paging) => {
    const out = object({ data: orders, next_page: text });
    expect((await inferList({ out, query })).paging?.value).toMatchObject(paging);
  });

  it('are not told by a token without a next page, which is a credential', async () => {
    expect((await inferList({ out: object({ data: orders }), query: { token: text } })).paging).toBeNull();
  });

  it('are counted, where no response has the token', async () => {
    const query = { marker: text, offset: number, limit: number };
    expect((await inferList({ out: object({ orders, total: number }), query })).paging?.value).toMatchObject({
      style: 'offset',
      position: 'offset',
    });
    const next = object({ orders, next_marker: text });
    expect((await inferList({ out: next, query })).paging?.value).toMatchObject({ position: 'marker' });
  });

  it('begin at 0 where they are an index', async () => {
    const page = { ...number, description: 'The page index.' };
    expect((await inferList({ out: orders, query: { page } })).paging?.value).toMatchObject({ first: 0 });
  });

  it.each([
    ['a date', { after: { ...text, format: 'date-time' } }],
    ['a text that a period begins with', { from: text }],
    ['a number that is a time', { start: { ...number, description: 'A Unix timestamp.' } }],
  ])('are not told by %s', async (_, query) => {
    const out = object({ orders, next_url: text });
    expect((await inferList({ out, query })).paging).toBeNull();
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

  it('is no list because its name is like a plural', async () => {
    const checks = object({
      strict: { type: 'boolean' },
      contexts: listOf(text),
      checks: listOf(object({ app: text })),
    });
    const actions = object({ all: { type: 'boolean' }, patterns: listOf(text) });
    const { graph } = await infer({
      'GET /status_checks': { out: checks },
      'GET /selected-actions': { out: actions },
    });
    expect(rolesOf(graph)).toEqual(['singleton-read status_checks', 'singleton-read selected-actions']);
  });

  it('is wrapped in a property that has what it has elsewhere', async () => {
    const page = object({ name: text, path: text, text });
    const { graph } = await infer({
      'GET /pages/{path}': { out: page },
      'PUT /pages/{path}': { in: object({ text }), out: object({ page, commit: object({ sha: text }) }) },
    });
    expect(graph.operations.map(({ envelope }) => envelope?.value)).toEqual(['', '/page']);
  });

  it.each([
    [
      'with the end of its name',
      '/cash-drawers/shifts/{id}',
      object({ drawer_shift: object({ id: text }) }),
      '/drawer_shift',
    ],
    [
      'as all that a body has',
      '/databases/{id}',
      object({ db: object({ name: text, size: number }), errors: listOf(text) }),
      '/db',
    ],
    ['never in an object with one property', '/settings/{id}', object({ access: object({ on: text }) }), ''],
    ['never in a link', '/orders/{id}', object({ total: number, links: object({ self: text }) }), ''],
  ])('is wrapped %s', async (_, path, out, envelope) => {
    const { graph } = await infer({ [`GET ${path}`]: { out } });
    expect(operation(graph, 0).envelope?.value).toBe(envelope);
  });
});

describe('a request', () => {
  it('is no envelope of what it refers to', async () => {
    const { graph } = await infer({
      'GET /tasks/{id}': { out: object({ id: text, message: text }) },
      'POST /tasks': {
        in: object({ item: object({ id: text }), message: text }),
        out: object({ id: text, message: text }),
      },
    });
    expect(operation(graph, 1).requestEnvelope?.value).toBe('');
  });
});

describe('a list', () => {
  it.each([
    [
      '/messages',
      object({ user_messages: listOf(object({ id: text })), _links: listOf(object({ rel: text })) }),
      '/user_messages',
    ],
    ['/connected-sites', object({ sites: listOf(object({ id: text })), total_items: number }), '/sites'],
    [
      '/jobs',
      object({ errors: listOf(object({ code: text })), found: listOf(object({ id: text })) }),
      '/found',
    ],
  ])('is found beside what is no list: %s', async (path, out, envelope) => {
    const { graph } = await infer({ [`GET ${path}`]: { out } });
    expect(operation(graph, 0)).toMatchObject({ role: { value: 'list' }, envelope: { value: envelope } });
  });
});
