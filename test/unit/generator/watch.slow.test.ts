/**
 * `backlot generate --watch` in a separate process: every saved version is generated, regardless of saves in between.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { temporaryFolder } from '../../support/folder.ts';

const main = path.resolve(import.meta.dirname, '../../../dist/cli/main.js');

/** Units: milliseconds. A run takes a second on a busy machine; only a failing test waits this long. */
const LIMIT = 30_000;

interface Watching {
  readonly child: ChildProcess;
  /** Resolves with the output up to the next line about waiting for changes. */
  waits(): Promise<string>;
  /** Ends the process and resolves with its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

function watch(folder: string, ...args: string[]): Watching {
  const child = spawn(process.execPath, [main, 'generate', '--watch', ...args], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  let wake: () => void = () => undefined;
  const take = (text: string): void => {
    written += text;
    wake();
  };
  child.stdout.setEncoding('utf8').on('data', take);
  child.stderr.setEncoding('utf8').on('data', take);
  return {
    child,
    waits: () =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`It wrote only: ${written}`)), LIMIT);
        wake = () => {
          const end = /^Watching \d+ files?\.\n/m.exec(written);
          if (end === null) return;
          clearTimeout(limit);
          const output = written.slice(0, end.index + end[0].length);
          written = written.slice(output.length);
          wake = () => undefined;
          resolve(output);
        };
        wake();
      }),
    end: (signal) =>
      new Promise((resolve) => {
        child.once('close', (code, by) => resolve(code ?? by));
        child.kill(signal);
      }),
  };
}

const document = (schema: string): string => `openapi: 3.1.0
info: { title: Small, version: '1' }
paths:
  /things:
    get:
      operationId: getThings
      responses:
        '200':
          description: Things.
          content:
            application/json:
              schema: ${schema}
`;

const config =
  'runtime: out/runtime\ntargets: { api: { openapi: openapi.yaml, out: out/api, with: [paths] } }\n';

async function project(schema = '{ type: string }'): Promise<{ folder: string; types: () => string }> {
  const folder = await temporaryFolder({ 'openapi.yaml': document(schema), 'backlot.config.yaml': config });
  const read = (file: string): string => readFileSync(path.join(folder, 'out/api', file), 'utf8');
  return { folder, types: () => read('types.ts') + read('paths.ts') };
}

describe('a watched document', { timeout: 4 * LIMIT }, () => {
  it('is generated again when it is saved, only changed files are written, and SIGINT ends it with 0', async () => {
    const { folder, types } = await project();
    const watching = watch(folder);
    expect(await watching.waits()).toMatch(/Changed \d+ of \d+ files\.\nWatching 2 files\.\n$/);
    const runtime = path.join(folder, 'out/runtime/shared.ts');
    const { mtimeMs } = statSync(runtime);
    writeFileSync(path.join(folder, 'openapi.yaml'), document('{ type: integer }'));
    expect(await watching.waits()).toMatch(/Changed \d+ of/);
    expect(types()).toContain('number');
    expect(statSync(runtime).mtimeMs).toBe(mtimeMs);
    expect(await watching.end('SIGINT')).toBe(0);
  });

  it('leaves the output unchanged while it is invalid, and SIGTERM ends it with 0', async () => {
    const { folder, types } = await project();
    const watching = watch(folder);
    await watching.waits();
    const before = types();
    writeFileSync(path.join(folder, 'openapi.yaml'), 'openapi: [');
    expect(await watching.waits()).toContain('DOCUMENT_SYNTAX');
    expect(types()).toBe(before);
    writeFileSync(path.join(folder, 'openapi.yaml'), document('{ type: integer }'));
    expect(await watching.waits()).toContain('Changed');
    expect(types()).toContain('number');
    expect(await watching.end('SIGTERM')).toBe(0);
  });

  it('is watched with the files it refers to, including new ones', async () => {
    const { folder, types } = await project();
    const watching = watch(folder);
    await watching.waits();
    mkdirSync(path.join(folder, 'schemas'));
    writeFileSync(path.join(folder, 'schemas/thing.yaml'), 'type: boolean\n');
    writeFileSync(path.join(folder, 'openapi.yaml'), document('{ $ref: ./schemas/thing.yaml }'));
    expect(await watching.waits()).toContain('Watching 3 files.');
    writeFileSync(path.join(folder, 'schemas/thing.yaml'), 'type: integer\n');
    await watching.waits();
    expect(types()).toContain('number');
  });

  it('is generated once a missing file exists', async () => {
    const { folder, types } = await project('{ $ref: ./schemas/thing.yaml }');
    const watching = watch(folder);
    expect(await watching.waits()).toContain('REFERENCE_UNRESOLVED');
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
    mkdirSync(path.join(folder, 'new'));
    writeFileSync(path.join(folder, 'new/thing.yaml'), 'type: integer\n');
    renameSync(path.join(folder, 'new'), path.join(folder, 'schemas'));
    expect(await watching.waits()).toContain('Changed');
    expect(types()).toContain('number');
  });

  it('is watched if it is saved by replacing the file', async () => {
    const { folder, types } = await project();
    const watching = watch(folder);
    await watching.waits();
    for (const [type, printed] of [
      ['integer', 'number'],
      ['boolean', 'boolean'],
    ] as const) {
      writeFileSync(path.join(folder, 'openapi.yaml~'), document(`{ type: ${type} }`));
      renameSync(path.join(folder, 'openapi.yaml~'), path.join(folder, 'openapi.yaml'));
      await watching.waits();
      expect(types()).toContain(`'application/json': ${printed}`);
    }
  });

  it('is generated into the configured folder, also after that changes', async () => {
    const { folder } = await project();
    const watching = watch(folder);
    await watching.waits();
    writeFileSync(path.join(folder, 'backlot.config.yaml'), 'runtime: [');
    expect(await watching.waits()).toContain('DOCUMENT_SYNTAX');
    writeFileSync(path.join(folder, 'backlot.config.yaml'), config.replaceAll('out/', 'there/'));
    expect(await watching.waits()).toContain('Changed');
    expect(existsSync(path.join(folder, 'there/api/types.ts'))).toBe(true);
  });
});

describe('watching', { timeout: 4 * LIMIT }, () => {
  it('uses no cache with --no-cache', async () => {
    const { folder, types } = await project();
    const watching = watch(folder, '--no-cache');
    await watching.waits();
    writeFileSync(path.join(folder, 'openapi.yaml'), document('{ type: integer }'));
    await watching.waits();
    expect(types()).toContain('number');
    expect(existsSync(path.join(folder, 'node_modules'))).toBe(false);
  });

  it('cannot be combined with --check', async () => {
    const { folder } = await project();
    expect(await runCommand(folder, ['generate', '--watch', '--check'])).toMatchObject({ code: 2 });
  });
});
