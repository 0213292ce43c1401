/** The extension of imports: the one that a project requires, and the one that `generate` writes. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectImportExtension } from '../../../generator/options/import-extension.ts';
import { importsOf, withImportExtension } from '../../../generator/print/imports.ts';
import { projectTemplates } from '../../../tools/corpus/project-templates.ts';
import { temporaryFolder } from '../../support/folder.ts';

async function detect(files: Readonly<Record<string, string>>, out = 'src/api'): Promise<string> {
  return detectImportExtension(path.join(await temporaryFolder(files), out));
}

const tsconfig = (compilerOptions: object, more: object = {}): string =>
  JSON.stringify({ compilerOptions, ...more });

describe('the import extension', () => {
  it.each(projectTemplates)('compiles in a project created by $name', async (template) => {
    const found = await detect({ 'tsconfig.json': tsconfig(template.compilerOptions) });
    expect(found).toBe(template.extension);
  });

  it('is `ts` if the compiler rewrites extensions', async () => {
    const options = { module: 'nodenext', rewriteRelativeImportExtensions: true };
    expect(await detect({ 'tsconfig.json': tsconfig(options) })).toBe('ts');
  });

  it('is omitted for CommonJS, and is `js` by default', async () => {
    expect(await detect({ 'tsconfig.json': tsconfig({ module: 'commonjs' }) })).toBe('none');
    expect(await detect({ 'tsconfig.json': '{}' })).toBe('js');
  });

  it('is read from a configuration with comments and trailing commas', async () => {
    const text =
      '\ufeff{ // "a"\n "compilerOptions": { /* b */ "module": "nodenext", "paths": {"a//b": ["c",],}, },\n}';
    expect(await detect({ 'tsconfig.json': text })).toBe('js');
  });

  it('is inherited from an extended configuration', async () => {
    const found = await detect({
      'tsconfig.json': tsconfig({ strict: true }, { extends: ['./base', 'shared'] }),
      'base.json': tsconfig({ module: 'nodenext' }),
      'node_modules/shared/package.json': '{ "name": "shared" }',
      'node_modules/shared/tsconfig.json': tsconfig({ moduleResolution: 'bundler' }),
    });
    expect(found).toBe('none');
  });

  it('handles configurations that extend each other in a cycle', async () => {
    expect(await detect({ 'tsconfig.json': tsconfig({}, { extends: './tsconfig.json' }) })).toBe('js');
  });

  it('comes from the referenced configuration that includes the output', async () => {
    const found = await detect({
      'tsconfig.json': JSON.stringify({
        files: [],
        references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
      }),
      'tsconfig.node.json': tsconfig({ module: 'nodenext' }, { include: ['vite.config.ts'] }),
      'tsconfig.app.json': tsconfig({ allowImportingTsExtensions: true }, { include: ['src'] }),
    });
    expect(found).toBe('ts');
  });

  it('is `js` without tsconfig.json if the project depends on TypeScript, else `ts`', async () => {
    expect(await detect({ 'package.json': '{ "devDependencies": { "typescript": "6" } }' })).toBe('js');
    expect(await detect({ 'tsconfig.build.json': '{}' })).toBe('js');
    expect(await detect({ 'package.json': '{}' })).toBe('ts');
  });
});

describe('the imports of a module', () => {
  const text = [
    "import type { A } from './a.ts';",
    'import {',
    '  b,',
    "} from '../runtime/b.ts';",
    "export * as c from './c.ts';",
    "import { d } from 'package';",
    "const loadFinder = async (): Promise<E> => (await import('./e.ts')).e;",
    "/** import { f } from './f.ts'; */",
    'const g = "import \'./g.ts\'";',
  ].join('\n');

  it('are found at the start of a line', () => {
    expect(importsOf(text)).toEqual(['./a.ts', '../runtime/b.ts', './c.ts', 'package', './e.ts']);
  });

  it('get another extension if they are relative', () => {
    expect(importsOf(withImportExtension(text, 'js'))).toEqual([
      './a.js',
      '../runtime/b.js',
      './c.js',
      'package',
      './e.js',
    ]);
    expect(withImportExtension(text, 'none')).toContain("from './a';");
    expect(withImportExtension(text, 'none')).toContain("'./g.ts'");
  });
});
