/** The calls of the service in the journal. */
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../generated/control/types.ts';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { liveEvents } from '../support/run-events.ts';

const agent = '/v1/agents/agent_support';
const auth = { authorization: 'Bearer rt_live_dev' };

const service = useMock({
  scenarios: [{ name: 'long', description: 'Long.', steps: [{ wait: 60_000 }, { say: 'Done' }] }],
});

const read = async (query = '') =>
  (await service.get(`/_mock/requests${query}`)).body as unknown as {
    requests: JournalEntry[];
    cursor: string | null;
  };
const ids = async (query = '') => (await read(query)).requests.map(({ id }) => id);

describe('the journal', () => {
  it('is empty before the first call, without a cursor', async () => {
    expect(await read()).toEqual({ requests: [], cursor: null });
  });

  it('records the request, the time and the outcome of a call', async () => {
    await service.advance('PT1M');
    await service.get(`${agent}?secret=1`);
    const { requests, cursor } = await read();
    expect(requests).toEqual([
      {
        id: '1',
        at: '2026-01-15T09:31:00.000Z',
        method: 'GET',
        path: agent,
        operationId: 'getAgent',
        status: 200,
        durationMs: expect.any(Number) as number,
        violations: [],
      },
    ]);
    expect(cursor).toBe('1');
    const [call] = requests;
    expect(String(call?.durationMs)).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  it('records calls of the service only', async () => {
    await service.get('/_mock/world');
    await service.post('/_mock/keys', { environment: 'live' });
    expect((await read()).requests).toEqual([]);
  });

  it('contains only calls of its world, with paths relative to it', async () => {
    const world = await service.mock.createWorld({ id: 'mine' });
    await world.fetch('/v1/agents', { headers: auth });
    expect((await read()).requests).toEqual([]);
    expect(await world.requests()).toMatchObject([
      { id: '1', path: '/v1/agents', operationId: 'listAgents' },
    ]);
  });

  it('is filtered by operation and status, and paged by cursor', async () => {
    for (const path of [agent, '/v1/agents', '/v1/agents/agent_nobody', agent, '/v1/agents'])
      await service.get(path);
    expect(await ids('?operationId=getAgent')).toEqual(['1', '3', '4']);
    expect(await ids('?status=404')).toEqual(['3']);
    expect(await ids('?operationId=getAgent&status=200&after=1')).toEqual(['4']);
    const first = await read('?operationId=getAgent&limit=2');
    expect([first.requests.map(({ id }) => id), first.cursor]).toEqual([['1', '3'], '3']);
    const second = await read(`?operationId=getAgent&limit=2&after=${String(first.cursor)}`);
    expect([second.requests.map(({ id }) => id), second.cursor]).toEqual([['4'], '5']);
    const third = await read('?after=5');
    expect([third.requests, third.cursor]).toEqual([[], '5']);
  });

  it('can be cleared, and its cursors stay valid', async () => {
    await service.get(agent);
    const { cursor } = await read();
    expect((await service.delete('/_mock/requests')).status).toBe(204);
    expect(await read()).toEqual({ requests: [], cursor });
    await service.get(agent);
    expect(await ids(`?after=${String(cursor)}`)).toEqual(['2']);
  });

  it('restarts after a reset, and treats an earlier cursor as the start', async () => {
    await service.get(agent);
    await service.get(agent);
    await service.mock.world().reset();
    expect(await read()).toEqual({ requests: [], cursor: null });
    await service.get(agent);
    expect(await ids('?after=2')).toEqual(['1']);
  });

  it('keeps a thousand calls and drops the oldest', async () => {
    for (let call = 0; call < 2_100; call++) await service.mock.fetch('/v1/nothing');
    const { requests } = await read('?limit=1000');
    expect([requests.length, requests[0]?.id, requests.at(-1)?.id]).toEqual([1_000, '1101', '2100']);
    expect(await ids('?limit=1')).toEqual(['1101']);
  });

  it('lists a stream while it is open, and its duration at the end', async () => {
    const prefer = 'scenario=long, pace=real';
    const response = await service.fetch(
      'POST',
      `${agent}/execute`,
      { messages: [{ role: 'user', content: 'Hello' }] },
      { prefer },
    );
    const events = liveEvents(response);
    await events.take(1);
    const before = (await read()).requests[0];
    expect(before).toMatchObject({ id: '1', operationId: 'executeAgent', status: 200, at: startOfTests });
    await service.advance('PT2H');
    await events.rest();
    const after = (await read()).requests[0];
    expect(after?.durationMs).toBeGreaterThan(before?.durationMs ?? Infinity);
  });
});

describe('a violation', () => {
  const violationsOf = async () => (await read()).requests.at(-1)?.violations;

  it('is listed for each place where the request violates the contract', async () => {
    await service.post('/v1/agents', { name: 7, agentType: 'nativ' });
    expect(await violationsOf()).toEqual([
      { in: 'request', pointer: '/name', message: expect.stringContaining('name') as string },
      { in: 'request', pointer: '/agentType', message: expect.stringContaining('native') as string },
    ]);
  });

  it.each([
    ['GET', '/v1/nothing', 404],
    ['DELETE', '/v1/agents', 405],
  ])('is %s %s, which the contract does not have', async (method, path, status) => {
    expect((await service.call(method, path)).status).toBe(status);
    expect(await violationsOf()).toEqual([
      { in: 'request', pointer: '', message: expect.stringContaining('contract') as string },
    ]);
  });

  it('is a response that an injected fault has changed, and is listed only on request', async () => {
    await service.mock.world().addFault({ status: 503 });
    await service.get(agent);
    expect(await violationsOf()).toEqual([]);
    expect((await read('?includeInjected=true')).requests.at(-1)?.violations).toEqual([
      {
        in: 'response',
        pointer: '#/paths/~1v1~1agents~1{id}/get/responses',
        message: 'An injected fault has changed the response',
        injected: true,
      },
    ]);
  });

  it('is not a behaviour that the contract declares', async () => {
    await service.get('/v1/agents/agent_nobody');
    expect(await violationsOf()).toEqual([]);
    await service.get(agent, { key: null });
    expect(await violationsOf()).toEqual([]);
  });
});

describe('a note', () => {
  const hello = { messages: [{ role: 'user', content: 'Hi' }] };
  const notesOf = async (body: object) => {
    const { status } = await service.post(`${agent}/execute`, body);
    const entry = (await read()).requests.at(-1);
    expect([status, entry?.status, entry?.violations]).toEqual([200, 200, []]);
    return entry?.notes;
  };

  it('reports a property that the contract does not describe, and suggests the closest one', async () => {
    expect(await notesOf({ ...hello, streamResponse: false, sesionId: 'cs_1', other: 1 })).toEqual([
      {
        in: 'request',
        pointer: '/sesionId',
        message: '`sesionId` is not described; did you mean `sessionId`?',
      },
      { in: 'request', pointer: '/other', message: '`other` is not described' },
    ]);
  });

  it('is added for a nested property whose name is similar to a described one', async () => {
    const messages = [{ ...hello.messages[0], createdat: '2026-01-15T09:30:00Z', mood: 'good' }];
    expect(await notesOf({ messages, streamResponse: false })).toMatchObject([
      { pointer: '/messages/0/createdat', message: expect.stringContaining('`createdAt`') as string },
    ]);
  });

  it('is absent when every property is described', async () => {
    expect(await notesOf({ ...hello, streamResponse: false })).toBeUndefined();
  });

  it('is limited: at most five notes, with truncated names', async () => {
    const others = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]));
    const notes = await notesOf({ ...hello, streamResponse: false, ['y'.repeat(1_000)]: 1, ...others });
    expect(notes).toHaveLength(5);
    expect(Math.max(...(notes ?? []).map(({ message }) => message.length))).toBeLessThan(100);
  });
});
