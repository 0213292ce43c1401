/** Many tests on one mock, and many clients on one record: nobody sees the other, and only one of them wins. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';
import type { Mock, MockWorld } from '../../mock/index.ts';

const headers = { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' };

let mock: Mock;
const bugs: string[] = [];

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen' }, log: (message) => bugs.push(message) });
});
afterEach(async () => {
  await mock.close();
  expect(bugs.splice(0)).toEqual([]);
});

const post = (world: MockWorld, path: string, body: unknown) =>
  world.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });

/** Does all that a test may do in a world, and tells what is there in the end. */
async function live(world: MockWorld, name: string) {
  const created = (await (await post(world, '/v1/agents', { name })).json()) as { id: string };
  await world.addFault({ operationId: 'getAgent', status: 503, times: 1, code: name.toUpperCase() });
  const messages = [{ role: 'user', content: name }];
  const run = (await (
    await post(world, `/v1/agents/${created.id}/execute`, { messages, streamResponse: false })
  ).json()) as {
    executionId: string;
  };
  await world.clock.advance({ ms: name.length * 1_000 });
  const failed = (await (await world.fetch(`/v1/agents/${created.id}`, { headers })).json()) as {
    code: string;
  };
  const snapshot = await world.snapshot();
  await world.fetch('/v1/agents/agent_partner', { method: 'DELETE', headers });
  await world.restore(snapshot);
  const listed = (await (await world.fetch('/v1/agents?limit=100', { headers })).json()) as {
    data: { id: string; name: string }[];
  };
  return {
    agentId: created.id,
    executionId: run.executionId,
    code: failed.code,
    names: listed.data.map((agent) => agent.name).filter((one) => one.startsWith('Agent of')),
    partner: listed.data.filter(({ id }) => id === 'agent_partner').length,
    calls: (await world.requests()).length,
    now: Date.parse(world.clock.now) - Date.parse('2026-01-15T09:30:00.000Z'),
  };
}

describe('fifty worlds at once', () => {
  it('do not see each other', async () => {
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
        code: name.toUpperCase(),
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
});

describe('two hundred answers to one approval at once', () => {
  it('give one success', async () => {
    const world = mock.world();
    const messages = [{ role: 'user', content: 'Refund order 1042' }];
    const paused = await world.fetch('/v1/agents/agent_support/execute', {
      method: 'POST',
      headers: { ...headers, prefer: 'scenario=approval' },
      body: JSON.stringify({ messages, streamResponse: false }),
    });
    const run = (await paused.json()) as {
      executionId: string;
      events: { type: string; approvalId?: string }[];
    };
    const approvalId = run.events.find(({ type }) => type === 'approval_start')?.approvalId;
    const answer = (place: number) => ({
      executionId: run.executionId,
      approvalId,
      decision: place % 2 === 0 ? 'approved' : 'denied',
      streamResponse: false,
    });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        post(world, '/v1/agents/agent_support/approve', answer(place)),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([...new Set(statuses)].sort()).toEqual([200, 409]);
    const codes = await Promise.all(
      replies
        .filter(({ status }) => status === 409)
        .map(async (reply) => ((await reply.json()) as { code: string }).code),
    );
    expect([...new Set(codes)]).toEqual(['APPROVAL_ALREADY_RESOLVED']);
    const events = await world.fetch(`/v1/agents/agent_support/executions/${run.executionId}/events`, {
      headers,
    });
    expect((await events.text()).match(/^event: approval_complete$/gm)).toHaveLength(1);
  });
});
