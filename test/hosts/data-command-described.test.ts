/** `backlot data` on the folder of a mock of a description. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand, type Ended } from '../support/run-command.ts';

const root = useFolder();
const folder = path.join(root, 'data');
const dumpFolder = path.join(root, 'dumps');
const openapi = readFileSync(
  path.join(import.meta.dirname, '../resources/descriptions/library.yaml'),
  'utf8',
);
const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
const worlds = ['default', 'other', 'unused'];
const dumps: Record<string, unknown> = {};

const data = (...args: readonly string[]): Promise<Ended> => runCommand('.', ['data', ...args]);
const fileOf = (name: string): string => path.join(name, 'backlot.db');

async function withMock(name: string, use: (mock: Engine) => unknown): Promise<void> {
  const log = sqliteLog({ file: fileOf(name) });
  const mock = await createMock({ openapi, clock: { mode: 'frozen' }, log });
  await mock.worlds.openEach();
  await use(mock);
  await mock.close();
}

async function expectWorlds(name: string): Promise<void> {
  await withMock(name, (mock) => {
    for (const id of worlds) expect(mock.world(id).dump()).toEqual(dumps[id]);
  });
}

beforeAll(async () => {
  await withMock(folder, async (mock) => {
    for (const id of worlds.slice(1)) await mock.createWorld({ id });
    for (const room of ['Attic', 'Cellar'])
      for (const world of ['', '/w/other'])
        await mock.fetch(`${world}/shelves`, { method: 'POST', headers, body: JSON.stringify({ room }) });
    for (const id of worlds) dumps[id] = mock.world(id).dump();
  });
  await data('export', folder, dumpFolder);
});

test('import creates a folder that a mock of the description serves', async () => {
  const copy = path.join(root, 'copy');
  expect(await data('import', copy, dumpFolder)).toEqual({ code: 0, out: '', err: '' });
  await expectWorlds(copy);
});

test('import adds no world of another API', async () => {
  const agents = path.join(root, 'agents.json');
  const mock = await createMock();
  writeFileSync(agents, JSON.stringify(mock.world().dump()));
  await mock.close();
  const { code, err } = await data('import', folder, agents);
  expect(code).toBe(1);
  expect(err).toContain('records of another API');
});

test('compact changes no world of a mock of a description', async () => {
  expect(await data('compact', folder)).toMatchObject({ code: 0, err: '' });
  await expectWorlds(folder);
});

test('a folder without any record belongs to the API that it was created for', async () => {
  const fresh = path.join(root, 'fresh');
  await withMock(fresh, () => undefined);
  const agents = path.join(root, 'platform.json');
  const mock = await createMock();
  writeFileSync(agents, JSON.stringify(mock.world().dump()));
  await mock.close();
  expect(await data('import', fresh, agents)).toMatchObject({ code: 1 });
  await expect(createMock({ log: sqliteLog({ file: fileOf(fresh) }) })).rejects.toThrow(
    'a world has the records of another API (openapi)',
  );
  await expect(withMock(fresh, (again) => again.fetch('/shelves', { headers }))).resolves.toBeUndefined();
});
