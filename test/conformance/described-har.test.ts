/** `backlot check --har`: recorded traffic of a service that is only known by its description. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { useFolder } from '../support/folder.ts';

const description = join(import.meta.dirname, 'described-service/notes.yaml');
const SECRET = 'first-key-1042';

const desk = `
openapi: 3.1.0
info: { title: Desk, version: 1.0.0 }
servers: [{ url: /v1 }]
security: [{ session: [] }]
paths:
  /notebooks:
    get:
      operationId: listNotebooks
      responses: { '200': { description: All., content: { application/json: { schema: { type: array } } } } }
  /sign-in:
    post:
      operationId: signIn
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [text], properties: { text: { type: string } } }
      responses: { '200': { description: Done., content: { application/json: { schema: { type: object } } } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
`;

const folder = useFolder();

/** Creates an entry. Shape: `body` is the response. */
function entry(address: string, body: string, method = 'GET') {
  return {
    startedDateTime: '2026-02-03T04:05:06.000Z',
    time: 12,
    request: { method, url: address, headers: [{ name: 'X-Key', value: SECRET }] },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: body.length, mimeType: 'application/json', text: body },
    },
  };
}

function check(content: string | Uint8Array, ...args: readonly string[]) {
  writeFileSync(join(folder, 'traffic.har'), content);
  const call = ['check', '--openapi', description, '--allow-folder', join(description, '..'), '--no-color'];
  return runCommand(folder, [...call, '--har', 'traffic.har', ...args]);
}

const harOf = (...entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });

const wrong = entry('https://api.test/notebooks', `[{"id":"n-1","name":7,"token":"${SECRET}"}]`);

describe('recorded traffic', () => {
  it('is checked, and a finding names its entry, time and address', async () => {
    const { code, out } = await check(harOf(wrong));
    expect(code).toBe(1);
    expect(out).toContain('listNotebooks');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'entry 1, 2026-02-03T04:05:06.000Z: GET https://api.test/notebooks',
    );
  });

  it('shows its credentials in no report', async () => {
    const { out } = await check(harOf(wrong), '--report', 'json=a.json', '--report', 'har=a.har');
    const texts = ['a.json', 'a.har'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect([out, ...texts].join('\n')).not.toContain(SECRET);
  });

  it('has the requests of clients checked too', async () => {
    const sent = entry('https://api.test/notebooks', '{"id":"n-1","name":"a"}', 'POST');
    const postData = { mimeType: 'application/json', text: '{"name":7}' };
    const headers = [...sent.request.headers, { name: 'content-type', value: 'application/json' }];
    const { out } = await check(harOf({ ...sent, request: { ...sent.request, headers, postData } }));
    expect(out).toContain('Q03');
  });

  it('may be of a browser, which records cookies, forms and credentials elsewhere or not at all', async () => {
    const page = entry('https://app.test/', '');
    const list = entry('https://api.test/v1/notebooks', '[]');
    const form = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'text', value: 'a b' }] };
    const cookies = [{ name: 'sid', value: 'cookie-secret-1042' }];
    const signIn = entry('https://api.test/v1/sign-in', '{}', 'POST');
    const har = harOf(
      page,
      { ...list, request: { ...list.request, headers: [] } },
      {
        ...signIn,
        request: {
          ...signIn.request,
          headers: [{ name: 'Content-Type', value: form.mimeType }],
          cookies,
          postData: form,
        },
      },
    );
    writeFileSync(join(folder, 'desk.yaml'), desk);
    writeFileSync(join(folder, 'traffic.har'), har);
    const { code, out } = await runCommand(folder, [
      ...['check', '--openapi', 'desk.yaml', '--no-color', '--har', 'traffic.har'],
      ...['--format', 'text', '--format', 'json=a.json'],
    ]);
    expect(out).toContain('Desk 1.0.0 at https://api.test/v1');
    expect(out).toContain('2 requests');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'a.json'), 'utf8')).not.toContain('cookie-secret-1042');
  });

  it('counts and lists entries of other services', async () => {
    const har = harOf(
      entry('https://api.test/notebooks', '[]'),
      entry('https://cdn.test/a.js', ''),
      entry('https://api.test/unknown', ''),
      { request: {} },
    );
    const { code, out } = await check(har, 'https://api.test');
    expect(out).toContain('1 entry of another address: https://cdn.test.');
    expect(out).toContain('1 entry with an undocumented method or path: GET /unknown.');
    expect(out).toContain('1 entry that can’t be read: entry 4 has no method.');
    expect(code).toBe(0);
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['another document', '{"openapi":"3.1.0"}', 'is not a HAR: it has no log.entries'],
    ['no entries', '{"log":{"entries":[]}}', 'has no entries'],
    ['another encoding', Uint8Array.from([0x7b, 0xe9, 0x7d]), 'is neither UTF-8 nor UTF-16'],
    ['deep nesting', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'It is nested deeper than'],
    ['other hosts', harOf(entry('https://cdn.test/a.js', '')), 'has no request for an operation of Notes'],
  ])('ends with one message for %s', async (_, content, message) => {
    const { code, err } = await check(content);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('may be UTF-16', async () => {
    const { code } = await check(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(harOf(wrong), 'utf16le')]),
    );
    expect(code).toBe(1);
  });
});
