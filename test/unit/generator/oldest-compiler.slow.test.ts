/** The oldest supported compiler accepts the code generated for the documents of the tests, all in one program. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { extras } from '../../../generator/options/options.ts';
import { generate } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { compileFolder } from '../../golden/support/compile.ts';
import { documents, writeSources } from './support/generated-project.ts';
import { temporaryFolder } from '../../support/folder.ts';

it('generated code compiles with TypeScript 5.9, with all outputs and options', async () => {
  const options = { dates: 'Date', int64: 'bigint', enums: 'const', layout: 'split', extras } as const;
  const targets = readdirSync(documents).map((file) => {
    const name = path.parse(file).name;
    return { name, openapi: file, asyncapi: [], out: `out/${name}`, lint: null, ...options };
  });
  const sink = createMemorySink();
  const all = { folder: documents, targets, runtime: 'out/runtime', docs: 'docs', only: null };
  expect((await generate(all, sink, 'write')).diagnostics).toEqual([]);
  const folder = await temporaryFolder();
  writeSources(folder, sink.files);
  expect(compileFolder(folder)).toEqual([]);
});
