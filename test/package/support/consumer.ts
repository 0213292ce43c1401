import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';

/** The root of the repository. */
export const repository = path.join(import.meta.dirname, '../../..');

/** The oldest Node that the package supports. */
export const OLDEST_NODE = '22.18.0';

/** Has the program itself; the package `node` starts another npm to install it. */
const OLD_NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Whether packages can be installed. If the registry is unreachable, the tests are skipped unless `BACKLOT_REQUIRE_REGISTRY`
 * is set.
 */
export async function canInstall(): Promise<boolean> {
  if (process.env['BACKLOT_REQUIRE_REGISTRY'] === '1') return true;
  const options = ['--fetch-retries=0', '--fetch-timeout=20000'];
  const { code } = await run('npm', ['view', `node@${OLDEST_NODE}`, 'version', ...options], {
    folder: tmpdir(),
    node: process.execPath,
  });
  if (code !== 0) console.log('Tests of the package are left out: the registry of packages is out of reach.');
  return code === 0;
}

/** The contents of the package, and where it was installed. */
export interface Consumer {
  readonly folder: string;
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
  /** The Node that the tests run on, and the oldest one. */
  readonly nodes: { readonly pinned: string; readonly oldest: string };
  remove(): Promise<void>;
}

/**
 * Packs the repository with the `dist/` that was built before the tests, and installs the result with its peers and the
 * oldest Node.
 */
export async function makeConsumer(): Promise<Consumer> {
  const root = await mkdtemp(path.join(tmpdir(), 'backlot-package-'));
  const folder = path.join(root, 'empty');
  const other = path.join(root, 'node');
  const packing = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', root], repository);
  const { filename, files } = readPacking(packing.out);
  const tarball = path.join(root, filename);
  const { devDependencies } = await readManifest(repository);
  const beside = ['@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  await newProject(folder);
  await newProject(other);
  // Each in a separate folder: next to the package, its `node` would take precedence for every `npx` command.
  await Promise.all([
    install([tarball, ...beside], folder),
    install([`${OLD_NODE_PACKAGE}@${OLDEST_NODE}`], other),
  ]);
  // Why no installation: tools for tests have many dependencies, and a link resolves those of this repository.
  for (const name of ['@playwright/test', 'msw', 'vite', 'vitest']) {
    await mkdir(path.dirname(path.join(folder, 'node_modules', name)), { recursive: true });
    await symlink(path.join(repository, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  return {
    folder,
    tarball,
    files: files.map(({ path: file }) => file),
    nodes: {
      pinned: process.execPath,
      oldest: path.join(other, 'node_modules', OLD_NODE_PACKAGE, 'bin/node'),
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** The properties of package.json that tests use. */
export interface PackageManifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export async function readManifest(folder: string): Promise<PackageManifest> {
  return JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;
}

async function newProject(folder: string): Promise<void> {
  await mkdir(folder);
  const manifest = { private: true, type: 'module' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

async function install(packages: readonly string[], folder: string): Promise<void> {
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], folder);
}

async function npm(args: readonly string[], folder: string): Promise<Ended> {
  const ended = await run('npm', args, { folder, node: process.execPath });
  if (ended.code === 0) return ended;
  throw new Error(
    `npm ${args.join(' ')} failed. These tests need a package registry in reach.\n${ended.out}${ended.err}`,
  );
}

interface Packing {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Shape: npm prints a list with one row, newer versions an object with one property. */
function readPacking(text: string): Packing {
  const packed = JSON.parse(text) as Readonly<Record<string, Packing>>;
  const [packing] = Object.values(packed);
  if (packing === undefined) throw new Error(`npm pack packed nothing:\n${text}`);
  return packing;
}

/** The exit code and output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  /** Resolves with the first match in the output; rejects if the program ends without one. */
  waitFor(form: RegExp): Promise<string>;
  /** Ends the program and its children, and resolves when they have exited. */
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** Where a program runs. Shape: `node` is the executable of `node` on the `PATH`. */
export interface Place {
  readonly folder: string;
  readonly node: string;
}

/** Starts a program in a new process group. */
export function start(program: string, args: readonly string[], { folder, node }: Place): Running {
  const child = spawn(program, args, { cwd: folder, env: environmentOf(node), detached: true });
  const heard = listen(child);
  return {
    waitFor: (form) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = form.exec(heard.out)?.[0];
          if (found !== undefined) resolve(found);
        };
        child.stdout.on('data', look);
        heard.ended.then(
          ({ out, err }) => reject(new Error(`${program} ended and never said ${form}:\n${out}${err}`)),
          reject,
        );
        look();
      }),
    stop: () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      return heard.ended;
    },
    ended: heard.ended,
  };
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], place: Place): Promise<Ended> {
  return start(program, args, place).ended;
}

function listen(child: ChildProcess): { readonly out: string; readonly ended: Promise<Ended> } {
  const heard = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (heard.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (heard.err += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...heard }));
  });
  return {
    get out() {
      return heard.out;
    },
    ended,
  };
}

/** Returns the environment without the variables of npm scripts, which would point npm to this repository. */
function environmentOf(node: string): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_(?!EXTRA_CA_CERTS)|VITEST)/i.test(name),
  );
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outside = folders.filter((folder) => !folder.includes(`node_modules${path.sep}.bin`));
  return {
    ...Object.fromEntries(variables),
    NO_COLOR: '1',
    npm_config_loglevel: 'error',
    PATH: [path.dirname(node), ...outside].join(path.delimiter),
  };
}
