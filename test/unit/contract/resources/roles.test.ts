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

  it('searches for what the path ends in, in the format that follows', async () => {
    const { graph } = await infer({ 'GET /places/{query}.{ext}': { out: object({ summary: text }) } });
    expect(rolesOf(graph)).toEqual(['search places']);
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

  it('makes a member with a PUT or a POST without a body', async () => {
    const { graph } = await infer({
      'PUT /repos/{repo}/reviewers/{user}': { out: object({ id: text }) },
      'DELETE /repos/{repo}/reviewers/{user}': { out: null },
      'POST /lists/{list}/recipients/{email}': { out: object({}) },
      'DELETE /lists/{list}/recipients/{email}': { out: null },
      'PUT /teams/{team}/users/{user}': { in: object({ role: text }), out: null },
      'DELETE /teams/{team}/users/{user}': { out: null },
      'GET /abilities/{id}': { out: null, also: [404] },
    });
    expect(rolesOf(graph)).toEqual([
      'relate reviewers',
      'unrelate reviewers',
      'relate recipients',
      'unrelate recipients',
      'relate users',
      'unrelate users',
      'flag-read abilities',
    ]);
  });

  it('switches with POST and DELETE', async () => {
    const { graph } = await infer({
      'GET /issues/{id}': { out: named('Issue') },
      'POST /issues/{id}/subscription': { out: named('Issue') },
      'DELETE /issues/{id}/subscription': { out: named('Issue') },
    });
    expect(rolesOf(graph).slice(1)).toEqual(['flag-set subscription', 'flag-unset subscription']);
  });

  it('creates with a PUT where nothing is posted', async () => {
    const { graph } = await infer({
      'GET /guilds/{guild}/bans/{user}': { out: object({ reason: text }) },
      'PUT /guilds/{guild}/bans/{user}': { in: object({ days: number }), out: null },
      'DELETE /guilds/{guild}/bans/{user}': { out: null },
    });
    expect(rolesOf(graph)).toEqual(['read bans', 'upsert bans', 'delete bans']);
  });

  it('is what the end of its path says', async () => {
    const { graph } = await infer({
      'GET /volumes/{id}': { out: object({ id: text }) },
      'POST /volumes/create': { in: object({ name: text }), out: object({ id: text }) },
      'POST /volumes/bulk-delete': { in: object({ ids: listOf(text) }), out: null },
      'POST /volumes/createWithList': { in: listOf(object({ id: text })), out: null },
      'POST /volumes/search': { in: object({ name: text }), out: listOf(object({ id: text })) },
      'POST /volumes/{id}/update': { in: object({ name: text }), out: null },
      'POST /volumes/{id}/actions/replicate': { out: object({ id: text }) },
      'GET /logout': { out: null },
    });
    expect(rolesOf(graph).slice(1)).toEqual([
      'create volumes',
      'bulk-delete volumes',
      'bulk-create volumes',
      'search volumes',
      'update volumes',
      'copy volumes',
      'auth logout',
    ]);
  });

  it.each([
    ['Restores a file', 'action files'],
    ['Create a file', 'create files'],
    ['', 'create files'],
  ])('posts to one record beside a PUT as its summary says: %s', async (summary, role) => {
    const file = object({ id: text, name: text });
    const { graph } = await infer({
      'PUT /files/{id}': { in: file, out: file },
      'POST /files/{id}': { in: file, out: file, summary },
    });
    expect(rolesOf(graph)[1]).toBe(role);
  });

  it('is what a verb after a dot or a colon says', async () => {
    const channels = object({ channels: listOf(object({ id: text })), ok: { type: 'boolean' } });
    const { graph } = await infer({
      'GET /channels.list': { out: channels, query: { cursor: text } },
      'POST /channels.create': { in: object({ name: text }), out: object({}) },
      'POST /channels.archive': { in: object({ channel: text }), out: object({}) },
      'GET /key.gpg': { out: text },
      'GET /items/{id}': { out: object({ id: text }) },
      'POST /items:batchDelete': { in: object({ ids: listOf(text) }), out: object({}) },
    });
    expect(graph.operations.map(({ role }) => role.value)).toEqual([
      'list',
      'create',
      'action',
      'singleton-read',
      'read',
      'bulk-delete',
    ]);
  });

  it('adds a value to a set', async () => {
    const { graph } = await infer({
      'GET /issues/{number}/watchers': { out: object({ watchers: listOf(object({ name: text })) }) },
      'POST /issues/{number}/watchers': { in: text, out: null },
      'DELETE /issues/{number}/watchers': { out: null, query: { name: text } },
    });
    expect(rolesOf(graph)).toEqual(['list watchers', 'relate watchers', 'unrelate watchers']);
  });

  it('rolls back, whatever is below its path', async () => {
    const { graph } = await infer({
      'GET /apps/{id}': { out: object({ id: text }) },
      'GET /apps/{id}/deployments/{name}': { out: named('Order') },
      'POST /apps/{id}/rollback': { out: named('Order') },
      'POST /apps/{id}/rollback/commit': { out: null },
    });
    expect(rolesOf(graph).slice(2)).toEqual(['action apps', 'action apps']);
  });

  it('creates records, even if they are accepted first', async () => {
    const droplet = object({ id: text });
    const { graph } = await infer({
      'POST /droplets': { in: object({ name: text }), out: droplet, status: 202 },
      'GET /droplets/{id}': { out: droplet },
      'DELETE /droplets/{id}': { out: null },
      'POST /exports': { in: object({ name: text }), out: droplet, status: 202 },
      'GET /exports/{id}': { out: droplet },
    });
    expect(graph.resources.map(({ kind }) => kind)).toEqual(['collection', 'job']);
  });

  it('links and unlinks what it sends', async () => {
    const { graph } = await infer({
      'POST /permissions': { in: named('Issue'), out: named('Issue') },
      'DELETE /permissions': { in: named('Issue'), out: null },
    });
    expect(rolesOf(graph)).toEqual(['relate permissions', 'unrelate permissions']);
  });

  it('is an action where its path is a verb, even if records are listed there', async () => {
    const { graph } = await infer({
      'GET /orders/{id}': { out: named('Order') },
      'GET /orders/send': { out: listOf(named('Order')) },
      'POST /orders/send': { in: named('Order'), out: named('Order') },
      'PUT /actions': { in: object({ type: text }), out: null },
    });
    expect(rolesOf(graph).slice(1)).toEqual(['list orders', 'action orders', 'action -']);
  });

  it.each([
    ['Create or update a secret', 'upsert secrets'],
    ['Updates a secret. Unspecified fields remain unchanged.', 'update secrets'],
    ['', 'replace secrets'],
  ])('puts one record as its description says: %s', async (summary, role) => {
    const secret = object({ id: text, value: text }, ['value']);
    const { graph } = await infer({
      'GET /secrets/{id}': { out: secret },
      'PUT /secrets/{id}': { in: secret, out: secret, summary },
      'POST /secrets': { in: secret, out: secret },
    });
    expect(rolesOf(graph)[1]).toBe(role);
  });

  it('names assignees, and downloads what it is redirected to', async () => {
    const names = object({ assignees: listOf(text) });
    const { graph } = await infer({
      'GET /issues/{number}/assignees/{login}': { out: null, also: [404] },
      'POST /issues/{number}/assignees': { in: names, out: named('Issue') },
      'DELETE /issues/{number}/assignees': { in: names, out: named('Issue') },
      'GET /archives/{ref}': { status: 302 },
      'PATCH /users/@me': { in: object({ name: text }), out: object({ id: text, name: text }) },
      'GET /users/{user}': { out: object({ id: text, name: text }) },
    });
    expect(rolesOf(graph)).toEqual([
      'flag-read assignees',
      'relate assignees',
      'unrelate assignees',
      'download archives',
      'singleton-update users',
      'read users',
    ]);
  });

  it('lists what nothing is known of, where its name is a plural', async () => {
    const { graph } = await infer({ 'GET /orgs': { out: {} }, 'GET /org': { out: {} } });
    expect(rolesOf(graph)).toEqual(['list orgs', 'singleton-read org']);
  });

  it('acts on what is created, even if it is not read', async () => {
    const { graph } = await infer({
      'POST /uploads': { in: object({ name: text }), out: object({ id: text }) },
      'POST /uploads/{id}/complete': { out: object({ id: text }) },
    });
    expect(rolesOf(graph)).toEqual(['create uploads', 'action uploads']);
  });
});
