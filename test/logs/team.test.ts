/** Mocks that share their worlds behind HAProxy, each a real process, used with the generated clients. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApi as createControlApi } from '../../control/client.ts';
import { createApi } from '../../generated/service/api.ts';
import { ok } from '../../generated/service/client.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { hasTeam, Team, token } from './support/team.ts';

const question = { messages: [{ role: 'user' as const, content: 'Where is my order?' }] };
const agent = { id: 'agent_support' };

/** Clients of a world at an address; `prefer` goes into each request of the service. */
function use(url: string, world: string, prefer = 'pace=instant') {
  const baseUrl = `${url}/w/${world}`;
  const headers = { prefer };
  return {
    api: createApi({ baseUrl, auth: { apiKey: 'rt_live_dev' }, headers }),
    control: createControlApi({ baseUrl, headers: { authorization: `Bearer ${token}` } }),
  };
}

function rootControl(url: string) {
  return createControlApi({ baseUrl: url, headers: { authorization: `Bearer ${token}` } });
}

async function collect(events: AsyncIterable<ExecutionStreamEvent>): Promise<ExecutionStreamEvent[]> {
  return Array.fromAsync(events);
}

/** Returns the execution of a stream, and the approval that it waits for. */
function pauseOf(events: readonly ExecutionStreamEvent[]) {
  const pause = events.find((event) => event.type === 'approval_start');
  const { executionId, approvalId } = { executionId: events[0]?.executionId, ...pause };
  if (executionId === undefined || approvalId === undefined) throw new Error('The execution is not paused.');
  return { executionId, approvalId };
}

/** Expects a stream without a gap or a duplicate. */
function expectWhole(events: readonly ExecutionStreamEvent[]): void {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place));
  expect(events.at(-1)?.type).toBe('execution_complete');
}

/** Why three: teams of two are in the tests of failures and operations. */
const size = 3;

describe.runIf(hasTeam())('a team', () => {
  let team: Team;
  let number = 0;

  beforeAll(async () => {
    team = await Team.start(size);
  });
  afterAll(() => team.stop());

  /** Creates a world for a test, on whichever mock. */
  async function createWorld(more: object = {}): Promise<string> {
    const { id } = ok(
      await rootControl(team.url).createWorld({ body: { id: `w${(number += 1)}`, ...more } }),
    ).body;
    return id;
  }

  test('serves what was written on one mock from all others at once', async () => {
    const world = await createWorld();
    for (let count = 0; count < 3 * size; count += 1) {
      const { api } = use(team.url, world);
      const { id } = ok(await api.createAgent({ body: { name: `Agent ${count}` } })).body;
      for (const replica of team.replicas) {
        const read = ok(await use(replica.url, world).api.getAgent({ path: { id } })).body;
        expect(read.name).toBe(`Agent ${count}`);
      }
      expect(ok(await api.updateAgent({ path: { id }, body: { name: 'Renamed' } })).body.name).toBe(
        'Renamed',
      );
    }
  });

  test('streams executions, decides approvals and rejoins streams on different mocks', async () => {
    const world = await createWorld();
    const { api } = use(team.url, world, 'pace=instant, scenario=approval');
    const events = await collect(api.executeAgent({ path: agent, body: question }));
    const { executionId, approvalId } = pauseOf(events);
    const decision = { executionId, approvalId, decision: 'approved' as const };
    const rest = await collect(api.approveAgentExecution({ path: agent, body: decision }));
    const all = [...events, ...rest];
    expectWhole(all);
    for (const replica of team.replicas) {
      const path = { ...agent, executionId };
      const again = await collect(
        use(replica.url, world).api.followExecutionEvents({ path, query: { after: '0' } }),
      );
      expect(again).toEqual(all.slice(1));
    }
  });

  test('delivers events of a running execution to readers on all mocks', async () => {
    const world = await createWorld();
    const { api } = use(team.url, world, 'pace=fast, scenario=tools');
    const stream = api.executeAgent({ path: agent, body: question })[Symbol.asyncIterator]();
    const first = (await stream.next()).value as ExecutionStreamEvent;
    const path = { ...agent, executionId: first.executionId ?? '' };
    const readers = team.replicas.map((replica) =>
      collect(use(replica.url, world).api.followExecutionEvents({ path, query: { after: '0' } })),
    );
    const own = [first];
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) own.push(next.value);
    expectWhole(own);
    for (const events of await Promise.all(readers)) expect(events).toEqual(own.slice(1));
  });

  test('ends a long poll when an event is created on another mock', async () => {
    const world = await createWorld();
    const data = { taskId: 'task_1', summary: 'Done.' };
    for (const reader of team.replicas) {
      const { api } = use(reader.url, world);
      const { cursor } = ok(await api.pollProductEvents()).body;
      const poll = api.pollProductEvents({ query: { after: cursor ?? '0', waitMs: 20_000 } });
      await wait(50);
      const { control } = use(team.url, world);
      ok(await control.createProductEvent({ body: { name: 'svc.task.completed', data } }));
      expect(ok(await poll).body.events).toMatchObject([{ data }]);
    }
  });

  test('lets one of several requests at once create a world or decide an approval', async () => {
    const replicas = [...team.replicas, ...team.replicas];
    const created = await Promise.all(
      replicas.map(({ url }) => rootControl(url).createWorld({ body: { id: 'race' } })),
    );
    expect(created.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...replicas.slice(1).map(() => 409),
    ]);
    const world = await createWorld();
    const { api } = use(team.url, world, 'pace=instant, scenario=approval');
    const events = await collect(api.executeAgent({ path: agent, body: question }));
    const body = {
      ...pauseOf(events),
      decision: 'approved' as const,
      streamResponse: false as const,
    };
    const decided = await Promise.all(
      replicas.map(({ url }) => use(url, world).api.approveAgentExecution({ path: agent, body })),
    );
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('creates, forks, resets and deletes worlds for all mocks', async () => {
    const world = await createWorld({ seed: 7 });
    const { control, api } = use(team.url, world);
    ok(await api.createAgent({ body: { name: 'Kept' } }));
    const snapshot = ok(await control.createSnapshot({ body: { name: 'before' } })).body;
    const fork = ok(
      await rootControl(team.url).createWorld({ body: { id: `${world}-fork`, from: world } }),
    ).body;
    const names = async (id: string, url = team.url): Promise<readonly string[]> => {
      const found = ok(await use(url, id).api.listAgents({ query: { search: 'Kept' } })).body;
      return found.data.map(({ name }) => name);
    };
    ok(await control.resetWorld());
    for (const { url } of team.replicas) {
      expect(await names(world, url)).toEqual([]);
      expect(await names(fork.id, url)).toEqual(['Kept']);
    }
    ok(await control.restoreSnapshot({ path: { id: snapshot.id } }));
    for (const { url } of team.replicas) expect(await names(world, url)).toEqual(['Kept']);
    ok(await rootControl(team.url).deleteWorld({ path: { id: fork.id } }));
    for (const { url } of team.replicas)
      expect((await rootControl(url).getWorld({ path: { id: fork.id } })).status).toBe(404);
    ok(await rootControl(team.url).createWorld({ body: { id: fork.id } }));
    for (const { url } of team.replicas) expect(await names(fork.id, url)).toEqual([]);
  });

  test('advances the clock for all mocks, and fires each timer once', async () => {
    const world = await createWorld({ clock: { mode: 'frozen', now: '2026-01-15T09:30:00.000Z' } });
    const { api, control } = use(team.url, world, 'pace=real, scenario=tools');
    const reading = collect(api.executeAgent({ path: agent, body: question }));
    await vi.waitFor(
      async () => {
        const { data } = ok(
          await api.listAgentExecutions({ path: agent, query: { status: 'running' } }),
        ).body;
        expect(data).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    await Promise.all(
      team.replicas
        .flatMap(({ url }) => [use(url, world), use(url, world)])
        .map(async (one) => {
          ok(await one.control.advanceClock({ body: { by: 'PT30S' } }));
        }),
    );
    expectWhole(await reading);
    for (const { url } of team.replicas) {
      const { now } = ok(await use(url, world).control.getClock()).body;
      expect(now).toBe(new Date(Date.parse('2026-01-15T09:30:00Z') + 2 * size * 30_000).toISOString());
    }
    ok(await control.setClock({ body: { mode: 'real' } }));
  });

  test('records the requests of all mocks in one journal and streams them to the console', async () => {
    const world = await createWorld();
    const seen: string[] = [];
    const abort = new AbortController();
    const { control } = use(team.replicas[0]!.url, world);
    const feed = (async () => {
      for await (const event of control.followWorld({}, { signal: abort.signal }))
        if (event.type === 'request') seen.push(event.request.path);
    })().catch(() => undefined);
    await wait(200);
    const paths = Array.from({ length: 2 * size }, (_, place) => `agent_none_${place}`);
    for (const id of paths) await use(team.url, world).api.getAgent({ path: { id } });
    for (const { url } of team.replicas) {
      const { requests } = ok(await use(url, world).control.listRequests()).body;
      expect(requests.map(({ path }) => path)).toEqual(paths.map((id) => `/v1/agents/${id}`));
    }
    await vi.waitFor(() => expect(seen).toHaveLength(paths.length), { timeout: 10_000 });
    abort.abort();
    await feed;
  });

  test('counts the calls of a fault on all mocks', async () => {
    const world = await createWorld();
    const { control } = use(team.url, world);
    ok(await control.createFault({ body: { operationId: 'getAgent', status: 500, times: size } }));
    const statuses: number[] = [];
    for (let count = 0; count <= size; count += 1) {
      const headers = { authorization: 'Bearer rt_live_dev' };
      const response = await fetch(`${team.url}/w/${world}/v1/agents/${agent.id}`, { headers });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array.from({ length: size }, () => 500), 200]);
  });
});
