/** Bodies of JSON lines and JSON text sequences, and queries of JSON, from the client to the server. */
import { expect, it } from 'vitest';
import { readDocument, runGenerated, serving } from './support/generated-project.ts';

const openapi = readDocument('sequences');

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
