/**
 * Executions as the control API returns them: the record of an execution with data of its run, its tool calls and its
 * stream.
 */
import type {
  ExecutionDetail,
  ExecutionEvent,
  ExecutionEventList,
  ExecutionSummary,
  WaitingKind,
} from '../../../generated/control-agent-platform/types.ts';
import {
  executionsOfParent,
  executionTopic,
  inlineAgentId,
  toolCallsOfExecution,
} from '../domain/executions/execution.ts';
import type { ExecutionRecord } from '../domain/executions/execution.ts';
import { shortEntries } from '../domain/executions/playback/short-log.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import { sortKey } from '../../kernel/store/collection.ts';
import type { View } from '../../kernel/store/view.ts';
import { seq, type EpochMs } from '../../kernel/time/time.ts';

export function executionSummary(view: View, at: EpochMs, execution: ExecutionRecord): ExecutionSummary {
  const { id, usage, startedAt, completedAt } = execution;
  return {
    id,
    kind: execution.kind,
    status: execution.status,
    waitingFor: waitingKind(execution),
    ...subjectOf(execution),
    scenario: execution.scenario,
    surfaceType: execution.surfaceType,
    parentExecutionId: execution.parentExecutionId,
    sessionId: execution.sessionId,
    startedAt: isoTime(startedAt),
    endedAt: isoTimeOrNull(completedAt),
    durationMs: durationOf(execution, at),
    costUsd: usage.cost,
    inputTokens: usage.input,
    outputTokens: usage.output,
    turns: execution.iterations.length + (execution.openTurn === null ? 0 : 1),
    toolCalls: view.count(toolCallsOfExecution, sortKey(id)),
    events: view.topic(executionTopic(id))?.nextSeq ?? shortEntries(view, execution)?.length ?? 0,
  };
}

/** Returns the time from the start to the end, or until now. Units: milliseconds of the world's time. */
export function durationOf({ startedAt, completedAt }: ExecutionRecord, at: EpochMs): number {
  return Math.max(0, (completedAt ?? at) - startedAt);
}

/** Returns the agent or the flow of an execution. Shape: without an id when it is not a saved agent. */
export function subjectOf({ agentId, agentName, flow }: ExecutionRecord) {
  return { agentId: agentId === inlineAgentId ? null : agentId, name: flow?.name ?? agentName };
}

/** Returns the first pending action of a paused execution. */
function waitingKind({ pausedReason }: ExecutionRecord): WaitingKind | null {
  if (pausedReason === null) return null;
  if (pausedReason.type === 'crawl_pending') return 'crawl';
  if (pausedReason.type === 'durable_poll') return 'poll';
  if (pausedReason.approvalId !== undefined) return 'approval';
  return pausedReason.awaitReason === 'elicitation_required' ? 'elicitation' : 'toolOutput';
}

const MAX_CHILDREN = 1000;

export function executionDetail(view: View, at: EpochMs, execution: ExecutionRecord): ExecutionDetail {
  const { id, messages, error } = execution;
  const children = view.scan(executionsOfParent, { prefix: sortKey(id), limit: MAX_CHILDREN });
  return {
    ...executionSummary(view, at, execution),
    model: execution.activeModel,
    messages: messages.map((message) => ({ ...message, role: String(message['role']) })),
    output: execution.finalOutput,
    outcome: execution.outcome,
    stopReason: execution.stopReason,
    error: error && { code: error.code, message: error.message },
    childExecutionIds: children.map((child) => child.id),
  };
}

/** The part of a stream to read: at most `limit` events after a position. */
interface EventRange {
  readonly after?: number | undefined;
  readonly limit: number;
}

export function eventList(view: View, execution: ExecutionRecord, range: EventRange): ExecutionEventList {
  const { after, limit } = range;
  const stored = view.readTopic(executionTopic(execution.id), {
    after: after === undefined ? null : seq(after),
    limit,
  });
  const short = stored === undefined ? shortEvents(view, execution) : null;
  const first = after === undefined ? 0 : after + 1;
  const events = short?.slice(first, first + limit) ?? stored?.entries.map(eventBody) ?? [];
  return {
    events,
    total: stored?.head.nextSeq ?? short?.length ?? 0,
    isShortened: short !== null,
    cursor: events.at(-1)?.seq ?? after ?? null,
  };
}

function eventBody({ seq: position, at, segment, event }: Omit<ExecutionEvent, 'at'> & { at: EpochMs }) {
  return { seq: position, at: isoTime(at), segment, event };
}

function shortEvents(view: View, execution: ExecutionRecord): ExecutionEvent[] | null {
  const entries = shortEntries(view, execution);
  return (
    entries?.map(({ at, event }, position) => eventBody({ seq: position, at, segment: 0, event })) ?? null
  );
}
