/**
 * The initial state of a run, its pace and its clock. The clock advances by the durations of the scenario, regardless
 * of the pace, and by the world's time while the run is paused. So the times and durations that a run reports agree at
 * every pace.
 */
import { noAgent, type AgentDefinition } from '../../agents/definition/agent-definition.ts';
import type { JsonMap } from '../../../../kernel/json.ts';
import type { RunKind } from '../../../../../generated/service/types.ts';
import type { OfferedTool } from './pending-action.ts';
import type { Pace } from '../../../../../generated/control/types.ts';
import type { PlannedStep, RunClock, RunHost, RunRecord, RunTotals } from './run.ts';
import { noUsage } from './usage.ts';
import { after, milliseconds, type EpochMs } from '../../../../kernel/time/time.ts';
import type { View } from '../../../../kernel/store/view.ts';
import { featureGate } from '../../identity/feature-gates.ts';
import { maxEvents, type FailStep } from '../../scenarios/scenario.ts';

/** The inputs of a new run. Shape: absent properties are empty; `kind` defaults to `agent`, `agent` to `noAgent`. */
export interface RunPlan {
  readonly id: string;
  readonly startedAt: EpochMs;
  readonly steps: readonly PlannedStep[];
  /** Null for a run that is played immediately and continued at the pace of a later request. */
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

/** Returns the number of flow steps in a scenario. */
export function countFlowSteps(steps: readonly PlannedStep[]): number {
  return steps.filter((step) => 'step' in step).length;
}

export function startClock(at: EpochMs): RunClock {
  return { now: at, since: at };
}

/** Advances a clock. Units: milliseconds of the pace `real`. */
export function advanceRunClock({ now, since }: RunClock, duration: number): RunClock {
  return { now: after(now, milliseconds(duration)), since };
}

/** Returns how long a run has been paused, in milliseconds of the world's time. */
export function pausedFor({ since }: RunClock, at: EpochMs): number {
  return Math.max(0, at - since);
}

/**
 * The pace options when a run continues. Shape: `requested` is the pace of the request, `fallback` the default of the
 * world.
 */
export interface PaceOptions {
  readonly requested: Pace | null;
  readonly fallback: Pace;
}

/** Returns the pace at which a run continues: the requested one, else its own, else the default. */
export function nextPace(own: Pace | null, { requested, fallback }: PaceOptions): Pace {
  return requested ?? own ?? fallback;
}

/** The time of the world that passes in a unit of a run's own time. */
export const paceFactors: Readonly<Record<Pace, number>> = { instant: 0, fast: 0.1, real: 1 };

/** The failure of a run whose organization has exhausted its budget. Source: assumption A-062. */
export const budgetSpent: FailStep = {
  code: 'SPEND_BUDGET_EXHAUSTED',
  message: 'The organization has reached its spend budget',
  blockReason: 'spend_budget',
  upgradeUrl: 'https://app.agents.test/billing',
};

/** Returns the steps that a run may still play: its own, or the failure when the budget is exhausted. */
export function admittedSteps(view: View, steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return featureGate(view, 'spendBudget') === 'ok' ? steps : [{ fail: budgetSpent }];
}

/** Why a function: formatting the first number loads the data of a language, which would slow down the startup. */
function tooManyEvents(): FailStep {
  return {
    code: 'TOO_MANY_EVENTS',
    message: `The execution has emitted ${maxEvents.toLocaleString('en')} events, the maximum of the mock. Shorten its scenario.`,
  };
}

/** Returns the run, which fails instead of its next step if it has emitted the maximum number of events. */
export function boundEvents(run: RunRecord, emitted: number): RunRecord {
  if (emitted < maxEvents) return run;
  const { child } = run;
  return {
    ...run,
    steps: [{ fail: tooManyEvents() }],
    child: child && { ...child, run: { ...child.run, steps: [] } },
  };
}

export function totalsOf({ kind, usage, iteration, answer, tally, host }: RunRecord): RunTotals {
  return { kind, usage, iterations: iteration, answer, tally, host };
}
