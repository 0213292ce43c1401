/**
 * Type-checks programs of the pages with the project's options; the package resolves to the sources in this repository.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProject } from '../../../tools/corpus/check-types.ts';
import { inTemporaryFolder } from '../../../tools/temporary-folder.ts';
import { repository } from './blocks.ts';
import { sources } from './page-program.ts';

const compiler = join(repository, 'node_modules/typescript7/bin/tsc');

/** Lists the compiler errors of files; `options` are more options of the compiler. */
export function typeErrors(
  files: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  return inTemporaryFolder((project) => {
    const paths = Object.fromEntries(Object.entries(sources()).map(([name, file]) => [name, [file]]));
    const typeRoots = [join(repository, 'node_modules/@types')];
    const settings = {
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: { paths, typeRoots, ...options },
      files,
      include: [],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
    return compileProject(compiler, project);
  });
}
