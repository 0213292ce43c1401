/**
 * A run before anything of it was played.
 */
import { noAgent } from '../../agents/definition/agent-definition.ts';
import type { AgentDefinition } from '../../agents/definition/agent-definition.ts';
import type { JsonMap } from '../../json.ts';
import type { RunKind } from '../../../../generated/service/types.ts';
import type { OfferedTool } from './offered-tool.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { Pace } from '../../../../generated/control/types.ts';
import type { PlannedStep, RunHost, RunRecord } from './run.ts';
import { startClock } from './run-clock.ts';
import { noUsage } from './usage.ts';

/** What a run needs to begin. Shape: an absent property is empty; `kind` is `agent` when absent, `agent` is `noAgent`. */
export interface RunPlan {
  readonly id: string;
  readonly startedAt: EpochMs;
  readonly steps: readonly PlannedStep[];
  /** Null for one that is played at once now, and at the pace of who goes on with it later. */
  readonly pace: Pace | null;
  readonly lastMessage: string;
  readonly kind?: RunKind;
  readonly agent?: AgentDefinition;
  readonly inputs?: JsonMap;
  readonly baseUrl?: string;
  readonly offeredTools?: readonly OfferedTool[];
  readonly host?: RunHost;
  readonly inputTokens?: number;
}

/** Creates the run of a plan. */
export function newRun({ startedAt, ...plan }: RunPlan): RunRecord {
  const { agent = noAgent } = plan;
  return {
    kind: 'agent',
    inputs: {},
    baseUrl: '',
    offeredTools: [],
    host: {},
    inputTokens: 0,
    ...plan,
    agent,
    beats: [],
    next: 0,
    pending: 0,
    elapsed: 0,
    clock: startClock(startedAt),
    cachedTokens: 0,
    gates: [],
    outputs: {},
    grants: {},
    turn: null,
    flowStep: null,
    modelCall: null,
    child: null,
    model: agent.model,
    iteration: 0,
    turns: 0,
    modelCalls: 0,
    toolCalls: 0,
    totalSteps: countFlowSteps(plan.steps),
    tally: { begun: 0, succeeded: 0, failed: 0 },
    epoch: 0,
    lastCallId: null,
    answer: '',
    usage: noUsage,
  };
}

/** Returns how many steps of a flow a story has. */
export function countFlowSteps(steps: readonly PlannedStep[]): number {
  return steps.filter((step) => 'step' in step).length;
}
