/** The steps of each page for new users work as written, from an empty folder to the last command. */
import { spawn, type ChildProcess } from 'node:child_process';
import { globSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileProject } from '../../tools/corpus/check-types.ts';
import { temporaryFolder } from '../support/folder.ts';
import { blocksOf, repository } from './support/blocks.ts';
import { runProgram, type Ended } from './support/run-block.ts';
import { useFolder } from '../support/folder.ts';
import { installPackage } from '../support/installed-package.ts';
import { freePort } from '../support/programs.ts';

const pages = globSync('docs/start/*.md', { cwd: repository }).filter((page) => !page.endsWith('index.md'));

const installed = useFolder();
beforeAll(() => installPackage(installed, ['vitest']));

describe.each(pages)('%s', (page) => {
  it('works from an empty folder and gives the shown results', async () => {
    await followPage(page);
  }, 120_000);
});

/** Runs the blocks of a page in order, in a new folder. Errors: rejects when one does not do what the page says. */
async function followPage(page: string): Promise<void> {
  const blocks = blocksOf(page);
  const folder = await temporaryFolder();
  const servers: ChildProcess[] = [];
  const ports = await freePorts(blocks.map(({ code }) => code).join('\n'));
  let ended: Ended = { code: 0, output: '' };
  installInto(folder);
  try {
    for (const { kind, code, line } of blocks) {
      const here = withPorts(code, ports);
      const [language, name] = kind.split(' ');
      if (name === 'server') servers.push(await startServer(here, folder));
      else if (language === 'sh') ended = await runProgram('sh', ['-e', '-c', toCommand(here)], {}, folder);
      else if (language === 'text') expectParts(ended, here, line);
      else writeFileSync(join(folder, name ?? ''), here);
      expect([line, ended.code, ended.code === 0 ? '' : ended.output]).toEqual([line, 0, '']);
    }
    expect(await programErrors(folder)).toEqual([]);
  } finally {
    for (const server of servers) server.kill();
  }
}

/** Lists the type errors of the programs in a folder. Why at the end: the generator follows a `tsconfig.json`. */
async function programErrors(folder: string): Promise<readonly string[]> {
  const files = globSync('*.ts', { cwd: folder });
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2024', allowImportingTsExtensions: true },
    ...{ types: ['node'], typeRoots: [join(repository, 'node_modules/@types')], skipLibCheck: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(repository, 'node_modules/typescript7/bin/tsc');
  return files.length === 0 ? [] : compileProject(compiler, folder);
}

/** Makes the package and vitest available as an installation does. */
function installInto(folder: string): void {
  symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}

/** Replaces the programs of an installation by those of this repository. */
function toCommand(code: string): string {
  return code
    .replaceAll('npx backlot', `${process.execPath} ${join(repository, 'dist/cli/main.js')}`)
    .replaceAll('npx vitest', `${process.execPath} ${join(repository, 'node_modules/vitest/vitest.mjs')}`)
    .replaceAll(/(vitest\.mjs run)$/gm, '$1 --testTimeout 60000')
    .replaceAll(/^node /gm, `${process.execPath} `);
}

/** Starts a server. Shape: resolves when its port accepts connections, which the code names or which is the default. */
async function startServer(code: string, cwd: string): Promise<ChildProcess> {
  const server = spawn('sh', ['-c', `exec ${toCommand(code)}`], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stdout?.once('data', () => resolve());
    server.once('exit', (status) => reject(new Error(`${code} ended with ${status}`)));
  });
  return server;
}

/** Checks that the parts of a text between its ellipses are printed in order. */
function expectParts({ output }: Ended, text: string, line: number): void {
  let from = 0;
  for (const part of text.split('…').map((each) => each.trim())) {
    const at = output.indexOf(part, from);
    if (at < 0) expect.fail(`line ${line} has ${part}, which is not in the output:\n${output.slice(from)}`);
    from = at + part.length;
  }
}

/** Finds a free port for each port that the code names. */
async function freePorts(code: string): Promise<ReadonlyMap<string, string>> {
  const names = new Set(['4010', ...[...code.matchAll(/\b40\d\d\b/g)].map(([name]) => name)]);
  const ports = [...names].map(async (name) => [name, String(await freePort())] as const);
  return new Map(await Promise.all(ports));
}

function withPorts(code: string, ports: ReadonlyMap<string, string>): string {
  const named = code.replaceAll('npx backlot mock', 'npx backlot mock --port 4010');
  return [...ports].reduce(
    (text, [name, port]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), port),
    named,
  );
}
