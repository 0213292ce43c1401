/** Generated code compiles in projects that also emit declarations, which limits the length of inferred types. */
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generate } from '../../../generator/pipeline.ts';
import { compileProject, writeProject } from '../../../tools/corpus/check-types.ts';
import { projectTemplates } from '../../../tools/corpus/project-templates.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

const modules = path.resolve(import.meta.dirname, '../../../node_modules');

/** Each path and id has thousands of characters, as if there were thousands of operations. */
const paths = Array.from(
  { length: 260 },
  (_, index) =>
    `  /${'a'.repeat(4_000)}/${index}: { get: { operationId: get_${index}_${'a'.repeat(4_000)}, responses: { '204': { description: ok } } } }`,
);

it('TypeScript 5.9 emits declarations of a long description', async () => {
  const openapi = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${paths.join('\n')}\n`;
  const folder = await temporaryFolder({ 'openapi.yaml': openapi });
  const target = { name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'api', lint: null, extras: [] };
  const sink = createMemorySink();
  const options = { folder, targets: [target], runtime: 'copy', docs: 'docs', only: null };
  await generate(options, sink, 'write');
  const template = projectTemplates.find(({ name }) => name === 'tsc --init');
  if (template === undefined) throw new Error('There is no template for tsc --init.');
  const compilerOptions = { ...template.compilerOptions, types: ['node'] };
  const sources = new Map([...sink.files].filter(([file]) => file.endsWith('.ts')));
  writeProject(folder, { ...template, compilerOptions }, sources);
  symlinkSync(modules, path.join(folder, 'node_modules'), 'dir');
  expect(await compileProject(path.join(modules, 'typescript/bin/tsc'), folder)).toEqual([]);
}, 120_000);
