/**
 * Whatever an agent is configured to be, and however its pauses are answered, a run looks the same from every side: its
 * stream, its results, its record, its status, its tool calls, the executions of its sub-agents and the feed.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  Agent,
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStatus,
  ExecutionStreamEvent,
  ProductEventPage,
  ToolCall,
  ToolCallList,
} from '../../generated/service/types.ts';
import { builtInScenarios } from '../../mock/scenarios/built-in.ts';
import '../support/property-seed.ts';
import { grammarProblems } from '../support/stream-grammar.ts';
import { useSharedMock } from '../support/mock-client.ts';

const runs = useSharedMock();

const toolNames = ['find_order', 'refund_order', 'research', 'bookkeeping', 'book_table', 'read_cart'];

const settings = fc.record({
  agentType: fc.constantFrom('native', 'external', 'partner_managed'),
  maxTurns: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  targets: fc.array(fc.constantFrom('tool', 'flow', 'agent', 'off'), { maxLength: 4 }),
  model: fc.constantFrom('mock-1', 'acme/one'),
  maxToolCalls: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  runtimeTools: fc.subarray([
    { name: 'list_files', toolType: 'external' },
    { name: 'page_title', toolType: 'local' },
  ]),
  mcpServers: fc.subarray([{ id: 'files', name: 'Files', url: 'https://mcp.test' }]),
  approval: fc.option(
    fc.record({
      require: fc.oneof(fc.constant(true), fc.subarray(toolNames)),
      approver: fc.constantFrom('owner', 'end-user'),
      timeout: fc.constantFrom(1000, 90_000),
    }),
    { nil: undefined },
  ),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

const route = fc.constantFrom('execute', 'dispatch', 'version', 'chat');
const answer = fc.constantFrom('approved', 'approved', 'denied', 'timeout');

interface Play {
  readonly agentId: string;
  readonly executionId: string;
  readonly segments: readonly (readonly ExecutionStreamEvent[])[];
  readonly last: ExecutionResult | null;
}

async function post<Body>(path: string, body: object, prefer = 'pace=instant'): Promise<Body> {
  const key = path.startsWith('/v1/client') ? null : 'rt_live_dev';
  const response = await runs.post(path, body, { prefer, key });
  expect(response.status, `${path} ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body as Body;
}

async function get<Body>(path: string): Promise<Body> {
  const response = await runs.get(path);
  expect(response.status, `${path} ${JSON.stringify(response.body)}`).toBe(200);
  return response.body as Body;
}

async function create(agent: Settings, subAgentId: string | null): Promise<string> {
  const { targets, agentType, maxTurns, model, approval, ...tools } = agent;
  const capabilities = targets.map((target, index) => ({
    toolName: toolNames[index],
    enabled: target !== 'off',
    ...(target === 'flow' && { flowId: 'flow_triage' }),
    ...(target === 'agent' && subAgentId !== null
      ? { subAgentId }
      : target !== 'flow' && { toolId: `tool_${index}` }),
  }));
  const config = { model, tools: { ...tools, ...(approval && { approval }) } };
  return (await post<Agent>('/v1/agents', { name: 'Any', agentType, maxTurns, config, capabilities })).id;
}

async function begin(agentId: string, scenario: string, by: string): Promise<ExecutionResult> {
  const body = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false };
  const prefer = `scenario=${scenario}, pace=instant`;
  if (by === 'dispatch') return post('/v1/dispatch', { ...body, agent: { agentId } }, prefer);
  if (by === 'chat') {
    const { sessionId } = await post<{ sessionId: string }>('/_mock/client-sessions', { agentId });
    return post('/v1/client/chat', { ...body, sessionId }, prefer);
  }
  if (by === 'version') {
    await post(`/v1/agents/${agentId}/publish`, {});
    await runs.put(`/v1/agents/${agentId}`, { name: 'Changed', config: { model: 'changed' } });
    return post(`/v1/agents/${agentId}/execute`, { ...body, alias: 'live' }, prefer);
  }
  return post(`/v1/agents/${agentId}/execute`, body, prefer);
}

/** Plays a run to its end; the decisions are taken in turn. */
async function play(agentId: string, first: ExecutionResult, decisions: readonly string[]): Promise<Play> {
  const { executionId } = first;
  const segments = [first.events];
  let last: ExecutionResult | null = first;
  for (let pauses = 0; ; pauses += 1) {
    expect(pauses).toBeLessThan(30);
    const events = segments.at(-1) ?? [];
    const event = events.at(-1);
    const decision = decisions[pauses % decisions.length];
    if (event?.type === 'approval_start' && decision !== 'timeout') {
      const { approvalId } = event;
      last = await post('/v1/dispatch/approve', { executionId, approvalId, decision, streamResponse: false });
    } else if (event?.type === 'await' && event.toolName !== undefined) {
      const calls = events.flatMap((one) => (one.type === 'await' ? [one.toolCallId ?? ''] : []));
      const toolOutputs = Object.fromEntries(calls.map((id) => [id, { action: 'accept', ok: pauses }]));
      last = await post('/v1/dispatch/resume', { executionId, toolOutputs, streamResponse: false });
    } else if (event?.type === 'approval_start' || event?.type === 'await') {
      last = null;
      await runs.advance('PT10M');
      segments.push([...(await runs.get(`${logOf(agentId, executionId)}?after=${event.seq}`)).events]);
    } else return { agentId, executionId, segments, last };
    if (last !== null) segments.push(last.events);
  }
}

const logOf = (agentId: string, executionId: string) =>
  `/v1/agents/${agentId}/executions/${executionId}/events`;

/** The call that was approved or answered stands outside of a turn when the agent has none left. */
function streamProblems(segments: readonly (readonly ExecutionStreamEvent[])[]): readonly string[] {
  const [start] = segments[0] ?? [];
  const limit = (start?.type === 'execution_start' ? start.maxTurns : undefined) ?? Infinity;
  const hasNone = turnsOf(segments.flat()) >= limit;
  return grammarProblems(segments).filter((text) => !(hasNone && text.endsWith('stands outside of a turn')));
}

function turnsOf(events: readonly ExecutionStreamEvent[]): number {
  return events.filter(
    (event) => event.type === 'turn_start' && event.role === 'assistant' && event.subagent === undefined,
  ).length;
}

async function checkRecord({ agentId, executionId, segments, last }: Play): Promise<void> {
  const events = segments.flat();
  const [start, end] = [events[0], events.at(-1)];
  if (start?.type !== 'execution_start') throw new Error(`The stream begins with ${start?.type}`);
  if (end?.type !== 'execution_complete' && end?.type !== 'execution_error')
    throw new Error(`The stream ends with ${end?.type}`);
  const isSuccess = end.type === 'execution_complete' && end.success;
  const status = isSuccess ? 'completed' : 'failed';
  const detail = await get<ExecutionDetail>(`/v1/agents/${agentId}/executions/${executionId}`);
  expect(detail).toMatchObject({
    status,
    stopReason: end.stopReason,
    outcome: end.outcome,
    startedAt: start.startedAt,
    completedAt: end.completedAt,
    iterations: turnsOf(events),
    finalOutput: end.finalOutput ?? null,
    loopConfig: { maxTurns: start.maxTurns ?? null },
  });
  expect(detail.iterations).toBeLessThanOrEqual(start.maxTurns ?? Infinity);
  if (end.type === 'execution_complete') {
    expect(detail.totalTokens).toEqual(end.totalTokens);
    expect(end.durationMs).toBe(Date.parse(String(end.completedAt)) - Date.parse(start.startedAt));
  } else expect(detail.error).toBe(typeof end.error === 'string' ? end.error : end.error.message);
  if (last !== null) expect(last).toMatchObject({ status, success: isSuccess });
  expect(await get<ExecutionStatus>(`/v1/executions/${executionId}/status`)).toMatchObject({
    status,
    lastEventId: String(end.seq),
    completedAt: end.completedAt,
  });
  expect((await runs.get(logOf(agentId, executionId))).events).toEqual(events);
}

async function checkToolCalls({ agentId, executionId, segments }: Play): Promise<void> {
  const own = segments.flat().filter((event) => !('subagent' in event));
  const path = `/v1/agents/${agentId}/executions/${executionId}/tool-calls`;
  const { data } = await get<ToolCallList>(path);
  const begun = new Map(own.flatMap((one) => (one.type === 'tool_start' ? [[one.toolCallId, one]] : [])));
  expect(data.map(({ id }) => id).toSorted()).toEqual([...begun.keys()].toSorted());
  for (const { id, status } of data) {
    const ends = own.flatMap((one) => (one.type === 'tool_complete' && one.toolCallId === id ? [one] : []));
    expect(ends).toHaveLength(1);
    expect(status).toBe(ends[0]?.success === true ? 'completed' : 'failed');
    const call = await get<ToolCall>(`${path}/${id}`);
    expect(call.inputParameters).toEqual(begun.get(id)?.parameters);
    expect(call.outputResult ?? null).toEqual(ends[0]?.result ?? null);
  }
  const children = await get<ExecutionPage>(
    `/v1/agents/${agentId}/executions?parentExecutionId=${executionId}`,
  );
  // A call that fails at once begins no execution.
  const asked = own.filter(
    (one) => one.type === 'tool_complete' && one.success && isDelegated(begun.get(one.toolCallId)?.toolType),
  );
  expect(children.data.filter(({ status }) => status === 'completed')).toHaveLength(asked.length);
  for (const child of children.data) expect(['completed', 'failed']).toContain(child.status);
}

function isDelegated(toolType: string | undefined): boolean {
  return toolType === 'subagent' || toolType === 'flow';
}

async function checkFeed({ executionId, segments }: Play, after: string): Promise<void> {
  const events = segments.flat();
  const { events: feed } = await get<ProductEventPage>(`/v1/events?after=${after}&maxEvents=500`);
  const own = feed.filter(({ data }) => data['executionId'] === executionId).map(({ name }) => name);
  const end = events.at(-1);
  const hasFailed = end?.type === 'execution_error' || (end as { outcome?: string }).outcome === 'error';
  const requests = events.filter(({ type }) => type === 'approval_start').length;
  expect(own.filter((name) => name === 'svc.approval.requested')).toHaveLength(requests);
  expect(own.filter((name) => name === 'svc.execution.failed')).toHaveLength(hasFailed ? 1 : 0);
}

it('agrees with itself for every built-in scenario', async () => {
  const scenario = fc.constantFrom(...builtInScenarios.map(({ name }) => name));
  const decisions = fc.array(answer, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(settings, settings, scenario, route, decisions, async (agent, aide, name, by, taken) => {
      const agentId = await create(agent, await create(aide, null));
      const { cursor } = await get<ProductEventPage>('/v1/events');
      const played = await play(agentId, await begin(agentId, name, by), taken);
      expect(streamProblems(played.segments)).toEqual([]);
      expect(JSON.stringify(played.segments)).not.toMatch(/\{\{[^"]*\}\}/);
      await checkRecord(played);
      await checkToolCalls(played);
      await checkFeed(played, String(cursor));
    }),
    { numRuns: 150 },
  );
}, 120_000);
