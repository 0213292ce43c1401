/**
 * The browser's own EventSource reads the events of a run through a proxy that adds the credential: it
 * receives every event of a live run, and does not reconnect forever to one that has ended.
 */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { hasBrowser, openBrowser } from './browser.ts';
import { useServedMock } from '../support/served-mock.ts';
import { useServer } from '../support/server.ts';

const credential = { authorization: 'Bearer rt_live_dev' };

const served = useServedMock();
/** The requests to the proxy: `Last-Event-ID`, and the status of the response. */
let requests: (readonly [lastEventId: string | undefined, status: number])[] = [];

const proxy = await useServer((request, response) => {
  if (request.url === '/') return void response.setHeader('content-type', 'text/html').end('<p>');
  if (request.url?.startsWith('/v1/') !== true) return void response.writeHead(404).end();
  const id = request.headers['last-event-id'];
  const lastEventId = typeof id === 'string' ? id : undefined;
  const headers = { ...credential, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  void fetch(served.url + request.url, { headers }).then(({ status, headers: fields, body }) => {
    requests.push([lastEventId, status]);
    response.writeHead(status, { 'content-type': fields.get('content-type') ?? 'text/plain' });
    if (body === null) response.end();
    else Readable.fromWeb(body).pipe(response);
  });
});

/** Plays a run to its end and returns the path of its events, and their types. */
async function startRun(): Promise<{ readonly path: string; readonly types: string[] }> {
  const response = await fetch(`${served.url}/v1/agents/agent_support/execute`, {
    method: 'POST',
    headers: { ...credential, 'content-type': 'application/json', prefer: 'pace=instant' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], streamResponse: false }),
  });
  const { events } = (await response.json()) as { events: SentEvent[] };
  const executionId = events.find((event) => event.executionId !== undefined)?.executionId ?? '';
  const path = `/v1/agents/agent_support/executions/${executionId}/events`;
  return { path, types: events.map(({ type }) => type) };
}

interface SentEvent {
  readonly type: string;
  readonly executionId?: string;
}

/** Reads in a page until the source is closed permanently, and returns the types of its events. */
async function readInPage(path: string): Promise<string[]> {
  const browser = await openBrowser();
  const page = await browser.context.newPage();
  await page.goto(proxy.url);
  const types = await page.evaluate<string[]>(`new Promise((resolve) => {
    const types = [];
    const source = new EventSource(${JSON.stringify(path)});
    const take = ({ data }) => types.push(JSON.parse(data).type);
    for (const type of ['message', ...${JSON.stringify(executionStreamEventTypes)}])
      source.addEventListener(type, take);
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) resolve(types);
    };
  })`);
  await browser.close();
  return types;
}

describe.runIf(hasBrowser)('an EventSource in a page', () => {
  it('receives every event of a run once, and is closed by the 204 after the last one', async () => {
    requests = [];
    const { path, types } = await startRun();
    expect(await readInPage(path)).toEqual(types);
    expect(requests.map(([, status]) => status)).toEqual([200, 204]);
    expect(requests[0]?.[0]).toBeUndefined();
    expect(requests[1]?.[0]).toMatch(/^\d+$/);
  }, 60_000);

  it('follows a running execution to its end', async () => {
    requests = [];
    const abort = new AbortController();
    const response = await fetch(`${served.url}/v1/agents/agent_support/execute`, {
      method: 'POST',
      headers: { ...credential, 'content-type': 'application/json', prefer: 'pace=fast' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], streamResponse: true }),
      signal: abort.signal,
    });
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
    const first = new TextDecoder().decode((await reader?.read())?.value);
    abort.abort();
    const { executionId = '' } = JSON.parse(/^data: (.*)$/m.exec(first)?.[1] ?? '{}') as Partial<SentEvent>;
    const types = await readInPage(`/v1/agents/agent_support/executions/${executionId}/events`);
    expect([types[0], types.at(-1)]).toEqual(['execution_start', 'execution_complete']);
    expect(types.filter((type) => type === 'execution_start')).toHaveLength(1);
    expect(requests.at(-1)?.[1]).toBe(204);
  }, 60_000);
});
