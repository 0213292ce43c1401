/** A run writes only the runtime files that the generated files import. */
import { describe, expect, it } from 'vitest';
import { withNeeded } from '../../../generator/emit/file-names.ts';
import type { Extra } from '../../../generator/options.ts';
import { generate, type GenerateResult } from '../../../generator/pipeline.ts';
import { createMemorySink } from '../../golden/support/memory-sink.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

interface Run extends GenerateResult {
  readonly texts: readonly string[];
  readonly files: readonly string[];
}

async function run(
  content: string,
  only: readonly string[] | null,
  extras: readonly Extra[] = [],
  runtime = 'out/runtime',
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
  const sink = createMemorySink();
  const options = { folder, targets: [target], runtime, docs: 'docs', only };
  const result = await generate(options, sink, 'write');
  return {
    ...result,
    texts: [...sink.files.values()],
    files: [...sink.files.keys()].map((file) => file.slice('out/'.length)).sort(),
  };
}

const JSON_TYPE = 'application/json';

describe('a client alone', () => {
  it('is generated without the server and its adapters', async () => {
    const { files } = await run(JSON_TYPE, withNeeded(['client.ts']));
    expect(files.filter((file) => !file.startsWith('runtime/'))).toEqual([
      '.receipt.json',
      'client.ts',
      'types.ts',
    ]);
    expect(files.filter((file) => /^runtime\/(adapters|server|arbitraries|read-request)/.test(file))).toEqual(
      [],
    );
    expect(files).toContain('runtime/client/send.ts');
  });
});

describe('the required packages', () => {
  it('are empty without streams', async () => {
    const { files, packages } = await run(JSON_TYPE, null);
    expect(packages).toEqual([]);
    expect(files).not.toContain('runtime/client/read-frames.ts');
    expect(files).toContain('runtime/adapters/express.ts');
  });

  it('are those that streams and extras import, with supported versions', async () => {
    const { packages } = await run('text/event-stream', null, ['arbitraries']);
    expect(packages.map(({ name }) => name)).toEqual(['eventsource-parser', 'fast-check']);
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
