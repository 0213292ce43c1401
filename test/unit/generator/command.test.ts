import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { printOutcome, type Outcome } from '../../../cli/print-outcome.ts';
import { makeDiagnostic } from '../../../generator/diagnostics.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

function run(folder: string, ...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'cli/main.ts'), 'generate', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
    },
  );
  return { code: status, text: stdout + stderr };
}

async function project(name: string): Promise<string> {
  const folder = await temporaryFolder({
    'backlot.config.yaml':
      'runtime: out/runtime\ntargets: { api: { openapi: openapi.yaml, out: out/api } }\n',
  });
  cpSync(path.join(root, 'test/golden', name, 'openapi.yaml'), path.join(folder, 'openapi.yaml'));
  return folder;
}

describe('backlot generate', () => {
  it('generates, finds the result up to date, and touches nothing the second time', async () => {
    const folder = await project('openapi-3.0');
    expect(run(folder).code).toBe(0);
    const before = statSync(path.join(folder, 'out/api/types.ts')).mtimeMs;
    expect(run(folder, '--check').code).toBe(0);
    expect(run(folder)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^All \d+ files are up to date\.\n$/) as string,
    });
    expect(statSync(path.join(folder, 'out/api/types.ts')).mtimeMs).toBe(before);
  });

  it('lists what is not up to date, and changes nothing with --check', async () => {
    const folder = await project('openapi-3.0');
    run(folder);
    const file = path.join(folder, 'out/api/server.ts');
    writeFileSync(file, '// by hand\n');
    const { code, text } = run(folder, '--check');
    expect(code).toBe(1);
    expect(text).toContain('out/api/server.ts was edited by hand');
    expect(readFileSync(file, 'utf8')).toBe('// by hand\n');
  });

  it('stops at an error with its line, and writes nothing', async () => {
    const folder = await project('broken-reference');
    const { code, text } = run(folder);
    expect(code).toBe(1);
    expect(text).toContain('openapi.yaml:9:76: `#/components/schemas/Missing` leads nowhere.');
    expect(() => statSync(path.join(folder, 'out'))).toThrow();
  });

  it('takes documents from the command line', async () => {
    const folder = await project('openapi-3.0');
    expect(run(folder, '--openapi', 'openapi.yaml', '--out', 'here').code).toBe(0);
    expect(statSync(path.join(folder, 'here/runtime/http.ts')).isFile()).toBe(true);
  });

  it.each([
    ['an unknown option', ['--wrong']],
    ['a document without a folder', ['--openapi', 'openapi.yaml']],
    ['an unknown format', ['--format', 'xml']],
    ['an unknown file', ['--only', 'nonsense']],
    ['no configuration', ['--config', 'none.yaml']],
  ])('answers 2 to %s', async (_, args) => {
    expect(run(await project('openapi-3.0'), ...args).code).toBe(2);
  });

  it('tells how it is called', async () => {
    const { code, text } = run(await temporaryFolder(), '--help');
    expect(code).toBe(0);
    expect(text).toContain('Usage: backlot generate');
  });
});

describe('an outcome is told', () => {
  const place = { file: 'a.yaml', pointer: '#/' };
  const unused = (number: number): Outcome['diagnostics'][number] => ({
    ...makeDiagnostic('PATH_PARAMETER_UNUSED', place, { name: `p${number}`, path: '/a' }),
    position: { line: number, column: 2 },
  });
  const outcome = (more: Partial<Outcome> = {}): Outcome => ({
    mode: 'compare',
    diagnostics: [1, 2, 3, 4, 5, 6, 7].map(unused),
    plan: {
      entries: [
        {
          file: 'out/a.ts',
          state: 'stale',
          difference: { line: 7, found: ['old'], wanted: ['new', 'newer'], more: 2 },
        },
        { file: 'out/b.ts', state: 'same', difference: null },
      ],
      changes: [],
      digests: new Map(),
    },
    isVerbose: false,
    ...more,
  });

  it('to people with findings of one kind together', () => {
    expect(printOutcome(outcome(), 'text')).toBe(
      [
        'warning PATH_PARAMETER_UNUSED',
        ...[1, 2, 3, 4, 5].map(
          (n) => `  a.yaml:${n}:2: The path parameter \`p${n}\` is not in /a; it is left out.`,
        ),
        '  … and 2 more; --verbose tells them all',
        '  Why: A path parameter gets its value from the part of the path with its name.',
        '  Fix: Correct the name, or remove the parameter.',
        '',
        'out/a.ts is out of date',
        '  line 7:',
        '  - old',
        '  + new',
        '  + newer',
        '  … and 2 more lines',
        '',
        '1 of 2 files differ. Run `backlot generate` and commit the result.',
        '7 warnings.',
        '',
      ].join('\n'),
    );
  });

  it('to machines as JSON', () => {
    const told = JSON.parse(printOutcome(outcome(), 'json')) as { diagnostics: unknown[]; files: unknown[] };
    expect(told.diagnostics).toHaveLength(7);
    expect(told.files).toEqual([
      {
        file: 'out/a.ts',
        state: 'stale',
        difference: { line: 7, found: ['old'], wanted: ['new', 'newer'], more: 2 },
      },
      { file: 'out/b.ts', state: 'same', difference: null },
    ]);
  });

  it('as annotations that no text can break out of', () => {
    const odd = { ...unused(1), message: 'a\n::error::b 100%', place: { file: 'a:b,c.yaml', pointer: '#/' } };
    expect(printOutcome(outcome({ diagnostics: [odd] }), 'github')).toBe(
      '::warning file=a%3Ab%2Cc.yaml,line=1,col=2,title=PATH_PARAMETER_UNUSED::a%0A::error::b 100%25 Correct the name, or remove the parameter.\n' +
        '::error file=out/a.ts,title=GENERATED_FILE::out/a.ts is out of date.\n',
    );
  });
});
