/** A run with a warm cache returns, writes and reports the same as a run without a cache. */
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRunner, defaultCacheFolder } from '../../../../generator/cached-run.ts';
import type { GenerateOptions } from '../../../../generator/options/options.ts';
import type { GenerateResult } from '../../../../generator/pipeline.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { serve } from '../../../support/server.ts';

const golden = path.resolve(import.meta.dirname, '../../../golden');

interface Project {
  readonly folder: string;
  readonly cache: string;
  readonly options: GenerateOptions;
}

async function project(name = 'shared-files'): Promise<Project> {
  const folder = await temporaryFolder();
  const source = path.join(golden, name);
  cpSync(source, folder, {
    recursive: true,
    filter: (file) => !file.startsWith(path.join(source, 'expected')),
  });
  const options: GenerateOptions = {
    folder,
    runtime: 'out/runtime',
    docs: 'docs',
    only: null,
    targets: [{ name: 'api', openapi: 'openapi.yaml', asyncapi: [], out: 'out/api', lint: null, extras: [] }],
  };
  age(folder);
  return { folder, cache: path.join(folder, 'cache'), options };
}

/** Sets the modification time of every document far enough into the past. */
function age(folder: string): void {
  for (const file of globSync('**/*.yaml', { cwd: folder })) {
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(path.join(folder, file), hourAgo, hourAgo);
  }
}

/** Each run gets a new runner, as it would in a separate process. */
function run({ options, cache }: Project, mode: 'write' | 'compare' = 'write'): Promise<GenerateResult> {
  return createRunner(options, cache).run(mode);
}

function statesOf({ plan }: GenerateResult): string[] {
  return (plan?.entries ?? [])
    .filter(({ state }) => state !== 'same')
    .map(({ file, state }) => `${file} ${state}`);
}

function outputOf({ folder }: Project): Record<string, string> {
  const files = readdirSync(path.join(folder, 'out'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('out', file))
    .filter((file) => statSync(path.join(folder, file)).isFile());
  return Object.fromEntries(
    files.sort().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );
}

function edit({ folder }: Project, file: string, change: (text: string) => string): void {
  const before = readFileSync(path.join(folder, file), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path.join(folder, file), after);
}

/** Generates the same documents without a cache, into another folder. */
async function fromNothing(made: Project): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  cpSync(made.folder, folder, { recursive: true });
  rmSync(path.join(folder, 'out'), { recursive: true });
  const fresh = { ...made, folder, options: { ...made.options, folder } };
  await createRunner(fresh.options, null).run('write');
  return outputOf(fresh);
}

describe('a second run', () => {
  it('touches no file if nothing has changed, and reports the same as the first run', async () => {
    const made = await project('openapi-3.0');
    const first = await run(made);
    const times = Object.keys(outputOf(made)).map((file) => statSync(path.join(made.folder, file)).mtimeMs);
    const second = await run(made);
    expect(Object.keys(outputOf(made)).map((file) => statSync(path.join(made.folder, file)).mtimeMs)).toEqual(
      times,
    );
    expect(second.diagnostics).toEqual(first.diagnostics);
    expect(second.plan?.changes).toEqual([]);
    expect(new Set(second.inputs.files)).toEqual(new Set(first.inputs.files));
    const uncached = await createRunner(made.options, null).run('write');
    expect(second.plan?.entries).toEqual(uncached.plan?.entries);
  });

  it('rewrites only the files whose text changes, and the receipt that lists them', async () => {
    const made = await project('openapi-3.0');
    await run(made);
    edit(made, 'openapi.yaml', (text) => text.replace(/description: .*/, 'description: Something else.'));
    const before = outputOf(made);
    const { plan } = await run(made);
    const after = outputOf(made);
    const differing = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(plan?.changes.map(({ file }) => file).sort()).toEqual(differing.sort());
    expect(differing.length).toBeLessThan(5);
    expect(after).toEqual(await fromNothing(made));
  });

  it('detects a change in a referenced file', async () => {
    const made = await project('shared-files');
    const { inputs } = await run(made);
    const referred = inputs.files
      .map((file) => path.relative(made.folder, file))
      .find((file) => file !== 'openapi.yaml');
    edit(made, referred!, (text) => text.replaceAll('type: string', 'type: integer'));
    expect(statesOf(await run(made))).not.toEqual([]);
    expect(outputOf(made)).toEqual(await fromNothing(made));
  });

  it.each(['write', 'compare'] as const)('detects a manual edit: %s', async (mode) => {
    const made = await project();
    await run(made);
    edit(made, 'out/api/types.ts', (text) => `${text}// mine\n`);
    expect(statesOf(await run(made, mode))).toEqual(['out/api/types.ts edited']);
  });

  it('compares file contents in compare mode, regardless of sizes and timestamps', async () => {
    const made = await project();
    await run(made);
    const file = path.join(made.folder, 'out/api/types.ts');
    await run(made);
    const { mtime } = statSync(file);
    edit(made, 'out/api/types.ts', (text) => text.replace('string', 'number'));
    utimesSync(file, mtime, mtime);
    expect(statesOf(await run(made, 'compare'))).toEqual(['out/api/types.ts edited']);
  });

  it.each(['out/api/types.ts', 'out/api/.receipt.json', 'out/runtime/shared.ts'])(
    'restores %s',
    async (file) => {
      const made = await project();
      await run(made);
      const before = outputOf(made);
      rmSync(path.join(made.folder, file));
      await run(made);
      expect(outputOf(made)).toEqual(before);
    },
  );

  it('reuses the last valid result after a document was temporarily invalid', async () => {
    const made = await project();
    await run(made);
    const text = readFileSync(path.join(made.folder, 'openapi.yaml'), 'utf8');
    const before = outputOf(made);
    edit(made, 'openapi.yaml', () => 'openapi: [');
    expect((await run(made)).plan).toBeNull();
    expect(outputOf(made)).toEqual(before);
    edit(made, 'openapi.yaml', () => text);
    expect(statesOf(await run(made))).toEqual([]);
  });
});

describe('a run that depends on more than local files', () => {
  it('is never served from the cache, because a remote schema may change', async () => {
    let type = 'string';
    const server = await serve((_request, response) => void response.end(`type: ${type}\n`));
    const local = await project();
    const made = { ...local, options: { ...local.options, access: { isRemoteAllowed: true, folders: [] } } };
    const url = `${server.url}/thing.yaml`;
    edit(made, 'openapi.yaml', (text) => `${text.trimEnd()}\n    FromAfar: { $ref: '${url}' }\n`);
    age(made.folder);
    await run(made);
    expect(statesOf(await run(made))).toEqual([]);
    type = 'boolean';
    expect(statesOf(await run(made))).toContain('out/api/types.ts stale');
  });

  it('is never served from the cache, because a linter rule may read anything', async () => {
    const made = await project();
    writeFileSync(path.join(made.folder, 'rules.yaml'), 'rules: { info-license: warn }\n');
    const targets = made.options.targets.map((target) => ({ ...target, lint: 'rules.yaml' }));
    const linted = { ...made, options: { ...made.options, targets } };
    const { diagnostics, inputs } = await run(linted);
    expect(diagnostics.map(({ code }) => code)).toContain('LINT_WARNING');
    expect(inputs.files).toContain(path.join(made.folder, 'rules.yaml'));
    expect(globSync('cache/*.run', { cwd: made.folder })).toEqual([]);
  });
});

describe('the cache', () => {
  it('stores nothing for documents that were saved while being read', async () => {
    const made = await project();
    const running = run(made);
    edit(made, 'openapi.yaml', (text) => `${text}\n`);
    await running;
    expect(globSync('cache/*.run', { cwd: made.folder })).toEqual([]);
  });

  it('removes only entries that have not been used for a month', async () => {
    const made = await project();
    const old = ['0123456789abcdef.run', '0123456789abcdef.texts', '0123456789abcdef.texts.77', 'notes.txt'];
    mkdirSync(made.cache);
    const longAgo = Date.now() / 1000 - 31 * 24 * 3600;
    for (const name of [...old, 'fedcba9876543210.run']) writeFileSync(path.join(made.cache, name), '');
    for (const name of old) utimesSync(path.join(made.cache, name), longAgo, longAgo);
    await run(made);
    const left = readdirSync(made.cache);
    expect(left).toEqual(expect.arrayContaining(['notes.txt', 'fedcba9876543210.run']));
    expect(left.filter((name) => name.startsWith('0123'))).toEqual([]);
    expect(left).toHaveLength(4);
  });

  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ['deleted', (file) => rmSync(file)],
    ['emptied', (file) => writeFileSync(file, '')],
    ['truncated', (file) => writeFileSync(file, readFileSync(file).subarray(0, 200))],
    ['changed', (file) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('string', 'number'))],
  ];

  it.each(damages)('can be %s at any time', async (_, damage) => {
    const made = await project();
    await run(made);
    const before = outputOf(made);
    for (const file of globSync('cache/*', { cwd: made.folder })) damage(path.join(made.folder, file));
    expect(statesOf(await run(made))).toEqual([]);
    rmSync(path.join(made.folder, 'out'), { recursive: true });
    for (const file of globSync('cache/*', { cwd: made.folder })) damage(path.join(made.folder, file));
    await run(made);
    expect(outputOf(made)).toEqual(before);
  });

  it('is in node_modules of the project that contains the folder', async () => {
    const folder = await temporaryFolder({ 'package.json': '{}', 'api/deep/openapi.yaml': '' });
    expect(defaultCacheFolder(path.join(folder, 'api/deep'))).toBe(
      path.join(folder, 'node_modules/.cache/backlot'),
    );
  });

  it('is next to the documents if the folder is not part of a project', async () => {
    const folder = await temporaryFolder();
    expect(defaultCacheFolder(folder)).toBe(path.join(folder, 'node_modules/.cache/backlot'));
  });
});
