/** Worlds: created, forked, reset, saved and transferred, and their feature gates. */
import { describe, expect, it } from 'vitest';
import { featureGateValues } from '../../mock/agent-platform/domain/identity/feature-gates.ts';
import type { WorldDump } from '../../mock/kernel/world/dump.ts';
import { startOfTests, useMock } from '../support/mock-client.ts';
import { expectResponse, type JsonBody } from '../support/api-response.ts';

const service = useMock();

const get = async (path: string): Promise<JsonBody> => (await service.get(path)).body;
const addAgent = async (base: string, name: string): Promise<string> =>
  String((await service.post(`${base}/v1/agents`, { name })).body['id']);
const statusOf = async (path: string): Promise<number> => (await service.get(path)).status;

describe('a world', () => {
  it('is described by its base URL, its seed and its clock', async () => {
    const clock = { mode: 'frozen', now: '2026-02-01T00:00:00.000Z' };
    const { body } = await service.post('/_mock/worlds', { id: 'mine', seed: 7, fixture: 'empty', clock });
    const world = {
      id: 'mine',
      baseUrl: 'http://127.0.0.1:4010/w/mine',
      seed: 7,
      fixture: 'empty',
      createdAt: clock.now,
      clock: { ...clock, rate: 0 },
    };
    expect(body).toEqual(world);
    expect(await get('/_mock/worlds/mine')).toEqual(world);
    expect(await get('/w/mine/_mock/world')).toMatchObject({
      ...world,
      counts: { agents: 0, organizations: 1, sessions: 1 },
    });
    expect((await get('/_mock/worlds'))['worlds']).toMatchObject([
      { id: 'default', baseUrl: 'http://127.0.0.1:4010' },
      world,
    ]);
  });

  it('counts its records by readable plural names', async () => {
    const { counts } = (await get('/_mock/world')) as { counts: Record<string, number> };
    expect(counts).toMatchObject({ apiKeys: 3, batches: 46, capabilities: 3, tokenPolicies: 1, agents: 3 });
    expect(Object.keys(counts).filter((name) => /(?:eies|chs|ss|xs)$/.test(name))).toEqual([]);
  });

  it('has a real clock and seed 1 by default', async () => {
    const { body } = await service.post('/_mock/worlds');
    expect(body).toMatchObject({ seed: 1, fixture: 'default', clock: { mode: 'real', rate: 1 } });
  });

  it('is forked in its current state, and is independent afterwards', async () => {
    const before = await addAgent('', 'Before');
    await service.advance('PT5M');
    await service.post('/_mock/worlds', { id: 'fork', from: 'default' });
    expect(await get('/w/fork/_mock/clock')).toMatchObject({
      mode: 'frozen',
      now: '2026-01-15T09:35:00.000Z',
    });
    const after = await addAgent('/w/fork', 'After');
    await service.delete(`/v1/agents/${before}`);
    expect([await statusOf(`/w/fork/v1/agents/${before}`), await statusOf(`/v1/agents/${after}`)]).toEqual([
      200, 404,
    ]);
  });

  it('releases its id when it is deleted', async () => {
    const world = await service.mock.createWorld({ id: 'mine' });
    await addAgent('/w/mine', 'Gone');
    await world.delete();
    expect(await statusOf('/w/mine/v1/agents')).toBe(404);
    const again = await service.mock.createWorld({ id: 'mine', fixture: 'empty' });
    expect(again.query((view) => view.count({ name: 'agent' }))).toBe(0);
  });
});

describe('a reset', () => {
  it('restores the initial fixture, seed and clock', async () => {
    const first = await addAgent('', 'First');
    const world = service.mock.world();
    await world.setFeatureGates({ batch: 'unavailable' });
    await world.addFault({ operationId: 'getBatchStatus', status: 503 });
    await service.advance('PT5M');
    const { body } = await service.post('/_mock/reset');
    expect(body).toMatchObject({ createdAt: startOfTests, clock: { mode: 'frozen', now: startOfTests } });
    expect(await statusOf(`/v1/agents/${first}`)).toBe(404);
    expect(await get('/_mock/feature-gates')).toMatchObject({ batch: 'on' });
    expect(await get('/_mock/faults')).toEqual({ faults: [] });
    expect(await addAgent('', 'First')).toBe(first);
  });

  it('keeps the snapshots', async () => {
    const world = service.mock.world();
    const id = await addAgent('', 'Kept');
    const snapshot = await world.snapshot('with one more');
    await world.reset();
    expect((await get('/_mock/snapshots'))['snapshots']).toEqual([snapshot]);
    await world.restore(snapshot);
    expect(await statusOf(`/v1/agents/${id}`)).toBe(200);
  });
});

describe('a snapshot', () => {
  it('has an id, its given name, and the time of the world', async () => {
    await service.advance('PT1M');
    const named = await service.post('/_mock/snapshots', { name: 'before' });
    const nameless = await service.post('/_mock/snapshots');
    const createdAt = '2026-01-15T09:31:00.000Z';
    expect(named.body).toEqual({ id: 'snapshot_1', name: 'before', createdAt });
    expect(nameless.body).toEqual({ id: 'snapshot_2', name: null, createdAt });
    expect(await get('/_mock/snapshots')).toEqual({ snapshots: [named.body, nameless.body] });
  });

  it('restores records, time and ids any number of times', async () => {
    await service.post('/_mock/snapshots');
    const ids = [];
    for (let round = 0; round < 2; round++) {
      ids.push(await addAgent('', 'Again'));
      await service.advance('PT1H');
      const { body } = await service.post('/_mock/snapshots/snapshot_1/restore');
      expect(body).toMatchObject({ id: 'default', clock: { now: startOfTests } });
      expect(await statusOf(`/v1/agents/${String(ids[0])}`)).toBe(404);
    }
    expect(ids[1]).toBe(ids[0]);
  });

  it('belongs to its world', async () => {
    await service.mock.createWorld({ id: 'mine' });
    await service.post('/_mock/snapshots');
    expect((await service.post('/w/mine/_mock/snapshots/snapshot_1/restore')).status).toBe(404);
  });
});

describe('a dump', () => {
  it('transfers a world into another one', async () => {
    const id = await addAgent('', 'Carried');
    await service.post('/v1/agents/agent_support/execute', {
      messages: [{ role: 'user', content: 'Hello' }],
      streamResponse: false,
    });
    const dump = await get('/_mock/state');
    const mine = await service.mock.createWorld({ id: 'mine', fixture: 'empty', seed: 5 });
    const loaded = await service.put('/w/mine/_mock/state', dump);
    expectResponse(loaded, 200, dump);
    expect(await get('/w/mine/_mock/world')).toMatchObject({ id: 'mine', seed: 1, fixture: 'default' });
    expect(await get(`/w/mine/v1/agents/${id}`)).toEqual(await get(`/v1/agents/${id}`));
    expect(await addAgent('/w/mine', 'Next')).toBe(await addAgent('', 'Next'));
    await mine.reset();
    expect(await statusOf(`/w/mine/v1/agents/${id}`)).toBe(404);
  });

  const good = (): WorldDump => service.mock.world().dump();
  it.each<[string, (dump: WorldDump) => unknown]>([
    ['format', (dump) => ({ ...dump, format: 99 })],
    ['origin.fixture', (dump) => ({ ...dump, origin: { ...dump.origin, fixture: 'forgotten' } })],
    ['topics', ({ topics: _, ...dump }) => dump],
    ['timers.0.key', (dump) => ({ ...dump, timers: [{ ...dump.timers[0], key: 7 }] })],
    ['records.agent.1.id', (dump) => ({ ...dump, records: { agent: [dump.records['agent']?.[0], {}] } })],
    ['records.ghosts', (dump) => ({ ...dump, records: { ghosts: [] } })],
  ])('with an error at %s is rejected with that path, and changes nothing', async (path, spoil) => {
    const before = good();
    const { status, body } = await service.put('/_mock/state', spoil(before));
    expect([status, body['details']]).toEqual([400, [expect.objectContaining({ path })]]);
    expect(good()).toEqual(before);
  });

  it.each(['[]', '"all"', '{"format":', ''])('is not %j', async (text) => {
    const response = await service.mock.fetch('/_mock/state', { method: 'PUT', body: text });
    expect(response.status).toBe(400);
  });
});

describe('the clock', () => {
  const suggestion = 'Send {"by": "PT10M"}, {"ms": 600000} or {"to": "next-timer"}.';

  it.each([
    [
      { by: '10 minutes' },
      'by',
      'INVALID_FORMAT',
      'by must be an ISO 8601 duration of weeks, or of days and smaller',
    ],
    [
      { by: 'P1Y' },
      'by',
      'INVALID_FORMAT',
      'by must be an ISO 8601 duration of weeks, or of days and smaller',
    ],
    [{ by: 5 }, 'by', 'INVALID_TYPE', 'by must be a string, not a number'],
    [{ ms: -5 }, 'ms', 'TOO_SMALL', 'ms must be at least 0'],
    [{ ms: '5' }, 'ms', 'INVALID_TYPE', 'ms must be a number, not a string'],
    [{ by: 'PT1M', ms: 60_000 }, 'ms', 'UNKNOWN_FIELD', 'by, ms and to are mutually exclusive'],
    [{}, 'by', 'MISSING_REQUIRED_FIELD', 'by, ms or to is required'],
  ])('rejects an advance by %j and explains the valid form', async (body, path, code, message) => {
    const answer = await service.post('/_mock/clock/advance', body);
    expectResponse(answer, 400, {
      error: 'Validation failed',
      details: [{ message, code, path, suggestion }],
    });
    expect(await get('/_mock/clock')).toMatchObject({ now: startOfTests });
  });

  it('rejects an advance by a body that is not an object', async () => {
    const answer = await service.post('/_mock/clock/advance', []);
    expect(answer.body).toMatchObject({ details: [{ path: '', code: 'INVALID_TYPE' }] });
  });
});

describe('the switches', () => {
  const defaults = Object.fromEntries(
    Object.entries(featureGateValues).map(([name, [first]]) => [name, first]),
  );

  it('have their initial values until they are set, and only the given ones change', async () => {
    expect(await get('/_mock/feature-gates')).toEqual(defaults);
    const set = await service.put('/_mock/feature-gates', { agents: 'hidden' });
    expectResponse(set, 200, { ...defaults, agents: 'hidden' });
    expect((await service.put('/_mock/feature-gates', { batch: 'unavailable' })).body).toEqual({
      ...defaults,
      agents: 'hidden',
      batch: 'unavailable',
    });
  });

  it('apply to the next call, in their world only', async () => {
    const mine = await service.mock.createWorld({ id: 'mine' });
    await mine.setFeatureGates({ agents: 'unavailable' });
    const create = (base: string) => service.post(`${base}/v1/agents`, { name: 'New' });
    expect([(await create('/w/mine')).status, (await create('')).status]).toEqual([402, 201]);
  });

  it.each(
    Object.entries(featureGateValues).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  )('accept %j', async (gates) => {
    expect((await service.put('/_mock/feature-gates', gates)).body).toMatchObject(gates);
  });

  it('that are unknown are rejected with a list of the valid ones, and change nothing', async () => {
    const { status, body } = await service.put('/_mock/feature-gates', {
      batch: 'unavailable',
      agnets: 'on',
    });
    expect(status).toBe(400);
    expect(body['details']).toEqual([
      expect.objectContaining({ path: 'agnets', suggestion: 'Did you mean agents?' }),
    ]);
    const message = body.details?.[0]?.message ?? '';
    expect(Object.keys(featureGateValues).filter((name) => !message.includes(name))).toEqual([]);
    expect(await get('/_mock/feature-gates')).toEqual(defaults);
  });

  it('reject an unknown value with a list of the valid ones', async () => {
    const { status, body } = await service.put('/_mock/feature-gates', { agents: 'off' });
    expect([status, body['details']]).toEqual([
      400,
      [expect.objectContaining({ path: 'agents', message: 'agents must be one of on, unavailable, hidden' })],
    ]);
  });
});
