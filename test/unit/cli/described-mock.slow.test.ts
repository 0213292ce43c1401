import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;
let running: ChildProcess | null = null;

beforeEach(async () => {
  folder = await temporaryFolder();
  await copyFile(join(root, 'test/resources/descriptions/shop.yaml'), join(folder, 'shop.yaml'));
});

afterEach(() => void running?.kill());

interface Running {
  readonly greeting: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly errors: () => string;
}

async function start(...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'mock', '--port', '0', ...args], {
    cwd: folder,
  });
  running = child;
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  let greeting = '';
  for await (const text of child.stdout as AsyncIterable<Buffer>) {
    greeting += text.toString();
    if (greeting.includes('Ctrl+C')) break;
  }
  const url = /http:\/\/\S+:\d+/.exec(greeting)?.[0] ?? '';
  const get = async (path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: { authorization: 'Bearer k1' } })).json();
  return { greeting, get, errors: () => errors };
}

test('the module, the records and the description of a mock are read again when they change', async () => {
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const module = (id: string): string =>
    `export default { operations: { getOrder: () => ({ status: 200, body: { id: '${id}', status: 'open' as const } }) } };`;
  await write('shop.ts', module('one'));
  await write('records.yaml', 'orders: [{ id: a, item: Chair }]');
  await write('keys.json', '[{ "token": "k1" }]');
  const files = ['--mock', 'shop.ts', '--records', 'records.yaml', '--credentials', 'keys.json'];
  const { greeting, get, errors } = await start('--openapi', 'shop.yaml', ...files);
  expect(greeting).toContain("curl -s -H 'Authorization: Bearer k1' http://");
  expect(await get('/orders/x')).toMatchObject({ id: 'one' });
  expect(await get('/orders')).toMatchObject([{ id: 'a', item: 'Chair' }]);
  await write('shop.ts', module('two'));
  await expect.poll(() => get('/orders/x'), { timeout: 20_000 }).toMatchObject({ id: 'two' });
  await write('records.yaml', 'orders: [{ id: b, item: Sofa }]');
  await expect.poll(() => get('/orders'), { timeout: 20_000 }).toMatchObject([{ id: 'b', item: 'Sofa' }]);
  await expect.poll(errors, { timeout: 20_000 }).toContain('records.yaml: read again, and in use\n');
  expect(errors()).toContain('shop.ts: read again, and in use\n');
  expect(errors()).not.toContain('shop.yaml: read again');
  await write('shop.yaml', 'openapi: [');
  await expect.poll(errors, { timeout: 20_000 }).toContain('The last valid version stays in use.');
  expect(await get('/orders/x')).toMatchObject({ id: 'two' });
});
