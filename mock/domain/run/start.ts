/**
 * Starts a run: the execution that clients read, the run that is played, and its first beats.
 */
import type { Draft } from '../../kernel/draft.ts';
import { executions } from '../execution.ts';
import type { ExecutionRecord, TargetResolution } from '../execution.ts';
import type { JsonMap, Scenario } from '../scenario.ts';
import { emitEvent } from './emit.ts';
import { lastUserText, textOf } from './messages.ts';
import { playRun } from './play.ts';
import type { Pace, RunRecord } from './run.ts';
import { countTokens, noUsage } from './usage.ts';

/** What a run is started with. Shape: `id` is for fixtures; a run without one gets a new one. */
export interface RunStart {
  readonly id?: string | undefined;
  readonly agentId: string;
  readonly agentName: string;
  readonly agentSpec: JsonMap | null;
  readonly maxTurns: number | null;
  readonly resolution: TargetResolution;
  readonly messages: readonly JsonMap[];
  readonly scenario: Scenario;
  readonly pace: Pace;
  readonly surfaceType: ExecutionRecord['surfaceType'];
  readonly sessionId: string | null;
  readonly parentExecutionId: string | null;
}

/** A part of an execution's stream that answers one request. */
export interface Segment {
  readonly executionId: string;
  readonly segment: number;
}

/** Starts a run and plays it as far as it goes without waiting. */
export function startRun(draft: Draft, start: RunStart): Segment {
  const { id = draft.nextId('exec'), resolution, scenario, pace, ...told } = start;
  draft.put(executions, {
    id,
    ...told,
    ...resolution,
    scenario: scenario.name,
    status: 'running',
    iterations: [],
    turnStartedAt: null,
    usage: noUsage,
    pausedReason: null,
    outcome: null,
    stopReason: null,
    finalOutput: null,
    error: null,
    startedAt: draft.at,
    completedAt: null,
  });
  announce(draft, id, false);
  playRun(draft, newRun(id, start));
  return { executionId: id, segment: 0 };
}

/** Writes the event that opens every segment of a stream. */
export function announce(draft: Draft, executionId: string, resumed: boolean): void {
  const execution = draft.get(executions, executionId);
  if (execution === undefined) throw new Error(`Execution ${executionId} is not there.`);
  const { agentId, agentName, maxTurns, surfaceType } = execution;
  emitEvent(draft, executionId, {
    type: 'execution_start',
    kind: 'agent',
    agentId,
    agentName,
    source: surfaceType,
    ...(maxTurns !== null && { maxTurns }),
    ...(resumed && { resumed }),
  });
}

function newRun(id: string, { messages, scenario, pace }: RunStart): RunRecord {
  return {
    id,
    steps: scenario.steps,
    beats: [],
    next: 0,
    gates: [],
    pace,
    lastMessage: lastUserText(messages),
    inputTokens: messages.reduce((tokens, message) => tokens + countTokens(textOf(message['content'])), 0),
    outputs: {},
    turn: null,
    iteration: 0,
    modelCalls: 0,
    answer: '',
    usage: noUsage,
  };
}
