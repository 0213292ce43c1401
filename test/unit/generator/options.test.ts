import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectDiagnostics } from '../../../generator/diagnostics/diagnostics.ts';
import { readConfig } from '../../../generator/options/config.ts';
import type { GenerateOptions } from '../../../generator/options/options.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function read(
  text: string,
): Promise<{ options: GenerateOptions | null; messages: string[]; folder: string }> {
  const folder = await temporaryFolder({ 'c.yaml': text });
  const { report, diagnostics } = collectDiagnostics();
  const options = await readConfig(path.join(folder, 'c.yaml'), report);
  return { options, messages: diagnostics.map(({ message }) => message), folder };
}

describe('the configuration', () => {
  it('lists targets relative to its own folder', async () => {
    const { options, folder } = await read(
      'runtime: gen/runtime\ntargets: { api: { openapi: a.yaml, out: gen/api } }',
    );
    expect(options).toEqual({
      folder,
      runtime: 'gen/runtime',
      docs: 'dist/docs',
      importExtension: 'ts',
      isStrict: true,
      only: null,
      targets: [{ name: 'api', openapi: 'a.yaml', asyncapi: [], out: 'gen/api', lint: null, extras: [] }],
    });
  });

  const rows: readonly [text: string, message: string][] = [
    ['[]', 'The configuration must be an object.'],
    ['runtime: 1', '`runtime` must be package, copy or a folder.'],
    [
      'targets: { a: { out: x, openapi: y, runtime: z } }',
      '`runtime` of the target `a` must be one of: package, copy.',
    ],
    ['runtime: r', '`targets` is empty.'],
    ['{ runtime: r, importExtension: mjs }', '`importExtension` must be one of: none, js, ts.'],
    ['{ runtime: r, templates: [mine] }', '`templates` must be a folder.'],
    ['{ runtime: r, targets: { a: { openapi: x } } }', 'The target `a` has no `out` folder.'],
    ['{ runtime: r, targets: { a: { out: x } } }', 'The target `a` has no document.'],
    [
      '{ runtime: r, targets: { a: { out: x, asyncapi: y } } }',
      '`asyncapi` of the target `a` must be a list of paths.',
    ],
    [
      '{ runtime: r, targets: { a: { out: x, openapi: y, lint: 1 } } }',
      '`lint` of the target `a` must be a path.',
    ],
    [
      '{ runtime: r, targets: { a: { out: x, openapi: y, outt: z } } }',
      'The target `a` has an unknown property `outt`.',
    ],
  ];

  it.each(rows)('%s is rejected', async (text, message) => {
    const { options, messages } = await read(text);
    expect(options).toBeNull();
    expect(messages).toContain(message);
  });

  it('is rejected if it is not YAML', async () => {
    const { options, messages } = await read('a: [');
    expect(options).toBeNull();
    expect(messages).toHaveLength(1);
  });

  it('is reported if it does not exist', async () => {
    const { report, diagnostics } = collectDiagnostics();
    expect(await readConfig('/nowhere/c.yaml', report)).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['CONFIG_NOT_FOUND']);
  });
});
