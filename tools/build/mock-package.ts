/**
 * Writes `@backlot/mock` into `dist-mock/`, from what the compiler wrote: the mock with its command, without generator and
 * checks. Descriptions in several files need a bundler, which this package does not have.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { findReachable } from './dist-files.ts';
import { compiledFiles, joinModules, mockEntries } from './join-modules.ts';

export const MOCK_PACKAGE = 'dist-mock';

/** The exports of the package by those of `backlot`. */
const exported: Readonly<Record<string, string>> = {
  './mock': '.',
  './mock/node': './node',
  './msw': './msw',
  './playwright': './playwright',
  './vite': './vite',
  './vitest': './vitest',
  './sqlite': './sqlite',
  './redis': './redis',
  './control': './control',
  './package.json': './package.json',
};

interface PackageFile {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly [property: string]: unknown;
}

/** Writes the package; the console is that of `dist/`. Call it before the modules in `dist/` are joined. */
export async function writeMockPackage(): Promise<void> {
  rmSync(MOCK_PACKAGE, { recursive: true, force: true });
  const entries = [...mockEntries, 'cli/main', 'control/client'];
  const metafile = await joinModules(compiledFiles(entries), `${MOCK_PACKAGE}/dist`, [mockOnly]);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as PackageFile;
  const exports = Object.fromEntries(
    Object.entries(exported).map(([from, to]) => [to, manifest.exports[from] ?? from]),
  );
  const declarations = findReachable(
    Object.values(exports)
      .filter((file) => file.endsWith('.js'))
      .map((file) => path.normalize(file.replace(/\.js$/, '.d.ts'))),
  );
  for (const file of declarations) copyInto(file);
  copyInto('LICENSE');
  writeFileSync(path.join(MOCK_PACKAGE, 'README.md'), readme);
  const text = JSON.stringify(manifestOf(manifest, exports, namesIn(metafile, declarations)), null, 2);
  writeFileSync(path.join(MOCK_PACKAGE, 'package.json'), `${text}\n`);
}

/** Copies the console into the package, once it is built. */
export function copyConsole(): void {
  cpSync('dist/console', `${MOCK_PACKAGE}/dist/console`, { recursive: true });
}

/** The modules of `dist/` that the package has in another form. */
const replaced: Readonly<Record<string, string>> = {
  'generator/source/bundle.js': 'generator/source/bundle-alone.js',
  'cli/commands.js': 'cli/mock-only.js',
};

const mockOnly: Plugin = {
  name: 'mock only',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/(.*\/)?(bundle|commands)\.js$/ }, ({ resolveDir, path: file }) => {
      const module = path.relative('dist', path.resolve(resolveDir, file));
      return { path: path.resolve('dist', replaced[module] ?? module) };
    });
  },
};

/** Returns the names of the packages that modules and declarations import. */
function namesIn({ outputs }: Metafile, declarations: ReadonlySet<string>): ReadonlySet<string> {
  const specifiers = [
    ...Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external === true).map((each) => each.path),
    ),
    ...[...declarations].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name),
    ),
    // It is loaded from the folder of the user.
    '@faker-js/faker',
  ];
  return new Set(specifiers.map(packageOf));
}

function manifestOf(manifest: PackageFile, exports: object, imported: ReadonlySet<string>): object {
  const pick = (versions: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(versions).filter(([name]) => imported.has(name)));
  const { version, license, repository, bugs, homepage, type, engines } = manifest;
  return {
    name: '@backlot/mock',
    version,
    description: 'Stateful mock of any OpenAPI description, with worlds, a clock, faults and a console.',
    homepage,
    bugs,
    repository,
    license,
    type,
    engines,
    bin: { 'backlot-mock': 'dist/cli/main.js' },
    exports,
    files: ['dist'],
    dependencies: pick(manifest.dependencies),
    peerDependencies: pick(manifest.peerDependencies),
    peerDependenciesMeta: pick(manifest['peerDependenciesMeta'] as Record<string, unknown>),
  };
}

export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function copyInto(file: string): void {
  const target = path.join(MOCK_PACKAGE, file);
  mkdirSync(path.dirname(target), { recursive: true });
  copyFileSync(file, target);
}

const readme = `# @backlot/mock

The mock of [Backlot](https://github.com/OWNER/backlot): serves an OpenAPI description in one file as a stateful API, with
worlds, a clock, faults, a journal and a console.

\`backlot-mock --openapi openapi.yaml\` is \`backlot mock --openapi openapi.yaml\`. \`@backlot/mock\` exports what \`backlot/mock\`
does, and \`@backlot/mock/node\`, \`/vitest\`, \`/playwright\`, \`/msw\`, \`/vite\`, \`/control\`, \`/sqlite\` and \`/redis\` likewise.
Descriptions in several files, the generator, the checks and the description of the Agent Platform need the package \`backlot\`.
`;
