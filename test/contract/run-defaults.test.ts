/** The settings of a new world besides its records: the scenario and pace of its runs, and when it expires. */
import { describe, expect, test } from 'vitest';
import type { World, WorldList } from '../../generated/control/types.ts';
import type { ExecutionResult, ErrorBody, ExecutionDetail } from '../../generated/service/types.ts';
import { createManualHostTimer } from '../support/manual-host-timer.ts';
import { createMock } from '../../mock/index.ts';
import { milliseconds } from '../../mock/kernel/time/time.ts';
import { WorldExpiry } from '../../mock/worlds/world-expiry.ts';
import { useMock } from '../support/mock-client.ts';

const question = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false };

const client = useMock();
const create = (body: object) => client.post<World & ErrorBody>('/_mock/worlds', body);
const run = async (world: string) =>
  (await client.post<ExecutionResult>(`${world}/v1/agents/agent_support/execute`, question)).body;

describe('the scenario of a world', () => {
  test('is used by runs that select none, also after a reset and in a fork', async () => {
    const { status, body } = await create({ id: 'blue', scenario: 'error', pace: 'instant' });
    expect([status, body.scenario, body.pace]).toEqual([201, 'error', 'instant']);
    expect((await run('/w/blue')).status).toBe('failed');
    await client.post('/w/blue/_mock/reset');
    await create({ id: 'green', from: 'blue' });
    expect([(await run('/w/blue')).status, (await run('/w/green')).status]).toEqual(['failed', 'failed']);
    expect((await run('')).status).toBe('completed');
  });

  test('is overridden by the behaviour of an agent', async () => {
    await create({ id: 'blue', scenario: 'error' });
    await client.put('/w/blue/_mock/agents/agent_support/behaviour', { scenario: 'text' });
    expect((await run('/w/blue')).status).toBe('completed');
  });

  test('must exist, otherwise no world is created', async () => {
    const { status, body } = await create({ id: 'blue', scenario: 'nothing' });
    expect([status, body.details[0]?.path]).toEqual([400, 'scenario']);
    expect((await client.get<WorldList>('/_mock/worlds')).body.worlds.map(({ id }) => id)).toEqual([
      'default',
    ]);
  });

  test('can be configured for the whole mock', async () => {
    const mock = await createMock({ scenario: 'error' });
    const response = await mock.fetch('/v1/agents/agent_support/execute', {
      method: 'POST',
      headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
    expect(((await response.json()) as ExecutionResult).status).toBe('failed');
    await mock.close();
    await expect(createMock({ scenario: 'nothing' })).rejects.toThrow(/^There is no scenario nothing/);
  });
});

describe('a world that expires', () => {
  test('expires after its idle time, and later when it is used', () => {
    const host = createManualHostTimer();
    const ended: string[] = [];
    const expiry = new WorldExpiry(host, (id) => ended.push(id));
    expiry.watch('blue', milliseconds(1000));
    expiry.watch('green', milliseconds(1000));
    host.pass(milliseconds(600));
    expiry.touch('blue');
    host.pass(milliseconds(600));
    expect(ended).toEqual(['green']);
    host.pass(milliseconds(400));
    expect([ended, host.waiting]).toEqual([['green', 'blue'], 0]);
  });

  test('reports when it expires, and is rejected with a duration of zero', async () => {
    expect((await create({ expiresAfter: 'PT10M' })).body.expiresAfter).toBe('PT600S');
    expect((await create({ expiresAfter: 'PT0S' })).body.details[0]?.path).toBe('expiresAfter');
    expect((await create({ expiresAfter: 'P1Y' })).status).toBe(400);
  });
});

describe('aborting a run', () => {
  const abort = (id: string) => client.post(`/_mock/executions/${id}/abort`);
  const executionOf = async (id: string) =>
    (await client.get<ExecutionDetail>(`/v1/agents/agent_support/executions/${id}`)).body;
  const eventsOf = async (id: string) => {
    return (await client.get(`/v1/agents/agent_support/executions/${id}/events`)).text;
  };

  test.each(['approval', 'approval-end-user', 'subagent-approval', 'local-tool'])(
    'ends a run that is paused by scenario %s',
    async (scenario) => {
      await client.put('/_mock/agents/agent_support/behaviour', { scenario });
      const { executionId } = await run('');
      expect((await abort(executionId)).status).toBe(204);
      expect((await executionOf(executionId)).status).toBe('failed');
      expect(await eventsOf(executionId)).toMatch(/execution_(?:complete|error)/);
      expect((await abort(executionId)).status).toBe(409);
    },
  );

  test('ends a run in progress, and its reader receives the end', async () => {
    await client.put('/_mock/agents/agent_support/behaviour', { scenario: 'text', pace: 'real' });
    const { messages } = question;
    const response = await client.fetch('POST', '/v1/agents/agent_support/execute', { messages });
    const list = await client.get<{ data: { id: string; status: string }[] }>(
      '/v1/agents/agent_support/executions?limit=1',
    );
    const id = list.body.data[0]!.id;
    expect((await abort(id)).status).toBe(204);
    expect(await response.text()).toMatch(/execution_(?:complete|error)/);
  });

  test('returns 404 for a run that does not exist', async () => {
    expect((await abort('exec_nothing')).status).toBe(404);
  });
});
