/** Identifies this version of the generator: cached output is valid only until the generator changes. */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Libraries that affect the output. */
const libraries = ['@redocly/openapi-core', 'ajv', 'handlebars', 'yaml'];

/** Returns a text that changes with the generator's code, its templates and its libraries. */
export function generatorFingerprint(templates: string): string {
  const own = path.resolve(import.meta.dirname, '..');
  const parts = [
    FORMAT,
    process.version,
    ...libraries.map(versionOf),
    ...filesIn(own),
    ...filesIn(templates),
  ];
  return hash('sha256', parts.join('\n'));
}

/** Increases when the format of the cache changes. */
const FORMAT = '1';

const require = createRequire(import.meta.url);

/** Why `findPackageJSON` is not used: Bun does not have it. */
function versionOf(library: string): string {
  const folders = require.resolve.paths(library) ?? [];
  const files = folders.map((folder) => path.join(folder, library, 'package.json'));
  const file = files.find((each) => existsSync(each));
  // With Yarn Plug'n'Play packages are archives, whose paths contain the version.
  if (file === undefined) return require.resolve(library);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string };
  return `${library} ${version ?? 'none'}`;
}

/** Lists the files of a folder, each with a text that changes when the file is edited. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(file);
      return `${path.relative(folder, file)} ${size} ${mtimeMs}`;
    })
    .sort();
}
