/**
 * Compiles the outputs of several descriptions in one run of each compiler, as a project with the strictest options.
 */
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { compileProject } from './check-types.ts';
import { projectTemplates } from './project-templates.ts';

/** Units: bytes of memory for a byte of output. Why: TypeScript 7 took more than 42 for an output of 540 MB. */
const MEMORY = 45;

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
  const found = new Set<string>();
  for (const include of partsOf(folder, names)) {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include }));
    const errors = await compileProject(join(root, 'node_modules', compiler, 'bin/tsc'), folder);
    for (const line of errors) found.add(line);
  }
  const lines = [...found];
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

/** Returns what is compiled at a time: all outputs together, or each file of one that needs more memory than there is. */
function partsOf(folder: string, names: readonly string[]): readonly (readonly string[])[] {
  const files = names.flatMap((name) =>
    readdirSync(join(folder, name)).flatMap((file) => (file.endsWith('.ts') ? [join(name, file)] : [])),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return names.length === 1 && bytes * MEMORY > totalmem() ? files.map((file) => [file]) : [names];
}
