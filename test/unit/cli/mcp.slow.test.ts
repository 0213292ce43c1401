import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../generated/control/operations.ts';
import { blocksOf } from '../../docs/support/blocks.ts';
import { useServedMock } from '../../support/served-mock.ts';
import { serve } from '../../support/server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const main = path.join(root, 'dist/cli/main.js');
const description = path.join(root, 'test/resources/descriptions/shop.yaml');

interface Configuration {
  readonly mcpServers: { readonly backlot: { readonly args: readonly string[] } };
}

interface Output {
  readonly isError: boolean;
  readonly value: unknown;
}

async function connect(...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({ command: process.execPath, args: [main, ...args] });
  await client.connect(transport);
  return client;
}

async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Output> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [block] = content;
  const text = block?.type === 'text' ? block.text : '';
  return { isError, value: isError && !text.startsWith('{') ? text : JSON.parse(text) };
}

describe('the tools of a mock that the command starts', () => {
  let client: Client;
  let url: string;
  beforeAll(async () => {
    const [page] = blocksOf('docs/mcp.md').filter(({ kind }) => kind === 'json');
    const { mcpServers } = JSON.parse(page?.code ?? '') as Configuration;
    client = await connect(...mcpServers.backlot.args.map((arg) => arg.replace('openapi.yaml', description)));
    url = /http:\/\/\S+:\d+/.exec(client.getInstructions() ?? '')?.[0] ?? '';
  });
  afterAll(() => client.close());

  it('are the operations of the control API without its stream, and the checks', async () => {
    const { tools } = await client.listTools();
    const ids = operations.flatMap(({ id }) => (id === 'followWorld' ? [] : [id]));
    expect(tools.map(({ name }) => name)).toEqual([...ids, 'listChecks', 'runCheck', 'readFinding']);
  });

  it('have schemas without external references', async () => {
    const { tools } = await client.listTools();
    for (const { name, inputSchema } of tools) {
      const names = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
      const defined = Object.keys(inputSchema['$defs'] ?? {}).map((each) => `#/$defs/${each}`);
      expect({ name, missing: names.filter((ref) => !defined.includes(ref ?? '')) }).toEqual({
        name,
        missing: [],
      });
    }
  });

  it('create a world, and explain a request to it', async () => {
    const world = await callTool(client, 'createWorld', { body: { id: 'mine' } });
    expect(world.value).toMatchObject({ id: 'mine', baseUrl: `${url}/w/mine` });
    await callTool(client, 'createFault', { world: 'mine', body: { status: 503 } });
    await fetch(`${url}/w/mine/orders`, { headers: { authorization: 'Bearer t' } });
    const journal = await callTool(client, 'listRequests', { world: 'mine', limit: 1 });
    expect(journal.value).toMatchObject({ requests: [{ path: '/orders', status: 503 }] });
    const [{ id }] = (journal.value as { requests: [{ id: string }] }).requests;
    const { value } = await callTool(client, 'getRequest', { world: 'mine', id });
    expect(value).toMatchObject({
      explanation: expect.arrayContaining([expect.objectContaining({})]) as unknown,
    });
    expect((await callTool(client, 'listRequests')).value).toMatchObject({ requests: [] });
  });

  it('return the error of the control API', async () => {
    const output = await callTool(client, 'advanceClock', { body: { by: 'soon' } });
    expect(output).toMatchObject({ isError: true, value: { status: 400 } });
  });

  it('report a missing parameter, and an unknown tool', async () => {
    expect(await callTool(client, 'getWorld')).toEqual({ isError: true, value: 'id is missing.' });
    expect(await callTool(client, 'getWrld')).toEqual({
      isError: true,
      value: 'There is no tool getWrld; did you mean getWorld?',
    });
  });

  it('run a check, and read its finding', async () => {
    const { url: baseUrl } = await serve((_, response) => void response.writeHead(500).end());
    const { value } = await callTool(client, 'runCheck', { check: 'C', operation: 'listOrders', baseUrl });
    expect(value).toMatchObject({ isFailed: true });
    const [finding] = (value as { findings: [{ fingerprint: string; check: string }] }).findings;
    const { fingerprint, check } = finding;
    const read = await callTool(client, 'readFinding', { fingerprint });
    expect(read.value).toMatchObject({ finding: { fingerprint }, check: { id: check } });
  });

  it('explain which checks exist', async () => {
    const output = await callTool(client, 'runCheck', { check: 'C99' });
    expect(output).toMatchObject({
      isError: true,
      value: expect.stringContaining('There is no check C99') as string,
    });
  });
});

describe('the tools of a running mock', () => {
  const served = useServedMock();

  it('act on it', async () => {
    const client = await connect('mcp', '--url', served.url);
    await callTool(client, 'setClock', { body: { mode: 'frozen', now: '2026-01-15T09:30:00Z' } });
    await client.close();
    const clock = await (await fetch(`${served.url}/_mock/clock`)).json();
    expect(clock).toMatchObject({ mode: 'frozen', now: '2026-01-15T09:30:00.000Z' });
  });
});

it('is explained how to install the SDK where it is missing', () => {
  const hook = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (!name.startsWith('@modelcontextprotocol/')) return next(name, context);
      throw Object.assign(new Error('missing'), { code: 'ERR_MODULE_NOT_FOUND' });
    } });`;
  const options = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, main, 'mcp'];
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      'backlot mcp needs @modelcontextprotocol/server. Run: npm install --save-dev @modelcontextprotocol/server\n',
  });
});
