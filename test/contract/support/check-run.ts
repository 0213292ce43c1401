/** Compares everything that the mock reports about a run with the stream of the run. */
import { expect } from 'vitest';
import type {
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStatus,
  ExecutionStreamEvent,
  ProductEventPage,
  ToolCall,
  ToolCallList,
} from '../../../generated/service/types.ts';
import type { MockClient } from '../../support/mock-client.ts';
import { eventsOf } from '../../support/run-events.ts';

type Events = readonly ExecutionStreamEvent[];

/** A run that was played to its end. */
export interface Play {
  readonly client: MockClient;
  readonly agentId: string;
  readonly executionId: string;
  readonly segments: readonly Events[];
  readonly last: ExecutionResult | null;
}

/** Returns the URL of the stream of a run. */
export const logOf = (agentId: string, executionId: string) =>
  `/v1/agents/${agentId}/executions/${executionId}/events`;

/** Counts the turns of the assistant itself. */
export function turnsOf(events: Events): number {
  return eventsOf(events, 'turn_start').filter(
    ({ role, subagent }) => role === 'assistant' && subagent === undefined,
  ).length;
}

/** Compares the record and the status of a run with its stream. */
export async function checkRecord(
  { client, agentId, executionId, segments, last }: Play,
  model: string,
): Promise<void> {
  const events = segments.flat();
  const [start, end] = [events[0], events.at(-1)];
  if (start?.type !== 'execution_start') throw new Error(`The stream begins with ${start?.type}`);
  if (end?.type !== 'execution_complete' && end?.type !== 'execution_error')
    throw new Error(`The stream ends with ${end?.type}`);
  const isSuccess = end.type === 'execution_complete' && end.success;
  const status = isSuccess ? 'completed' : 'failed';
  const detail = await get<ExecutionDetail>(client, `/v1/agents/${agentId}/executions/${executionId}`);
  expect(detail).toMatchObject({
    status,
    model,
    stopReason: end.stopReason,
    outcome: end.outcome,
    startedAt: start.startedAt,
    completedAt: end.completedAt,
    iterations: turnsOf(events),
    finalOutput: end.finalOutput ?? null,
  });
  expect(detail.loopConfig).toEqual({ maxTurns: start.maxTurns ?? null });
  if (end.type === 'execution_complete') {
    expect(detail.totalTokens).toEqual(end.totalTokens);
    expect(end.durationMs).toBe(Date.parse(String(end.completedAt)) - Date.parse(start.startedAt));
  } else expect(detail.error).toBe(typeof end.error === 'string' ? end.error : end.error.message);
  if (last !== null) expect(last).toMatchObject({ status, success: isSuccess });
  expect(await get<ExecutionStatus>(client, `/v1/executions/${executionId}/status`)).toMatchObject({
    status,
    lastEventId: String(end.seq),
    completedAt: end.completedAt,
  });
  expect((await client.get(logOf(agentId, executionId))).events).toEqual(events);
}

/** Compares the tool calls and the runs of sub-agents with the stream. */
export async function checkToolCalls(
  { client, agentId, executionId, segments }: Play,
  aideId: string,
): Promise<void> {
  const own = segments.flat().filter((event) => !('subagent' in event));
  const path = `/v1/agents/${agentId}/executions/${executionId}/tool-calls`;
  const { data } = await get<ToolCallList>(client, path);
  const starts = new Map(eventsOf(own, 'tool_start').map((one) => [one.toolCallId, one]));
  expect(data.map(({ id }) => id).toSorted()).toEqual([...starts.keys()].toSorted());
  const ends = eventsOf(own, 'tool_complete');
  for (const { id, status } of data) {
    const [end, ...others] = ends.filter(({ toolCallId }) => toolCallId === id);
    expect([status, others]).toEqual([end?.success === true ? 'completed' : 'failed', []]);
    const call = await get<ToolCall>(client, `${path}/${id}`);
    expect(call.inputParameters).toEqual(starts.get(id)?.parameters);
    expect(call.outputResult ?? null).toEqual(end?.result ?? null);
  }
  const query = `?parentExecutionId=${executionId}`;
  const children = (await get<ExecutionPage>(client, `/v1/agents/${agentId}/executions${query}`)).data;
  // A call that fails immediately starts no execution.
  const delegated = ends.filter(({ success, toolCallId }) => {
    const type = starts.get(toolCallId)?.toolType;
    return success && (type === 'subagent' || type === 'flow');
  });
  expect(children.filter(({ status }) => status === 'completed')).toHaveLength(delegated.length);
  for (const child of children) {
    expect(['completed', 'failed']).toContain(child.status);
    expect([agentId, aideId, 'virtual']).toContain(child.agentId);
  }
}

/** Compares the feed of product events with the stream. */
export async function checkFeed({ client, executionId, segments }: Play, after: string): Promise<void> {
  const events = segments.flat();
  const { events: feed } = await get<ProductEventPage>(client, `/v1/events?after=${after}&maxEvents=500`);
  const own = feed.filter(({ data }) => data['executionId'] === executionId).map(({ name }) => name);
  const end = events.at(-1);
  const hasFailed = end?.type === 'execution_error' || (end as { outcome?: string }).outcome === 'error';
  const requests = eventsOf(events, 'approval_start').length;
  expect(own.filter((name) => name === 'svc.approval.requested')).toHaveLength(requests);
  expect(own.filter((name) => name === 'svc.execution.failed')).toHaveLength(hasFailed ? 1 : 0);
}

async function get<Body>(client: MockClient, path: string): Promise<Body> {
  const response = await client.get(path);
  expect(response.status, `${path} ${response.text}`).toBe(200);
  return response.body as Body;
}
