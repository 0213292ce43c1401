/** The commands of the skill for coding agents run, and the page about tools shows a call that works. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../mock/engine/engine.ts';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';
import { useFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { blocksOf, readPage, repository } from './support/blocks.ts';
import { runProgram } from './support/run-block.ts';

const skill = 'skills/backlot/SKILL.md';
const folder = useFolder();

describe('the skill', () => {
  const blocks = blocksOf(skill);
  let mock: Engine;
  let server: NodeServer;

  beforeAll(async () => {
    const openapi = join(folder, 'openapi.yaml');
    copyFileSync(join(repository, 'test/resources/descriptions/shop.yaml'), openapi);
    mock = await createMock({ openapi });
    server = await listen(mock, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await server.close();
    await mock.close();
  });

  it('has at most 300 lines, and no block that is not tested', () => {
    expect(readPage(skill).split('\n').length).toBeLessThanOrEqual(300);
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['sh', 'sh mock', 'ts']));
  });

  const lines = blocks.flatMap(({ kind, code }) => (kind === 'sh' ? code.trimEnd().split('\n') : []));

  it.each(lines)('has a command that works: %s', async (line) => {
    const command = line.replaceAll('http://127.0.0.1:4010', server.url);
    const [, args] = /^npx backlot (.*)$/.exec(command) ?? [];
    if (args === undefined) {
      const { code, output } = await runProgram(
        'sh',
        ['-c', `${command} --fail-with-body --show-error`],
        {},
        folder,
      );
      // Why 503: a fault of the page causes it.
      expect(code === 0 || output.includes('503'), output).toBe(true);
    } else {
      const { code, out, err } = await runCommand(folder, args.split(' '));
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
      if (args.includes('--format json')) expect(JSON.parse(out)).toBeTypeOf('object');
    }
  });

  it('shows a mock without a server that works', async () => {
    const { code = '' } = blocks.find(({ kind }) => kind === 'ts') ?? {};
    const own = pathToFileURL(join(repository, 'mock/index.ts')).href;
    const file = join(folder, 'block.ts');
    writeFileSync(
      file,
      code.replace('backlot/mock', own).replace("'openapi.yaml'", `'${folder}/openapi.yaml'`),
    );
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(pathToFileURL(file).href);
    expect(log).toHaveBeenCalledWith(200);
    log.mockRestore();
  });

  it('starts a mock with options that exist', () => {
    const { code = '' } = blocks.find(({ kind }) => kind === 'sh mock') ?? {};
    const help = readPage('test/unit/cli/help/mock.txt');
    const options = code.match(/--[\w-]+/g) ?? [];
    expect(options.filter((option) => !help.includes(`  ${option} `))).toEqual([]);
  });
});

describe('the commands of backlot', () => {
  const help = (name: string): string => readPage(`test/unit/cli/help/${name}.txt`);

  it.each(['generate', 'diff', 'explain', 'project', 'mock', 'data', 'check', 'proxy'])(
    'print JSON with --format: %s',
    (name) => expect(help(name)).toMatch(/ --format FORMAT[^]*json/),
  );
});
