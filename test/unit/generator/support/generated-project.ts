/** Generates a project with a program, compiles it, and runs it. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Target } from '../../../../generator/options/options.ts';
import { generate } from '../../../../generator/pipeline.ts';
import { compileProject, writeProject } from '../../../../tools/corpus/check-types.ts';
import { readOwnOptions } from '../../../golden/support/compile.ts';
import { createMemorySink } from '../../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../../support/folder.ts';

const modules = path.resolve(import.meta.dirname, '../../../../node_modules');

/** The folder of the descriptions. */
export const documents = path.join(import.meta.dirname, '../documents');

export function readDocument(name: string): string {
  return readFileSync(path.join(documents, `${name}.yaml`), 'utf8');
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
  writeSources(folder, new Map([...sink.files, ['program.ts', program]]));
  expect(await compileProject(path.join(modules, 'typescript7/bin/tsc'), folder)).toEqual([]);
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, 'src/program.ts')]);
  return JSON.parse(stdout) as unknown;
}

/** Writes the sources of a project that runs on Node, which finds the packages of this one. */
export function writeSources(folder: string, files: ReadonlyMap<string, string>): void {
  const own = readOwnOptions();
  const compilerOptions = { ...own.compilerOptions, types: ['node'] };
  const sources = [...files].filter(([file]) => file.endsWith('.ts'));
  writeProject(folder, { ...own, compilerOptions }, new Map(sources));
  symlinkSync(modules, path.join(folder, 'node_modules'), 'dir');
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
