/**
 * A project that depends on the packed package: a program that uses the package itself, and code that was generated
 * with a copy of the runtime and with the runtime in the package.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'esnext.iterator'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
};

const program = `
import { createClient, executeAgent, getAgent, isOk } from 'backlot/client';
import { createMock } from 'backlot/mock';
import { listen } from 'backlot/mock/node';
import type { Agent } from 'backlot/types';
import * as copied from './copy/client.ts';
import { createServiceHandler } from './copy/handler.ts';
import * as packaged from './package/client.ts';
import { checks } from './package/validators.ts';

const mock = await createMock();
const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
const config = { baseUrl: server.url, auth: { apiKey: 'rt_live_dev' } };
const request = { path: { id: 'agent_support' } } as const;
const names: string[] = [];
const own = await getAgent(createClient(config), request);
if (isOk(own)) {
  const agent: Agent = own.body;
  names.push(agent.name);
}
const copy = await copied.getAgent(copied.createClient(config), request);
if (copied.isOk(copy)) names.push(copy.body.name);
const linked = await packaged.getAgent(packaged.createClient(config), request);
if (packaged.isOk(linked) && checks.Agent.check(linked.body)) names.push(linked.body.name);
let events = 0;
const input = { ...request, body: { messages: [{ role: 'user', content: 'Where is my order?' }] } } as const;
for await (const event of executeAgent(createClient(config), input)) events += event.type === 'error' ? 0 : 1;
await server.close();
if (new Set(names).size !== 1 || names.length !== 3 || events === 0 || typeof createServiceHandler !== 'function')
  throw new Error(JSON.stringify({ names, events }));
process.exit(0);
`;

/** Writes the project of a package manager. `tarball` is the packed package, `others` are more packages. */
export function writeProject(
  folder: string,
  tarball: string,
  files: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'spec/dist/openapi-3.2.yaml'), join(folder, 'openapi.yaml'));
  const manifest = {
    name: 'project',
    version: '1.0.0',
    private: true,
    type: 'module',
    dependencies: { backlot: `file:${tarball}` },
    devDependencies: { '@types/node': '^24.0.0', ...others },
  };
  const texts = {
    ...files,
    'package.json': JSON.stringify(manifest),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['program.ts', 'copy', 'package'] }),
    'program.ts': program,
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
}
