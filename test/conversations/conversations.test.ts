import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listen } from '../../mock/hosts/node.ts';
import { createMock } from '../../mock/index.ts';
import { testStart } from '../support/domain-world.ts';

/** A request of a file. */
interface TextRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** Headers that describe the connection or the wall clock, not the service. */
const passingHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Reads the requests of a conversation and ignores the recorded responses. */
function readRequests(text: string): TextRequest[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((exchange) => readRequest(exchange.split(/^---$/m)[0] ?? ''));
}

/** Sends the requests in order, and returns the conversation in the format of the file. */
async function holdConversation(
  base: string,
  story: string,
  requests: readonly TextRequest[],
): Promise<string> {
  const parts = [`${story}\n`];
  const bodies: string[] = [];
  for (const request of requests) {
    const response = await fetch(base + fillIn(request.path, bodies), {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value]),
      body: request.body === null ? null : fillIn(request.body, bodies),
    });
    const body = await response.text();
    bodies.push(body);
    const printed = writeResponse(response, body).replaceAll(base, '{base}');
    parts.push(`\n=== ${request.title}\n${writeRequest(request)}---\n${printed}`);
  }
  return parts.join('');
}

function fillIn(text: string, bodies: readonly string[]): string {
  return text.replace(/\{(\d+)\.(\w+)\}/g, (_, response: string, member: string) => {
    const value = propertiesOf(bodies[Number(response) - 1] ?? '').findLast((object) => member in object)?.[
      member
    ];
    if (typeof value !== 'string') throw new Error(`Reply ${response} has no text ${member}.`);
    return value;
  });
}

function propertiesOf(body: string): Record<string, unknown>[] {
  const texts = body.startsWith('{')
    ? [body]
    : [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

function readRequest(text: string): TextRequest {
  const [head = '', ...rest] = text.split('\n\n');
  const [title = '', line = '', ...headers] = head.trimEnd().split('\n');
  const [method = '', path = ''] = line.split(' ');
  const body = rest.join('\n\n').trimEnd();
  return { title, method, path, headers: headers.map(readHeader), body: body === '' ? null : body };
}

function readHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function writeRequest({ method, path, headers, body }: TextRequest): string {
  const lines = [`${method} ${path}`, ...headers.map(([name, value]) => `${name}: ${value}`), ''];
  return `${[...lines, ...(body === null ? [] : [body])].join('\n')}\n`;
}

function writeResponse(response: Response, body: string): string {
  const headers = [...response.headers].filter(([name]) => !passingHeaders.has(name)).sort();
  const head = [String(response.status), ...headers.map(([name, value]) => `${name}: ${value}`), ''].join(
    '\n',
  );
  return `${head}\n${body.trimEnd()}\n`;
}

const folder = new URL('./stories/', import.meta.url);
const stories = readdirSync(folder).filter((name) => name.endsWith('.http'));
const isRecording = process.env['BACKLOT_RECORD'] === '1';

async function play(text: string): Promise<string> {
  const mock = await createMock({ clock: { mode: 'frozen', now: testStart } });
  const server = await listen(mock.handle, { host: '127.0.0.1', port: 0 });
  try {
    return await holdConversation(server.url, text.split('\n', 1)[0] ?? '', readRequests(text));
  } finally {
    await server.close();
    await mock.close();
  }
}

describe('a recorded conversation', () => {
  it('exists for every part of the README', () => {
    expect(stories).toEqual(
      expect.arrayContaining(['agents.http', 'approval.http', 'local-tool.http', 'rejections.http']),
    );
  });

  it.each(stories)('%s is byte-identical in two new worlds and to the recording', async (name) => {
    const recorded = readFileSync(new URL(name, folder), 'utf8');
    const [first, second] = [await play(recorded), await play(recorded)];
    expect(second).toBe(first);
    if (isRecording) writeFileSync(new URL(name, folder), first);
    else expect(first).toBe(recorded);
  });
});
