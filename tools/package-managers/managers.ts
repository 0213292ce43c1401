/** The package managers, and how each installs and runs the dependencies of a project. */

/** A way to install packages. */
export interface PackageManager {
  readonly name: string;
  /** The package with its program, and the program in it. */
  readonly package: string;
  readonly program: string;
  /** The configuration in the project, by file name. */
  readonly files: Readonly<Record<string, string>>;
  readonly install: readonly string[];
  /** The arguments before the name of a command of a package. */
  readonly exec: readonly string[];
  /** The arguments before a TypeScript file that is run; `null` to run it with Node. */
  readonly run: readonly string[] | null;
  /** The compilers that the package manager patches to resolve packages; absent if all can resolve them unchanged. */
  readonly patched?: readonly string[];
}

const yarn = {
  package: '@yarnpkg/cli-dist',
  program: 'bin/yarn.js',
  install: ['install', '--no-immutable'],
  exec: ['run'],
} as const;

function yarnFiles(linker: string): Readonly<Record<string, string>> {
  const settings = ['enableTelemetry: false', 'enableGlobalCache: false', `nodeLinker: ${linker}`];
  return { '.yarnrc.yml': `${settings.join('\n')}\n`, 'yarn.lock': '' };
}

const pnpm = {
  package: 'pnpm',
  program: 'bin/pnpm.mjs',
  install: ['install', '--no-frozen-lockfile'],
  exec: ['exec'],
} as const;

/** The versions of TypeScript. */
export const compilers: readonly string[] = ['5.9.3', '6.0.3', '7.0.2'];

/** The versions of the package managers. */
export const tools: readonly string[] = [
  'npm@12.2.0',
  'pnpm@12.21.0',
  '@yarnpkg/cli-dist@4.18.1',
  'yarn@1.22.22',
  'bun@1.4.5',
];

/** The package managers, the most common first. */
export const managers: readonly PackageManager[] = [
  {
    name: 'npm',
    package: 'npm',
    program: 'bin/npm-cli.js',
    files: {},
    install: ['install', '--no-audit', '--no-fund'],
    exec: ['exec', '--'],
    run: null,
  },
  { name: 'pnpm', ...pnpm, files: { 'pnpm-workspace.yaml': 'nodeLinker: isolated\n' }, run: null },
  { name: 'pnpm, hoisted', ...pnpm, files: { 'pnpm-workspace.yaml': 'nodeLinker: hoisted\n' }, run: null },
  { name: 'yarn 4', ...yarn, files: yarnFiles('node-modules'), run: null },
  {
    name: "yarn 4, Plug'n'Play",
    ...yarn,
    files: yarnFiles('pnp'),
    run: ['node'],
    patched: ['5.9.3', '6.0.3'],
  },
  {
    name: 'yarn 1',
    package: 'yarn',
    program: 'bin/yarn.js',
    files: {},
    install: ['install', '--non-interactive'],
    exec: ['run', '--silent'],
    run: null,
  },
  {
    name: 'bun',
    package: 'bun',
    program: 'bin/bun.exe',
    files: {},
    install: ['install'],
    exec: ['run'],
    run: ['run'],
  },
];
