/**
 * Generates a project with a program, compiles it with the oldest and the newest supported compiler, and runs it.
 */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Target } from '../../../../generator/options/options.ts';
import { generate } from '../../../../generator/pipeline.ts';
import { compileProject, writeProject } from '../../../../tools/corpus/check-types.ts';
import { compileFolder, readOwnOptions } from '../../../golden/support/compile.ts';
import { createMemorySink } from '../../../../tools/memory-sink.ts';
import { temporaryFolder } from './temporary-folder.ts';

const modules = path.resolve(import.meta.dirname, '../../../../node_modules');

/** Reads a description in `documents/`. */
export function readDocument(name: string): string {
  return readFileSync(path.join(import.meta.dirname, `../documents/${name}.yaml`), 'utf8');
}

/** Returns the JSON that a program prints, which imports the generated code from `./api/`. */
export async function runGenerated(
  openapi: string,
  options: Partial<Target>,
  program: string,
): Promise<unknown> {
  const folder = await temporaryFolder({ 'openapi.yaml': openapi });
  const target = { name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'api', lint: null, extras: [] };
  const sink = createMemorySink();
  const all = { folder, targets: [{ ...target, ...options }], runtime: 'copy', docs: 'docs', only: null };
  const { diagnostics } = await generate(all, sink, 'write');
  expect(diagnostics).toEqual([]);
  const sources = new Map([...sink.files].filter(([file]) => file.endsWith('.ts')));
  const own = readOwnOptions();
  const compilerOptions = { ...own.compilerOptions, types: ['node'] };
  writeProject(folder, { ...own, compilerOptions }, new Map([...sources, ['program.ts', program]]));
  symlinkSync(modules, path.join(folder, 'node_modules'), 'dir');
  expect(compileFolder(folder)).toEqual([]);
  expect(await compileProject(path.join(modules, 'typescript7/bin/tsc'), folder)).toEqual([]);
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'src/program.ts')]);
  return JSON.parse(stdout) as unknown;
}

/** The start of a program that serves `handlers` over HTTP, and calls them with `api`. */
export const serving = `
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi, type Api } from './api/api.ts';
import { createServiceHandler, type ServiceHandlers } from './api/handler.ts';
import { attachService } from './api/runtime/node.ts';

async function withServer(handlers: ServiceHandlers<null, Record<never, never>>, use: (api: Api) => Promise<unknown>): Promise<void> {
  const server = createServer();
  const onError = (error: unknown): void => console.error(error);
  attachService(server, createServiceHandler(handlers, { context: () => null, onError }), { onError });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const api = createApi({ baseUrl: \`http://127.0.0.1:\${port}\`, auth: {} });
  process.stdout.write(JSON.stringify(await use(api)));
  server.close();
}
`;
