/** Running an agent, supplying its pending input, and rejoining its stream. */
import { describe, expect, it } from 'vitest';
import type {
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStreamEvent,
} from '../../generated/service/types.ts';
import { executionTopic } from '../../mock/agent-platform/domain/executions/execution.ts';
import { testStart } from '../support/domain-world.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { agentId, openMock, useMock, type MockClient } from '../support/mock-client.ts';
import { decisionFor, eventOf, eventsOf, pausedAction, typesOf } from '../support/run-events.ts';

const agentPath = `/v1/agents/${agentId}`;
const question = { messages: [{ role: 'user', content: 'Where is my order?' }] };

const runs = useMock();

/** Waits until an execution of the agent is running, and returns its id. */
async function untilRunning(mock: MockClient): Promise<string> {
  let id: string | undefined;
  await mock.until(async () => {
    const { body } = await mock.get<ExecutionPage>(`${agentPath}/executions?status=running`);
    id = body.data[0]?.executionId;
    return id !== undefined;
  });
  return id!;
}

describe('running an agent', () => {
  // @fact F-4.2-098 F-2.5-001..007 F-2.5-019 F-3-013
  it.each([
    ['streamResponse', { streamResponse: false }],
    ['options.streamResponse', { options: { streamResponse: false } }],
    [
      'the one at the top level when both are present',
      { streamResponse: false, options: { streamResponse: true } },
    ],
  ])('returns one result with %s', async (_, choice) => {
    const response = await runs.post(`${agentPath}/execute`, { ...question, ...choice });
    const result = response.body as ExecutionResult;
    expect(result).toMatchObject({ status: 'completed', success: true });
    expect(result.events.every(({ executionId }) => executionId === result.executionId)).toBe(true);
    expect(streamProblems([result.events])).toEqual([]);
  });

  it.each([
    ['Prefer', { ...question }, 'scenario=error', 'execution_error'],
    [
      'a mark in the last user message',
      { messages: [{ role: 'user', content: 'Hi #scenario:error' }] },
      undefined,
      'execution_error',
    ],
    ['nothing, and is a plain text', question, undefined, 'execution_complete'],
  ])('plays the scenario that is selected by %s', async (_, body, prefer, last) => {
    const response = await runs.post(`${agentPath}/execute`, body, { prefer });
    expect(response.events.at(-1)?.type).toBe(last);
  });

  it('follows the behaviour of its agent when nothing else is selected', async () => {
    const set = await runs.put(`/_mock/agents/${agentId}/behaviour`, { scenario: 'blocked' });
    expect(set.body).toEqual({ agentId, scenario: 'blocked' });
    const response = await runs.post(`${agentPath}/execute`, question);
    expect(typesOf(response.events)).toEqual(['execution_start', 'execution_error']);
  });

  // @fact F-2.5-006 F-3-015 F-3-017 F-2.5-016
  it('reports why a run failed', async () => {
    expect(await runs.run('error')).toMatchObject({
      status: 'failed',
      success: false,
      code: 'MODEL_UNAVAILABLE',
      error: 'The model provider did not respond in time.',
    });
  });

  // @fact F-2.5-014 F-2.5-015 F-2.5-017
  it('ends runs with the reason of the block when the budget is spent', async () => {
    await runs.put('/_mock/feature-gates', { spendBudget: 'exhausted' });
    const result = await runs.run('tools');
    expect(result).toMatchObject({
      status: 'failed',
      success: false,
      blockReason: 'spend_budget',
      code: 'SPEND_BUDGET_EXHAUSTED',
      upgradeUrl: 'https://app.agents.test/billing',
    });
    const { blockReason, code, upgradeUrl } = result;
    expect(eventOf(result.events, 'execution_error')).toMatchObject({ blockReason, code, upgradeUrl });
  });

  it('leaves a flow with a failed step without success', async () => {
    const { events } = await runs.run('flow-error');
    expect(events.at(0)).toMatchObject({ type: 'execution_start', kind: 'flow', totalSteps: 3 });
    expect(events.at(-1)).toMatchObject({
      type: 'execution_complete',
      success: false,
      totalSteps: 3,
      successfulSteps: 2,
      failedSteps: 1,
    });
  });

  it('lists a sub-agent as an execution below its parent, and nests its text below the tool call', async () => {
    const parent = await runs.run('subagent');
    const call = eventOf(parent.events, 'tool_start');
    const nested = parent.events.filter((event) => 'parentToolCallId' in event);
    expect([...new Set(typesOf(nested))].sort()).toEqual(['reasoning_start', 'text_start']);
    for (const event of nested) expect(event).toMatchObject({ parentToolCallId: call.toolCallId });
    const { body } = await runs.get(`${agentPath}/executions?parentExecutionId=${parent.executionId}`);
    const [child, ...others] = (body as { data: { executionId: string; agentId: string; status: string }[] })
      .data;
    expect(others).toEqual([]);
    expect(child).toMatchObject({
      agentId: 'agent_research',
      status: 'completed',
      parentExecutionId: parent.executionId,
    });
    const events = await runs.get(`/v1/agents/agent_research/executions/${child?.executionId}/events`);
    expect(streamProblems([events.events])).toEqual([]);
    expect(typesOf(events.events)).toContain('tool_start');
  });
});

describe('the pace of a run', () => {
  // @fact F-6.1.2-003
  it('delays by the clock of the world, and sends a ping after every 15 seconds of silence', async () => {
    const live = await openMock({ pace: 'real' });
    const running = live.run('slow');
    await untilRunning(live);
    for (let second = 0; second < 90; second += 1) await live.advance('PT1S');
    const { events, executionId } = await running;
    const entries = await live.query((view) => view.entries(executionTopic(executionId)));
    const pings = entries.filter(({ event }) => event.type === 'ping');
    expect(pings.length).toBe(3);
    for (const ping of pings) {
      expect(ping.at - entries[ping.seq - 1]!.at).toBe(15_000);
      expect(ping.event).toMatchObject({ timestamp: new Date(ping.at).toISOString() });
    }
    expect(eventOf(events, 'execution_complete').durationMs).toBeGreaterThan(55_000);
    await live.close();
  });

  it.each([
    ['the pace of the mock', undefined, 1_000, 10_000],
    ['the pace that the decision requests', 'pace=fast', 1, 1_000],
    ['no pace when the decision requests that', 'pace=instant', 0, 0],
  ])('is, for a run that the fixture has paused, %s', async (_, prefer, atLeast, atMost) => {
    const live = await openMock({ pace: 'real' });
    const executionId = 'exec_waits_for_approval';
    const { body } = await live.get(`${agentPath}/executions/${executionId}`);
    const { approvalId } = pausedAction(body as ExecutionResult);
    const answer = { executionId, approvalId, decision: 'approved' };
    const path = `${agentPath}/approve`;
    const answering = live.post(path, answer, { prefer });
    await live.until(async () => {
      const { status } = (await live.get<ExecutionDetail>(`${agentPath}/executions/${executionId}`)).body;
      return status !== 'paused';
    });
    for (let second = 0; second < 20; second += 1) await live.advance('PT1S');
    const { seq } = eventOf((await answering).events, 'execution_complete');
    const entries = await live.query((view) => view.entries(executionTopic(executionId)));
    const took = entries[seq]!.at - testStart;
    expect(took).toBeGreaterThanOrEqual(atLeast);
    expect(took).toBeLessThanOrEqual(atMost);
    await live.close();
  });

  it('emits the same events at any pace', async () => {
    const instant = await runs.run('slow');
    const again = await openMock({ pace: 'fast' });
    const running = again.run('slow');
    for (let step = 0; step < 40; step += 1) await again.advance('PT1S');
    expect(typesOf((await running).events)).toEqual(typesOf(instant.events));
    await again.close();
  });
});

describe('supplying outputs', () => {
  // @fact F-3-022 F-3-023 F-4.2-109 F-4.2-110 F-4.2-111
  it.each([
    ['the id of the call', (result: ExecutionResult) => eventOf(result.events, 'await').toolCallId!],
    ['the name of the tool', () => 'read_cart'],
  ])('accepts an output by %s and continues', async (_, keyOf) => {
    const paused = await runs.run('local-tool');
    const response = await runs.resume(paused, { [keyOf(paused)]: { items: 2 } });
    const result = response.body;
    expect(result).toMatchObject({ status: 'completed', executionId: paused.executionId });
    expect(typesOf(result.events).slice(0, 4)).toEqual([
      'execution_start',
      'turn_start',
      'tool_start',
      'tool_complete',
    ]);
    expect(result.events[0]).toMatchObject({ resumed: true, agentId });
    expect(eventOf(result.events, 'turn_start').iteration).toBe(2);
    expect(eventOf(result.events, 'tool_complete')).toMatchObject({ success: true, result: { items: 2 } });
    expect(eventOf(result.events, 'execution_complete').finalOutput).toContain('{"items":2}');
    expect(streamProblems([paused.events, result.events])).toEqual([]);
  });

  it('accepts parallel outputs together, and awaits the missing ones again', async () => {
    await runs.putScenario('three', [
      { await: [{ tool: { name: 'one' } }, { tool: { name: 'two' } }, { tool: { name: 'two' } }] },
      { say: 'Done: {{output.one}}' },
    ]);
    const first = await runs.run('three');
    const [one, two, three] = awaitedIds(first.events);
    const second = (await runs.resume(first, { [one!]: 1, [three!]: 3 })).body;
    expect(second.status).toBe('paused');
    expect(awaitedIds(second.events)).toEqual([two]);
    const third = (await runs.resume(second, { [two!]: 2 })).body;
    expect(third.status).toBe('completed');
    expect(streamProblems([first.events, second.events, third.events])).toEqual([]);
  });

  it('marks a call as failed whose output is an error', async () => {
    const paused = await runs.run('local-tool');
    const response = await runs.resume(paused, { read_cart: { isError: true, content: [] } });
    expect(eventOf(response.body.events, 'tool_complete')).toMatchObject({
      success: false,
    });
  });

  it('calls the tool from the request', async () => {
    const clientTools = [
      {
        name: 'show_cart',
        origin: 'webmcp',
        pageOrigin: 'https://shop.test',
        annotations: { readOnlyHint: true },
      },
    ];
    const paused = await runs.run('local-tool', { clientTools });
    expect(eventOf(paused.events, 'await')).toMatchObject({
      toolName: 'show_cart',
      origin: 'webmcp',
      pageOrigin: 'https://shop.test',
      annotations: { readOnlyHint: true },
    });
  });

  // @fact F-6.1.3-008 F-6.1.3-009
  it('asks the user, and accepts the response', async () => {
    const form = await runs.run('elicitation');
    expect(eventOf(form.events, 'await').elicitation).toMatchObject({ mode: 'form', pauseCount: 1 });
    expect(pausedAction(form)).toMatchObject({
      awaitReason: 'elicitation_required',
      elicitation: { mode: 'form' },
    });
    const answer = { action: 'accept', content: { when: '2026-02-01T19:00:00Z', guests: 4 } };
    const page = (await runs.resume(form, { book_table: answer })).body;
    expect(eventOf(page.events, 'tool_complete').result).toMatchObject({
      bookingId: 'booking_31',
      asked: JSON.stringify(answer),
    });
    expect(eventOf(page.events, 'await').elicitation).toMatchObject({
      mode: 'url',
      requests: [{ name: 'signIn' }],
    });
    const declined = (await runs.resume(page, { confirm_booking: { action: 'decline' } })).body;
    expect(eventOf(declined.events, 'tool_complete')).toMatchObject({ success: false });
  });

  // @fact F-6.1.3-010 F-6.1.3-011 F-6.1.3-013
  it.each([
    ['crawl', 'crawl_pending'],
    ['durable-poll', 'durable_poll'],
  ])("%s continues automatically after 30 seconds of the world's clock", async (scenario, type) => {
    const paused = await runs.run(scenario);
    expect(paused.pausedReason).toMatchObject({ type });
    await runs.advance('PT29.999S');
    expect(await statusOf(paused.executionId)).toBe('paused');
    await runs.advance('PT0.001S');
    expect(await statusOf(paused.executionId)).toBe('completed');
    const later = await runs.rejoin(paused.executionId, paused.events.length - 1);
    expect(typesOf(later).slice(0, 4)).toEqual([
      'execution_start',
      'turn_start',
      'tool_start',
      'tool_complete',
    ]);
    expect(eventOf(later, 'tool_complete').executionTime).toBe(30_000);
    expect(streamProblems([paused.events, later])).toEqual([]);
  });

  // @fact F-6.1.3-012 F-6.1.3-014
  it.each(['crawl', 'poll'])('reports the step of a flow that waits for a %s', async (work) => {
    await runs.putScenario(
      'inside',
      [{ step: { id: 'gather', name: 'Gather', steps: [{ await: [{ [work]: {} }] }] } }],
      { kind: 'flow' },
    );
    expect((await runs.run('inside')).pausedReason).toMatchObject({ stepId: 'gather' });
    expect((await runs.run(work === 'crawl' ? 'crawl' : 'durable-poll')).pausedReason).not.toHaveProperty(
      'stepId',
    );
  });

  it('continues a crawl immediately when it is resumed, and only once', async () => {
    const paused = await runs.run('crawl');
    expect((await runs.resume(paused, {})).body).toMatchObject({ status: 'completed' });
    const before = (await runs.rejoin(paused.executionId)).length;
    await runs.advance('PT1M');
    expect((await runs.rejoin(paused.executionId)).length).toBe(before);
  });

  it('keeps a crawl running while a parallel tool receives its output', async () => {
    await runs.putScenario('both', [{ await: [{ crawl: { result: 'pages' } }, { tool: { name: 'ask' } }] }]);
    const first = await runs.run('both');
    await runs.advance('PT20S');
    const second = (await runs.resume(first, { ask: 'yes' })).body;
    expect(second.pausedReason).toMatchObject({ type: 'crawl_pending' });
    await runs.advance('PT10S');
    expect(await statusOf(first.executionId)).toBe('completed');
  });
});

describe('rejoining a stream', () => {
  it('continues after the frame with the id that a reader sends when it reconnects', async () => {
    const { executionId, events } = await runs.run('tools');
    const again = async (query: string, lastEventId: string) => {
      const path = `${agentPath}/executions/${executionId}/events${query}`;
      const response = await runs.fetch('GET', path, undefined, { 'last-event-id': lastEventId });
      return [response.status, /^id: (\d+)$/m.exec(await response.text())?.[1]];
    };
    expect(events.length).toBeGreaterThan(12);
    expect(await again('', '7')).toEqual([200, '8']);
    expect(await again('?after=3', '11')).toEqual([200, '12']);
    expect(await again('', 'seven')).toEqual([400, undefined]);
  });

  it('follows a live run to its end, including its earlier pauses', async () => {
    const live = await openMock({ pace: 'real' });
    const running = live.run('tools');
    const executionId = await untilRunning(live);
    await live.advance('PT2S');
    const seen = await live.query((view) => view.topic(`execution/${executionId}`)?.nextSeq ?? 0);
    expect(seen).toBeGreaterThan(1);
    const rejoined = live.rejoin(executionId, 0);
    for (let second = 0; second < 20; second += 1) await live.advance('PT1S');
    const { events } = await running;
    expect(seen).toBeLessThan(events.length);
    expect(await rejoined).toEqual(events.slice(1));
    await live.close();
  });
});

describe('the limits of keys', () => {
  const execute = (key: string) =>
    runs.post(`${agentPath}/execute`, { ...question, streamResponse: false }, { key });

  it('count only new executions, not continued ones', async () => {
    const key = 'rt_test_dev';
    for (let count = 0; count < 19; count += 1) await execute(key);
    expect((await runs.post('/v1/agents/agent_none/execute', question, { key })).status).toBe(404);
    const paused = await runs.post(
      `${agentPath}/execute`,
      { ...question, streamResponse: false },
      { key, prefer: 'scenario=approval' },
    );
    expect(paused.status).toBe(200);
    const body = { ...decisionFor(paused.body as ExecutionResult), streamResponse: false };
    expect((await runs.post(`${agentPath}/approve`, body, { key })).status).toBe(200);
    expect((await execute(key)).status).toBe(429);
  });

  // @fact F-8-003
  it('never stop a live key', async () => {
    for (let count = 0; count < 30; count += 1) expect((await execute('rt_live_dev')).status).toBe(200);
    expect((await execute('rt_live_dev')).headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('errors', () => {
  // @fact F-4.2-095
  it.each([
    ['400', 'execute', { messages: 'hello' }, {}, 400],
    [
      '400 for an unknown scenario in the message',
      'execute',
      { messages: [{ role: 'user', content: '#scenario:nowhere' }] },
      {},
      400,
    ],
    ['400 for a session that does not exist', 'execute', { ...question, sessionId: 'cs_none' }, {}, 400],
    [
      '400 for a version that does not exist',
      'execute',
      { ...question, agentVersionId: 'aver_none' },
      {},
      400,
    ],
    ['400 for an alias that does not exist', 'execute', { ...question, alias: 'beta' }, {}, 400],
  ])('%s of %s', async (_, verb, body, options, status) => {
    const response = await runs.post(`${agentPath}/${verb}`, body, options);
    expect([response.status, response.outside], response.text).toEqual([status, null]);
  });

  // @fact F-2.7-007 F-7-025
  it('404 of resume for a run that is not paused, 400 for outputs that the run does not wait for', async () => {
    const done = await runs.run('text');
    expect((await runs.resume(done, { read_cart: 1 })).status).toBe(404);
    const paused = await runs.run('local-tool');
    const response = await runs.resume(paused, { other_tool: 1 });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ details: [{ code: 'MISSING_REQUIRED_FIELD' }] });
    expect((await runs.resume(paused, { read_cart: 1 })).status).toBe(200);
  });

  it('204 of the rejoin endpoint after the last event of an ended run', async () => {
    const done = await runs.run('text');
    const last = done.events.at(-1);
    const path = `${agentPath}/executions/${done.executionId}/events`;
    const seqOfLast = last !== undefined && 'seq' in last ? last.seq : -1;
    expect((await runs.get(`${path}?after=${seqOfLast}`)).status).toBe(204);
    expect((await runs.get(`${path}?after=${seqOfLast + 100}`)).status).toBe(204);
    expect((await runs.get(`${path}?after=${seqOfLast - 1}`)).events).toEqual([last]);
    const paused = await runs.run('approval');
    expect((await runs.get(`${agentPath}/executions/${paused.executionId}/events?after=100`)).status).toBe(
      200,
    );
  });
});

async function statusOf(executionId: string): Promise<string> {
  return String((await runs.get(`/v1/executions/${executionId}/status`)).body['status']);
}

function awaitedIds(events: readonly ExecutionStreamEvent[]): readonly (string | undefined)[] {
  return eventsOf(events, 'await').map(({ toolCallId }) => toolCallId);
}
