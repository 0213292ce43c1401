/** The events of the live stream of a world, its readers, and its end. */
import { describe, expect, it } from 'vitest';
import { validateConsoleEvent } from '../../generated/control/validators.ts';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { liveEvents, type LiveEvent } from '../support/run-events.ts';

const agent = '/v1/agents/agent_support';
const later = '2026-01-15T09:40:00.000Z';

const service = useMock();

const follow = async (base = '') => liveEvents(await service.mock.fetch(`${base}/_mock/stream`));

describe('the live stream', () => {
  it('emits finished calls of the service', async () => {
    const events = await follow();
    await service.get('/_mock/world');
    await service.get('/v1/agents/agent_nobody');
    expect(await events.take(1)).toEqual([
      {
        type: 'request',
        at: startOfTests,
        request: expect.objectContaining({ id: '1', operationId: 'getAgent', status: 404 }) as unknown,
      },
    ]);
    await events.leave();
  });

  it('emits records that are created, changed and deleted', async () => {
    const events = await follow();
    const { body } = await service.post('/v1/agents', { name: 'New' });
    await service.put(`/v1/agents/${String(body['id'])}`, { name: 'Newer' });
    await service.delete(`/v1/agents/${String(body['id'])}`);
    const emitted: LiveEvent[] = [];
    while (emitted.length < 3) {
      const event = await events.until('record');
      if (event['kind'] === 'agents') emitted.push(event);
    }
    expect(emitted).toMatchObject([
      { change: 'created', id: body['id'], record: { id: body['id'], name: 'New' } },
      { change: 'updated', id: body['id'], record: { name: 'Newer' } },
      { change: 'deleted', id: body['id'], record: null },
    ]);
    await events.leave();
  });

  it('emits keys with a shortened credential', async () => {
    const events = await follow();
    const { body } = await service.post('/_mock/keys', { environment: 'live' });
    const token = String(body['key']);
    expect(token).toMatch(/^rt_live_/);
    const event = await events.until('record');
    expect(event).toMatchObject({ kind: 'apiKeys', change: 'created' });
    expect(JSON.stringify(event)).not.toContain(token);
    await events.leave();
  });

  it('emits every event of a run, read or not', async () => {
    const events = await follow();
    const { body } = await service.post(`${agent}/execute`, {
      messages: [{ role: 'user', content: 'Hello' }],
      streamResponse: false,
    });
    const executionId = String(body['executionId']);
    const emitted = body['events'] as unknown[];
    const runEvents = [];
    while (runEvents.length < emitted.length) runEvents.push(await events.until('run'));
    expect(runEvents.map(({ event }) => event)).toEqual(emitted);
    expect(runEvents[0]).toMatchObject({ at: startOfTests, executionId, agentId: 'agent_support' });
    await events.leave();
  });

  it('emits the clock when it changes, before what the change causes', async () => {
    const events = await follow();
    await service.advance('PT10M');
    const clock = { mode: 'frozen', now: later, rate: 0 };
    expect(await events.until('clock')).toEqual({ type: 'clock', at: later, clock });
    await service.mock.world().clock.set({ mode: 'scaled', rate: 2 });
    expect(await events.until('clock')).toMatchObject({ clock: { mode: 'scaled', rate: 2 } });
    await events.leave();
  });

  it('emits that the world was replaced, and how, and continues', async () => {
    const events = await follow();
    const snapshot = await service.mock.world().snapshot();
    await service.mock.world().restore(snapshot);
    await service.mock.world().load(service.mock.world().dump());
    await service.mock.world().reset();
    expect(await events.take(3)).toEqual(
      ['restored', 'loaded', 'reset'].map((change) => ({ type: 'world', at: startOfTests, change })),
    );
    await service.get(agent);
    expect((await events.take(1))[0]?.type).toBe('request');
    await events.leave();
  });

  it('emits events of its own world only', async () => {
    await service.mock.createWorld({ id: 'mine', clock: { mode: 'frozen' } });
    const events = await follow('/w/mine');
    await service.get(agent);
    await service.get(`/w/mine${agent}`);
    expect(await events.take(1)).toMatchObject([{ type: 'request', request: { id: '1', path: agent } }]);
    await events.leave();
  });

  it('sends every reader the same events from the time it connects', async () => {
    const first = await follow();
    await service.get(agent);
    const second = await follow();
    await service.get('/v1/agents');
    const [, shared] = await first.take(2);
    expect(await second.take(1)).toEqual([shared]);
    await first.leave();
    await service.get('/v1/agents');
    expect(await second.take(1)).toMatchObject([{ type: 'request', request: { id: '3' } }]);
    await second.leave();
  });

  it('ends when the world is deleted', async () => {
    const mine = await service.mock.createWorld({ id: 'mine' });
    const events = await follow('/w/mine');
    await mine.delete();
    expect(await events.rest()).toEqual([]);
  });

  it('has frames that match the contract', async () => {
    const response = await service.mock.fetch('/_mock/stream');
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = liveEvents(response);
    await service.post(`${agent}/execute`, {
      messages: [{ role: 'user', content: 'Hello' }],
      streamResponse: false,
    });
    await service.advance('PT1M');
    await service.mock.world().reset();
    const seen = await events.take(60);
    expect(seen.filter((event) => !validateConsoleEvent.check(event))).toEqual([]);
    await events.leave();
  });
});
