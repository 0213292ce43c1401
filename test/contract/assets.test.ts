/** Assets, fetched without an API key. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Asset } from '../../generated/control-agent-platform/types.ts';
import { useMock } from '../support/mock-client.ts';
import { expectInvalid, expectResponse, type ApiResponse } from '../support/api-response.ts';

const nobody = { key: null };

const client = useMock({ fixture: 'empty' });
const store = async (asset: object): Promise<Asset> => {
  const stored = await client.post<Asset>('/_mock/assets', asset);
  expect(stored.status).toBe(201);
  return stored.body;
};
const get = (address: string | null): Promise<ApiResponse> => client.get(address!, nobody);

test('a public asset has an absolute URL in its own world', async () => {
  await client.post('/_mock/worlds', { id: 'blue', fixture: 'empty' });
  const { body } = await client.post<Asset>('/w/blue/_mock/assets', {
    visibility: 'public',
    body: 'hello',
  });
  expect(body.url).toMatch(/^http:\/\/127\.0\.0\.1:4010\/w\/blue\/v1\/assets\/org_studio\/asset_/);
  expect((await get(body.url)).text).toBe('hello');
  expect((await get(body.url.replace('/w/blue', ''))).status).toBe(404);
});

describe('a private asset', () => {
  let asset: Asset;
  beforeEach(async () => {
    asset = await store({
      visibility: 'private',
      contentType: 'image/png',
      body: 'iVBORw0KGgo=',
      encoding: 'base64',
    });
  });

  test('has a lower-case hexadecimal signature and an expiry in seconds, one hour ahead', () => {
    const query = new URL(asset.signedUrl!).searchParams;
    expect(query.get('sig')).toMatch(/^[0-9a-f]{64}$/);
    expect(query.get('exp')).toBe(String(Date.UTC(2026, 0, 15, 10, 30) / 1000));
  });

  const alter = (change: (query: URLSearchParams) => void) => (address: string) => {
    const url = new URL(address);
    change(url.searchParams);
    return url.href;
  };
  const flip = (sig: string, place: number) =>
    sig.slice(0, place) + (sig[place] === '0' ? '1' : '0') + sig.slice(place + 1);

  // @fact F-4.3-043 F-4.3-047
  test.each<[string, (address: string) => string]>([
    ['nothing', (address) => address.split('?', 1)[0]!],
    ['no signature', alter((query) => query.delete('sig'))],
    ['no expiry', alter((query) => query.delete('exp'))],
    ['an empty signature', alter((query) => query.set('sig', ''))],
    ['a signature whose first digit differs', alter((query) => query.set('sig', flip(query.get('sig')!, 0)))],
    ['a signature whose last digit differs', alter((query) => query.set('sig', flip(query.get('sig')!, 63)))],
    ['half a signature', alter((query) => query.set('sig', query.get('sig')!.slice(0, 32)))],
    ['a signature in upper case', alter((query) => query.set('sig', query.get('sig')!.toUpperCase()))],
    ['a signature that is not hexadecimal', alter((query) => query.set('sig', 'z'.repeat(64)))],
    ['a later expiry', alter((query) => query.set('exp', String(Number(query.get('exp')) + 1)))],
    ['an expiry in another format', alter((query) => query.set('exp', `${query.get('exp')!}.0`))],
    ['an expiry that is not a number', alter((query) => query.set('exp', 'tomorrow'))],
  ])('is rejected with %s', async (_, change) => {
    const response = await get(change(asset.signedUrl!));
    expectResponse(response, 403, { error: 'Access denied' });
  });

  test('is rejected for an API key as well: only a signature grants access', async () => {
    expect((await client.get(asset.url)).status).toBe(403);
  });

  test('keeps its signed URL when the world is dumped and loaded elsewhere', async () => {
    const dump = client.mock.world().dump();
    await client.open();
    await client.mock.world().load(dump);
    expect((await get(asset.signedUrl)).status).toBe(200);
  });
});

describe('a preview', () => {
  const page = { visibility: 'public', contentType: 'text/html', body: '<h1>Zoë</h1>', preview: true };

  test('serves a page that was stored in base64, and one whose content type has parameters', async () => {
    const stored = await store({
      ...page,
      contentType: 'Text/HTML; charset=utf-8',
      body: 'PGI+Wm/DqzwvYj4=',
      encoding: 'base64',
    });
    expect((await get(stored.previewUrl)).text).toBe('<b>Zoë</b>');
  });
});

test.each([
  [{ contentType: 'text/html\r\nset-cookie: a=b' }, 'contentType'],
  [{ contentType: 'text' }, 'contentType'],
  [{ body: 'no base64!', encoding: 'base64' }, 'body'],
  [{ visibility: 'secret' }, 'visibility'],
  [{ signedUrlTtlSeconds: -1 }, 'signedUrlTtlSeconds'],
])('storing an asset rejects %j', async (change, path) => {
  const response = await client.post('/_mock/assets', { visibility: 'public', body: 'x', ...change });
  expectInvalid(response, path);
});

test('the fixture has an asset for each way to serve one', async () => {
  await client.open({ fixture: 'default' });
  const statuses = async (prefix: string, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await get(`${prefix}/org_studio/${id}`)).status));
  expect(
    await statuses('/v1/assets', ['asset_logo', 'asset_contract', 'asset_report', 'asset_video']),
  ).toEqual([200, 403, 200, 403]);
  expect(await statuses('/v1/assets/preview', ['asset_report', 'asset_old_report', 'asset_logo'])).toEqual([
    200, 410, 415,
  ]);
});
