/** What happens to a team when a mock or Redis ends, stops or is full. Everything is a real process. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createApi as createControlApi } from '../../control/client.ts';
import { createApi } from '../../generated/service/api.ts';
import { ok } from '../../generated/service/client.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { hasTeam, Team, token } from './support/team.ts';

const question = { messages: [{ role: 'user' as const, content: 'Where is my order?' }] };
const agent = { id: 'agent_support' };
const json = { 'content-type': 'application/json' };
const key = { authorization: 'Bearer rt_live_dev', ...json };

/** Units: milliseconds. */
const timeout = 60_000;

// The teams are independent and mostly wait.
describe.runIf(hasTeam()).concurrent('a team', () => {
  const teams: Team[] = [];
  afterAll(() => Promise.all(teams.map((team) => team.stop())));

  async function startTeam(options: readonly string[] = []): Promise<Team> {
    const team = await Team.start(2, options);
    teams.push(team);
    return team;
  }

  function use({ url }: Team, prefer = 'pace=instant') {
    return {
      api: createApi({ baseUrl: url, auth: { apiKey: 'rt_live_dev' }, headers: { prefer } }),
      control: createControlApi({ baseUrl: url, headers: { authorization: `Bearer ${token}` } }),
    };
  }

  /** Creates an agent; returns the status and the id. */
  async function createAgent(url: string, name: string) {
    const response = await fetch(`${url}/v1/agents`, {
      method: 'POST',
      headers: key,
      body: JSON.stringify({ name }),
    });
    const { id, error } = (await response.json()) as { id?: string; error?: string };
    return { status: response.status, headers: response.headers, id, error };
  }

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'continues streams on another mock without a gap or a duplicate after %s of a mock',
    async (signal) => {
      const team = await startTeam();
      const { api } = use(team, 'pace=real, scenario=tools');
      const streams: ExecutionStreamEvent[][] = [];
      const readings = Array.from({ length: 6 }, async (_, place) => {
        const events: ExecutionStreamEvent[] = (streams[place] = []);
        for await (const event of api.executeAgent({ path: agent, body: question })) events.push(event);
      });
      await vi.waitFor(
        () => {
          expect(streams.filter((events) => events.length > 3)).toHaveLength(6);
        },
        { timeout: 20_000 },
      );
      team.replicas[0]!.process.kill(signal);
      await Promise.all(readings);
      for (const events of streams) {
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place));
        expect(events.at(-1)?.type).toBe('execution_complete');
      }
      if (signal === 'SIGKILL') return;
      const { id } = await createAgent(team.replicas[1]!.url, 'While it was stopped');
      team.replicas[0]!.process.kill('SIGCONT');
      const response = await fetch(`${team.replicas[0]!.url}/v1/agents/${id}`, { headers: key });
      expect(response.status).toBe(200);
    },
    timeout,
  );

  test(
    'keeps every acknowledged write when Redis is killed under writes and started again',
    async () => {
      const team = await startTeam();
      const acknowledged: string[] = [];
      const others: number[] = [];
      let isOver = false;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let count = 0; !isOver; count += 1) {
          const { status, id } = await createAgent(team.url, `Agent ${writer}-${count}`);
          if (status === 201 && id !== undefined) acknowledged.push(id);
          else others.push(status);
        }
      });
      for (let round = 0; round < 3; round += 1) {
        const before = acknowledged.length;
        await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 5), { timeout: 20_000 });
        await team.redis.kill();
        await wait(200);
        await team.redis.start();
      }
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 5), { timeout: 20_000 });
      isOver = true;
      expect(await Promise.allSettled(writers)).toEqual(writers.map(() => ({ status: 'fulfilled' })));
      // Why any: on a busy machine Redis takes longer to start than a request waits for it.
      expect(others.filter((status) => status !== 503)).toEqual([]);
      const { api } = use(team);
      const stored = await Array.fromAsync(api.paginateAgents({ query: { limit: '100' } }));
      const ids = stored.map(({ id }) => id);
      expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
      const names = stored.map(({ name }) => name).filter((name) => name.startsWith('Agent '));
      expect(new Set(names).size).toBe(names.length);
    },
    timeout,
  );

  test(
    'responds with 503 and Retry-After while Redis is away, and works again afterwards',
    async () => {
      const team = await startTeam();
      const stream = use(team, 'pace=real, scenario=tools').api.executeAgent({
        path: agent,
        body: question,
      });
      const events: ExecutionStreamEvent[] = [];
      const reading = (async () => {
        for await (const event of stream) events.push(event);
      })();
      await vi.waitFor(() => expect(events.length).toBeGreaterThan(2), { timeout: 10_000 });
      await team.redis.pause();
      const startedAt = performance.now();
      const { url } = team.replicas[0]!;
      const failed = await createAgent(url, 'Too early');
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
      expect(failed.error).toContain('no reply within 5000 ms');
      expect(performance.now() - startedAt).toBeLessThan(8_000);
      team.redis.signal('SIGCONT');
      await vi.waitFor(
        async () => {
          expect((await createAgent(url, 'In time')).status).toBe(201);
        },
        { timeout: 10_000, interval: 100 },
      );
      await reading;
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place));
      expect(events.at(-1)?.type).toBe('execution_complete');
      const { api } = use(team);
      const names = (await Array.fromAsync(api.paginateAgents())).map(({ name }) => name);
      expect(names).toContain('In time');
      expect(names).not.toContain('Too early');
    },
    timeout,
  );

  test(
    'responds with 503 when the memory of Redis is full, serves reads, and works again when there is space',
    async () => {
      const team = await startTeam(['--maxmemory', '0']);
      await team.redis.command('CONFIG', 'SET', 'maxmemory', '1');
      // Why again: on a busy machine Redis may take longer to reply than a request waits for it.
      await vi.waitFor(
        async () => {
          const full = await createAgent(team.url, 'Too much');
          expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5']);
          expect(full.error).toContain('maxmemory');
        },
        { timeout: 20_000, interval: 100 },
      );
      for (const { url } of team.replicas)
        expect((await fetch(`${url}/v1/agents/agent_support`, { headers: key })).status).toBe(200);
      await team.redis.command('CONFIG', 'SET', 'maxmemory', '0');
      expect((await createAgent(team.url, 'Enough')).status).toBe(201);
    },
    timeout,
  );

  test(
    'creates the default world again when Redis has lost everything',
    async () => {
      const team = await startTeam();
      ok(await use(team).control.createWorld({ body: { id: 'lost' } }));
      const { id } = await createAgent(team.url, 'Lost');
      await team.redis.command('FLUSHALL');
      for (const { url } of team.replicas) {
        expect((await fetch(`${url}/v1/agents/${id}`, { headers: key })).status).toBe(404);
        expect((await fetch(`${url}/v1/agents/agent_support`, { headers: key })).status).toBe(200);
        expect((await fetch(`${url}/w/lost/v1/agents`, { headers: key })).status).toBe(404);
      }
      const complaints = team.replicas.map((replica) => replica.complaints).join('');
      expect(complaints).toContain('created again from its fixture');
    },
    timeout,
  );
});
