/**
 * The command `backlot diff`: files, folders, targets and git revisions, exit codes, and invalid arguments.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openState } from '../../../../generator/diff/compared-state.ts';
import { runCommand } from '../../../support/run-command.ts';
import { temporaryFolder, useFolder } from '../../../support/folder.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

async function diff(cwd: string, ...args: string[]): Promise<Outcome> {
  const { code, out, err } = await runCommand(cwd, ['diff', ...args], { TMPDIR: temporary });
  return { code, out, complaint: err };
}

function git(cwd: string, ...args: string[]): void {
  const identity = [
    '-c',
    'user.name=Tester',
    '-c',
    'user.email=tester@example.test',
    '-c',
    'commit.gpgsign=false',
  ];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
}

function document(values: string, more = ''): string {
  return `openapi: 3.1.1
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: readA
      responses:
        '200': { description: ok, content: { application/json: { schema: { enum: [${values}] } } } }
${more}`;
}

const config = 'runtime: out/runtime\ntargets: { api: { openapi: spec/openapi.yaml, out: out/api } }\n';

const repository = useFolder();
/** Where revisions are checked out; tests check that nothing is left behind. */
const temporary = useFolder();

beforeAll(() => {
  const files = {
    'backlot.config.yaml': config,
    'spec/openapi.yaml': document('x, y', 'components: { schemas: { S: { $ref: "./part.yaml" } } }'),
    'spec/part.yaml': 'type: string\n',
    'single.yaml': document('x'),
  };
  mkdirSync(path.join(repository, 'spec'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(repository, file), text);
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '-m', 'first');
  git(repository, 'tag', 'v1');
  git(repository, 'tag', 'single.yaml');
  writeFileSync(path.join(repository, 'spec/openapi.yaml'), document('x, z'));
  writeFileSync(path.join(repository, 'single.yaml'), document('x, y'));
  git(repository, 'commit', '--quiet', '-am', 'second');
});

describe('two files', () => {
  it('are compared, and a risky change passes by default', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': document('x, y') });
    const { code, out } = await diff(folder, 'a.yaml', 'b.yaml');
    expect(code).toBe(0);
    expect(out).toContain('b.yaml:8:76  `readA.200` has a new value `y`.');
    expect((await diff(folder, 'a.yaml', 'b.yaml', '--fail-on', 'risky')).code).toBe(1);
  });

  it('fail on a breaking change unless --fail-on is none', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': document('1') });
    expect((await diff(folder, 'a.yaml', 'b.yaml')).code).toBe(1);
    expect((await diff(folder, 'a.yaml', 'b.yaml', '--fail-on', 'none')).code).toBe(0);
  });

  it('are compared if they contain events', async () => {
    const events = (type: string): string =>
      `asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\nchannels: { c: { address: c, messages: { m: { payload: { type: ${type} } } } } }\n`;
    const folder = await temporaryFolder({ 'a.yaml': events('string'), 'b.json': events('integer') });
    const { code, out } = await diff(folder, 'a.yaml', 'b.json');
    expect(code).toBe(1);
    expect(out).toContain('`m` is integer instead of string.');
  });

  it('are reported as Markdown and as JSON', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': document('x, "a|b"') });
    const markdown = (await diff(folder, 'a.yaml', 'b.yaml', '--format', 'markdown')).out;
    expect(markdown).toContain(
      '| `readA.200` has a new value `a\\|b`. | readers, in responses | `b.yaml:8:76` | `readA` |',
    );
    const report = JSON.parse((await diff(folder, 'a.yaml', 'b.yaml', '--format', 'json')).out) as object;
    expect(report).toMatchObject({
      format: 1,
      verdict: 'risky',
      targets: [{ changes: [{ operations: ['readA'] }] }],
    });
  });

  it('are reported as annotations of a pull request', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': document('x, y') });
    const { code, out } = await diff(folder, 'a.yaml', 'b.yaml', '--format', 'github');
    expect({ code, out }).toEqual({
      code: 0,
      out: '::warning file=b.yaml,line=8,col=76,title=enum-member-added::`readA.200` has a new value `y`. It is risky for readers. Affects readA.\n',
    });
    const removed = await diff(folder, 'b.yaml', 'a.yaml', '--format', 'github');
    expect(removed.out).toBe(
      '::notice file=a.yaml,line=8,col=76,title=enum-member-removed::`readA.200` no longer has the value `y`. Affects readA.\n',
    );
    expect((await diff(folder, 'a.yaml', 'a.yaml', '--format', 'github')).out).toBe('');
  });

  it('cannot inject control characters into a terminal through a title', async () => {
    const folder = await temporaryFolder({
      'a.yaml': document('x'),
      'b.yaml': document('"\\e[31m`x`\\u202e"').replace('title: T', 'title: "\\e]0;owned\\a"'),
    });
    for (const format of ['text', 'markdown']) {
      const { out } = await diff(folder, 'a.yaml', 'b.yaml', '--format', format);
      for (const hidden of ['\u001b', '\u0007', '\u202e']) expect(out).not.toContain(hidden);
    }
  });

  it('are reported without colours if the output is not a terminal', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': document('1') });
    expect((await diff(folder, 'a.yaml', 'b.yaml')).out).not.toContain('\u001b');
  });
});

describe('folders', () => {
  it('are searched for documents with the default names', async () => {
    const folder = await temporaryFolder({
      'a/openapi.yaml': document('x'),
      'b/openapi.json': document('x, y'),
    });
    expect((await diff(folder, 'a', 'b')).out).toContain('b/openapi.json:8:76');
  });

  it('contain the document given by name', async () => {
    const folder = await temporaryFolder({ 'a/x.yaml': document('x'), 'b/x.yaml': document('x, y') });
    expect(await diff(folder, 'a', 'b')).toMatchObject({ code: 2 });
    expect((await diff(folder, 'a', 'b', '--openapi', 'x.yaml')).out).toContain('b/x.yaml:8:76');
  });

  it('are compared target by target, and everything in a new target is new', async () => {
    const folder = await temporaryFolder({
      'a/backlot.config.yaml':
        'runtime: r\ntargets: { api: { openapi: x.yaml, out: o }, old: { openapi: x.yaml, out: p } }\n',
      'a/x.yaml': document('x'),
      'b/backlot.config.yaml':
        'runtime: r\ntargets: { api: { openapi: x.yaml, out: o }, more: { openapi: x.yaml, out: p } }\n',
      'b/x.yaml': document('x'),
    });
    const { code, out } = await diff(folder, 'a', 'b');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^api: T 1\n\nNo change\.\n\nmore: [^]*`readA` \(`GET \/a`\) was added\.[^]*old: [^]*was removed\./,
    );
  });
});

describe('git revisions', () => {
  it('are read with all referenced files, and leave no temporary files', async () => {
    const { code, out, complaint } = await diff(repository, 'v1', '.');
    expect(complaint).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('spec/openapi.yaml:8:76  `readA.200` has a new value `z`.');
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('are compared with each other from a subfolder of the repository', async () => {
    const { out } = await diff(path.join(repository, 'spec'), 'v1', 'HEAD');
    expect(out).toContain('openapi.yaml:8:76  `readA.200` has a new value `z`.');
  });

  it('take precedence over a path of the same name with the prefix git:', async () => {
    expect((await diff(repository, 'git:single.yaml', 'single.yaml')).out).toContain('single.yaml:8:76');
    expect((await diff(repository, 'single.yaml', 'single.yaml')).out).toContain('No change.');
  });

  it('use the same folder if the other side is a folder', async () => {
    expect((await diff(repository, 'v1', 'spec')).out).toContain('spec/openapi.yaml:8:76');
  });

  it('use the same file if the other side is a file', async () => {
    expect((await diff(repository, 'HEAD~1', 'single.yaml')).out).toContain(
      'single.yaml:8:76  `readA.200` has a new value `y`.',
    );
  });

  it.each([
    'git:--help',
    'git:-n',
    'git:HEAD;touch owned',
    'git:$(touch owned)',
    'git:`touch owned`',
    'git:HEAD\ntouch owned',
    'git:main..HEAD',
    'git::/first',
    'git:HEAD:spec',
    'git:',
    `git:${'a'.repeat(300)}`,
    'git:../other',
  ])('are rejected if malformed: %j', async (text) => {
    const opened = await openState(
      { kind: 'revision', revision: text.slice('git:'.length), part: '' },
      { openapi: null, asyncapi: [], config: null },
      repository,
    );
    expect(opened).toMatchObject({ problem: expect.stringMatching(/is not a revision\.$/) as string });
    expect(existsSync(path.join(repository, 'owned'))).toBe(false);
  });

  it('make the command exit with 2 if malformed', async () => {
    expect(await diff(repository, 'git:$(touch owned)', '.')).toEqual({
      code: 2,
      out: '',
      complaint: '`$(touch owned)` is not a revision.\n',
    });
    expect(existsSync(path.join(repository, 'owned'))).toBe(false);
  });

  it('are reported if they do not exist', async () => {
    expect(await diff(repository, 'nowhere', '.')).toMatchObject({
      code: 2,
      complaint: expect.stringMatching(/^The revision `nowhere` was not found\./) as string,
    });
  });

  it('need a repository', async () => {
    const folder = await temporaryFolder({ 'openapi.yaml': document('x') });
    expect(await diff(folder, 'main', '.')).toMatchObject({
      code: 2,
      complaint: 'The current folder is not in a git repository.\n',
    });
  });
});

describe('an invalid command line', () => {
  it.each([
    [['a.yaml'], 'Name two states: OLD and NEW.'],
    [['a', 'b', 'c'], 'Name two states: OLD and NEW.'],
    [['a', 'b', '--format', 'xml'], '--format is one of text, markdown, json, github, not "xml".'],
    [['a', 'b', '--fail-on', 'all'], '--fail-on is one of breaking, risky, none, not "all".'],
    [['--upload-pack=x', 'b'], 'There is no option --upload-pack.'],
  ])('%j exits with 2 and refers to the help', async (args, problem) => {
    const { code, complaint } = await diff(repository, ...args);
    expect(code).toBe(2);
    expect(complaint).toContain(problem);
    expect(complaint).toContain('Run `backlot diff --help` for the options.\n');
  });

  it('reports the line of a document that cannot be parsed', async () => {
    const folder = await temporaryFolder({ 'a.yaml': document('x'), 'b.yaml': 'openapi: 3.1.1\npaths: [\n' });
    const { code, complaint } = await diff(folder, 'a.yaml', 'b.yaml');
    expect(code).toBe(2);
    expect(complaint).toMatch(/^b\.yaml can't be read\.\n\nerror DOCUMENT_SYNTAX\n {2}b\.yaml:\d+:\d+: /);
  });

  it('reports a folder without documents, and their expected names', async () => {
    const folder = await temporaryFolder({ 'a/x.txt': '', 'b.yaml': document('x') });
    expect((await diff(folder, 'a', 'b.yaml')).complaint).toMatch(/--openapi/);
  });
});

it('the documents of this repository have no changes compared with themselves', async () => {
  const { code, out } = await diff(root, '.', '.');
  expect(code).toBe(0);
  expect(out.match(/No change\./g)).toHaveLength(3);
});
