/** `backlot check` and `backlot proxy` on the command line, for a service that is only known by its description. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMock } from '../../conformance/agent-platform/driver/mock-driver.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { createMock } from '../../mock/index.ts';
import { runCommand } from '../support/run-command.ts';
import { serve, useServer } from '../support/server.ts';
import { useFolder } from '../support/folder.ts';

const description = join(import.meta.dirname, 'described-service/notes.yaml');
const KEYS = ['first-key-1042', 'other-key-2077'];

interface SarifResult {
  readonly locations: [{ readonly physicalLocation: { readonly region: { readonly startLine: number } } }];
}

const folder = useFolder();
let headers: IncomingMessage['headers'][] = [];

/** A service that forgets what it receives: every request with a key gets the same notebooks. */
const { url } = await useServer((request, response) => {
  headers.push(request.headers);
  const isKnown = KEYS.includes(String(request.headers['x-key']));
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(isKnown ? '[{"id":"n-1","name":7}]' : '');
});

function check(...args: readonly string[]) {
  headers = [];
  return runCommand(folder, [
    'check',
    '--openapi',
    description,
    '--allow-folder',
    join(description, '..'),
    '--no-color',
    ...args,
  ]);
}

describe('the checks of a description', () => {
  it('end with what to do if every request is rejected for want of a credential', async () => {
    const { code, out, err } = await check(url, '--level', 'passive');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('every request was rejected with 401 or 403. Pass --credential VALUE');
  });

  it('end with what to check if every request returns 404, as at another service', async () => {
    const other = await serve((_request, response) => response.writeHead(404).end());
    const { code, out, err } = await check(other.url, '--level', 'stateful', '--credential', KEYS[0]!);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`every request returned 404. Check the URL: is the service at ${other.url}`);
  });

  it('name the lines of the description in SARIF', async () => {
    const file = join(folder, 'findings.sarif');
    await check(
      url,
      '--credential',
      KEYS[0]!,
      '--level',
      'passive',
      '--only',
      'C',
      '--report',
      `sarif=${file}`,
    );
    const { runs } = JSON.parse(readFileSync(file, 'utf8')) as { runs: [{ results: SarifResult[] }] };
    const lines = runs[0].results.map(({ locations: [at] }) => at.physicalLocation.region.startLine);
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.min(...lines)).toBeGreaterThan(1);
  });

  it('end with the base path of the description if no path below the address exists', async () => {
    const file = join(folder, 'based.yaml');
    const responses = { 200: { description: 'Found' } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Based', version: '1' },
      servers: [{ url: '/v1' }],
      paths: { '/things': { get: { operationId: 'listThings', responses } } },
    };
    writeFileSync(file, JSON.stringify(document));
    const { url: address } = await serve((_, response) => void response.writeHead(404).end());
    const { code, err } = await runCommand(folder, ['check', '--openapi', file, address]);
    expect(code).toBe(2);
    expect(err).toContain(`has a server with the path /v1: check ${address}/v1, or the base path`);
  });

  it('send the key as described, and report violations of the description', async () => {
    const { code, out } = await check(
      url,
      '--credential',
      'first-key-1042',
      '--only',
      'C',
      '--level',
      'passive',
    );
    expect(code).toBe(1);
    expect(out).toContain('listNotebooks');
    expect(out).toContain('notes.yaml#/components/schemas/Notebook/properties/name');
    expect(headers.map((each) => each['x-key'])).toContain('first-key-1042');
    expect(headers.map((each) => each.authorization)).not.toContain('Bearer first-key-1042');
  });

  it('include the laws whose operations are all selected, and list those that need others', async () => {
    await check(
      ...[url, '--credential', 'first-key-1042', '--level', 'stateful', '--report', 'json=run.json'],
      ...['--operation', 'listNotebooks', '--operation', 'createNotebook'],
    );
    const { outcomes } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as RunReport;
    const ofResource = outcomes.filter(({ subject }) => subject === '/notebooks');
    const unselected = 'It needs getNotebook, which is not selected.';
    expect(ofResource.find(({ check: id }) => id === 'LAW07')?.reason).toBe(unselected);
    expect(ofResource.find(({ check: id }) => id === 'LAW06')?.reason).not.toContain('selected');
    expect(outcomes.some(({ subject }) => subject === '/notes')).toBe(false);
  });

  it('name the key in no report, and send it in the script of a finding', async () => {
    await check(url, '--credential', 'first-key-1042', '--only', 'C', '--format', 'har=run.har');
    const cases = join(folder, 'backlot-report/cases');
    const texts = readdirSync(cases).map((name) => readFileSync(join(cases, name), 'utf8'));
    expect([...texts, readFileSync(join(folder, 'run.har'), 'utf8')].join('\n')).not.toContain('first-key');
    expect(texts.join('\n')).toContain('-H \'x-key: \'"${BACKLOT_FULL}"');
  });

  it.each([
    [[], 'stateless'],
    [['--credential', 'first-key-1042'], 'stateful'],
    [['--credential', 'first-key-1042', '--level', 'passive'], 'passive'],
  ])('with %j are at the level %s', async (args, level) => {
    const { out } = await check(url, ...args, '--only', 'LAW01,C01', '--operation', 'getNote');
    expect(out).toContain(`level ${level} `);
  });

  it('omit what the configuration ignores, and report the reason', async () => {
    writeFileSync(
      join(folder, 'ignoring.yaml'),
      'ignore:\n  - { check: C03, at: body.7.name, reason: Names were numbers. }\n  - { check: C08, reason: None. }\n',
    );
    const args = ['--config', 'ignoring.yaml', '--credential', 'first-key-1042', '--level', 'passive'];
    const { code, out } = await check(url, ...args, '--only', 'C03', '--operation', 'listNotebooks');
    expect(code).toBe(0);
    expect(out).toContain('Ignored one finding of C03 body.7.name: Names were numbers.');
    expect(out).toContain('Nothing to ignore was found for C08 (None.).');
  });

  it('end with one message for a credential that is rejected', async () => {
    const { code, err } = await check(url, '--credential', 'unknown-key');
    expect(code).toBe(2);
    expect(err).toContain('The credential `full` is rejected');
  });

  it('end with one message for a service that is not there', async () => {
    const { code, err } = await check('http://127.0.0.1:1');
    expect(code).toBe(2);
    expect(err).toContain("http://127.0.0.1:1 can't be reached");
  });

  it('need the description of a mock that serves one', async () => {
    const mock = await createMock({ openapi: 'examples/tasks/openapi.yaml' });
    const driver = findMock({ baseUrl: 'http://a.test', fetch: mock.fetch, seed: 1, controlToken: null });
    await expect(driver).rejects.toThrow('is a mock of Tasks. Pass its description with --openapi FILE.');
    await mock.close();
  });

  it('end with the reason for a description that is not there', async () => {
    const { code, err } = await runCommand(folder, ['check', '--openapi', 'missing.yaml', url]);
    expect(code).toBe(2);
    expect(err).toContain('The document missing.yaml was not found.');
    expect(err).not.toContain('has no operation');
  });
});
