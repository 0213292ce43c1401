/** The built package in a folder, as an installation puts it there. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/**
 * Puts the package below the `node_modules` of a folder, with links to the packages in `peers`.
 *
 * Why not as a link: Vite and Playwright compile files outside of `node_modules`, which takes longer than the tests.
 */
export function installPackage(folder: string, peers: readonly string[] = []): void {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'backlot');
  mkdirSync(own, { recursive: true });
  for (const part of ['package.json', 'dist', 'spec', 'templates', 'examples'])
    cpSync(join(repository, part), join(own, part), {
      recursive: true,
      filter: (file) => !/dist\/(?:docs|site)$/.test(file),
    });
  symlinkSync(join(repository, 'node_modules'), join(own, 'node_modules'));
  for (const name of peers) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(modules, name));
  }
}
