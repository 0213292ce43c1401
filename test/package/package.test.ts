/** The output of `npm pack` works in an empty folder, on the oldest supported Node and on the pinned one. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { publint } from 'publint';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Why by path: with the conditions of vitest, its name is that of its sources.
import {
  checkPackage,
  createPackageFromTarballData,
  type Problem,
} from '../../node_modules/@arethetypeswrong/core/dist/index.js';
import { compileProject } from '../../tools/corpus/check-types.ts';
import {
  canInstall,
  makeConsumer,
  OLDEST_NODE,
  readManifest,
  repository,
  type Consumer,
  run,
  start,
  type Ended,
  type Place,
  type Running,
} from './support/consumer.ts';
import { description, example, lightExample, useAll } from './support/programs.ts';
import { packageOf } from '../../tools/build/mock-package.ts';

const timeout = 120_000;
const { scripts, exports, dependencies, peerDependencies } = await readManifest(repository);
/** Generated code imports what matches a pattern. */
const subpaths = Object.keys(exports)
  .filter((subpath) => !subpath.includes('*'))
  .map((subpath) => path.posix.join('backlot', subpath));
/** YAML files are read, not imported. */
const importable = subpaths.filter((subpath) => !subpath.endsWith('.yaml'));
const modules = importable.filter((subpath) => !subpath.endsWith('.json'));
/** Vitest cannot be imported outside of its runs. */
const runnable = importable.filter((subpath) => subpath !== 'backlot/vitest');

let consumer: Consumer;

type NodeName = keyof Consumer['nodes'];

/** What was printed when code of the contract was generated, by the Node that ran the generator. */
const generations = new Map<NodeName, Promise<Ended>>();

/** Generates code of the contract in the package into the folder `api-NODE`, once. */
function generateOn(node: NodeName): Promise<Ended> {
  const generation = generations.get(node) ?? generateInto(`api-${node}`, node);
  generations.set(node, generation);
  return generation;
}

function generateInto(out: string, node: NodeName, ...more: readonly string[]): Promise<Ended> {
  const from = 'node_modules/backlot/spec';
  const documents = ['--openapi', `${from}/openapi.yaml`, '--asyncapi', `${from}/asyncapi.yaml`];
  const args = ['generate', ...documents, '--with', 'samples,arbitraries', '--out', out, ...more];
  return run('npx', ['backlot', ...args], { folder: consumer.folder, node: consumer.nodes[node] });
}

/** Starts the installed command. Why without npx: npm takes longer than the command. */
function startBacklot(node: NodeName, ...args: readonly string[]): Running {
  const command = path.join(consumer.folder, 'node_modules/.bin/backlot');
  return start(command, args, { folder: consumer.folder, node: consumer.nodes[node] });
}

const hasRegistry = await canInstall();

beforeAll(async () => {
  if (hasRegistry) consumer = await makeConsumer();
}, 240_000);
afterAll(() => (hasRegistry ? consumer.remove() : undefined));

describe.runIf(hasRegistry).each([
  { name: process.version, node: 'pinned' },
  { name: `v${OLDEST_NODE}`, node: 'oldest' },
] as const)('on Node $name', ({ name, node }) => {
  const place = (): Place => ({ folder: consumer.folder, node: consumer.nodes[node] });
  const npx = (...args: readonly string[]): Promise<Ended> => run('npx', args, place());

  it('npx uses this version', async () => {
    expect((await npx('--call', 'node --version')).out.trim()).toBe(name);
  });

  it(
    'npx backlot generate generates code from a document',
    async () => {
      const ended = await generateOn(node);

      expect(ended).toMatchObject({ code: 0, err: '' });
      expect(ended.out).toMatch(/^Changed (\d+) of \1 files\.$/m);
    },
    timeout,
  );

  it(
    'the mock serves requests until it is stopped',
    async () => {
      const mock = startBacklot(node, 'mock', '--port', '0', '--allow-cards', 'cards.test');
      try {
        const url = await mock.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
        const headers = { authorization: 'Bearer rt_live_dev' };
        const response = await fetch(`${url}/v1/agents`, { headers });
        expect(response.status).toBe(200);
        const { data } = (await response.json()) as { data: readonly unknown[] };
        expect(data.length).toBeGreaterThan(0);
      } finally {
        await mock.stop();
      }
    },
    timeout,
  );

  it(
    'every subpath can be imported',
    async () => {
      const lines = runnable.map((subpath) => {
        const attributes = subpath.endsWith('.json') ? ", { with: { type: 'json' } }" : '';
        return `found.push(Object.keys(await import('${subpath}'${attributes})).length);`;
      });
      const script = ['const found = [];', ...lines, 'console.log(JSON.stringify(found));'].join('\n');

      const ended = await run(consumer.nodes[node], ['--input-type=module', '--eval', script], place());

      expect(ended.err).toBe('');
      const counts = JSON.parse(ended.out) as readonly number[];
      // A module with only types has no exports at run time.
      expect(runnable.filter((_, i) => counts[i] === 0)).toEqual([
        'backlot/types',
        'backlot/paths',
        'backlot/server',
      ]);
    },
    timeout,
  );
});

// Why not on the pinned Node: other tests run these commands of `dist/` on it.
describe.runIf(hasRegistry)('on the oldest Node', () => {
  it(
    'backlot diff reports a breaking change',
    async () => {
      await writeFile(path.join(consumer.folder, 'old.yaml'), description('string'));
      await writeFile(path.join(consumer.folder, 'new.yaml'), description('integer'));

      const diff = startBacklot('oldest', 'diff', 'old.yaml', 'new.yaml', '--format', 'json');
      const ended = await diff.ended;

      expect({ code: ended.code, err: ended.err }).toEqual({ code: 1, err: '' });
      expect(JSON.parse(ended.out)).toMatchObject({ verdict: 'breaking' });
    },
    timeout,
  );

  it(
    'backlot check and backlot proxy validate the mock',
    async () => {
      const mock = startBacklot('oldest', 'mock', '--port', '0');
      const url = await mock.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
      const proxy = startBacklot('oldest', 'proxy', url, '--port', '0');
      try {
        const ended = await startBacklot('oldest', 'check', url, '--operation', 'listAgents').ended;
        expect({ code: ended.code, err: ended.err }).toEqual({ code: 0, err: '' });
        expect(ended.out).toContain('PASSED');
        const passing = await proxy.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
        await fetch(`${passing}/v1/agents?limit=2`);
        const violations = await fetch(`${passing}/_proxy/violations`);
        expect(JSON.stringify(await violations.json())).toContain('Q05');
      } finally {
        await proxy.stop();
        await mock.stop();
      }
    },
    timeout,
  );
});

describe.runIf(hasRegistry)('the types', () => {
  it(
    'compile for every subpath, and for generated code with and without a copy of the runtime',
    async () => {
      await generateOn('pinned');
      const ended = await generateInto('light', 'pinned', '--runtime', 'package');
      expect(ended).toMatchObject({ code: 0, err: '' });
      const [own, light] = [await modulesIn('api-pinned'), await modulesIn('light')];
      expect(own.length).toBeGreaterThan(10);
      const files = {
        'all.ts': useAll([...modules, ...own, ...light]),
        'use.ts': example,
        'light.ts': lightExample,
      };

      expect(await typeErrors(files)).toEqual([]);
      // The last file calls a server.
      expect(await readdir(path.join(consumer.folder, 'light'))).not.toContain('runtime');
      const place = { folder: consumer.folder, node: consumer.nodes.pinned };
      const called = await run(place.node, ['light.ts'], place);
      expect(called).toMatchObject({ code: 0, err: '', out: 'Customer support\n' });
    },
    timeout,
  );

  // The profile `esm-only` of attw, whose command takes twice as long.
  it(
    'pass attw for ECMAScript modules',
    async () => {
      const unimported = Object.keys(exports).filter((subpath) => /\.yaml$|\*/.test(subpath));
      const tarball = createPackageFromTarballData(await readFile(consumer.tarball));
      const folders = new Set(tarball.listFiles().flatMap(foldersOf));
      // Why: its own compares every file, for every import.
      tarball.directoryExists = (folder) => folders.has(folder.replace(/(?<=.)\/$/, ''));

      const analysis = await checkPackage(tarball, { excludeEntrypoints: unimported });

      if (analysis.types === false) throw new Error('The package has no types.');
      expect(Object.keys(analysis.entrypoints)).toEqual(
        Object.keys(exports).filter((subpath) => !unimported.includes(subpath)),
      );
      const isImport = (problem: Problem): boolean =>
        !('resolutionKind' in problem) || !['node10', 'node16-cjs'].includes(problem.resolutionKind);
      expect(analysis.problems.filter(isImport)).toEqual([]);
    },
    timeout,
  );
});

describe.runIf(hasRegistry)('the tarball', () => {
  it('is built before it is packed', () => {
    expect(scripts).toMatchObject({ prepack: 'npm run build' });
  });

  it('has no script that npm would run when it is installed', () => {
    const onInstall = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];
    expect(onInstall.filter((name) => name in scripts)).toEqual([]);
  });

  it('passes publint', async () => {
    const bytes = await readFile(consumer.tarball);
    const tarball = Uint8Array.from(bytes).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  it('contains the code, its sources, the files for generated code, and the documentation', () => {
    const forms = [
      /^(package\.json|README\.md|LICENSE)$/,
      /^docs\/.*\.md$/,
      /^examples\/react-chat\/(use-chat\.ts|chat(\.test)?\.tsx)$/,
      /^examples\/(fastify|parcels)\/(service|mock)\.ts$/,
      /^examples\/(fastify|parcels)\/(check\.yml|(openapi|backlot\.resources)\.yaml)$/,
      /^examples\/(playwright|stories)\/[\w.-]+\.ts$/,
      /^examples\/tasks\/openapi\.yaml$/,
      /^examples\/shared\/(Dockerfile|docker-compose\.yaml|haproxy\.cfg|redis\.conf)$/,
      /^dist\/(cli|joined)\/.*\.js$/,
      /^dist\/(chat|conformance|contract|control|generated|generator|mock|templates\/runtime)\/.*\.(js|d\.ts)$/,
      /^dist\/console\/.*\.(html|js|css)$/,
      /^conformance\/config\/conformance\.schema\.json$/,
      /^spec\/facts\.tsv$/,
      /^mock\/scenarios\/scenario\.schema\.json$/,
      /^spec\/.*\.yaml$/,
      /^spec\/dist\/(openapi|openapi-3\.2|asyncapi)\.json$/,
      /^skills\/backlot\/SKILL\.md$/,
      /^templates\/(.*\.hbs|docs\/(style\.css|search\.js)|runtime\/.*\.ts)$/,
    ];
    expect(consumer.files.filter((file) => !forms.some((form) => form.test(file)))).toEqual([]);
    expect(forms.filter((form) => !consumer.files.some((file) => form.test(file)))).toEqual([]);
  });

  it('imports exactly the packages that it depends on', async () => {
    const imported = new Set<string>();
    for (const file of consumer.files.filter((each) => /\.(?:js|d\.ts)$/.test(each))) {
      const text = await readFile(path.join(consumer.folder, 'node_modules/backlot', file), 'utf8');
      for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles)
        if (!/^(\.|node:)/.test(fileName)) imported.add(packageOf(fileName));
    }
    expect([...imported].sort()).toEqual(
      // Why without one: it is loaded from the folder of the user, where it is installed.
      [...Object.keys(dependencies), ...Object.keys(peerDependencies)]
        .filter((name) => name !== '@faker-js/faker')
        .sort(),
    );
  });
});

/** Returns the folders above a file, which starts with a slash. */
function foldersOf(file: string): readonly string[] {
  return Array.from(file.matchAll(/\/(?=.)/g), ({ index }) => file.slice(0, index) || '/');
}

/** Lists the modules that were generated into a folder. */
async function modulesIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(path.join(consumer.folder, folder));
  return files.filter((file) => file.endsWith('.ts')).map((file) => `./${folder}/${file}`);
}

/** Compiles files in the folder of the consumer, including the declarations of packages. */
async function typeErrors(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(consumer.folder, file), text);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'esnext.iterator'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    skipDefaultLibCheck: true,
  };
  const settings = { compilerOptions, files: Object.keys(files) };
  await writeFile(path.join(consumer.folder, 'tsconfig.json'), JSON.stringify(settings));
  return compileProject(path.join(repository, 'node_modules/typescript7/bin/tsc'), consumer.folder);
}
