/**
 * A run before anything of it was played.
 */
import type { JsonMap, RunKind } from '../scenario.ts';
import type { OfferedTool } from './offered-tool.ts';
import type { Pace, PlannedStep, RunHost, RunRecord } from './run.ts';
import { noUsage, usualModel } from './usage.ts';

/** What a run needs to begin. Shape: an absent member is empty; `kind` is `agent` when absent. */
export interface RunPlan {
  readonly id: string;
  readonly steps: readonly PlannedStep[];
  /** Null for one that is played at once now, and at the pace of who goes on with it later. */
  readonly pace: Pace | null;
  readonly lastMessage: string;
  readonly kind?: RunKind;
  readonly inputs?: JsonMap;
  readonly offeredTools?: readonly OfferedTool[];
  readonly host?: RunHost;
  readonly inputTokens?: number;
}

/** Makes the run of a plan. */
export function newRun(plan: RunPlan): RunRecord {
  return {
    kind: 'agent',
    inputs: {},
    offeredTools: [],
    host: {},
    inputTokens: 0,
    ...plan,
    beats: [],
    next: 0,
    pending: 0,
    cachedTokens: 0,
    gates: [],
    outputs: {},
    turn: null,
    flowStep: null,
    modelCall: null,
    model: usualModel,
    iteration: 0,
    modelCalls: 0,
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
