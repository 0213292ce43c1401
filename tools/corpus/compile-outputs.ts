/**
 * Compiles the outputs of several descriptions in one run of each compiler, as a project with the strictest options.
 */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileProject } from './check-types.ts';
import { projectTemplates } from './project-templates.ts';

const root = resolve(import.meta.dirname, '../..');
/** A compiler with its options. */
interface Compilation {
  /** Its folder in `node_modules`. */
  readonly compiler: string;
  readonly options: object;
}

/** `tsc --init` is the strictest of the templates, and checks declarations too. */
const strictestOptions = {
  ...projectTemplates.find(({ name }) => name === 'tsc --init')?.compilerOptions,
  types: ['node'],
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** TypeScript 5 limits the length of declarations, so what TypeScript 7 accepts may fail there. */
const strictest: readonly Compilation[] = [
  { compiler: 'typescript7', options: { ...strictestOptions, singleThreaded: true } },
  { compiler: 'typescript', options: strictestOptions },
];

/** The options for the output of peers, which is not written for stricter ones. */
export const strictOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  singleThreaded: true,
};

/** Prepares a folder for output that is compiled, and whose modules are loaded, with the packages of a project. */
export function prepareFolder(folder: string, project = root): void {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Compiles some folders below a folder, together and, if a compiler stops, in halves.
 *
 * Shape: returns the errors of each folder that has any; errors without a file belong to all of them.
 */
export async function compileOutputs(
  folder: string,
  names: readonly string[],
  compilations: readonly Compilation[] = strictest,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const errors = new Map<string, string[]>();
  for (const compilation of compilations)
    for (const [name, own] of await compileWith(compilation, folder, names))
      errors.set(name, [
        ...(errors.get(name) ?? []),
        ...own.map((line) => `${compilation.compiler}: ${line}`),
      ]);
  return errors;
}

async function compileWith(
  compilation: Compilation,
  folder: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  const { compiler, options } = compilation;
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: names }));
  const lines = await compileProject(join(root, 'node_modules', compiler, 'bin/tsc'), folder);
  if (lines.some((line) => line.startsWith('stopped')) && names.length > 1) {
    const middle = names.length >> 1;
    const halves = [
      await compileWith(compilation, folder, names.slice(0, middle)),
      await compileWith(compilation, folder, names.slice(middle)),
    ];
    return new Map(halves.flatMap((half) => [...half]));
  }
  const errors = names.map((name) => {
    const isOwn = (line: string): boolean => line.startsWith(`${name}/`);
    const isShared = (line: string): boolean => !names.some((other) => line.startsWith(`${other}/`));
    return [name, lines.filter((line) => isOwn(line) || isShared(line))] as const;
  });
  return new Map(errors.filter(([, own]) => own.length > 0));
}
