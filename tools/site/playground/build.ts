/** Builds the files of the playground: the engine that runs in the page, the templates that it reads, and the console. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildConsole } from '../../build/console.ts';

const project = path.join(import.meta.dirname, '../../..');
const node = path.join(import.meta.dirname, 'node');

/** Replaces the modules of Node by those that work in a page. */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup(bundler) {
    bundler.onResolve({ filter: /^(?:node:|(?:fs|path|url|module)$)/ }, ({ path: name }) => {
      const file = /^(?:node:)?(fs|path)(?:\/promises)?$/.exec(name)?.[1] ?? 'modules';
      return { path: path.join(node, `${file}.ts`) };
    });
    bundler.onResolve({ filter: /^buffer$/ }, () => ({ path: 'buffer', namespace: 'empty' }));
  },
};

/** Writes everything that the page of the playground loads into a folder. */
export async function buildPlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: project,
    entryPoints: { engine: path.join(import.meta.dirname, 'engine.ts') },
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    define: { 'import.meta.dirname': '"/generator"', 'import.meta.url': '"file:///generator/"' },
    banner: {
      js: "globalThis.process ??= { env: {}, platform: 'browser', versions: {}, argv: [], cwd: () => '/project' };",
    },
    plugins: [nodeModules, { name: 'empty', setup: provideEmpty }],
    chunkNames: '[name]-[hash]',
    logLevel: 'warning',
  });
  const texts = globSync(['templates/*.hbs', 'templates/partials/*.hbs', 'package.json'], { cwd: project });
  const files = texts.map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(path.join(project, file), 'utf8'),
  ]);
  writeFileSync(path.join(folder, 'files.json'), JSON.stringify(Object.fromEntries(files)));
  cpSync(path.join(project, 'examples/tasks/openapi.yaml'), path.join(folder, 'tasks.yaml'));
  cpSync(path.join(project, 'spec/dist/openapi-3.2.yaml'), path.join(folder, 'agent-platform.yaml'));
  await buildConsole(path.join(folder, 'console'));
  const all = globSync('**/*.*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify(all));
}

const provideEmpty: Plugin['setup'] = (bundler) => {
  bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export {};' }));
};
