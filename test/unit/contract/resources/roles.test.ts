/** What operations do with sets, flags, files and records. */
import { describe, expect, it } from 'vitest';
import { infer, listOf, named, number, object, rolesOf, text } from './describe-api.ts';

describe('an operation', () => {
  it('reads a flag by its status', async () => {
    const { graph } = await infer({
      'GET /pulls/{number}/merge': { out: null, also: [404] },
      'PUT /pulls/{number}/merge': { in: object({ title: text }), out: object({ merged: text }) },
    });
    expect(rolesOf(graph)).toEqual(['flag-read merge', 'flag-set merge']);
  });

  it('adds and removes the members of a set', async () => {
    const tags = object({ tags: listOf(text) });
    const { graph } = await infer({
      'POST /firewalls/{id}/tags': { in: tags, out: null },
      'DELETE /firewalls/{id}/tags': { in: tags, out: null },
      'GET /teams/{team}/members/{user}': { out: object({ id: text, name: text }) },
      'PUT /teams/{team}/members/{user}': { out: null },
      'DELETE /teams/{team}/members/{user}': { out: null },
    });
    expect(rolesOf(graph)).toEqual([
      'relate tags',
      'unrelate tags',
      'read members',
      'relate members',
      'unrelate members',
    ]);
  });

  it('removes all records where it says not which', async () => {
    const time = object({ id: text, seconds: number });
    const { graph } = await infer({
      'GET /issues/{number}/times': { out: listOf(time) },
      'POST /issues/{number}/times': { in: object({ seconds: number }), out: time },
      'DELETE /issues/{number}/times': { out: null },
    });
    expect(rolesOf(graph)).toEqual(['list times', 'create times', 'bulk-delete times']);
  });

  it('creates several records from a list of them', async () => {
    const { graph } = await infer({
      'GET /users/{name}': { out: object({ name: text }) },
      'POST /users/batch': { in: listOf(object({ name: text })), out: null },
      'POST /users': { in: object({ users: listOf(object({ name: text })) }), out: object({ ids: text }) },
    });
    expect(rolesOf(graph)[2]).toBe('bulk-create users');
  });

  it('updates with a PUT that requires less than a POST, wherever the POST is', async () => {
    const { graph } = await infer({
      'POST /users/{user}/orders': { in: named('OrderInput'), out: named('Order'), status: 201 },
      'GET /orders/{id}': { out: named('Order') },
      'PUT /orders/{id}': { in: object({ total: number }), out: named('Order') },
    });
    expect(rolesOf(graph)[2]).toBe('update orders');
  });

  it('updates or replaces the record that its body names', async () => {
    const pet = object({ id: number, name: text }, ['name']);
    const { graph } = await infer({
      'GET /pet/{pet_number}': { out: pet },
      'POST /pet': { in: pet, out: pet },
      'PUT /pet': { in: pet, out: pet },
    });
    expect(rolesOf(graph)).toEqual(['read pet', 'replace pet', 'create pet']);
  });

  it('sends and gets files', async () => {
    const { graph } = await infer({
      'GET /playlists/{id}/images': { out: listOf(object({ url: text })) },
      'PUT /playlists/{id}/images': { in: { contentMediaType: 'image/png' }, sends: 'image/png', out: null },
      'GET /files/{id}': { out: object({ id: text }) },
      'GET /files/{id}/content': { out: text },
    });
    expect(rolesOf(graph)).toEqual(['list images', 'upload images', 'read files', 'download content']);
  });

  it('is no stream where a stream is one of its responses', async () => {
    const { graph } = await infer({
      'GET /orders/{id}': { out: named('Order') },
      'POST /orders': {
        in: named('OrderInput'),
        out: named('Order'),
        types: ['application/json', 'text/event-stream'],
      },
      'GET /ticks': { out: object({ at: text }), types: ['text/event-stream'] },
    });
    expect(rolesOf(graph).slice(1)).toEqual(['create orders', 'stream ticks']);
  });
});
