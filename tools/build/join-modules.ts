/** Joins modules with their local imports into a few files, because a start with hundreds of modules takes twice as long. */
import { createRequire } from 'node:module';
import { build, type Metafile, type Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/** Modules that are imported by computed paths, which esbuild cannot follow, relative to the joined mock. */
export const unfollowed: readonly string[] = [
  'hosts/outbound-fetch',
  'hosts/console-files',
  'hosts/spec-files',
  'described-mock',
].map((file) => `joined/${file}`);

/** The modules of the mock that others import, without their extension. */
export const mockEntries: readonly string[] = [
  'mock/index',
  'mock/hosts/node',
  'mock/testing/msw',
  'mock/testing/playwright',
  'mock/testing/vite',
  'mock/testing/vitest',
  'mock/logs/redis/redis-log',
  'mock/logs/sqlite/sqlite-log',
];

/** Returns the file that the compiler wrote for each entry point, by its path without extension. */
export function compiledFiles(entries: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ...entries.map((file) => [file, `dist/${file}.js`] as const),
    ...unfollowed.map((file) => [file, file.replace('joined/', 'dist/mock/') + '.js'] as const),
  ]);
}

/**
 * Joins the library of sorted trees too.
 * Why: it is CommonJS, for which Node would first load another loader.
 * `@backlot/mock` imports it, so that it is installed with its license.
 */
export const sortedTrees: Plugin = {
  name: 'sorted-trees',
  setup(bundler) {
    bundler.onResolve({ filter: /^sorted-btree(?:\/|$)/ }, (found) => ({
      path: require.resolve(found.path),
    }));
  },
};

/** Bundles each module into one file below a folder; shared imports are in `joined/`. */
export async function joinModules(
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  plugins: readonly Plugin[] = [],
): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { ...entryPoints },
    outdir,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'joined/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    packages: 'external',
    // Less text is loaded faster; names, and lines short enough for a stack trace, remain.
    minifyWhitespace: true,
    lineLimit: 200,
    logLevel: 'warning',
    metafile: true,
    plugins: [...plugins],
  });
  return metafile;
}
