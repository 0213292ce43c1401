/** The reference of unusual documents. */
import { expect, test } from 'vitest';
import { emitReference } from '../../../generator/docs/emit-docs.ts';
import type { BundledDocument } from '../../../generator/json/documents.ts';
import { asyncapi, contractOf, json, openapi } from '../generator/support/documents.ts';

function pagesOf(document: BundledDocument): ReadonlyMap<string, string> {
  const { contract } = contractOf(document);
  return new Map(emitReference([{ folder: 'x', contract }], '').map(({ path, text }) => [path, text]));
}

test('text of a document is escaped and never executed', () => {
  const evil = '"><script>alert(1)</script>';
  const pages = pagesOf(
    openapi(
      {
        [`/a/${evil}`]: {
          get: {
            operationId: evil,
            tags: [evil],
            summary: evil,
            responses: { '200': json({ $ref: '#/components/schemas/A' }) },
          },
        },
      },
      {
        A: {
          type: 'object',
          description: evil,
          properties: {
            [evil]: {
              enum: [evil],
              description: evil,
              'x-state-machine': { initial: evil, transitions: [{ from: evil, to: evil, on: evil }] },
            },
          },
        },
      },
      {
        info: { title: evil, version: evil, description: `# ${evil}\n\n${evil}` },
        servers: [{ url: evil, description: evil }],
        'x-scope-catalog': { scopes: [{ name: evil, grants: evil, implies: [evil], excludes: [evil] }] },
      },
    ),
  );
  for (const text of pages.values()) expect(text).not.toContain('<script>');
  expect(pages.get('x/schemas.html')).toContain('&quot;&gt;&lt;script&gt;');
});

test('tags with similar names have separate pages', () => {
  const get = (id: string, tags: string[]) => ({
    get: { operationId: id, tags, responses: { '204': { description: '' } } },
  });
  const pages = pagesOf(
    openapi({
      '/a': get('a', ['Big Things']),
      '/b': get('b', ['big-things']),
      '/c': get('c', ['index']),
      '/d': get('d', []),
    }),
  );
  expect([...pages.keys()].sort()).toEqual(
    [
      'index.html',
      'x/search-index.js',
      'x/search.js',
      'x/big-things-2.html',
      'x/big-things.html',
      'x/index-2.html',
      'x/index.html',
      'x/operations.html',
    ].sort(),
  );
});

test('a contract with only channels has pages of channels', () => {
  const pages = pagesOf(
    asyncapi({ news: { address: '/news', messages: { m: { payload: { type: 'string' } } } } }),
  );
  expect([...pages.keys()]).toContain('x/streams.html');
  expect(pages.get('x/streams.html')).toContain('<code>/news</code>');
});

test('inline properties are listed by their path at any depth', () => {
  const inner = { type: 'object', properties: { b: { type: 'array', items: { properties: { c: true } } } } };
  const schemas = {
    A: { type: 'object', properties: { a: inner, again: { $ref: '#/components/schemas/A' } } },
  };
  const pages = pagesOf(
    openapi({ '/a': { get: { responses: { '200': json({ $ref: '#/components/schemas/A' }) } } } }, schemas),
  );
  const [, section = ''] = pages.get('x/schemas.html')?.split('id="A"') ?? [];
  const members = [...section.matchAll(/<td><code>([^<]*)/g)].map(([, name]) => name);
  expect(members).toEqual(['a', 'a.b', 'a.b[].c', 'again']);
});

test('first-level headings of the description start new pages, except in code blocks', () => {
  const description = 'Hello.\n\n# Errors\n\nOurs.\n\n```sh\n# no heading\n```\n\n# Second steps\n\nMore.';
  const pages = pagesOf(
    openapi(
      { '/a': { get: { operationId: 'a', responses: { '404': { description: 'Gone.' } } } } },
      {},
      { info: { title: 'T', version: '1', description } },
    ),
  );
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['x/errors.html', 'x/second-steps.html']));
  expect(pages.get('x/errors.html')).toMatch(/Ours\.[^]*# no heading[^]*Gone\./);
  expect(pages.get('x/index.html')).toContain('<p>Hello.</p>');
});

test('a description without headings has no guide pages', () => {
  const pages = pagesOf(openapi({ '/a': { get: { responses: { '204': { description: '' } } } } }));
  expect([...pages.keys()].filter((page) => page.endsWith('.html')).sort()).toEqual([
    'index.html',
    'x/index.html',
    'x/operations.html',
  ]);
});

test('a shell command quotes text of the document', () => {
  const pages = pagesOf(
    openapi(
      {
        "/it's/{b}": {
          post: {
            operationId: 'a',
            requestBody: { content: { 'application/json': { example: { text: "it's $HOME `ls`" } } } },
            responses: { '200': { description: '', content: { 'text/event-stream': {} } } },
          },
        },
      },
      {},
      { servers: [{ url: 'https://{host}', variables: { host: { default: 'a.test' } } }] },
    ),
  );
  const text = (pages.get('x/index.html') ?? '').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
  expect(text).toContain(`-d '{"text":"it'\\''s $HOME \`ls\`"}'`);
});
