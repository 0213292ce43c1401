/**
 * Identifies this version of the generator: cached output is valid only until the generator changes.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
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

function versionOf(library: string): string {
  let file: string | undefined;
  try {
    file = findPackageJSON(library, import.meta.url);
  } catch {
    // With Yarn Plug'n'Play packages are archives, whose paths contain the version.
    return require.resolve(library);
  }
  const { version } = JSON.parse(file === undefined ? '{}' : readFileSync(file, 'utf8')) as {
    readonly version?: string;
  };
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
