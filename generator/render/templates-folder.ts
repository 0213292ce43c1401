/**
 * Finds the folder of templates, which lies in the package and not in the user's project.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

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
