/** How faults affect calls of the service: which calls they apply to, how often, and the resulting response. */
import { describe, expect, it, test } from 'vitest';
import type { FaultRequest } from '../../generated/control/types.ts';
import { agents } from '../../mock/agent-platform/domain/agents/agent.ts';
import { executions } from '../../mock/agent-platform/domain/executions/execution.ts';
import { useMock } from '../support/mock-client.ts';
import { liveEvents } from '../support/run-events.ts';

const agent = '/v1/agents/agent_support';
const hello = { messages: [{ role: 'user', content: 'Hello' }] };
const outside = 'backlot-outside-contract';

const service = useMock();

const add = (fault: FaultRequest) => service.mock.world().addFault(fault);
const get = (path: string, prefer?: string) => service.get(path, { prefer });
const hits = async () =>
  ((await get('/_mock/faults')).body['faults'] as { hits: number }[]).map((fault) => fault.hits);

describe('a fault', () => {
  it('responds instead of the service, with its code and headers, and marks the response as outside of the contract', async () => {
    await add({ status: 503, code: 'UPSTREAM_DOWN', headers: { 'Retry-After': '7' } });
    const response = await get(agent);
    expect([response.status, response.body]).toEqual([
      503,
      { error: 'Injected fault 503', code: 'UPSTREAM_DOWN' },
    ]);
    expect([response.headers.get('retry-after'), response.headers.get(outside)]).toEqual([
      '7',
      'injected-fault',
    ]);
  });

  it('marks its response even when the operation declares the status', async () => {
    await add({ status: 404 });
    expect((await get(agent)).headers.get(outside)).toBe('injected-fault');
  });

  it('with a status changes nothing', async () => {
    await add({ operationId: 'deleteAgent', status: 500 });
    expect((await service.delete(agent)).status).toBe(500);
    expect((await get(agent)).status).toBe(200);
  });

  it.each([
    ['no properties', {}, { status: 500 }],
    ['a code', { code: 'BROKEN' }, { status: 500, code: 'BROKEN' }],
    ['a status without a body', { status: 204 }, { status: 204 }],
  ])('with %s returns %o', async (_, fault, { status, code }: { status: number; code?: string }) => {
    await add(fault);
    const response = await get(agent);
    expect([response.status, response.body['code']]).toEqual([status, code]);
    if (status === 204) expect(response.text).toBe('');
  });

  it('with headers only keeps the response of the service', async () => {
    await add({ headers: { 'X-Cache': 'stale', 'content-type': 'text/plain' } });
    const response = await get(agent);
    expect([response.status, response.body['id'], response.headers.get('x-cache')]).toEqual([
      200,
      'agent_support',
      'stale',
    ]);
    expect([response.headers.get('content-type'), response.headers.get(outside)]).toEqual([
      'text/plain',
      'injected-fault',
    ]);
  });

  it('applies as often as configured, and stays in the list', async () => {
    await add({ status: 503, times: 2 });
    const statuses = [];
    for (let call = 0; call < 4; call++) statuses.push((await get(agent)).status);
    expect([statuses, await hits()]).toEqual([[503, 503, 200, 200], [2]]);
  });

  it.each<[FaultRequest, string[]]>([
    [{ operationId: 'getAgent' }, ['GET /v1/agents/agent_support', 'GET /v1/agents/agent_research']],
    [
      { path: '/v1/agents/{id}' },
      ['GET /v1/agents/agent_support', 'GET /v1/agents/agent_research', 'DELETE /v1/agents/agent_research'],
    ],
    [{ path: '/v1/agents/{agentId}', method: 'delete' }, ['DELETE /v1/agents/agent_research']],
    [{ path: '/v1/agents/agent_support' }, ['GET /v1/agents/agent_support']],
    [{ path: '/v1/agents/agent%5Fsupport' }, ['GET /v1/agents/agent_support']],
    [{ method: 'GET' }, ['GET /v1/agents/agent_support', 'GET /v1/agents/agent_research', 'GET /v1/agents']],
  ])('%j applies to exactly the matching calls', async (target, wanted) => {
    await add({ ...target, status: 418 });
    const calls = [
      'GET /v1/agents/agent_support',
      'GET /v1/agents/agent_research',
      'GET /v1/agents',
      'DELETE /v1/agents/agent_research',
    ];
    const met = [];
    for (const call of calls) {
      const [method = '', path = ''] = call.split(' ');
      if ((await service.call(method, path)).status === 418) met.push(call);
    }
    expect(met).toEqual(wanted);
  });

  it('does not affect the control API', async () => {
    await add({ status: 500 });
    expect([(await get('/_mock/world')).status, await hits()]).toEqual([200, [0]]);
  });

  it('does not apply to a call that is rejected before it reaches the service', async () => {
    await add({ status: 503 });
    expect((await service.get(agent, { key: null })).status).toBe(401);
    expect((await service.post('/v1/agents', {})).status).toBe(400);
    expect((await get(agent, 'code=404')).status).toBe(404);
    expect(await hits()).toEqual([0]);
  });

  it('applies when it is the first that matches', async () => {
    await add({ operationId: 'listAgents', status: 500 });
    await add({ status: 503, times: 1 });
    await add({ status: 504 });
    expect([(await get(agent)).status, (await get(agent)).status, await hits()]).toEqual([
      503,
      504,
      [0, 1, 1],
    ]);
  });

  it('with a probability applies to the same calls in every world with the same seed', async () => {
    const statusesIn = async (seed: number): Promise<string> => {
      const world = await service.mock.createWorld({ seed, clock: { mode: 'frozen' } });
      await world.addFault({ status: 503, probability: 0.5 });
      let statuses = '';
      for (let call = 0; call < 40; call++) {
        const response = await world.fetch('/v1/agents', {
          headers: { authorization: 'Bearer rt_live_dev' },
        });
        statuses += response.status === 503 ? 'x' : '.';
      }
      return statuses;
    };
    const first = await statusesIn(7);
    expect(first).toBe(await statusesIn(7));
    expect(first).not.toBe(await statusesIn(8));
    expect(first).toMatch(/(?=.*x)(?=.*\.)/);
  });

  it('with probability 0 leaves the call to the next fault', async () => {
    await add({ status: 503, probability: 0 });
    await add({ status: 504 });
    expect([(await get(agent)).status, await hits()]).toEqual([504, [0, 1]]);
  });
});

describe('latency', () => {
  it('ends when the clock has advanced past it; then the service responds', async () => {
    await add({ operationId: 'createAgent', latencyMs: 60_000 });
    let isAnswered = false;
    const response = service.post('/v1/agents', { name: 'Slow' }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    const named = () =>
      service.query((view) => view.scan(agents).filter(({ name }) => name === 'Slow').length);
    await service.until(() => service.waiting().sleepers > 0);
    await service.advance('PT59.999S');
    await new Promise(setImmediate);
    expect([isAnswered, await named()]).toEqual([false, 0]);
    await service.advance('PT0.001S');
    const { status, headers } = await response;
    expect([status, headers.get(outside), await named()]).toEqual([201, null, 1]);
  });

  it('delays a fault with a status too', async () => {
    await add({ latencyMs: 5_000, status: 504 });
    const response = get(agent);
    await service.until(() => service.waiting().sleepers > 0);
    await service.advance('PT5S');
    expect((await response).status).toBe(504);
  });

  it('ends in a 404 when the world is deleted while it waits, and is not logged as a bug', async () => {
    const world = await service.mock.createWorld({ id: 'brief', clock: { mode: 'frozen' } });
    await world.addFault({ latencyMs: 60_000 });
    const response = world.fetch('/v1/agents/agent_support', {
      method: 'DELETE',
      headers: { authorization: 'Bearer rt_live_dev' },
    });
    await service.until(() => service.waiting('brief').sleepers > 0);
    await world.delete();
    expect((await response).status).toBe(404);
  });
});

describe('a stream', () => {
  const execute = (prefer = 'scenario=text') => service.fetch('POST', `${agent}/execute`, hello, { prefer });

  const completed = () =>
    service.query((view) => view.scan(executions).filter(({ status }) => status === 'completed').length);

  test.each([0, 1, 3])('is cut after %i events, and the run continues', async (afterEvents) => {
    const before = await completed();
    await add({ operationId: 'executeAgent', cut: { afterEvents } });
    const response = await execute();
    expect([response.status, response.headers.get(outside)]).toEqual([200, 'injected-fault']);
    const events = liveEvents(response);
    expect(await events.take(afterEvents)).toHaveLength(afterEvents);
    await expect(events.take(1)).rejects.toThrow();
    expect(await completed()).toBe(before + 1);
  });

  it('that was cut can be rejoined after the last event', async () => {
    await add({ operationId: 'executeAgent', cut: { afterEvents: 3 }, times: 1 });
    const [, , last] = await liveEvents(await execute()).take(3);
    const path = `${agent}/executions/${String(last?.['executionId'])}/events?after=${String(last?.['seq'])}`;
    const events = await liveEvents(await service.fetch('GET', path)).rest();
    expect([events[0]?.['seq'], events.at(-1)?.type]).toEqual([3, 'execution_complete']);
  });

  it('has one corrupted event between intact ones', async () => {
    const whole = await (await execute()).text();
    await add({ corrupt: { atEvent: 2 }, times: 1 });
    const frames = (await (await execute()).text()).split('\n\n').slice(0, -1);
    const isBroken = frames.map((frame) => {
      try {
        JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '');
        return false;
      } catch {
        return true;
      }
    });
    expect(isBroken.indexOf(true)).toBe(1);
    expect(isBroken.filter(Boolean)).toHaveLength(1);
    expect(frames).toHaveLength(whole.split('\n\n').length - 1);
  });

  it('fault does not affect a response that is not a stream', async () => {
    await add({ cut: { afterEvents: 0 } });
    const response = await get(agent);
    expect([response.status, response.headers.get(outside), await hits()]).toEqual([200, null, [1]]);
  });
});

describe('the list of faults', () => {
  it('contains each fault as it was added', async () => {
    const input = { operationId: 'getAgent', times: 2, cut: { afterEvents: 3 } };
    const fault = await add(input);
    expect(fault).toEqual({ ...input, id: fault.id, hits: 0 });
    expect((await get('/_mock/faults')).body).toEqual({ faults: [fault] });
  });

  it('removes one fault, or all', async () => {
    const first = await add({ status: 500 });
    const others = [await add({ status: 501 }), await add({ status: 502 })];
    expect((await service.delete(`/_mock/faults/${first.id}`)).status).toBe(204);
    expect((await get('/_mock/faults')).body).toEqual({ faults: others });
    await service.mock.world().clearFaults();
    expect((await get('/_mock/faults')).body).toEqual({ faults: [] });
    expect((await get(agent)).status).toBe(200);
  });

  it('is part of the world: snapshots, forks and dumps include it, and a reset clears it', async () => {
    const world = service.mock.world();
    await add({ status: 503, times: 3 });
    await get(agent);
    const snapshot = await world.snapshot();
    const dump = world.dump();
    const fork = await world.fork({ id: 'fork' });
    await get(agent);
    const statusIn = async (base: string) => (await get(`${base}${agent}`)).status;
    expect(await statusIn('/w/fork')).toBe(503);
    expect((await get('/w/fork/_mock/faults')).body).toMatchObject({ faults: [{ hits: 2 }] });
    await world.reset();
    expect([await statusIn(''), await hits()]).toEqual([200, []]);
    await world.restore(snapshot);
    expect(await hits()).toEqual([1]);
    await fork.load(dump);
    expect((await get('/w/fork/_mock/faults')).body).toMatchObject({ faults: [{ hits: 1 }] });
  });

  it.each<[unknown, string]>([
    [{ operationId: 'getAgnet' }, 'operationId'],
    [{ path: '/v1/nothing' }, 'path'],
    [{ path: '/w/other/v1/agents' }, 'path'],
    [{ path: '/v1/{thing}' }, 'path'],
    [{ method: 'FETCH' }, 'method'],
    [{ operationId: 'getAgent', method: 'POST' }, 'operationId'],
    [{ operationId: 'getAgent', path: '/v1/agents' }, 'operationId'],
    [{ headers: { 'not a name': 'x' } }, 'headers.not a name'],
    [{ headers: { 'x-line': 'a\nb' } }, 'headers.x-line'],
    [{ headers: { 'Content-Length': '3' } }, 'headers.Content-Length'],
    [{ times: 0 }, 'times'],
    [{ probability: 2 }, 'probability'],
    [{ status: 99 }, 'status'],
    [{ latencyMs: -1 }, 'latencyMs'],
    [{ corrupt: { atEvent: 0 } }, 'corrupt.atEvent'],
    [{ cut: {} }, 'cut.afterEvents'],
    [{ stauts: 500 }, 'stauts'],
  ])('rejects %j with the path of the error', async (body, path) => {
    const response = await service.post('/_mock/faults', body);
    expect([response.status, response.body['details']]).toEqual([400, [expect.objectContaining({ path })]]);
    expect((await get('/_mock/faults')).body).toEqual({ faults: [] });
  });

  it('suggests the closest operation', async () => {
    const { body } = await service.post('/_mock/faults', { operationId: 'getAgnet' });
    expect(body).toMatchObject({ details: [{ suggestion: 'Did you mean getAgent?' }] });
  });
});

describe('replacing a fault', () => {
  it('keeps its id, its position and its hits', async () => {
    const first = await add({
      operationId: 'getAgent',
      status: 503,
      times: 2,
      headers: { 'Retry-After': '1' },
    });
    const second = await add({ operationId: 'getAgent', status: 500 });
    await get(agent);
    const replaced = await service.put(`/_mock/faults/${first.id}`, { operationId: 'getAgent', status: 429 });
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { id: first.id, operationId: 'getAgent', status: 429, hits: 1 },
    ]);
    const { faults } = (await get('/_mock/faults')).body as { faults: { id: string }[] };
    expect(faults.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await get(agent)).status).toBe(429);
  });

  it('can reset its hits', async () => {
    const { id } = await add({ status: 503, times: 1 });
    expect((await get(agent)).status).toBe(503);
    expect((await get(agent)).status).toBe(200);
    const { body } = await service.put(`/_mock/faults/${id}?resetHits=true`, { status: 503, times: 1 });
    expect(body).toMatchObject({ id, hits: 0 });
    expect((await get(agent)).status).toBe(503);
  });

  it('is rejected for an unknown fault or an invalid one, and changes nothing', async () => {
    const { id } = await add({ status: 503 });
    expect((await service.put('/_mock/faults/fault_9', { status: 500 })).status).toBe(404);
    expect((await service.put(`/_mock/faults/${id}`, { operationId: 'getAgnet' })).status).toBe(400);
    expect((await get('/_mock/faults')).body).toEqual({ faults: [{ id, status: 503, hits: 0 }] });
  });
});
