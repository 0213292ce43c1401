/** Bodies of JSON lines and JSON text sequences, and queries of JSON: what the client sends and the server reads. */
import { expect, it } from 'vitest';
import { runGenerated, serving } from './support/generated-project.ts';

const openapi = `openapi: 3.2.0
info: { title: Lines, version: '1' }
paths:
  /lines:
    post:
      operationId: addLines
      requestBody: { required: true, content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Line' } } } }
      responses: { '200': { $ref: '#/components/responses/Sum' }, '400': { $ref: '#/components/responses/Wrong' } }
  /search:
    get:
      operationId: search
      parameters: [{ in: querystring, name: filter, content: { application/json: { schema: { type: object, required: [n], properties: { n: { type: integer }, q: { type: string } } } } } }]
      responses: { '200': { $ref: '#/components/responses/Sum' }, '400': { $ref: '#/components/responses/Wrong' } }
  /records:
    post:
      operationId: addRecords
      requestBody: { content: { application/json-seq: { itemSchema: { type: object, required: [at], properties: { at: { type: string, format: date-time } } } } } }
      responses: { '200': { $ref: '#/components/responses/Sum' } }
components:
  responses:
    Sum: { description: ok, content: { application/json: { schema: { type: object, required: [sum], properties: { sum: { type: integer } } } } } }
    Wrong: { description: wrong, content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string }, details: { type: array, items: { type: object } } } } } } }
  schemas:
    Line: { type: object, required: [n], properties: { n: { type: integer } } }
`;

const program = `${serving}
const handlers: ServiceHandlers<null, Record<never, never>> = {
  async addLines({ body }) {
    let sum = 0;
    for await (const { n } of body) sum += n;
    return { status: 200, body: { sum } };
  },
  search({ query }, { request }) {
    seen.push(request.query, query.filter?.q ?? '');
    return { status: 200, body: { sum: query.filter?.n ?? 0 } };
  },
  async addRecords({ body }) {
    let sum = 0;
    for await (const { at } of body ?? []) sum += new Date(at).getUTCFullYear();
    return { status: 200, body: { sum } };
  },
};
const seen: string[] = [];
async function* lines(...numbers: readonly number[]) {
  for (const n of numbers) yield await Promise.resolve({ n });
}
await withServer(handlers, async (api) => [
  (await api.addLines({ body: [{ n: 1 }, { n: 2 }] })).body,
  (await api.addLines({ body: lines(1, 2, 3) })).body,
  (await api.addLines({ body: [] })).body,
  (await api.addLines({ body: new Set([{ n: 5 }]) })).body,
  (await api.addLines({ body: lines(1, 2.5) })).body,
  (await api.addRecords({ body: [{ at: new Date(0) }] })).body,
  (await api.addRecords({})).body,
  (await api.search({ query: { filter: { n: 2, q: 'a+b &=ä' } } })).body,
  (await api.search({ query: { filter: { n: 0.5 } } })).body,
  (await api.search()).body,
  seen,
]);
`;

it('sequences and queries are typed, sent and validated', { timeout: 60_000 }, async () => {
  const wrong = (path: string): object => {
    const message = `${path} must be an integer, not a number with a fraction`;
    return { error: message, details: [{ code: 'INVALID_TYPE', path, message }] };
  };
  expect(await runGenerated(openapi, { dates: 'Date' }, program)).toEqual([
    { sum: 3 },
    { sum: 6 },
    { sum: 0 },
    { sum: 5 },
    wrong('1.n'),
    { sum: 1970 },
    { sum: 0 },
    { sum: 2 },
    wrong('filter.n'),
    { sum: 0 },
    [encodeURIComponent('{"n":2,"q":"a+b &=ä"}'), 'a+b &=ä', '', ''],
  ]);
});
