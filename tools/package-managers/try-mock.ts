/**
 * Installs the packed `@backlot/mock` with each package manager into an empty folder, and serves a description with it:
 * `node tools/build/build.ts --mock-package && node tools/package-managers/try-mock.ts`.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCall } from '../read-call.ts';
import { writeRow } from '../table.ts';
import { commandOf, folderOf, installTools, pack, root, run, wantedManagers } from './installed.ts';
import type { PackageManager } from './managers.ts';

const usage = `Usage: node tools/package-managers/try-mock.ts [--only NAME] [--node FILE]

Packs dist-mock/, installs it in an empty folder with each package manager, and serves a description with it. Prints a table
of packages, megabytes and the time from the command to the first response.

  --only NAME  package managers whose name begins with NAME; repeatable
  --node FILE  the Node to run the mock with (default: this one)

Exit codes: 0 success, 1 a step failed or a limit is exceeded, 2 invalid arguments.
`;

/** Units: packages, megabytes, milliseconds. */
const LIMITS = { packages: 15, megabytes: 15, milliseconds: 1500 };

const { values } = readCall(usage, {
  only: { type: 'string', multiple: true, default: [] },
  node: { type: 'string', default: process.execPath },
});
const folder = mkdtempSync(join(tmpdir(), 'backlot-mock-package-'));

try {
  installTools(folder);
  const tarball = pack(join(root, 'dist-mock'), folder);
  process.stdout.write(writeRow(['package manager', 'packages', 'MB', 'first response, ms']));
  for (const manager of wantedManagers(values.only)) {
    const { packages, megabytes, milliseconds } = await tryManager(manager, tarball);
    process.stdout.write(
      writeRow([manager.name, String(packages), megabytes.toFixed(1), milliseconds.toFixed(0)]),
    );
    // Why only npm: others add their own files, and their commands start another Node.
    const isOver =
      packages > LIMITS.packages || megabytes > LIMITS.megabytes || milliseconds > LIMITS.milliseconds;
    if (manager.name === 'npm' && isOver) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function tryManager(manager: PackageManager, tarball: string): Promise<typeof LIMITS> {
  const place = folderOf(manager, folder);
  mkdirSync(place);
  copyFileSync(join(root, 'test/resources/descriptions/shop.yaml'), join(place, 'openapi.yaml'));
  const manifest = { private: true, type: 'module', dependencies: { '@backlot/mock': `file:${tarball}` } };
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(manager.files)) writeFileSync(join(place, file), text);
  const [first, ...rest] = commandOf(manager, folder, values.node);
  run(first, [...rest, ...manager.install], place);
  const files = globSync('node_modules/**/*', { cwd: place, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const names = new Set(
    files.flatMap(({ parentPath, name }) => {
      if (name !== 'package.json') return [];
      return /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(parentPath)?.[1] ?? [];
    }),
  );
  const args = [
    ...rest,
    ...manager.exec,
    'backlot-mock',
    '--openapi',
    'openapi.yaml',
    '--port',
    '0',
    '--json',
  ];
  const milliseconds = await timeOf(first, args, place);
  return { packages: names.size, megabytes: bytes / 1e6, milliseconds };
}

/** Returns the time from a command to the first response of its mock: the second start, with warm caches. */
async function timeOf(program: string, args: readonly string[], place: string): Promise<number> {
  await respond(program, args, place);
  const before = performance.now();
  await respond(program, args, place);
  return performance.now() - before;
}

async function respond(program: string, args: readonly string[], place: string): Promise<void> {
  const child = spawn(program, args, { cwd: place, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const piece of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (text.includes('\n')) break;
  }
  const { url } = JSON.parse(text) as { readonly url: string };
  const { status } = await fetch(`${url}/orders`, { headers: { authorization: 'Bearer test' } });
  if (child.pid !== undefined) process.kill(-child.pid);
  if (status !== 200) throw new Error(`The mock responded with ${status}.`);
}
