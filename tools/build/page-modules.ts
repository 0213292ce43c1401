/** Bundles modules for a page of a browser, which has none of the modules of Node. */
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const project = path.join(import.meta.dirname, '../..');
const page = path.join(import.meta.dirname, 'page');

/** Replaces the modules of Node by those that work in a page. */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup(bundler) {
    bundler.onResolve({ filter: /^(?:node:|(?:fs|path|url|module)$)/ }, ({ path: name }) => {
      const file = /^(?:node:)?(fs|path)(?:\/promises)?$/.exec(name)?.[1] ?? 'modules';
      return { path: path.join(page, `${file}.ts`) };
    });
    bundler.onResolve({ filter: /^buffer$/ }, () => ({ path: 'buffer', namespace: 'empty' }));
    bundler.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export {};' }));
  },
};

/** How modules are bundled for a page. */
export const forPage = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  define: { 'import.meta.dirname': '"/generator"', 'import.meta.url': '"file:///generator/"' },
  inject: [path.join(page, 'process.ts')],
  plugins: [nodeModules],
} as const satisfies BuildOptions;

/** Reads descriptions without a bundler of them, which the package of the mock does not have either. */
const alone: Plugin = {
  name: 'alone',
  setup(bundler) {
    bundler.onResolve({ filter: /^\.{1,2}\/(?:.*\/)?bundle\.ts$/ }, ({ resolveDir, path: file }) => ({
      path: path.resolve(resolveDir, path.dirname(file), 'bundle-alone.ts'),
    }));
  },
};

/** Writes the mock of a description for pages into one file. */
export async function joinPageMock(outfile: string): Promise<void> {
  await build({
    ...forPage,
    absWorkingDir: project,
    entryPoints: [path.join(project, 'mock/page.ts')],
    outfile,
    allowOverwrite: true,
    plugins: [alone, nodeModules],
    logLevel: 'warning',
  });
}
