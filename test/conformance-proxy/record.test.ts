/** `backlot proxy --record`: a mock of the description plays back the traffic of a service. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import type { AnyMockDefinition } from '../../mock/resources/definition/define-mock.ts';
import { createRecording } from '../../cli/recording/recording.ts';
import { listen } from '../../mock/hosts/node.ts';
import { describedMock } from '../resources/described.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { killCommands, startProxyCommand } from './support/command.ts';

const openapi = join(import.meta.dirname, '../resources/descriptions/shop.yaml');
const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
const folder = useFolder();

const service = await describedMock('shop.yaml');
const server = await listen(service.engine, { host: '127.0.0.1', port: 0 });
mkdirSync(folder, { recursive: true });

afterEach(killCommands);

afterAll(() => server.close());

test('a recorded service is played back with its records and streams, and changes from then on', async () => {
  const file = join(folder, 'recorded.mjs');
  const proxy = await startProxyCommand(['--openapi', openapi, '--target', server.url, '--record', file]);
  const body = JSON.stringify({ item: 'lamp', code: 'L1', buyer: { ref: 'b1' } });
  const created = await fetch(`${proxy.url}/orders`, { method: 'POST', headers, body });
  const { id } = (await created.json()) as { id: string };
  const order: unknown = await (await fetch(`${proxy.url}/orders/${id}`, { headers })).json();
  await (await fetch(`${proxy.url}/orders`, { headers })).text();
  const followed = await (await fetch(`${proxy.url}/orders/${id}/follow`, { headers })).text();
  expect(await proxy.stop('SIGINT')).toBe(0);
  expect(proxy.stderr()).toMatch(/Recorded in .*recorded\.mjs: \d+ records?, 1 stream\./);

  const { default: mock } = (await import(pathToFileURL(file).href)) as { default: AnyMockDefinition };
  const played = await createMock({ openapi, mock });
  const call = (path: string): Promise<Response> => played.fetch(played.baseUrl + path, { headers });
  expect(await (await call(`/orders/${id}`)).json()).toEqual(order);
  const data = (text: string): readonly string[] =>
    text.split('\n').filter((line) => line.startsWith('data:'));
  expect(data(await (await call(`/orders/${id}/follow`)).text())).toEqual(data(followed));
  await played.close();
});

test('a recording does not replace a file that exists', async () => {
  const file = join(folder, 'own.mjs');
  writeFileSync(file, '// My own mock.');
  const { code, err } = await runCommand(folder, [
    ...['proxy', '--openapi', openapi, '--target', 'http://127.0.0.1:9', '--port', '0', '--record', file],
  ]);
  expect([code, err]).toEqual([2, expect.stringContaining('exists already')]);
  expect(readFileSync(file, 'utf8')).toBe('// My own mock.');
});

test('a recording needs a description, and is a module', async () => {
  const run = (...args: readonly string[]) => runCommand(folder, ['proxy', 'http://127.0.0.1:9', ...args]);
  expect(await run('--record', 'recorded.mjs')).toMatchObject({ code: 2 });
  expect(await run('--openapi', openapi, '--record', 'recorded.yaml')).toMatchObject({
    code: 2,
    err: expect.stringContaining('recorded.yaml.mjs') as string,
  });
});

test('a recording has the newest values of records, none that was deleted, and the longest stream', async () => {
  const recording = createRecording();
  const record = (key: string, value: object | null): void =>
    recording.take({
      kind: 'record',
      resource: 'orders',
      key,
      value: value as Record<string, unknown> | null,
    });
  record('1', { id: 1, note: 'old', total: 5 });
  record('1', { id: 1, note: 'new' });
  record('2', { id: 2 });
  record('2', null);
  for (const [exchange, value] of [
    [1, 'a'],
    [2, 'b'],
    [1, 'c'],
  ] as const)
    recording.take({ kind: 'event', operation: 'follow', exchange, value });
  expect(recording.count()).toEqual({ records: 1, streams: 1 });
  const text = encodeURIComponent(recording.write('Recorded'));
  const module = (await import(`data:text/javascript,${text}`)) as { readonly default: unknown };
  expect(module.default).toEqual({
    records: { orders: [{ id: 1, note: 'new', total: 5 }] },
    streams: { follow: ['a', 'c'] },
  });
});
