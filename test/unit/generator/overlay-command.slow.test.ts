/** The commands that apply overlays. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { temporaryFolder } from '../../support/folder.ts';

const files = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /pets: { get: { operationId: list, responses: { '200': { description: ok } } } }
  /old: { get: { operationId: old, responses: { '200': { description: ok } } } }
`,
  'overlay.yaml': `overlay: 1.0.0
info: { title: O, version: '1' }
actions:
  - { target: "$.paths['/pets'].get", update: { operationId: listPets } }
  - { target: "$.paths['/old']", remove: true }
`,
};

const direct = ['--openapi', 'openapi.yaml', '--out', 'out'];

async function run(
  changed: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly text: string; readonly read: (file: string) => string }> {
  const folder = await temporaryFolder({ ...files, ...changed });
  const { code, out, err } = await runCommand(folder, [...args]);
  return { code, text: out + err, read: (file) => readFileSync(path.join(folder, file), 'utf8') };
}

describe('an overlay', () => {
  it('changes what is generated from a document', async () => {
    const { code, read } = await run({}, 'generate', ...direct, '--overlay', 'overlay.yaml');
    expect(code).toBe(0);
    expect(read('out/client.ts')).toContain('listPets');
    expect(read('out/client.ts')).not.toContain('/old');
  });

  it('is applied for a target of the configuration', async () => {
    const config = 'targets: { api: { openapi: openapi.yaml, out: out, overlays: [overlay.yaml] } }\n';
    const { code, read } = await run({ 'backlot.config.yaml': config }, 'generate');
    expect(code).toBe(0);
    expect(read('out/client.ts')).toContain('listPets');
  });

  it('is applied in the order of the options', async () => {
    const second = files['overlay.yaml'].replace('listPets', 'getPets').replace('/old', '/pets');
    const args = ['--overlay', 'overlay.yaml', '--overlay', 'second.yaml'];
    const { code, text } = await run(
      { 'second.yaml': second },
      'project',
      '--openapi',
      'openapi.yaml',
      ...args,
    );
    expect(code).toBe(0);
    expect(text).toContain('paths: {}');
  });

  it('is applied to both sides of a comparison', async () => {
    const next = files['openapi.yaml'].replace(/ {2}\/old.*\n/, '');
    const sides = ['diff', 'openapi.yaml', 'next.yaml'];
    expect((await run({ 'next.yaml': next }, ...sides)).code).toBe(1);
    expect((await run({ 'next.yaml': next }, ...sides, '--overlay', 'overlay.yaml')).code).toBe(0);
  });
});

describe('a wrong overlay', () => {
  const rows: readonly [name: string, overlay: string, code: number, problem: string][] = [
    [
      'a target that selects nothing',
      files['overlay.yaml'].replace('/old', '/odl'),
      0,
      "warning OVERLAY_TARGET_UNMATCHED\n  overlay.yaml:5:7: The target `$.paths['/odl']` selects nothing in openapi.yaml: there is no `/odl`; did you mean `/old`?",
    ],
    [
      'a target that is no JSONPath',
      files['overlay.yaml'].replace("$.paths['/old']", '$.paths['),
      1,
      "error OVERLAY_TARGET_INVALID\n  overlay.yaml:5:7: The target `$.paths[` can't be used",
    ],
    [
      'another version',
      files['overlay.yaml'].replace('1.0.0', '2.0.0'),
      1,
      'error OVERLAY_INVALID\n  overlay.yaml:1:1: `overlay` is "2.0.0"; expected the text 1.0.0.',
    ],
    [
      'a misspelt property',
      files['overlay.yaml'].replace('remove:', 'remove: true, updates:'),
      0,
      'warning OVERLAY_KEY_UNKNOWN\n  overlay.yaml:5:',
    ],
    [
      'a rule of pagination that does not exist',
      files['overlay.yaml'].replace(
        / {2}- .*/s,
        '  - target: $\n    update:\n      x-pagination: [{ page: page, nxt: a }]\n',
      ),
      0,
      'warning PAGINATION_RULE_INVALID\n  overlay.yaml:6:22: The pagination rule `{ page: page, nxt: a }` is ignored: `nxt`',
    ],
    [
      'a rule of pagination that fits no operation',
      files['overlay.yaml'].replace(
        / {2}- .*/s,
        '  - target: $\n    update: { x-pagination: { page: page } }\n',
      ),
      0,
      'warning PAGINATION_RULE_UNUSED\n  overlay.yaml:5:15: The pagination rule',
    ],
    ['a syntax error', 'overlay: [', 1, 'error DOCUMENT_SYNTAX\n  overlay.yaml:1:'],
  ];

  it.each(rows)('with %s is reported with its line', async (_, overlay, code, problem) => {
    const result = await run({ 'overlay.yaml': overlay }, 'generate', ...direct, '--overlay', 'overlay.yaml');
    expect(result.text).toContain(problem);
    expect(result.code).toBe(code);
  });

  it('that is missing is reported', async () => {
    const { code, text } = await run({}, 'generate', ...direct, '--overlay', 'none.yaml');
    expect(text).toContain('The document none.yaml was not found.');
    expect(code).toBe(1);
  });

  it('without documents is a usage error', async () => {
    const { code, text } = await run({}, 'generate', '--overlay', 'overlay.yaml');
    expect(text).toContain('--overlay needs --openapi or --asyncapi');
    expect(code).toBe(2);
  });

  it('in a configuration must be a list', async () => {
    const config = 'targets: { api: { openapi: openapi.yaml, out: out, overlays: overlay.yaml } }\n';
    const { code, text } = await run({ 'backlot.config.yaml': config }, 'generate');
    expect(text).toContain('`overlays` of the target `api` must be a list of paths.');
    expect(code).toBe(2);
  });
});
