/**
 * Type-checks generated code in projects that start from the common templates, in folders with no packages except
 * those that the generator reports as needed.
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { withImportExtension } from '../../generator/print/imports.ts';
import { type ProjectTemplate, projectTemplates } from './project-templates.ts';

const root = resolve(import.meta.dirname, '../..');

/** TypeScript 7 is fast enough for every project; 5.9 checks only the two that differ most, one of them with declarations. */
const compilers: readonly (readonly [name: string, file: string, projects: readonly string[] | null])[] = [
  ['TypeScript 7', join(root, 'node_modules/typescript7/bin/tsc'), null],
  ['TypeScript 5.9', join(root, 'node_modules/typescript/bin/tsc'), ['tsc --init', 'Angular']],
];

/** Checks `out` of a folder in each project; `others` are more compilers. Returns one line per error. */
export async function findTypeErrors(folder: string, others: readonly string[]): Promise<string[]> {
  writeSettings(folder);
  const all = [...compilers, ...others.map((file) => [file, file, null] as const)];
  const errors: string[] = [];
  for (const template of projectTemplates) {
    const project = join(folder, 'projects', template.name.replaceAll(/\W+/g, '-'));
    writeProject(project, template, readOutput(join(folder, 'out')));
    for (const [name, file, projects] of all) {
      if (projects !== null && !projects.includes(template.name)) continue;
      const found = await compileProject(file, project);
      errors.push(...found.map((line) => `${name}, ${template.name}: ${line}`));
    }
  }
  return errors;
}

/** Writes the configuration for the inspection of types. */
function writeSettings(folder: string): void {
  const settings = { extends: join(root, 'tsconfig.json'), include: ['out'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.Node.json'), JSON.stringify(settings));
}

function readOutput(out: string): Map<string, string> {
  const files = globSync('**/*.ts', { cwd: out });
  return new Map(files.map((file) => [file, readFileSync(join(out, file), 'utf8')]));
}

/** Copies packages of this repository into a folder, and nothing else. */
export function install(folder: string, packages: readonly string[]): void {
  for (const name of ['@types/node', 'undici-types', ...packages]) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, 'node_modules', name), target, { recursive: true });
  }
}

/** Writes a project into a folder, with the generated files, whose imports end in `.ts`, below `src`. */
export function writeProject(
  project: string,
  { compilerOptions, isModule, extension }: ProjectTemplate,
  files: ReadonlyMap<string, string>,
): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify(isModule ? { type: 'module' } : {}));
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (const [file, text] of files) {
    const target = join(project, 'src', file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withImportExtension(text, extension));
  }
}

/** Compiles a project without writing anything. Returns one line per error. */
export function compileProject(compiler: string, project: string): Promise<string[]> {
  const args = [compiler, '-p', project, '--noEmit', '--incremental', 'false', '--pretty', 'false'];
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: project });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    child.once('close', (status) => {
      const lines = output.split('\n').filter((line) => /error TS\d+/.test(line));
      if (lines.length === 0 && status !== 0) lines.push(`stopped: ${output.slice(0, 200)}`);
      done(lines);
    });
  });
}
