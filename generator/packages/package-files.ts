/** Locates files of this package: its version and the folder of templates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The name of this package, which generated code may import. */
export const packageName = 'backlot';

/** Returns the version in `package.json`. */
export function packageVersion(): string {
  const file = path.join(findTemplatesFolder(), '../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

/**
 * Returns the absolute path of `templates/`.
 *
 * Why: this file runs from `generator/` and from `dist/generator/`, and the templates are in neither.
 */
export function findTemplatesFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'templates', 'types.ts.hbs'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The templates are missing from the package.');
    folder = parent;
  }
  return path.join(folder, 'templates');
}
