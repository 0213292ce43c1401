/** What the mock does with its description besides the operations: serves it, and remembers it with stored worlds. */
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMock, type DescribedMockOptions, type Engine } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { useFolder } from '../support/folder.ts';
import { callMock } from './described.ts';

const folder = useFolder();
const text = readFileSync(join(import.meta.dirname, 'descriptions/library.yaml'), 'utf8');
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };

async function withMock<Result>(
  options: Partial<DescribedMockOptions>,
  use: (mock: Engine) => Promise<Result>,
): Promise<Result> {
  const mock = await createMock({ openapi: text, ...options });
  const result = await use(mock);
  await mock.close();
  return result;
}

async function read(mock: Engine, path: string, more: Record<string, string> = {}): Promise<unknown> {
  const response = await mock.fetch(mock.baseUrl + path, { headers: { ...headers, ...more } });
  return response.json();
}

test('the description is at /openapi.json and /openapi.yaml, with the address of the mock', async () => {
  await withMock({}, async (mock) => {
    const json = (await read(mock, '/openapi.json')) as object;
    const written = parse(text) as object;
    expect(json).toEqual({ ...written, servers: [{ url: mock.baseUrl, description: 'This mock.' }] });
    const yaml = await (await mock.fetch(`${mock.baseUrl}/openapi.yaml`)).text();
    expect(parse(yaml)).toEqual(json);
  });
});

test('an operation at /openapi.json comes before the description', async () => {
  const own = text.replace('  /settings:\n', '  /openapi.json:\n');
  await withMock({ openapi: own }, async (mock) => {
    expect(await read(mock, '/openapi.json')).toHaveProperty('language');
  });
});

test('stored worlds keep what fits a description that has changed, and the rest is reported', async () => {
  const log = sqliteLog({ file: join(folder, 'worlds.db') });
  const post = async (mock: Engine, path: string, body: object) =>
    (await callMock(mock, 'POST', path, body)).body as { id: string };
  const { id } = await withMock({ log }, async (mock) => {
    await mock.createWorld({ id: 'other' });
    const shelf = await post(mock, '/w/other/shelves', { room: 'Attic' });
    await post(mock, `/w/other/shelves/${shelf.id}/books`, { title: 'Emma' });
    return shelf;
  });
  const reports: string[] = [];
  const openapi = text.replace('enum: [available, lent, lost]', 'enum: [free, taken]');
  const report = (message: string): number => reports.push(message);
  await withMock({ log, openapi, report }, async (mock) => {
    expect(await read(mock, `/w/other/shelves/${id}`)).toMatchObject({ room: 'Attic' });
    expect(reports).toEqual([
      expect.stringMatching(/^World other: completed, to fit the description: books /),
    ]);
  });
  reports.length = 0;
  await withMock({ log, openapi, report }, async (mock) => {
    expect(await read(mock, `/w/other/shelves/${id}`)).toMatchObject({ room: 'Attic' });
    expect(reports).toEqual([]);
  });
});

test('records gives the record of a singleton', async () => {
  await withMock({ records: { settings: [{ language: 'de', lending_days: 7 }] } }, async (mock) => {
    expect(await read(mock, '/settings')).toEqual({ language: 'de', lending_days: 7 });
  });
});

test('Prefer: dynamic alone returns the sample of the schema', async () => {
  await withMock({}, async (mock) => {
    for (const prefer of ['dynamic', 'dynamic=true']) {
      const response = await mock.fetch(`${mock.baseUrl}/shelves/none`, { headers: { ...headers, prefer } });
      expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'dynamic=true']);
    }
  });
});

test('bounds named gt and lt leave the value itself out, gte and lte do not', async () => {
  const names = ['height_gt', 'height_gte', 'height_lt', 'height_lte'];
  const parameters = names.map((name) => `{ name: ${name}, in: query, schema: { type: integer } }`);
  const openapi = text.replace(
    '{ name: room, in: query, schema: { type: string } }',
    parameters.join('\n        - '),
  );
  const records = { shelves: [100, 200, 300].map((height) => ({ room: `Room ${height}`, height })) };
  await withMock({ openapi, records }, async (mock) => {
    const heights = async (query: string): Promise<readonly number[]> =>
      ((await read(mock, `/shelves?${query}`)) as { data: { height: number }[] }).data.map(
        ({ height }) => height,
      );
    expect(await heights('height_gt=200')).toEqual([300]);
    expect(await heights('height_gte=200')).toEqual([200, 300]);
    expect(await heights('height_lt=200')).toEqual([100]);
    expect(await heights('height_lte=200')).toEqual([100, 200]);
  });
});

test('an operation that responds with XML only is 501, which is outside of the contract', async () => {
  const openapi = text.replace(
    'description: Settings,\n            content: { application/json:',
    'description: Settings,\n            content: { application/xml:',
  );
  await withMock({ openapi }, async (mock) => {
    const response = await mock.fetch(`${mock.baseUrl}/settings`, { headers });
    expect(response.status).toBe(501);
    expect(response.headers.get('backlot-outside-contract')).not.toBeNull();
    expect(await response.text()).toContain("getSettings responds with XML, which this mock can't write");
  });
});
