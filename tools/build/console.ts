/**
 * Builds the console into `dist/console/`: one script, one style sheet, scripts that are loaded on demand, names with a
 * hash of their content, and the page that loads them. Exits with 1 if the page loads more than `MAX_SIZE` at once.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** Units: bytes of the files that every view loads, compressed with gzip. */
const MAX_SIZE = 64 * 1024;

/** Builds the console into a folder; returns the number of compressed bytes that every view loads. */
export async function buildConsole(folder: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { main: 'console/main.tsx', style: 'console/style.css' },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2023', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'eof',
    logLevel: 'warning',
    metafile: true,
  });
  const { outputs } = metafile;
  const entries = Object.keys(outputs).filter((file) => /^(?:main|style)-/.test(path.basename(file)));
  const names = withImports(entries, outputs).map((file) => path.basename(file));
  const page = names.reduce(
    (text, name) => text.replace(`./${name.replace(/-[0-9A-Z]{8}\./, '.')}`, `./${name}`),
    readFileSync('console/index.html', 'utf8'),
  );
  writeFileSync(path.join(folder, 'index.html'), page);
  const size = ['index.html', ...names]
    .map((name) => gzipSync(readFileSync(path.join(folder, name))).length)
    .reduce((sum, length) => sum + length, 0);
  if (size > MAX_SIZE) throw new Error(`The console has ${size} bytes with gzip, more than ${MAX_SIZE}.`);
  return size;
}

/** Returns files with their static imports. */
function withImports(files: readonly string[], outputs: Metafile['outputs']): readonly string[] {
  const all = new Set(files);
  for (const file of all)
    for (const { path: imported, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement') all.add(imported);
  return [...all];
}
