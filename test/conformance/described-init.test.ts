/** `backlot check --init`: the initial configuration for a service that is only known by its description. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { useServer } from '../support/server.ts';
import { temporaryFolder } from '../support/folder.ts';

const description = join(import.meta.dirname, 'described-service/notes.yaml');
const SECRET = 'first-key-1042';

let folder: string;
let methods: (string | undefined)[] = [];

/** A service whose notebooks have a number as their name. */
const { url } = await useServer((request, response) => {
  methods.push(request.method);
  const isKnown = request.headers['x-key'] === SECRET;
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(isKnown ? '[{"id":"n-1","name":7}]' : '');
});

beforeEach(async () => {
  methods = [];
  folder = await temporaryFolder();
});

function check(args: readonly string[], key?: string) {
  const call = ['check', '--openapi', description, '--allow-folder', join(description, '..'), '--no-color'];
  return runCommand(folder, [...call, ...args], { BACKLOT_FULL: key });
}

const written = () => readFileSync(join(folder, 'conformance.yaml'), 'utf8');

describe('the first configuration', () => {
  it('is written after a run that only reads', async () => {
    const { code, out } = await check(['--init', url], SECRET);
    expect(code).toBe(0);
    expect(out).toContain('Wrote conformance.yaml after');
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('is written without a credential too', async () => {
    expect((await check(['--init', url])).code).toBe(0);
    expect(written()).toContain('  # full: ${BACKLOT_FULL}');
  });

  it('reads records that it finds in lists', async () => {
    await check(['--init', url], SECRET);
    expect(written()).toContain('subject: "getNotebook"');
  });

  it('has the credentials as variables and never their values', async () => {
    await check(['--init', url, '--credential', SECRET]);
    expect(written()).toContain('# full: a key, sent as the header');
    expect(written()).toContain('  # full: ${BACKLOT_FULL}');
    expect(written()).not.toContain(SECRET);
  });

  it('is loaded unchanged, and ignores what the first run found', async () => {
    await check(['--init', url], SECRET);
    const { code, out } = await check([url, '--level', 'passive', '--only', 'C03'], SECRET);
    expect(out).toContain('Ignored one finding of C03 listNotebooks body.0.name: undecided, fail on');
    expect(code).toBe(0);
  });

  it('names the parameters that nothing supplies', async () => {
    const openapi = {
      openapi: '3.1.0',
      info: { title: 'Files', version: '1' },
      paths: {
        '/drives/{driveId}/size': {
          get: {
            operationId: 'readSize',
            parameters: [{ name: 'driveId', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'The size.' } },
          },
        },
      },
    };
    writeFileSync(join(folder, 'files.json'), JSON.stringify(openapi));
    await runCommand(folder, ['check', '--openapi', 'files.json', '--init', url]);
    expect(written()).toContain('#   readSize: { driveId: … }');
  });

  it('replaces a file only with --force', async () => {
    writeFileSync(join(folder, 'conformance.yaml'), 'seed: 7\n');
    const refused = await check(['--init', url], SECRET);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Use --force to replace it')]);
    expect([methods, written()]).toEqual([[], 'seed: 7\n']);
    const forced = await check(['--init', '--force', url], SECRET);
    expect([forced.code, written()]).toEqual([0, expect.stringContaining('level: stateful')]);
  });

  it('is not written for a service that is not there', async () => {
    const { code, err } = await check(['--init', 'http://127.0.0.1:9']);
    expect([code, err]).toEqual([2, expect.stringContaining("can't be reached")]);
    expect(existsSync(join(folder, 'conformance.yaml'))).toBe(false);
  });
});
