/**
 * What a bundler includes for one function of the generated client: that operation, and none of the others.
 */
import path from 'node:path';
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
    expect(text).not.toContain('max-buffer-size-exceeded');
  });

  it('of one stream contains its path, and the path of the operation that resumes it', async () => {
    const text = await bundle("export { createClient, executeAgent } from './client.ts';");
    expect(pathsIn(text).toSorted()).toEqual(
      [pathOf('executeAgent'), pathOf('followExecutionEvents')].toSorted(),
    );
    expect(text).toContain('max-buffer-size-exceeded');
  });

  it('of all operations contains all paths', async () => {
    const text = await bundle("export { createApi } from './api.ts';");
    expect(pathsIn(text)).toHaveLength(new Set(operations.map((operation) => operation.path)).size);
  });

  it('of one operation is small', async () => {
    const one = (await bundle("export { createClient, getAgent, ok } from './client.ts';")).length;
    const stream = (await bundle("export { createClient, executeAgent } from './client.ts';")).length;
    const all = (await bundle("export { createApi } from './api.ts';")).length;
    expect({ one: one < 16_000, stream: stream < 29_000, all: one * 2 < all }).toEqual({
      one: true,
      stream: true,
      all: true,
    });
  });

  it('of nothing is empty', async () => {
    expect(await bundle("import './client.ts';")).toBe('');
  });
});
