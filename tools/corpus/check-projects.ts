/**
 * Type-checks generated code in projects that start from the common templates, in a folder with no packages except
 * those that the generator reports as needed, and inspects its types.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { compileProject, writeProject } from './check-types.ts';
import type { Description } from './find-descriptions.ts';
import { findDeclaredUnions, inspectTypes } from './inspect-types.ts';
import { projectTemplates } from './project-templates.ts';

const root = resolve(import.meta.dirname, '../..');

/** TypeScript 7 is fast enough for every project; 5.9 checks only the two that differ most, one of them with declarations. */
const compilers: readonly (readonly [name: string, file: string, projects: readonly string[] | null])[] = [
  ['TypeScript 7', join(root, 'node_modules/typescript7/bin/tsc'), null],
  ['TypeScript 5.9', join(root, 'node_modules/typescript/bin/tsc'), ['tsc --init', 'Angular']],
];

/** Dependencies of packages that generated code imports. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = { 'fast-check': ['pure-rand'] };

/**
 * Checks the output in a folder in each project; `others` are more compilers. Returns one line per error, and one for
 * each type that is lost, does not narrow, or rejects a sample.
 */
export function checkProjects(
  output: string,
  description: Description,
  packages: readonly string[],
  others: readonly string[],
): Promise<readonly string[]> {
  // Outside of this repository, so that the packages installed here cannot be imported.
  return inTemporaryFolder(async (folder) => {
    cpSync(output, join(folder, 'out'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const settings = { extends: join(root, 'tsconfig.json'), include: ['out'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.Node.json'), JSON.stringify(settings));
    install(folder, packages);
    const errors = await findTypeErrors(folder, others);
    return [...errors, ...(await inspectTypes(folder, await findDeclaredUnions(description)))];
  });
}

async function findTypeErrors(folder: string, others: readonly string[]): Promise<readonly string[]> {
  const all = [...compilers, ...others.map((file) => [file, file, null] as const)];
  const files = globSync('**/*.ts', { cwd: join(folder, 'out') });
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, 'out', file), 'utf8')]));
  const errors: string[] = [];
  for (const template of projectTemplates) {
    const project = join(folder, 'projects', template.name.replaceAll(/\W+/g, '-'));
    writeProject(project, template, texts);
    for (const [name, file, projects] of all) {
      if (projects !== null && !projects.includes(template.name)) continue;
      const problems = await compileProject(file, project);
      errors.push(...problems.map((line) => `${name}, ${template.name}: ${line}`));
    }
  }
  return errors;
}

/** Copies packages of this repository into a folder, and nothing else. */
function install(folder: string, packages: readonly string[]): void {
  const needed = packages.flatMap((name) => [name, ...(alsoNeeded[name] ?? [])]);
  for (const name of ['@types/node', 'undici-types', ...needed]) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, 'node_modules', name), target, { recursive: true });
  }
}
