/** Pages of the mock outside of the contract: the landing page and the bundled API documents. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createMock, type Mock } from '../../mock/index.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

let mock: Mock;
const html = { accept: 'text/html,application/xhtml+xml' };

beforeAll(async () => {
  mock = await createMock();
  await mock.createWorld({ id: 'mine' });
});
afterAll(() => mock.close());

describe('the landing page', () => {
  it.each(['/_mock', '/_mock/', '/w/mine/_mock', '/w/mine/_mock/'])(
    'is served at %s for a browser',
    async (path) => {
      const response = await mock.fetch(path, { headers: html });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('<h1>Backlot mock</h1>');
    },
  );

  it('links to existing pages of its own world', async () => {
    const page = await (await mock.fetch('/w/mine/_mock/', { headers: html })).text();
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) {
      expect(link).toContain('/w/mine/');
      const response = await mock.fetch(link.replaceAll('&#38;', '&'));
      expect([link, [200, 404].includes(response.status)]).toEqual([link, true]);
      expect([link, response.headers.get('backlot-outside-contract')]).not.toEqual([link, 'unknown-route']);
    }
  });

  it('is JSON for all other clients', async () => {
    const response = await mock.fetch('/');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ world: 'default' });
  });

  it('runs no script and cannot be framed', async () => {
    const policy = (await mock.fetch('/_mock', { headers: html })).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('rejects other methods', async () => {
    expect((await mock.fetch('/', { method: 'POST' })).status).toBe(404);
  });
});

describe('the console', () => {
  it.each([
    ['/', '_mock/console/'],
    ['/w/mine', 'mine/_mock/console/'],
    ['/w/mine/', '_mock/console/'],
  ])(
    'is the target of a redirect of browsers from %s, below the path of any proxy',
    async (path, location) => {
      const response = await mock.fetch(path, { headers: html, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, location]);
    },
  );

  it('has a page that refers to its files, which never change', async () => {
    const page = await mock.fetch('/w/mine/_mock/console/', { headers: html });
    const files = [...(await page.text()).matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(
      ([, file]) => file ?? '',
    );
    expect(files.length).toBe(2);
    for (const file of files) {
      const response = await mock.fetch(`/w/mine/_mock/console/${file}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  it('may load its own files only, and cannot be framed', async () => {
    const policy = (await mock.fetch('/_mock/console/')).headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "require-trusted-types-for 'script'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe');
  });

  it.each(['main.js', '..%2F..%2Fpackage.json', '../package.json', 'none-AAAAAAAA.js'])(
    'has no file %s',
    async (file) => {
      expect((await mock.fetch(`/_mock/console/${file}`)).status).toBe(404);
    },
  );
});

describe("the mock's own pages", () => {
  const pages = ['/', '/_mock', '/_mock/', '/openapi.json', '/asyncapi.yaml', '/.well-known/jwks.json'];

  it('have no icon, without an error', async () => {
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

const project = path.join(import.meta.dirname, '../..');

interface Description {
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, unknown>>;
}

it('a single-file description has no reference to another file', async () => {
  for (const name of ['openapi', 'asyncapi', 'openapi-3.2'])
    for (const ending of ['json', 'yaml']) {
      const text = await readFile(path.join(project, `spec/dist/${name}.${ending}`), 'utf8');
      const references = [...text.matchAll(/\$ref"?: ["']?([^"'\s]+)/g)].map(([, reference]) => reference);
      expect(references.length).toBeGreaterThan(100);
      expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([]);
    }
});

it('openapi-typescript accepts the single-file description', async () => {
  const text = await readFile(path.join(project, 'spec/dist/openapi.json'), 'utf8');
  const types = astToString(await openapiTypescript(text));
  expect(types).toContain('"/v1/agents/{id}/execute": {');
});

it.each([
  ['/openapi', '', '3.2.0'],
  ['/openapi', '/w/other', '3.2.0'],
  ['/openapi-3.1', '', '3.1.1'],
])(
  'the mock serves the description at %s below "%s" with the URL of the request',
  async (address, prefix, version) => {
    const mock = await createMock();
    await mock.createWorld({ id: 'other' });
    const url = `http://mock.test:4010${prefix}`;
    const json = await mock.fetch(`${url}${address}.json`);
    expect(json.headers.get('content-type')).toBe('application/json');
    const description = (await json.json()) as Description;
    expect(description.openapi).toBe(version);
    expect(description.servers).toEqual([{ url, description: 'This mock.' }]);
    expect(Object.keys(description.paths)).toContain('/v1/agents');
    const yaml = await mock.fetch(`${url}${address}.yaml`);
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(parse(await yaml.text())).toEqual(description);
    await mock.close();
  },
);

it('the mock serves the description of the events with its own server', async () => {
  const mock = await createMock();
  await mock.createWorld({ id: 'other' });
  const json = await mock.fetch('http://mock.test:4010/w/other/asyncapi.json');
  const description = (await json.json()) as Description;
  expect(description.servers).toEqual({
    mock: { host: 'mock.test:4010', protocol: 'http', pathname: '/w/other', description: 'This mock.' },
  });
  const yaml = await mock.fetch('http://mock.test:4010/w/other/asyncapi.yaml');
  expect(parse(await yaml.text())).toEqual(description);
  await mock.close();
});

it('HEAD returns the headers only, and another method returns 404', async () => {
  const mock = await createMock();
  const head = await mock.fetch('http://mock.test/openapi.json', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const post = await mock.fetch('http://mock.test/openapi.json', { method: 'POST' });
  expect(post.status).toBe(404);
  await mock.close();
});
