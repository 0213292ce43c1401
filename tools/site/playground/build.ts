/** Builds the files of the playground: the engine that runs in the page, the templates that it reads, and the console. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from '../../build/console.ts';
import { forPage } from '../../build/page-modules.ts';

const project = path.join(import.meta.dirname, '../../..');

/** Writes everything that the page of the playground loads into a folder. */
export async function buildPlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: project,
    entryPoints: { engine: path.join(import.meta.dirname, 'engine.ts') },
    outdir: folder,
    ...forPage,
    splitting: true,
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
