/**
 * The rules of `.dependency-cruiser.js` report a forbidden import. `npm run deps` applies them to the whole project.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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
  const copy = mkdtempSync(join(tmpdir(), 'backlot-imports-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is reported with its rule and location', async () => {
    for (const folder of ['mock/kernel', 'mock/agent-platform/domain'])
      mkdirSync(join(copy, folder), { recursive: true });
    writeFileSync(join(copy, 'mock/agent-platform/domain/store.ts'), 'export const store = 1;\n');
    writeFileSync(
      join(copy, 'mock/kernel/wrong.ts'),
      "import { store } from '../agent-platform/domain/store.ts';\nexport const wrong = store;\n",
    );
    expect(await violations(['mock/kernel'], copy)).toEqual([
      'imports of mock/kernel/: mock/kernel/wrong.ts → mock/agent-platform/domain/store.ts',
    ]);
  }, 60_000);
});

describe('the folders of the code', () => {
  const layered = ['chat', 'cli', 'contract', 'generated', 'generator', 'templates', 'tools'];
  const imports = new Map<string, Set<string>>();

  beforeAll(() => {
    for (const { source, imports: files } of readImports(layered)) {
      const folder = dirname(source);
      const imported = imports.get(folder) ?? new Set();
      imports.set(folder, imported);
      for (const file of files) if (isLayered(file) && dirname(file) !== folder) imported.add(dirname(file));
    }
  });

  it('have a row of their own in the rules', async () => {
    const { forbidden } = await readConfiguration();
    const rows = forbidden.map(({ name }) => new RegExp(`^${name?.replace('imports of ', '')}$`));
    expect([...imports.keys()].filter((folder) => !rows.some((row) => row.test(`${folder}/`)))).toEqual([]);
  });

  it('import each other in one direction only', () => {
    expect(findCircle(imports)).toEqual([]);
  });

  function isLayered(file: string): boolean {
    return layered.includes(file.split('/')[0] ?? '');
  }
});

describe('the mock', () => {
  it('has folders that import each other in one direction only', () => {
    const imports = new Map<string, Set<string>>();
    for (const { source, imports: files } of readImports(['mock'])) {
      const part = partOf(source);
      const imported = imports.get(part) ?? new Set();
      imports.set(part, imported);
      for (const file of files)
        if (file.startsWith('mock/') && partOf(file) !== part) imported.add(partOf(file));
    }
    expect(findCircle(imports)).toEqual([]);
  });

  /** Returns the part of a file: a folder of the mock or of a plug-in, or the file itself if it is in none. */
  function partOf(file: string): string {
    return file.split('/', file.startsWith('mock/agent-platform/') ? 3 : 2).join('/');
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
