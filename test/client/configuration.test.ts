/** What the configuration of a client changes in its requests, against a server over HTTP. */
import type { RequestListener, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import {
  createAgent,
  createClient,
  executeAgent,
  getAgent,
  isErrorOf,
  listAgents,
  logRequests,
  refreshOn401,
  ok,
  paginateAgents,
  UnexpectedStatusError,
  type Client,
  type ClientConfig,
  type Auth,
  type HookResponse,
} from '../../generated/service/client.ts';
import { bearer } from '../../templates/runtime/client/auth.ts';
import type { Call } from '../../templates/runtime/client/call.ts';
import { send } from '../../templates/runtime/client/send.ts';
import { writeItems } from '../../templates/runtime/client/write-body.ts';
import { serve } from '../support/server.ts';

/** Starts a server, and creates a client for it. */
async function clientOf(handler: RequestListener, config: Partial<ClientConfig<Auth>> = {}): Promise<Client> {
  const { url } = await serve(handler);
  return createClient({ baseUrl: url, retry: false, ...config });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const agent = { id: 'agent_1', name: 'Concierge' };
const request = { path: { id: 'agent_1' } };

/** A server that accepts one token. */
function guarded(
  accepted: () => string,
  seen: (string | undefined)[],
  handler?: RequestListener,
): RequestListener {
  return (incoming, outgoing) => {
    seen.push(incoming.headers.authorization);
    if (incoming.headers.authorization !== `Bearer ${accepted()}`)
      sendJson(outgoing, 401, { error: `Rejected ${seen.length}` });
    else if (handler === undefined) sendJson(outgoing, 200, agent);
    else handler(incoming, outgoing);
  };
}

/** A credential that is `old` until it is refreshed, and the number of refreshes. */
function refreshing(fresh = 'new') {
  const state = { token: 'old', refreshes: 0 };
  const apiKey = async ({ isRefresh }: { readonly isRefresh: boolean }): Promise<string> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (isRefresh) {
      state.refreshes++;
      state.token = fresh;
    }
    return state.token;
  };
  return { state, auth: { apiKey: refreshOn401(apiKey) } };
}

it('passes init of the client and the call to fetch', async () => {
  const inits: RequestInit[] = [];
  const client = await clientOf((_, response) => sendJson(response, 200, agent), {
    init: { credentials: 'include', cache: 'no-store' },
    fetch: (url, init) => {
      inits.push(init);
      return fetch(url, init);
    },
  });
  await getAgent(client, request, { init: { cache: 'reload', keepalive: true } });
  expect(inits[0]).toMatchObject({ credentials: 'include', cache: 'reload', keepalive: true, method: 'GET' });
});

it('refreshes a credential once for concurrent calls that are rejected', async () => {
  const seen: (string | undefined)[] = [];
  const { state, auth } = refreshing();
  const client = await clientOf(
    guarded(() => 'new', seen),
    { auth },
  );
  const responses = await Promise.all([1, 2, 3].map(() => getAgent(client, request)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(state.refreshes).toBe(1);
  expect(seen).toHaveLength(6);
});

it('returns the first 401 if the refreshed credential is rejected too', async () => {
  const seen: (string | undefined)[] = [];
  const { auth } = refreshing('other');
  const client = await clientOf(
    guarded(() => 'new', seen),
    { auth },
  );
  expect(await getAgent(client, request)).toMatchObject({ status: 401, body: { error: 'Rejected 1' } });
  expect(seen).toEqual(['Bearer old', 'Bearer other']);
});

it('returns the first 401 if the refresh fails', async () => {
  const seen: (string | undefined)[] = [];
  const apiKey = ({ isRefresh }: { readonly isRefresh: boolean }): string => {
    if (isRefresh) throw new Error('The session has ended');
    return 'old';
  };
  const client = await clientOf(
    guarded(() => 'new', seen),
    { auth: { apiKey: refreshOn401(apiKey) } },
  );
  expect(await getAgent(client, request)).toMatchObject({ status: 401, body: { error: 'Rejected 1' } });
  expect(seen).toHaveLength(1);
});

it('refreshes the credential of a stream, and of a page', async () => {
  const { state, auth } = refreshing();
  const handler = guarded(
    () => 'new',
    [],
    ({ method }, response) => {
      if (method === 'GET') return sendJson(response, 200, { data: [agent], hasMore: false });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('id: 1\ndata: {"type":"execution_complete","seq":1}\n\n');
    },
  );
  const client = await clientOf(handler, { auth });
  const types: string[] = [];
  for await (const { type } of executeAgent(client, { ...request, body: { messages: [] } })) types.push(type);
  expect([types, state.refreshes]).toEqual([['execution_complete'], 1]);

  state.token = 'old';
  const names: unknown[] = [];
  for await (const { name } of paginateAgents(client)) names.push(name);
  expect([names, state.refreshes]).toEqual([['Concierge'], 2]);
});

it('sends a body that can be read only once no second time after a 401', async () => {
  const seen: (string | undefined)[] = [];
  const { state, auth } = refreshing();
  const client = await clientOf(
    guarded(() => 'new', seen),
    { auth },
  );
  const call: Call = {
    id: 'uploadLines',
    method: 'PUT',
    path: '/lines',
    bodies: [{ write: writeItems, mediaType: 'application/jsonl' }],
    responses: [{ statuses: [200, 401], mediaType: 'application/json' }],
    security: [[{ scheme: { name: 'apiKey', place: bearer } }]],
  };
  const body = new Set([{ line: 1 }]).values();
  expect(await send(client, call, { body })).toMatchObject({ status: 401 });
  expect([seen.length, state.refreshes]).toEqual([1, 0]);
});

it('reports a stream that breaks midway to a hook, with the attempt of its connection', async () => {
  const errors: unknown[] = [];
  const client = await clientOf(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1\ndata: {"type":"text_delta","delta":"a"}\n\n', () => response.destroy());
    },
    { hooks: [{ onError: ({ error, attempt }) => void errors.push([error.name, attempt]) }] },
  );
  const run = executeAgent(client, { ...request, body: { messages: [] } }, { resume: false });
  const read = async (): Promise<void> => {
    for await (const event of run) expect(event.type).toBe('text_delta');
  };
  await expect(read()).rejects.toThrow('broke and cannot be resumed');
  expect(errors).toEqual([['NetworkError', 1]]);
});

it('calls the hooks with the operation, the attempt and the duration', async () => {
  const statuses = [503, 200];
  const lines: unknown[] = [];
  const client = await clientOf(
    ({ headers }, response) =>
      sendJson(response, statuses.shift() ?? 500, { ...agent, trace: headers['x-trace'] }),
    {
      retry: { attempts: 2, baseMs: 1 },
      hooks: [
        { onRequest: ({ headers, attempt }) => headers.set('x-trace', `trace-${attempt}`) },
        {
          onResponse: ({ operationId, method, path, attempt, response, durationMs }) => {
            lines.push([operationId, method, path, attempt, response.status, durationMs >= 0]);
          },
        },
      ],
    },
  );
  const { body } = ok(await getAgent(client, request));
  expect(body).toMatchObject({ trace: 'trace-2' });
  expect(lines).toEqual([
    ['getAgent', 'GET', '/v1/agents/{id}', 1, 503, true],
    ['getAgent', 'GET', '/v1/agents/{id}', 2, 200, true],
  ]);
});

it('reads the response that a hook returns', async () => {
  const onResponse = async ({ response }: HookResponse): Promise<Response> => {
    const body = (await response.json()) as object;
    return Response.json({ ...body, name: 'Replaced' });
  };
  const client = await clientOf((_, response) => sendJson(response, 200, agent));
  const options = { hooks: [{ onResponse }] };
  expect(ok(await getAgent(client, request, options)).body.name).toBe('Replaced');
});

it('reports the typed error to a hook, whose own error reaches the caller', async () => {
  const errors: unknown[] = [];
  const client = await clientOf((_, response) => sendJson(response, 418, { error: 'Tea only' }), {
    hooks: [{ onError: ({ error, attempt }) => void errors.push([error, attempt]) }],
  });
  const error: unknown = await getAgent(client, request).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnexpectedStatusError);
  expect(errors).toEqual([[error, 1]]);

  const failing = {
    onRequest: () => {
      throw new Error('No trace');
    },
  };
  await expect(getAgent(client, request, { hooks: [failing] })).rejects.toThrow('No trace');
  expect(errors).toHaveLength(1);
});

it('has the response of fetch beside the data', async () => {
  const client = await clientOf((_, response) => sendJson(response, 200, agent));
  const { raw } = (await getAgent(client, request)).response;
  expect([raw.status, raw.bodyUsed, raw.headers.get('content-type')]).toEqual([
    200,
    true,
    'application/json',
  ]);
});

it('logs requests without credentials and secrets', async () => {
  const lines: string[] = [];
  const client = await clientOf((_, response) => sendJson(response, 200, { data: [], hasMore: false }), {
    auth: { apiKey: 'key_1' },
    hooks: [logRequests((line) => lines.push(line), { secrets: ['card 4242'] })],
  });
  await listAgents(client, { query: { cursor: 'key_1', limit: 'card 4242' } });
  expect(lines[0]).toMatch(/^GET \/v1\/agents\?\S+ 200 \d+ ms$/);
  expect(lines[0]).not.toMatch(/key_1|4242/);
});

it('keeps the type of a 401 that remains', async () => {
  const client = await clientOf(
    guarded(() => 'new', []),
    { auth: { apiKey: 'old' } },
  );
  const error: unknown = await createAgent(client, { body: { name: 'a' } })
    .then(ok)
    .catch((reason: unknown) => reason);
  expect(isErrorOf(error, 'createAgent') && error.status).toBe(401);
});
