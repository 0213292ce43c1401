/** Many tests on one mock, and many clients on one record: they do not see each other, and only one of them wins. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApi, type Api } from '../../generated/service/api.ts';
import { ok, UnexpectedStatusError } from '../../generated/service/client.ts';
import { createMock, type Mock, type MockWorld } from '../../mock/index.ts';

let mock: Mock;
const bugs: string[] = [];

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen' }, log: (message) => bugs.push(message) });
});
afterEach(async () => {
  await mock.close();
  expect(bugs.splice(0)).toEqual([]);
});

/** Calls a world as an application does; nothing is repeated. */
const apiOf = ({ baseUrl, fetch }: MockWorld): Api =>
  createApi({ baseUrl, fetch, auth: { apiKey: 'rt_live_dev' }, timeoutMs: null, retry: false });

/** Does everything that a test may do in a world, and returns what is there at the end. */
async function live(world: MockWorld, name: string) {
  const api = apiOf(world);
  const created = ok(await api.createAgent({ body: { name } })).body;
  const path = { id: created.id };
  await world.addFault({ operationId: 'getAgent', status: 503, times: 1, code: name.toUpperCase() });
  const body = { messages: [{ role: 'user' as const, content: name }], streamResponse: false as const };
  const run = ok(await api.executeAgent({ path, body })).body;
  await world.clock.advance({ ms: name.length * 1_000 });
  const failed: unknown = await api.getAgent({ path }).catch((error: unknown) => error);
  const snapshot = await world.snapshot();
  await api.deleteAgent({ path: { id: 'agent_partner' } });
  await world.restore(snapshot);
  const listed = ok(await api.listAgents({ query: { limit: '100' } })).body;
  return {
    agentId: created.id,
    executionId: run.executionId,
    failed: failed instanceof UnexpectedStatusError ? [failed.status, JSON.parse(failed.text)] : failed,
    names: listed.data.map((agent) => agent.name).filter((one) => one.startsWith('Agent of')),
    partner: listed.data.filter(({ id }) => id === 'agent_partner').length,
    calls: (await world.requests()).length,
    now: Date.parse(world.clock.now) - Date.parse('2026-01-15T09:30:00.000Z'),
  };
}

it('fifty worlds at once do not see each other', async () => {
  const clock = { mode: 'frozen', now: '2026-01-15T09:30:00.000Z' } as const;
  const before = mock.world().dump();
  const worlds = await Promise.all(
    Array.from({ length: 50 }, (_, place) => mock.createWorld({ id: `test-${place}`, seed: 7, clock })),
  );
  const names = worlds.map((_, place) => `Agent of ${'x'.repeat(place)}`);
  const lives = await Promise.all(worlds.map((world, place) => live(world, names[place] ?? '')));
  const [first] = lives;
  expect(lives).toEqual(
    names.map((name) => ({
      agentId: first?.agentId,
      executionId: first?.executionId,
      failed: [503, expect.objectContaining({ code: name.toUpperCase() }) as unknown],
      names: [name],
      partner: 1,
      calls: 5,
      now: name.length * 1_000,
    })),
  );
  expect(mock.world().dump()).toEqual(before);
  await Promise.all(worlds.map((world) => world.delete()));
  expect(mock.worlds.list()).toHaveLength(1);
});

it('two hundred concurrent decisions on one approval have exactly one success', async () => {
  const world = mock.world();
  const api = apiOf(world);
  const path = { id: 'agent_support' };
  const messages = [{ role: 'user' as const, content: 'Refund order 1042' }];
  const run = ok(
    await api.executeAgent(
      { path, body: { messages, streamResponse: false } },
      { headers: { prefer: 'scenario=approval' } },
    ),
  ).body;
  const paused = run.events.find((event) => event.type === 'approval_start');
  if (paused === undefined) throw new Error('It did not pause');
  const { executionId } = run;
  const { approvalId } = paused;
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, place) => {
      const decision = place % 2 === 0 ? ('approved' as const) : ('denied' as const);
      const body = { executionId, approvalId, decision, streamResponse: false as const };
      return api.approveAgentExecution({ path, body });
    }),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect([...new Set(statuses)].sort()).toEqual([200, 409]);
  const codes = responses.flatMap((response) => (response.status === 409 ? [response.body.code] : []));
  expect([...new Set(codes)]).toEqual(['APPROVAL_ALREADY_RESOLVED']);
  const events = await Array.fromAsync(api.followExecutionEvents({ path: { ...path, executionId } }));
  expect(events.filter(({ type }) => type === 'approval_complete')).toHaveLength(1);
});
