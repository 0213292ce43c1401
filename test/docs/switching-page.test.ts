/** What the page on switching from other mock servers promises, on a description with the parameters it names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { useFolder } from '../support/folder.ts';
import { blocksOf } from './support/blocks.ts';

const folder = useFolder();

const integers = ['_page', '_limit', '_start', 'views_gte', 'views_lte', 'views_gt', 'views_lt'];
const texts = ['_sort', 'q', 'author', 'views_ne', 'title_like', '_embed', '_end'];
const order = { name: '_order', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } };
const post = { $ref: '#/components/schemas/Post' };
const key = [{ name: 'postId', in: 'path', required: true, schema: { type: 'integer' } }];
const [ok, posts] = [json(post), json({ type: 'array', items: post })];
const headers = { 'X-Total-Count': { schema: { type: 'integer' } }, Link: { schema: { type: 'string' } } };
const comment = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } };
const missing = { ...json({ type: 'object' }), description: 'Missing' };
const examples = { gone: { value: { error: 'gone' } }, never: { value: { error: 'never' } } };
const description = {
  openapi: '3.0.3',
  info: { title: 'Posts', version: '1' },
  paths: {
    '/posts': {
      get: {
        parameters: [...parameters(integers, 'integer'), ...parameters(texts, 'string'), order],
        responses: { 200: { ...posts, headers } },
      },
      post: { requestBody: ok, responses: { 201: ok, 422: { description: 'Invalid' } } },
    },
    '/posts/{postId}': {
      parameters: key,
      get: {
        responses: {
          200: ok,
          404: { ...missing, content: { 'application/json': { schema: { type: 'object' }, examples } } },
        },
      },
    },
    '/posts/{postId}/publish': {
      parameters: key,
      post: { responses: { 200: ok, 409: { description: 'Published' } } },
    },
    '/posts/{postId}/comments': {
      parameters: key,
      get: { responses: { 200: json({ type: 'array', items: comment }) } },
    },
  },
  components: {
    schemas: {
      Post: {
        type: 'object',
        required: ['title'],
        properties: {
          id: { type: 'integer', readOnly: true },
          title: { type: 'string' },
          author: { type: 'string' },
          views: { type: 'integer' },
          state: { type: 'string', enum: ['draft', 'live'] },
        },
      },
    },
  },
};

function json(schema: object): object {
  return { description: 'OK', content: { 'application/json': { schema } } };
}

function parameters(names: readonly string[], type: string): readonly object[] {
  return names.map((name) => ({ name, in: 'query', schema: { type } }));
}

/** Shape: a request with its `Prefer`, the status, and the ids or the property that the body has. */
const rows: readonly (readonly [request: string, status: number, expected?: unknown])[] = [
  ['GET /posts', 200, [1, 2, 3]],
  ['GET /posts?author=bo', 200, [2, 3]],
  ['GET /posts?_page=2&_limit=2', 200, [3]],
  ['GET /posts?_start=1&_limit=1', 200, [1]],
  ['GET /posts?_end=1', 200, [1, 2, 3]],
  ['GET /posts?_sort=views', 200, [1, 3, 2]],
  ['GET /posts?_sort=views&_order=desc', 200, [2, 3, 1]],
  ['GET /posts?q=mock', 200, [2]],
  ['GET /posts?views_gte=20', 200, [2, 3]],
  ['GET /posts?views_lte=20', 200, [1, 3]],
  ['GET /posts?views_gt=20', 200, [2]],
  ['GET /posts?views_lt=20', 200, [1]],
  ['GET /posts?views_ne=20', 200, [1, 2]],
  ['GET /posts?title_like=Te', 200, [3]],
  ['GET /posts?_embed=comments', 200, [1, 2, 3]],
  ['GET /posts/1/comments', 200, [1, 2]],
  ['GET /posts/9', 404],
  ['GET /posts/1?__code=404', 200, { title: 'Hello' }],
  ['GET /posts/1 code=404, example=never', 404, { error: 'never' }],
  ['GET /posts/1 code=404, example=other', 400],
  ['GET /posts/1 code=418', 400],
  ['GET /posts/1 delay=1', 200, { title: 'Hello' }],
  ['POST /posts', 422],
  ['POST /posts/1/publish', 200, { state: 'live' }],
  ['POST /posts/1/publish', 409],
  ['GET /_mock/requests', 200],
  ['GET /_mock/state', 200],
  ['POST /_mock/reset', 200],
  ['GET /posts/1', 200, { state: 'draft' }],
];

it('the requests of the other servers have the effects on the page', async () => {
  const openapi = join(folder, 'openapi.json');
  writeFileSync(openapi, JSON.stringify(description));
  const [example] = blocksOf('docs/switching.md').filter(({ kind }) => kind === 'yaml');
  writeFileSync(join(folder, 'backlot.resources.yaml'), example?.code ?? '');
  const mock = await createMock({ openapi });
  const send = async (request: string): Promise<Response> => {
    const [method = '', path = '', ...prefer] = request.split(' ');
    return mock.fetch(mock.baseUrl + path, {
      method,
      headers: { 'content-type': 'application/json', ...(prefer.length > 0 && { prefer: prefer.join(' ') }) },
      ...(method === 'POST' && path === '/posts' && { body: '{}' }),
    });
  };
  for (const [request, status, expected] of rows) {
    const response = await send(request);
    expect([request, response.status]).toEqual([request, status]);
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (Array.isArray(expected))
      expect([request, ...(body as { id: number }[]).map(({ id }) => id)]).toEqual([
        request,
        ...(expected as number[]),
      ]);
    else if (expected !== undefined) expect(body).toMatchObject(expected as object);
  }
  const page = await send('GET /posts?_limit=1');
  expect(page.headers.get('x-total-count')).toBe('3');
  expect(page.headers.get('link')).toMatch(/_page=2.*rel="next"/);
  const dynamic = await send('GET /posts/1 dynamic=true');
  expect(await dynamic.json()).not.toMatchObject({ title: 'Hello' });
  await mock.close();
});
