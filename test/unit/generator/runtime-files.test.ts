/** A run writes only the runtime files that the generated files import. */
import { describe, expect, it } from 'vitest';
import { withNeeded } from '../../../generator/emit/outputs/file-names.ts';
import { joinedFile, modulesIn } from '../../../generator/runtime/joined-runtime.ts';
import { readRuntime } from '../../../generator/runtime/runtime.ts';
import { findTemplatesFolder } from '../../../generator/packages/package-files.ts';
import type { Extra } from '../../../generator/options/options.ts';
import { generate, type GenerateResult } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../../tools/memory-sink.ts';
import { temporaryFolder } from '../../support/folder.ts';

interface Run extends GenerateResult {
  readonly texts: readonly string[];
  /** Returns the text of a file of the runtime. */
  readonly text: (file: string) => string;
  readonly files: readonly string[];
}

async function run(
  content: string,
  only: readonly string[] | null,
  extras: readonly Extra[] = [],
  runtime = 'out/runtime',
  sink = createMemorySink(),
): Promise<Run> {
  const folder = await temporaryFolder({
    'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: getA
      responses:
        '200': { description: a, content: { ${content}: { schema: { type: object } } } }
        '4XX': { description: no }
`,
  });
  const target = { name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'out', lint: null, extras };
  const options = { folder, targets: [target], runtime, docs: 'docs', only };
  const result = await generate(options, sink, 'write');
  const text = (file: string): string => sink.files.get(`out/runtime/${file}`) ?? '';
  return {
    ...result,
    text,
    texts: [...sink.files.values()],
    files: [...sink.files.keys()].map((file) => file.slice('out/'.length)).sort(),
  };
}

const JSON_TYPE = 'application/json';

it('a client alone is generated without the server and its adapters', async () => {
  const { files, text } = await run(JSON_TYPE, withNeeded(['client.ts']));
  expect(files.filter((file) => !file.startsWith('runtime/'))).toEqual([
    '.receipt.json',
    'client.ts',
    'types.ts',
  ]);
  expect(files.filter((file) => /^runtime\/(adapters|server|arbitraries|read-request)/.test(file))).toEqual(
    [],
  );
  expect(files.filter((file) => file.startsWith('runtime/'))).toEqual([
    'runtime/.receipt.json',
    'runtime/client.ts',
    'runtime/shared.ts',
  ]);
  expect(modulesIn(text('client.ts'))).toContain('client/send.ts');
});

describe('the required packages', () => {
  it('are empty without streams', async () => {
    const { packages, text } = await run(JSON_TYPE, null);
    expect(packages).toEqual([]);
    expect(modulesIn(text('client.ts'))).not.toContain('client/streams/read-frames.ts');
    expect(modulesIn(text('node.ts'))).toContain('adapters/express.ts');
  });

  it('are those that extras import, with supported versions', async () => {
    const { packages } = await run('text/event-stream', null, ['arbitraries']);
    expect(packages.map(({ name }) => name)).toEqual(['fast-check']);
    expect(packages[0]?.range).toMatch(/^\^4/);
  });
});

it('arbitraries are generated with the samples that they import', async () => {
  const { files } = await run(JSON_TYPE, null, ['arbitraries']);
  expect(files).toEqual(expect.arrayContaining(['arbitraries.ts', 'samples.ts']));
});

it('the runtime of the package is imported without an extension, and not copied', async () => {
  const { files, texts, packages } = await run(JSON_TYPE, null, [], 'package');
  expect(files.filter((file) => file.startsWith('runtime/'))).toEqual([]);
  expect(packages.map(({ name }) => name)).toEqual(['backlot']);
  expect(texts.join('\n')).toContain("import { send } from 'backlot/runtime/client/send';");
});

it('one operation takes at most 20 files', async () => {
  const { files } = await run(JSON_TYPE, null, [], 'copy');
  expect(files.length).toBeLessThanOrEqual(20);
});

it('the modules of one file of the runtime declare different names', async () => {
  const { files } = await readRuntime(`${findTemplatesFolder()}/runtime`);
  // Why a set: overloads of a function have one name.
  const declared = [...files].flatMap(([file, text]) => [
    ...new Set(Array.from(text.matchAll(DECLARATION), ([, name = '']) => `${joinedFile(file)} ${name}`)),
  ]);
  expect(declared.filter((name, i) => declared.indexOf(name) !== i)).toEqual([]);
});

it('a run for some files keeps the parts of the runtime that other files import', async () => {
  const sink = createMemorySink();
  await run('text/event-stream', null, [], 'copy', sink);
  const before = new Map(sink.files);
  await run('text/event-stream', withNeeded(['validators.ts']), [], 'copy', sink);
  expect(sink.files).toEqual(before);
});

const DECLARATION =
  /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) ([\w$]+)/gm;
