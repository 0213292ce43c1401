/** What the root of the mock shows to a browser and to everything else. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';

let mock: Mock;
const html = { accept: 'text/html,application/xhtml+xml' };

beforeAll(async () => {
  mock = await createMock();
  await mock.createWorld({ id: 'mine' });
});
afterAll(() => mock.close());

describe('the landing page', () => {
  it.each(['/', '/_mock', '/_mock/', '/w/mine', '/w/mine/', '/w/mine/_mock/'])(
    'is at %s for a browser',
    async (path) => {
      const response = await mock.fetch(path, { headers: html });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('<h1>Backlot mock</h1>');
    },
  );

  it('links to addresses of its own world that exist', async () => {
    const page = await (await mock.fetch('/w/mine/', { headers: html })).text();
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) {
      expect(link).toContain('/w/mine/');
      const response = await mock.fetch(link.replaceAll('&#38;', '&'));
      expect([link, [200, 404].includes(response.status)]).toEqual([link, true]);
      expect([link, response.headers.get('backlot-outside-contract')]).not.toEqual([link, 'unknown-route']);
    }
  });

  it('is JSON for everything else', async () => {
    const response = await mock.fetch('/');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ world: 'default' });
  });

  it('runs no script and can not be framed', async () => {
    const policy = (await mock.fetch('/', { headers: html })).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('takes no other method', async () => {
    expect((await mock.fetch('/', { method: 'POST' })).status).toBe(404);
  });
});

describe("the mock's own pages", () => {
  const pages = ['/', '/_mock', '/_mock/', '/openapi.json', '/asyncapi.yaml', '/.well-known/jwks.json'];

  it('have no icon, which is no error', async () => {
    const response = await mock.fetch('/favicon.ico');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('are neither in the journal nor among the requests that the terminal lists', async () => {
    const paths: string[] = [];
    const observer = { requested: ({ path }: { path: string }) => paths.push(path), originRefused: () => {} };
    const own = await createMock({ observer });
    onTestFinished(() => own.close());
    for (const path of [...pages, '/favicon.ico', '/v1/no-such-page'])
      for (const method of ['GET', 'HEAD']) await own.fetch(path, { method });
    const journal = await own.world().requests();
    expect(journal.map(({ path }) => path)).toEqual(['/v1/no-such-page', '/v1/no-such-page']);
    expect(paths).toEqual(['/v1/no-such-page', '/v1/no-such-page']);
  });
});
