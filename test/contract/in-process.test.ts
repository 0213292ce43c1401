/** The mock as a test uses it in its own process. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as controlOperations } from '../../generated/control/operations.ts';
import { listen } from '../../mock/hosts/node.ts';
import { ControlRefused, createMock, type Mock } from '../../mock/index.ts';
import { batches } from '../../mock/agent-platform/domain/batches/batch.ts';

const now = '2026-01-15T09:30:00.000Z';
const headers = { authorization: 'Bearer rt_live_dev' };

let mock: Mock;

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen', now }, baseUrl: 'http://backlot.test/' });
});
afterEach(() => mock.close());

describe('a mock in process', () => {
  it('starts at the configured time, in either format', async () => {
    expect(mock.world().clock.now).toBe(now);
    const other = await createMock({ clock: { mode: 'frozen', now: Date.parse(now) } });
    expect(other.world().clock.now).toBe(now);
    await other.close();
    await expect(createMock({ clock: { mode: 'frozen', now: 'noon' } })).rejects.toThrow('noon');
  });

  it('reads records after running the due timers, on a real clock without waiting readers', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
    try {
      const running = await createMock();
      const world = running.world();
      const processed = () => world.query((view) => view.get(batches, 'batch_running'));
      const before = JSON.stringify(processed());
      vi.setSystemTime(Date.parse(now) + 3 * 60_000);
      expect(JSON.stringify(processed())).not.toBe(before);
      const { timers } = world.dump();
      expect(timers.filter(({ due }) => due <= Date.now())).toEqual([]);
      await running.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('creates a world with its URL, and calls it by paths', async () => {
    const world = await mock.createWorld({ id: 'mine', fixture: 'empty', seed: 3 });
    expect([world.id, world.seed, world.fixture, world.baseUrl]).toEqual([
      'mine',
      3,
      'empty',
      'http://backlot.test/w/mine',
    ]);
    const namesIn = async (response: Response) =>
      ((await response.json()) as { data: unknown[] }).data.length;
    expect(await namesIn(await world.fetch('/v1/agents', { headers }))).toBe(0);
    expect(await namesIn(await world.fetch(`${world.baseUrl}/v1/agents`, { headers }))).toBe(0);
    expect(await namesIn(await mock.world().fetch('/v1/agents', { headers }))).toBeGreaterThan(0);
    expect(mock.world('mine').baseUrl).toBe(world.baseUrl);
    expect(() => mock.world('nowhere')).toThrow('World nowhere does not exist');
  });

  it('advances the clock by durations and by milliseconds', async () => {
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

  it('throws where the control API responds with an error, with the reason', async () => {
    const rejected = mock.world().addFault({ operationId: 'getAgnet' });
    await expect(rejected).rejects.toBeInstanceOf(ControlRefused);
    await expect(rejected).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('getAgent') as string,
    });
    await expect(mock.createWorld({ id: 'default' })).rejects.toMatchObject({ status: 409 });
    await expect(mock.world().load({})).rejects.toMatchObject({ status: 400 });
    await expect(mock.world().clock.advance({ by: 'ten minutes' })).rejects.toMatchObject({ status: 400 });
  });

  it('calls its world for any origin of the URL', async () => {
    const fork = await mock.world().fork({ id: 'mine' });
    await fork.fetch('https://api.example.com/v1/agents/agent_partner', { method: 'DELETE', headers });
    const request = new Request('https://api.example.com/v1/agents/agent_research', {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"name":"Scout"}',
    });
    expect((await fork.fetch(request)).status).toBe(200);
    expect((await mock.world().fetch('/v1/agents/agent_partner', { headers })).status).toBe(200);
    expect((await mock.world().fetch('/v1/agents/agent_research', { headers })).status).toBe(200);
    expect(await fork.requests()).toHaveLength(2);
    await expect(fork.fetch('https://api.example.com/w/other/v1/agents')).rejects.toThrow('another world');
    await expect(mock.world().fetch(`${fork.baseUrl}/v1/agents`)).rejects.toThrow('another world');
  });

  it('has every operation of the control API', async () => {
    const world = mock.world();
    const ids = [...controlOperations, ...platformOperations].map(({ id }) => id);
    expect(Object.keys(world.control)).toEqual(expect.arrayContaining(ids));
    const { key } = await world.control.createKey({ body: { environment: 'live', scopes: ['AGENTS:READ'] } });
    const asked = await world.fetch('/v1/agents', { headers: { authorization: `Bearer ${key}` } });
    expect(asked.status).toBe(200);
    await expect(world.control.getScenario({ path: { name: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('has short methods for records, switches and scenarios', async () => {
    const world = mock.world();
    expect((await world.createKey({ environment: 'test' })).environment).toBe('test');
    expect((await world.createClientSession({ agentId: 'agent_support' })).agentId).toBe('agent_support');
    expect((await world.createSessionToken()).token).not.toBe('');
    expect((await world.createIdentityAssertion({ email: 'a@example.com' })).assertion).toContain('.');
    const { deploymentId } = await world.createSandboxDeployment({ status: 'running' });
    expect((await world.patchSandboxDeployment(deploymentId, { status: 'sleeping' })).status).toBe(
      'sleeping',
    );
    expect((await world.createAsset({ visibility: 'public', body: 'x' })).assetId).not.toBe('');
    await world.putScenario('greeting', { description: 'Greets.', steps: [{ say: 'Good morning!' }] });
    expect((await world.setAgentBehaviour('agent_support', { scenario: 'greeting' })).scenario).toBe(
      'greeting',
    );
    const fault = await world.addFault({ operationId: 'getAgent', status: 503 });
    await world.removeFault(fault);
    expect(await world.faults()).toEqual([]);
    expect((await world.featureGates()).agents).toBe('on');
    expect(await world.outbox()).toEqual([]);
    await world.fetch('/v1/agents', { headers });
    await world.clearRequests();
    expect(await world.requests()).toEqual([]);
  });

  it('advances the clock by a plain duration, by a number of milliseconds and to a time', async () => {
    const { clock } = mock.world();
    await clock.advance('PT5M');
    await clock.advance(5000);
    expect(clock.now).toBe('2026-01-15T09:35:05.000Z');
    await clock.advance({ to: '2026-01-15T10:00:00Z' });
    expect(clock.now).toBe('2026-01-15T10:00:00.000Z');
    await expect(clock.advance({ to: now })).rejects.toThrow('2026-01-15T09:30:00.000Z');
    await clock.set({ now: '2026-02-01T00:00:00Z' });
    expect([clock.mode, clock.now]).toEqual(['frozen', '2026-02-01T00:00:00.000Z']);
  });

  it('uses the URL at which it is served as its base URL', async () => {
    const served = await createMock();
    const server = await listen(served, { host: '127.0.0.1', port: 0 });
    const fork = await served.world().fork({ id: 'mine' });
    expect([served.baseUrl, served.world().baseUrl, fork.baseUrl]).toEqual([
      server.url,
      server.url,
      `${server.url}/w/mine`,
    ]);
    expect((await fetch(`${fork.baseUrl}/v1/agents`, { headers })).status).toBe(200);
    await server.close();
    await served.close();
  });

  it('rejects calls once it is closed', async () => {
    const other = await createMock();
    await other.close();
    await expect(other.fetch('/v1/agents', { headers })).rejects.toThrow('closed');
  });
});
