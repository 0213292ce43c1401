/**
 * The rules of `.dependency-cruiser.js` report a forbidden import. `npm run deps` applies them to the whole project.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';

const root = join(import.meta.dirname, '../..');

interface Configuration {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: Omit<ICruiseOptions, 'tsConfig'>;
}

async function readConfiguration(): Promise<Configuration> {
  const file: string = '../../.dependency-cruiser.js';
  return ((await import(file)) as { default: Configuration }).default;
}

async function cruiseFolders(
  folders: readonly string[],
  baseDir: string,
  forbidden: IForbiddenRuleType[],
): Promise<ICruiseResult> {
  const { options } = await readConfiguration();
  const { output } = await cruise(
    [...folders],
    { ...options, tsConfig: {}, baseDir, ruleSet: { forbidden }, validate: true },
    {},
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
  );
  if (typeof output === 'string') throw new Error(output);
  return output;
}

interface SourceModule {
  readonly source: string;
  /** The files of the project that it imports, for their types too. */
  readonly imports: readonly string[];
}

/** Reads the imports of the files in folders. Why without dependency-cruiser: resolving packages takes seconds. */
function readImports(folders: readonly string[]): SourceModule[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  );
  return files.map((source) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(root, source), 'utf8'), true, true);
    const local = importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
    return { source, imports: local.map(({ fileName }) => join(dirname(source), fileName)) };
  });
}

async function violations(folders: string[], baseDir: string): Promise<string[]> {
  const { forbidden } = await readConfiguration();
  const { summary } = await cruiseFolders(folders, baseDir, forbidden);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
}

describe('a forbidden import', () => {
  it('is reported with its rule and location', async () => {
    const copy = await temporaryFolder({
      'mock/agent-platform/domain/store.ts': 'export const store = 1;\n',
      'mock/kernel/wrong.ts':
        "import { store } from '../agent-platform/domain/store.ts';\nexport const wrong = store;\n",
    });
    expect(await violations(['mock/kernel'], copy)).toEqual([
      'imports of mock/kernel/: mock/kernel/wrong.ts → mock/agent-platform/domain/store.ts',
    ]);
  }, 60_000);
});

describe('the parts of the code', () => {
  it('import each other in one direction only', () => {
    const imports = new Map<string, Set<string>>();
    for (const { source, imports: files } of readImports(parts)) {
      const part = partOf(source);
      const imported = imports.get(part) ?? new Set();
      imports.set(part, imported);
      for (const file of files)
        if (parts.some((folder) => file.startsWith(`${folder}/`)) && partOf(file) !== part)
          imported.add(partOf(file));
    }
    expect(findCircle(imports)).toEqual([]);
  });

  const parts = [
    'chat',
    'cli',
    'conformance',
    'console',
    'contract',
    'generated',
    'generator',
    'mock',
    'templates',
    'tools',
  ];

  /** Returns the folder of a file; in a product with a plug-in, with its subfolders. At the top it is the file itself. */
  function partOf(file: string): string {
    const names = file.split('/');
    if (names.length === 2) return file;
    if (!['conformance', 'console', 'mock'].includes(names[0]!)) return dirname(file);
    return names.slice(0, names[1] === 'agent-platform' ? 3 : 2).join('/');
  }
});

/** Finds a circle in a graph. Shape: its nodes in order; empty if there is none. */
function findCircle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const finished = new Set<string>();
  const search = (path: readonly string[], node: string): string[] => {
    if (path.includes(node)) return path.slice(path.indexOf(node));
    if (finished.has(node)) return [];
    for (const next of edges.get(node) ?? []) {
      const circle = search([...path, node], next);
      if (circle.length > 0) return circle;
    }
    finished.add(node);
    return [];
  };
  return [...edges.keys()].map((node) => search([], node)).find((circle) => circle.length > 0) ?? [];
}
