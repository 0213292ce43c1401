/**
 * Compiles the outputs of several descriptions in one run of the compiler, as a project with the strictest options.
 */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileProject } from '../corpus/check-types.ts';
import { projectTemplates } from '../corpus/project-templates.ts';

const root = resolve(import.meta.dirname, '../..');
const compiler = join(root, 'node_modules/typescript7/bin/tsc');

/** `tsc --init` is the strictest of the templates; `npm run corpus` also checks the declarations. */
const strictestOptions = {
  ...projectTemplates.find(({ name }) => name === 'tsc --init')?.compilerOptions,
  types: ['node'],
  allowImportingTsExtensions: true,
  noEmit: true,
  declaration: false,
  declarationMap: false,
  singleThreaded: true,
};

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

/** Prepares a folder for output that is compiled, and whose modules are loaded. */
export function prepareFolder(folder: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/**
 * Compiles some folders below a folder, together and, if the compiler stops, in halves.
 *
 * Shape: returns the errors of each folder that has any; errors without a file belong to all of them.
 */
export async function compileOutputs(
  folder: string,
  names: readonly string[],
  options: object = strictestOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map();
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: names }));
  const lines = await compileProject(compiler, folder);
  if (lines.some((line) => line.startsWith('stopped')) && names.length > 1) {
    const middle = names.length >> 1;
    const halves = [
      await compileOutputs(folder, names.slice(0, middle), options),
      await compileOutputs(folder, names.slice(middle), options),
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
