/** The engine without a plug-in: it serves any description from samples, over HTTP. */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.ts';
import { operationIds } from '../../generated/control/operations.ts';
import { operationIds as platformOperationIds } from '../../generated/control-agent-platform/operations.ts';
import { loadContract } from '../../generator/load/load-contract.ts';
import { createEngine, type Engine } from '../../mock/engine/engine.ts';
import { listen, type NodeServer } from '../../mock/hosts/node.ts';

const OUTSIDE = 'backlot-outside-contract';

let contract: Contract;
let engine: Engine;
let server: NodeServer;

beforeAll(async () => {
  const folder = path.join(import.meta.dirname, 'fixtures');
  const loaded = await loadContract({ folder, openapi: 'library.yaml', asyncapi: [] });
  if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));
  contract = loaded.contract;
  engine = await createEngine({ contract });
  server = await listen(engine, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server.close();
  await engine.close();
});

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

async function send(method: string, target: string, init: RequestInit = {}): Promise<Received> {
  const response = await fetch(server.url + target, {
    method,
    ...init,
    headers: { 'x-key': 'any', ...(init.headers as Record<string, string> | undefined) },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
}

const post = (body: unknown, type = 'application/json'): Promise<Received> =>
  send('POST', '/books', { body: JSON.stringify(body), headers: { 'content-type': type } });

describe('an operation of a description', () => {
  it.each([
    ['GET', '/books', 200],
    ['GET', '/books/b7', 200],
    ['DELETE', '/books/b7', 204],
  ])('%s %s responds with a valid sample, which is not marked', async (method, target, status) => {
    const response = await send(method, target);
    expect([response.status, response.headers.get(OUTSIDE)]).toEqual([status, null]);
    if (target === '/books/b7' && status === 200)
      expect(contract.checks['Book']?.check(response.body)).toBe(true);
  });

  it('accepts a valid body', async () => {
    const response = await post({ title: 'Emma' });
    expect(response.status).toBe(201);
    expect(contract.checks['Book']?.check(response.body)).toBe(true);
  });

  it('responds to an invalid request with an error in the form of the description', async () => {
    const [body, query] = [await post({ pages: 'many' }), await send('GET', '/books?limit=0')];
    for (const { status, headers, body: problem } of [body, query]) {
      expect([status, headers.get(OUTSIDE)]).toEqual([400, null]);
      expect(problem).toEqual({ code: 400, message: expect.any(String) as string });
    }
  });

  it('responds to another media type with 415', async () => {
    const { status, body } = await post('Emma', 'text/plain');
    expect([status, body]).toEqual([415, { code: 415, message: expect.any(String) as string }]);
  });

  it('needs a credential of the described form, whatever its value', async () => {
    const { status, headers, body } = await send('GET', '/books', { headers: { 'x-key': '' } });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'ApiKey name="X-Key", in="header"']);
    expect(body).toEqual({ code: 401, message: 'The request has no key in the header X-Key.' });
    expect((await send('GET', '/books/b7', { headers: { 'x-key': '' } })).status).toBe(200);
    const undeclared = await send('DELETE', '/books/b7', { headers: { 'x-key': '' } });
    expect([undeclared.status, undeclared.headers.get(OUTSIDE)]).toEqual([401, 'unauthorized']);
  });

  it('is also found below the base path of its server', async () => {
    expect((await send('GET', '/api/v2/books/b7')).body).toEqual((await send('GET', '/books/b7')).body);
    expect((await send('GET', '/api/v2/_mock/health')).status).toBe(404);
  });

  it('is not found at another path or with another method', async () => {
    const unknown = await send('GET', '/api/v1/books');
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { code: 404, message: 'No operation at GET /api/v1/books' },
    ]);
    const method = await send('PUT', '/books');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  it('honours the preferences of every mock, and ignores those of a plug-in', async () => {
    const example = await send('GET', '/books', { headers: { prefer: 'example=two' } });
    expect(example.body).toEqual([{ id: 'b2', title: 'Persuasion', pages: 279 }]);
    const code = await send('GET', '/books', { headers: { prefer: 'code=401, scenario=none' } });
    expect([code.status, code.headers.get('preference-applied')]).toEqual([401, 'code=401']);
    expect((await send('GET', '/books', { headers: { prefer: 'code=418' } })).status).toBe(400);
  });
});

describe('the control API of a description', () => {
  it('lists requests with their explanation', async () => {
    await send('POST', '/_mock/reset');
    const rejected = (await post({ pages: 1 })).body;
    const { body } = await send('GET', '/_mock/requests');
    const [{ id, ...entry } = { id: '' }] = (body as { requests: { id: string }[] }).requests;
    expect(entry).toMatchObject({ operationId: 'createBook', status: 400, violations: [{ in: 'request' }] });
    const detail = (await send('GET', `/_mock/requests/${id}`)).body as {
      response: unknown;
      explanation: { step: string; message: string }[];
    };
    expect(detail.response).toEqual({ contentType: 'application/json', body: rejected });
    expect(detail.explanation.map(({ step }) => step)).toEqual([
      'operation',
      'credential',
      'validation',
      'changes',
      'response',
    ]);
    expect(detail.explanation[1]?.message).toBe('The credential has the form of key.');
    expect(detail.explanation[4]?.message).toMatch(/^400: ./);
  });

  it('injects faults into operations of the description only', async () => {
    const add = (operationId: string): Promise<Received> =>
      send('POST', '/_mock/faults', {
        body: JSON.stringify({ operationId, status: 503, times: 1 }),
        headers: { 'content-type': 'application/json' },
      });
    expect((await add('listBooks')).status).toBe(201);
    expect((await add('listAgents')).status).toBe(400);
    expect([(await send('GET', '/books')).status, (await send('GET', '/books')).status]).toEqual([503, 200]);
  });

  it.each([
    ['/_mock/health', { title: 'Library', contract: { openapi: '2.1.0' } }],
    ['/_mock/scenarios', { scenarios: [] }],
    ['/_mock/machines', { machines: [] }],
    ['/_mock/world', { fixture: 'default', counts: {} }],
    ['/_mock/', { name: 'Backlot mock of Library' }],
  ])('has %s', async (target, body) => {
    expect(await send('GET', target)).toMatchObject({ status: 200, body });
  });

  it.each(['/_mock/feature-gates', '/_mock/executions', '/_mock/outbox', '/openapi.json', '/v1/agents'])(
    'does not have %s, which the Agent Platform adds',
    async (target) => {
      expect((await send('GET', target)).status).toBe(404);
    },
  );

  it('has the operations of the control API as methods, and none of the Agent Platform', async () => {
    const { control } = engine.world();
    expect(Object.keys(control)).toEqual(expect.arrayContaining([...operationIds]));
    expect(Object.keys(control).filter((id) => platformOperationIds.some((other) => other === id))).toEqual(
      [],
    );
    expect(await control.listMachines()).toEqual({ machines: [] });
  });

  it('dumps and loads the state of a world, and rejects records of another form', async () => {
    const load = (dump: unknown): Promise<Received> =>
      send('PUT', '/_mock/state', {
        body: JSON.stringify(dump),
        headers: { 'content-type': 'application/json' },
      });
    const { body: dump } = await send('GET', '/_mock/state');
    expect((await load(dump)).status).toBe(200);
    const records = { fault: [{ id: 'fault_1', hits: 'none' }] };
    expect(await load({ ...(dump as object), records })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'records.fault.0.hits' }] },
    });
  });

  it('stores no scenario', async () => {
    const scenario = { description: 'None', steps: [{ say: 'Hello' }] };
    const { status } = await send('PUT', '/_mock/scenarios/mine', {
      body: JSON.stringify(scenario),
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
  });
});
