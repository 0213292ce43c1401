/**
 * Compiles generated files in a folder of their own, as a project that a common tool has started would.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileProject, writeProject } from '../../../tools/corpus/check-types.ts';
import type { ProjectTemplate } from '../../../tools/corpus/project-templates.ts';

const modules = path.resolve(import.meta.dirname, '../../../node_modules');
const compiler = path.join(modules, 'typescript7/bin/tsc');

/** All that generated code may need. */
const packages = ['@types/node', 'eventsource-parser', 'fast-check'];

/** Returns a template with the options of this repository, and with the types of browsers only. */
export function readOwnOptions(): ProjectTemplate {
  const file = path.resolve(modules, '../tsconfig.json');
  const { compilerOptions } = JSON.parse(readFileSync(file, 'utf8')) as ProjectTemplate;
  const { noEmit: _, ...options } = compilerOptions;
  const browser = { types: [], lib: ['es2024', 'esnext.iterator', 'dom'] };
  return { name: 'this', isModule: true, extension: 'ts', compilerOptions: { ...options, ...browser } };
}

/** Compiles files in a project from a template. Returns one line per error. */
export async function compileInProject(
  files: ReadonlyMap<string, string>,
  template: ProjectTemplate,
): Promise<string[]> {
  const project = mkdtempSync(path.join(tmpdir(), 'backlot-project-'));
  try {
    mkdirSync(path.join(project, 'node_modules/@types'), { recursive: true });
    for (const name of packages)
      symlinkSync(path.join(modules, name), path.join(project, 'node_modules', name), 'dir');
    writeProject(project, template, files);
    return await compileProject(compiler, project);
  } finally {
    rmSync(project, { recursive: true });
  }
}
