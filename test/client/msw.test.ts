/** Handlers of MSW: typed ones with samples, and a whole mock behind MSW. */
import { join } from 'node:path';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  createAgent,
  createClient,
  executeAgent,
  getAgent,
  listAgents,
  ok,
} from '../../generated/service/client.ts';
import { checks } from '../../generated/service/validators.ts';
import { operations } from '../../generated/service/operations.ts';
import {
  createAgentHandler,
  executeAgentHandler,
  getAgentHandler,
  sampleHandlers,
} from '../../generated/service/msw.ts';
import { operationSamples } from '../../generated/service/samples.ts';
import { createMock, type Mock, type MockWorld } from '../../mock/index.ts';
import { mockHandlers } from '../../mock/testing/msw.ts';
import { createHandler } from '../../templates/runtime/testing/msw.ts';

const baseUrl = 'https://api.agents.test';
const client = createClient({ baseUrl, auth: { apiKey: 'rt_live_dev' }, retry: false });
const server = setupServer();
const path = { id: 'agent_7' };

beforeAll(() => {
  server.listen({ onUnhandledFrame: 'error' });
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

describe('a typed handler', () => {
  it('without a responder returns the sample of a success response', async () => {
    server.use(getAgentHandler());
    const { body } = ok(await getAgent(client, { path }));
    expect(checks.Agent.check(body)).toBe(true);
  });

  it('returns a constant response', async () => {
    server.use(getAgentHandler({ status: 404, body: { error: 'Gone' } }));
    expect(await getAgent(client, { path })).toMatchObject({ status: 404, body: { error: 'Gone' } });
  });

  it('has typed parameters and a typed body', async () => {
    const { body: sample } = ok(await sampleAgent());
    server.use(
      getAgentHandler(({ params }) => ({ status: 200, body: { ...sample, id: params.id } })),
      createAgentHandler(async ({ json }) => ({
        status: 201,
        body: { ...sample, name: (await json()).name },
      })),
    );
    expect(ok(await getAgent(client, { path })).body.id).toBe('agent_7');
    expect(ok(await createAgent(client, { body: { name: 'Concierge' } })).body.name).toBe('Concierge');
  });

  it('narrows the body by the status', () => {
    // @ts-expect-error: the body of a 404 has the property `error`
    getAgentHandler({ status: 404, body: { message: 'Gone' } });
    // @ts-expect-error: the operation declares no 418
    getAgentHandler({ status: 418, body: { error: 'Teapot' } });
    getAgentHandler(({ params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly id: string }>();
      return undefined;
    });
  });

  it('leaves a request to the next handler when it returns nothing, and handles once if asked to', async () => {
    server.use(
      getAgentHandler(() => undefined),
      getAgentHandler({ status: 404, body: { error: 'Once' } }, { once: true }),
      getAgentHandler({ status: 404, body: { error: 'Always' } }),
    );
    expect((await getAgent(client, { path })).body).toEqual({ error: 'Once' });
    expect((await getAgent(client, { path })).body).toEqual({ error: 'Always' });
  });

  it('applies to its base URL only', async () => {
    server.use(
      getAgentHandler({ status: 404, body: { error: 'Other' } }, { baseUrl: 'https://other.test/api/' }),
      getAgentHandler({ status: 404, body: { error: 'Any' } }),
    );
    const other = createClient({ baseUrl: 'https://other.test/api', auth: { apiKey: 'x' } });
    expect((await getAgent(other, { path })).body).toEqual({ error: 'Other' });
    expect((await getAgent(client, { path })).body).toEqual({ error: 'Any' });
  });

  it('streams events as frames', async () => {
    const events = [
      {
        type: 'execution_start' as const,
        executionId: 'e',
        seq: 0,
        kind: 'agent',
        startedAt: '2026-01-01T00:00:00Z',
      },
      {
        type: 'execution_complete',
        executionId: 'e',
        seq: 1,
        kind: 'agent',
        success: true,
        completedAt: '2026-01-01T00:00:01Z',
      },
    ] as const;
    server.use(executeAgentHandler({ status: 200, contentType: 'text/event-stream', stream: events }));
    const run = executeAgent(client, { path, body: { messages: [] } });
    const read = [];
    for await (const event of run) read.push(event);
    expect(read).toEqual(events);
    expect(run.lastEventId).toBe('1');
  });

  async function sampleAgent() {
    server.use(getAgentHandler());
    return getAgent(client, { path });
  }
});

describe('a body of XML', () => {
  const address = `${baseUrl}/pet`;
  const xml = { parse: JSON.parse, write: () => '<pet/>' };
  const route = { id: 'getPet', method: 'GET', path: '/pet' };
  const sampleOf = (contentType: string) => ({ status: 200, contentType, headers: {}, body: { id: 1 } });
  const [asXml, asJson] = [sampleOf('application/xml'), sampleOf('application/json')];

  async function fetchPet(
    samples: readonly ReturnType<typeof sampleOf>[],
    options: { readonly xml?: typeof xml } = {},
    accept = '*/*',
  ): Promise<readonly [status: number, type: string | null, body: string]> {
    server.use(createHandler(route, { getPet: { responses: samples } }, undefined, options));
    const response = await fetch(address, { headers: { accept } });
    return [response.status, response.headers.get('content-type'), await response.text()];
  }

  it('is written by the given library', async () => {
    expect(await fetchPet([asXml, asJson], { xml })).toEqual([200, 'application/xml', '<pet/>']);
  });

  it('is replaced by another media type without a library', async () => {
    expect(await fetchPet([asXml, asJson])).toEqual([200, 'application/json', '{"id":1}']);
  });

  it('is an error if the request accepts nothing else', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const [status, , body] = await fetchPet([asXml, asJson], {}, 'application/xml');
    expect(status).toBe(500);
    expect(body).toContain('it is XML, and getPetHandler got no `xml: { parse, write }`');
    error.mockRestore();
  });
});

it('the handlers with samples cover every operation', async () => {
  server.use(...sampleHandlers({ baseUrl }));
  for (const { id, method, path: template } of operations) {
    const address = baseUrl + template.replaceAll(/\{\w+\}/g, 'x');
    const body = ['POST', 'PUT'].includes(method.toUpperCase()) ? '{}' : null;
    const { status } = await fetch(address, { method, body });
    const { responses } = operationSamples[id];
    expect([id, responses.map((response) => response.status)]).toEqual([
      id,
      expect.arrayContaining([status]),
    ]);
    expect([id, status < 300]).toEqual([id, true]);
  }
});

describe('a mock behind MSW', () => {
  let mock: Mock;
  let world: MockWorld;
  beforeAll(async () => {
    mock = await createMock();
  });
  afterAll(() => mock.close());

  it('keeps state, per world', async () => {
    world = await mock.world().fork();
    server.use(...mockHandlers(() => world));
    ok(await createAgent(client, { body: { name: 'Concierge' } }));
    expect(await namesOf()).toContain('Concierge');
    world = await mock.world().fork();
    expect(await namesOf()).not.toContain('Concierge');
    const types = [];
    const body = { messages: [{ role: 'user' as const, content: 'Hello' }] };
    for await (const { type } of executeAgent(client, { path: { id: 'agent_support' }, body }))
      types.push(type);
    expect(types.at(-1)).toBe('execution_complete');
  });

  it('leaves other paths and other base URLs to other handlers', async () => {
    const next = http.all('*', () => HttpResponse.text('next'));
    server.use(...mockHandlers(mock, { baseUrl: 'https://api.agents.test/base' }), next);
    expect(await (await fetch('https://api.agents.test/v1/agents')).text()).toBe('next');
    expect(await (await fetch('https://api.agents.test/base/styles.css')).text()).toBe('next');
    expect((await fetch('https://api.agents.test/base/v1/agents')).status).toBe(401);
  });

  it('serves the paths of a description, and only those', async () => {
    const openapi = join(import.meta.dirname, '../resources/descriptions/library.yaml');
    const library = await createMock({ openapi });
    const base = 'https://library.test/api';
    const next = http.all('*', () => HttpResponse.text('next'));
    server.use(...mockHandlers(library, { baseUrl: base }), next);
    const headers = { authorization: 'Bearer test', 'content-type': 'application/json' };
    const created = await fetch(`${base}/shelves`, { method: 'POST', headers, body: '{"room":"Attic"}' });
    const { id } = (await created.json()) as { id: string };
    expect(await (await fetch(`${base}/shelves/${id}`, { headers })).json()).toMatchObject({ room: 'Attic' });
    expect(await (await fetch(`${base}/v1/agents`)).text()).toBe('next');
    await library.close();
  });

  const namesOf = async () =>
    ok(await listAgents(client, { query: { limit: '100' } })).body.data.map(({ name }) => name);
});
