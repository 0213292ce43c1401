/** The mock as a test holds it in its own process. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControlRefused, createMock } from '../../mock/index.ts';
import type { Mock } from '../../mock/index.ts';

const now = '2026-01-15T09:30:00.000Z';
const headers = { authorization: 'Bearer rt_live_dev' };

let mock: Mock;

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen', now }, baseUrl: 'http://backlot.test/' });
});
afterEach(() => mock.close());

describe('a mock in process', () => {
  it('begins at the instant that it is told, written either way', async () => {
    expect(mock.world().clock.now).toBe(now);
    const other = await createMock({ clock: { mode: 'frozen', now: Date.parse(now) } });
    expect(other.world().clock.now).toBe(now);
    await other.close();
    await expect(createMock({ clock: { mode: 'frozen', now: 'noon' } })).rejects.toThrow('noon');
  });

  it('gives a world with its address, and calls it by paths', async () => {
    const world = await mock.createWorld({ id: 'mine', fixture: 'empty', seed: 3 });
    expect([world.id, world.seed, world.fixture, world.baseUrl]).toEqual([
      'mine',
      3,
      'empty',
      'http://backlot.test/w/mine',
    ]);
    const namesIn = async (reply: Response) => ((await reply.json()) as { data: unknown[] }).data.length;
    expect(await namesIn(await world.fetch('/v1/agents', { headers }))).toBe(0);
    expect(await namesIn(await world.fetch(`${world.baseUrl}/v1/agents`, { headers }))).toBe(0);
    expect(await namesIn(await mock.world().fetch('/v1/agents', { headers }))).toBeGreaterThan(0);
    expect(mock.world('mine').baseUrl).toBe(world.baseUrl);
    expect(() => mock.world('nowhere')).toThrow('World nowhere does not exist');
  });

  it('turns the clock by durations and by milliseconds', async () => {
    const { clock } = mock.world();
    await clock.advance({ by: 'PT10M' });
    await clock.advance({ ms: 500 });
    expect([clock.mode, clock.now, clock.rate]).toEqual(['frozen', '2026-01-15T09:40:00.500Z', 0]);
    await clock.set({ mode: 'scaled', rate: 60, now });
    expect([clock.mode, clock.rate]).toEqual(['scaled', 60]);
    await clock.freeze('2027-01-01T00:00:00.000Z');
    expect([clock.mode, clock.now]).toEqual(['frozen', '2027-01-01T00:00:00.000Z']);
    await clock.freeze();
    expect(clock.now).toBe('2027-01-01T00:00:00.000Z');
  });

  it('goes back and forks', async () => {
    const world = mock.world();
    const snapshot = await world.snapshot('before');
    const drop = () => world.fetch('/v1/agents/agent_partner', { method: 'DELETE', headers });
    const isThere = async (where = world) =>
      (await where.fetch('/v1/agents/agent_partner', { headers })).status === 200;
    await drop();
    const fork = await world.fork({ id: 'fork', seed: 9 });
    await world.restore(snapshot);
    expect([await isThere(), await isThere(fork), fork.seed]).toEqual([true, false, 9]);
    await fork.load(world.dump());
    expect(await isThere(fork)).toBe(true);
    await drop();
    await world.reset();
    expect(await isThere()).toBe(true);
    await fork.delete();
    expect(mock.worlds.list().map(({ id }) => id)).toEqual(['default']);
  });

  it('injects faults, throws switches and tells what was called', async () => {
    const world = await mock.createWorld();
    const { id, hits } = await world.addFault({ operationId: 'getAgent', status: 503, times: 1 });
    expect([id, hits]).toEqual([expect.stringMatching(/^fault_/), 0]);
    await world.fetch('/v1/agents/agent_support', { headers });
    await world.clearFaults();
    expect((await world.setFeatureGates({ agents: 'hidden' })).agents).toBe('hidden');
    await world.fetch('/v1/agents/agent_support', { headers });
    expect((await world.requests()).map(({ status }) => status)).toEqual([503, 200]);
    expect(await world.requests({ operationId: 'getAgent', status: 503 })).toHaveLength(1);
  });

  it('throws what the control API refuses, with the reason', async () => {
    const refused = mock.world().addFault({ operationId: 'getAgnet' });
    await expect(refused).rejects.toBeInstanceOf(ControlRefused);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('getAgent') as string,
    });
    await expect(mock.createWorld({ id: 'default' })).rejects.toMatchObject({ status: 409 });
    await expect(mock.world().load({})).rejects.toMatchObject({ status: 400 });
    await expect(mock.world().clock.advance({ by: 'ten minutes' })).rejects.toMatchObject({ status: 400 });
  });
});
