/** The figures of a page in the headers of a list. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';
import { callMock } from './described.ts';

const number = { schema: { type: 'integer' } };
const query = (name: string) => ({ name, in: 'query', ...number });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const list = (headers: object, ...parameters: readonly string[]) => ({
  get: {
    parameters: parameters.map(query),
    responses: {
      200: { description: 'What there is.', headers, ...content({ type: 'array', items: record }) },
    },
  },
});
const record = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Attic', version: '1' },
  paths: {
    '/boxes': list(
      { 'X-Paging-Skipped': number, 'X-Paging-Take': number, 'X-Paging-TotalResults': number },
      ...['skip', 'take'],
    ),
    '/trunks': list(
      {
        ...{ 'X-Total': number, 'X-Total-Pages': number, 'X-Per-Page': number },
        ...{ 'X-Page': number, 'X-Next-Page': number, 'X-Prev-Page': number },
      },
      ...['page', 'per_page'],
    ),
  },
};

let mock: Engine;

beforeEach(async () => {
  mock = await createMock({ openapi });
});
afterEach(() => mock.close());

const headersOf = async (path: string) => {
  const { headers } = await callMock(mock, 'GET', path);
  return Object.fromEntries([...headers].filter(([name]) => /^x-(?!content|frame)/.test(name)));
};

test('offsets have what was skipped and taken, and how many records there are', async () => {
  expect(await headersOf('/boxes?skip=1&take=2')).toEqual({
    ...{ 'x-paging-skipped': '1', 'x-paging-take': '2', 'x-paging-totalresults': '4' },
  });
});

test('pages have their number, and those of their neighbours', async () => {
  const shared = { 'x-total': '4', 'x-total-pages': '2', 'x-per-page': '3' };
  expect(await headersOf('/trunks?per_page=3')).toEqual({ ...shared, 'x-page': '1', 'x-next-page': '2' });
  expect(await headersOf('/trunks?per_page=3&page=2')).toEqual({
    ...{ ...shared, 'x-page': '2', 'x-prev-page': '1' },
  });
});
