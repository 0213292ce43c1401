/** How records are identified. */
import { describe, expect, it } from 'vitest';
import { infer, listOf, number, object, text } from './describe-api.ts';

/** Returns the property that is the key of the only resource. */
async function keyOf(...call: Parameters<typeof infer>): Promise<string | null | undefined> {
  const { graph } = await infer(...call);
  return graph.resources[0]?.key?.value.property;
}

describe('the key of a record', () => {
  it('is a name below `metadata`, where it has no other', async () => {
    const pod = object({ kind: text, metadata: object({ name: text }) });
    expect(await keyOf({ 'GET /pods/{name}': { out: pod } })).toBe('/metadata/name');
  });

  it.each([
    ['a name, where two parameters identify a record', '/repos/{owner}/{repo}', '', '/name'],
    [
      'a name, where the parameter is described as one',
      '/repos/{repo}',
      'The name of the repository.',
      '/name',
    ],
    ['a number, where nothing says otherwise', '/repos/{repo}', '', '/id'],
  ])('is %s', async (_, path, about, key) => {
    const out = object({ id: number, name: text });
    expect(await keyOf({ [`GET ${path}`]: { out, about } })).toBe(key);
  });

  it.each([
    ['/users/{username}', object({ id: number, login: text }), '/login'],
    ['/files/{filepath}', object({ name: text, path: text }), '/path'],
    ['/keys/{key_identifier}', object({ id: text, name: text }), '/id'],
  ])('is what %s calls otherwise', async (path, out, key) => {
    expect(await keyOf({ [`GET ${path}`]: { out } })).toBe(key);
  });

  it('is no name or text of a key, where the parameter is an id', async () => {
    const out = object({ name: text, key: text });
    expect(await keyOf({ 'GET /channels/{channel_id}': { out } })).toBeNull();
  });

  it('is looked for in the list, where creating returns something else', async () => {
    const key = await keyOf({
      'GET /groups/members': { out: object({ members: listOf(object({ id: text, email: text })) }) },
      'POST /groups/members': {
        in: object({ emails: listOf(text) }),
        out: object({ added_at: text, ids: text }),
        status: 201,
      },
      'DELETE /groups/members/{member_id}': { out: null },
    });
    expect(key).toBe('/id');
  });

  it('is looked for in records that no path names', async () => {
    const { graph } = await infer({ 'GET /stations': { out: listOf(object({ id: text, name: text })) } });
    expect(graph.resources[0]?.key?.value).toEqual({ parameters: [], property: '/id' });
  });

  it('is looked for in the list, where reading one returns what is in it', async () => {
    const key = await keyOf({
      'GET /invoices': { out: object({ invoices: listOf(object({ invoice_uuid: text, amount: text })) }) },
      'GET /invoices/{invoice_uuid}': {
        out: object({ invoice_items: listOf(object({ product: text })), total: text }),
      },
    });
    expect(key).toBe('/invoice_uuid');
  });

  it.each([
    [
      'the key of a record in it',
      '/guilds/{guild}/bans/{user_id}',
      object({ reason: text, user: object({ id: text }) }),
      '/user/id',
    ],
    ['the end of the parameter', '/floating_ips/{floating_ip}', object({ ip: text, region: text }), '/ip'],
    [
      'an id before a code, where the parameter is the resource',
      '/promotion_codes/{promotion_code}',
      object({ id: text, code: text }),
      '/id',
    ],
    ['the first of two', '/series/{serie_id_or_slug}', object({ id: text, slug: text }), '/id'],
    ['a hash', '/commits/{ref}', object({ sha: text, message: text }), '/sha'],
  ])('is %s', async (_, path, out, key) => {
    expect(await keyOf({ [`GET ${path}`]: { out } })).toBe(key);
  });

  it('is a name, where an id is described as one', async () => {
    const out = object({ name: text });
    expect(await keyOf({ 'GET /tags/{tag_id}': { out, about: 'The name of the tag.' } })).toBe('/name');
  });

  it('is looked for in the list before in an invitation', async () => {
    const key = await keyOf({
      'GET /repo/collaborators': { out: listOf(object({ id: number, login: text })) },
      'GET /repo/collaborators/{username}': { out: null, also: [404] },
      'PUT /repo/collaborators/{username}': {
        in: object({ role: text }),
        out: object({ id: number, role: text }),
        status: 201,
      },
    });
    expect(key).toBe('/login');
  });
});
