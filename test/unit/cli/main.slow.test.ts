import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../generated/service/client.ts';
import { runCommand, type Ended } from '../../support/run-command.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const main = path.join(root, 'dist/cli/main.js');

const backlot = (...args: readonly string[]): Promise<Ended> => runCommand(root, args);

describe('backlot', () => {
  it.each(['--version', '-v', 'version'])('prints its version for %s', async (arg) => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(await backlot(arg)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('prints the options of a command for `help` and its name', async () => {
    const help = await backlot('help', 'diff');
    expect(help).toEqual(await backlot('diff', '--help'));
    expect(help.out).toContain('Usage: backlot diff');
    expect((await backlot('help', 'dif')).err).toContain('did you mean diff?');
  });

  it.each(['generate', 'diff', 'explain', 'project', 'mock', 'data', 'check', 'proxy', 'mcp'])(
    'prints the help text of %s',
    async (command) => {
      const { code, out, err } = await backlot(command, '--help');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      await expect(out).toMatchFileSnapshot(`help/${command}.txt`);
    },
  );

  it.each([
    [['gnerate'], 'backlot: There is no command gnerate; did you mean generate?', ''],
    [['--versoin'], 'backlot: There is no option --versoin; did you mean --version?', ''],
    [['mock', '--prot', '1'], 'backlot mock: There is no option --prot; did you mean --port?', 'mock '],
    [
      ['check', '--overlay', 'overlay.yaml', '--list'],
      'backlot check: --asyncapi, --overlay and --resources need --openapi FILE.',
      'check ',
    ],
    [['mock', 'openapi.yaml'], 'backlot mock: Pass a description with --openapi openapi.yaml.', 'mock '],
    [
      ['generate', '--openapi', 'openapi.yaml'],
      'backlot generate: --openapi and --asyncapi need --out, the output folder.',
      'generate ',
    ],
    [
      ['check', '--credential', '', 'http://127.0.0.1:4010'],
      'backlot check: --credential is empty. If it is a variable, such as BACKLOT_FULL in the command of a finding, set it first.',
      'check ',
    ],
    [
      ['generate', '--format', 'jsn'],
      'backlot generate: --format is one of text, json, github, not "jsn"; did you mean json?',
      'generate ',
    ],
  ])('reports the error in %j, then how to get help', async (args, problem, command) => {
    const what = command === '' ? 'commands' : 'options';
    expect(await backlot(...args)).toEqual({
      code: 2,
      out: '',
      err: `${problem}\nRun \`backlot ${command}--help\` for the ${what}.\n`,
    });
  });

  it('starts with a file that old versions of Node can parse, without imports', () => {
    const source = ts.transpileModule(readFileSync(main, 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    }).outputText;
    const es2022 = ts.createSourceFile('main.js', source, ts.ScriptTarget.ES2022);
    expect(es2022.statements.filter((statement) => ts.isImportDeclaration(statement))).toEqual([]);
  });

  it('reports the required version of Node', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.0' } });
      await import(${JSON.stringify(main)});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', old], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'Backlot needs Node 22.18 or newer, this is 20.20.0.\n',
    });
  });
});

it('the package contains its license', () => {
  expect(existsSync(path.join(root, 'LICENSE'))).toBe(true);
  expect(readFileSync(path.join(root, 'LICENSE'), 'utf8')).toContain('Apache License');
});

it('a client without a base URL throws', () => {
  expect(() => createClient({ baseUrl: undefined } as never)).toThrow('createClient: baseUrl is missing');
});
