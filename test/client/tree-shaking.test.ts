/** What a bundler includes for one function of the generated client: only that operation. */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/service/operations.ts';

const folder = path.resolve(import.meta.dirname, '../../generated/service');

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const pathOf = (id: string): string => operations.find((operation) => operation.id === id)?.path ?? '';
const pathsIn = (text: string): string[] =>
  [...new Set(operations.map((operation) => operation.path))].filter((one) => text.includes(`"${one}"`));

describe('a bundle', () => {
  it('of one operation contains only its path, and no stream reader', async () => {
    const text = await bundle("export { createClient, getAgent, ok } from './client.ts';");
    expect(pathsIn(text)).toEqual([pathOf('getAgent')]);
    expect(text).not.toContain('text/event-stream"]');
    expect(text).not.toContain('Last-Event-ID');
    expect(text).not.toContain('An event is longer than');
  });

  it('of one stream contains its path, and the path of the operation that resumes it', async () => {
    const text = await bundle("export { createClient, executeAgent } from './client.ts';");
    expect(pathsIn(text).toSorted()).toEqual(
      [pathOf('executeAgent'), pathOf('followExecutionEvents')].toSorted(),
    );
    expect(text).toContain('An event is longer than');
  });

  it('of all operations contains all paths', async () => {
    const text = await bundle("export { createApi } from './api.ts';");
    expect(pathsIn(text)).toHaveLength(new Set(operations.map((operation) => operation.path)).size);
  });

  it('of one operation contains no forms, conversions, refreshed credentials or keys', async () => {
    const text = await bundle("export { createClient, getAgent, createAgent, ok } from './client.ts';");
    for (const part of ['multipart/form-data', 'Temporal', 'isRefresh', 'getRandomValues'])
      expect(text).not.toContain(part);
  });

  it('of one operation is small', async () => {
    const compressed = async (names: string): Promise<number> =>
      gzipSync(await bundle(`export { ${names} } from './client.ts';`), { level: 9 }).length;
    const small = await compressed('createClient, getAgent, createAgent, ok');
    const stream = await compressed('createClient, executeAgent');
    expect({ small: small <= 4_550, stream: stream <= 8_100 }).toEqual({ small: true, stream: true });
  });

  it('of nothing is empty', async () => {
    expect(await bundle("import './client.ts';")).toBe('');
  });
});
