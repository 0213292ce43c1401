/** The mock reads lists in pages as `x-pagination` says, also where nothing else does. */
import { describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';

const text = { type: 'string' };

function describeThings(
  query: readonly string[],
  body: object,
  extensions: object,
  root: object = {},
): object {
  const parameters = query.map((name) => ({ name, in: 'query', schema: text }));
  const content = (schema: object) => ({ 'application/json': { schema } });
  const thing = { $ref: '#/components/schemas/Thing' };
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    ...root,
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          ...extensions,
          parameters,
          responses: { 200: { description: 'Things', content: content(body) } },
        },
        post: {
          operationId: 'createThing',
          requestBody: { content: content(thing) },
          responses: { 201: { description: 'A thing', content: content(thing) } },
        },
      },
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: { description: 'A thing', content: content(thing) } },
        },
      },
    },
    components: {
      schemas: { Thing: { type: 'object', required: ['id'], properties: { id: text, name: text } } },
    },
  };
}

const things = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
const marked = {
  type: 'object',
  required: ['parts'],
  properties: { parts: things, way: { type: 'object', properties: { on: { type: ['string', 'null'] } } } },
};
const rule = { cursor: 'from_here', next: 'way.on', items: 'parts', size: 'most' };

interface Marked {
  readonly parts: readonly unknown[];
  readonly way?: { readonly on?: string | null };
}

async function pagesOf(document: object): Promise<number[]> {
  const mock = await createMock({ openapi: document, records: 5 });
  const sizes: number[] = [];
  let next: string | null | undefined = '';
  while (typeof next === 'string' && sizes.length < 9) {
    const from = next === '' ? '' : `&from_here=${encodeURIComponent(next)}`;
    const response = await mock.fetch(`${mock.baseUrl}/things?most=2${from}`);
    const page = (await response.json()) as Marked;
    sizes.push(page.parts.length);
    next = page.way?.on;
  }
  await mock.close();
  return sizes;
}

describe('a list with names that nothing can be inferred from', () => {
  const query = ['from_here', 'most'];

  it('is read by the rule of its operation', async () => {
    expect(await pagesOf(describeThings(query, marked, { 'x-pagination': rule }))).toEqual([2, 2, 1]);
  });

  it('is read by a rule of the whole description', async () => {
    expect(await pagesOf(describeThings(query, marked, {}, { 'x-pagination': [rule] }))).toEqual([2, 2, 1]);
  });
});

it('a list that is declared to have no pages is sent whole', async () => {
  const document = describeThings(['page', 'limit'], things, { 'x-pagination': false });
  const mock = await createMock({ openapi: document, records: 5 });
  const response = await mock.fetch(`${mock.baseUrl}/things?page=1&limit=2`);
  expect(await response.json()).toHaveLength(5);
  await mock.close();
});
