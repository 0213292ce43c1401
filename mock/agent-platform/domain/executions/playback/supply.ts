/**
 * Input for paused runs: outputs of local tools, responses of users, crawls and jobs that finish. Missing outputs are
 * awaited again.
 */
import type { Transaction } from '../../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../../kernel/transaction/result.ts';
import type { View } from '../../../../kernel/store/view.ts';
import type { OutputError } from '../../errors.ts';
import { executions } from '../execution.ts';
import type { Json, JsonMap } from '../../../../kernel/json.ts';
import { admittedSteps, nextPace, type PaceOptions } from './new-run.ts';
import { createBuilder, emit, pause, type StepBuilder } from './step-builder.ts';
import { reopenTurn } from './turns.ts';
import { awaitEvent, actionStartEvent, isBackground, outcomeOf, takesOutput } from './pending-action.ts';
import type { CallOutcome, OpenOutput, OfferedTool } from './pending-action.ts';
import { stopAction } from './run-effects.ts';
import { lastUserText, quoteJson } from './texts.ts';
import { beginSegment, playExpansion } from './play.ts';
import { runs, type RunRecord } from './run.ts';
import type { Segment } from './event-body.ts';
import { buildCurrent, repeatCallStart } from './steps/subagent.ts';
import { callPlace, completeCall, storeOutput } from './tool-calls.ts';

/** Outputs by the id of the call or by the name of the tool. */
export type ToolOutputs = Readonly<Record<string, Json>>;

/**
 * The input that a client sends to continue a run.
 *
 * Shape: `messages` are added to the conversation; `offeredTools` replace those of the previous call; null and
 * absent properties change nothing.
 */
export interface Supply {
  readonly outputs: ToolOutputs;
  readonly messages?: readonly JsonMap[] | undefined;
  readonly offeredTools?: readonly OfferedTool[] | undefined;
  readonly pace: PaceOptions;
}

/**
 * Supplies outputs and continues the run; calls without an output are awaited again. A run that only waits for
 * background work continues without any output.
 *
 * Errors: EXECUTION_NOT_FOUND; NOT_PAUSED when the execution waits for no output; OUTPUT_MISSING when none of the
 * outputs matches a call that it waits for.
 */
export function supplyOutputs(
  tx: Transaction,
  executionId: string,
  supply: Supply,
): Result<Segment, OutputError> {
  if (!tx.has(executions, executionId)) return err({ code: 'EXECUTION_NOT_FOUND', executionId });
  const run = tx.get(runs, executionId);
  const awaited = run?.gates.filter(takesOutput) ?? [];
  if (run === undefined || awaited.length === 0)
    return err({ code: 'NOT_PAUSED', executionId, waitsFor: 'tool-output' });
  const outcomes = readOutcomes(run, awaited, supply.outputs);
  if (outcomes.size === 0) {
    return err({
      code: 'OUTPUT_MISSING',
      awaited: awaited.map(({ toolCallId, tool }) => ({ toolCallId, toolName: tool.name })),
    });
  }
  return ok(resolveActions(tx, withSupply(run, supply), outcomes));
}

/** Returns whether an execution waits for an output that a client can supply. */
export function waitsForOutput(view: View, executionId: string): boolean {
  return view.get(runs, executionId)?.gates.some(takesOutput) === true;
}

/** Continues a run whose crawl or job has finished. */
export function finishWork(tx: Transaction, run: RunRecord, toolCallId: string): void {
  const action = run.gates.filter(isBackground).find((held) => held.toolCallId === toolCallId);
  if (action !== undefined) resolveActions(tx, run, new Map([[action, ownOutcome(action, run)]]));
}

type Outcomes = ReadonlyMap<OpenOutput, CallOutcome>;

function resolveActions(tx: Transaction, paused: RunRecord, outcomes: Outcomes): Segment {
  const { run, segment } = beginSegment(tx, paused);
  const left = run.gates.filter(takesOutput).filter((action) => !outcomes.has(action));
  const steps = left.length > 0 ? run.steps : admittedSteps(tx, run.steps);
  const builder = createBuilder({ ...run, steps, gates: [] }, tx);
  for (const action of outcomes.keys()) stopAction(tx, action);
  if (run.child === null) reopenTurn(builder);
  else repeatCallStart(builder);
  buildCurrent(builder, (current) => {
    if (run.child !== null) reopenTurn(current);
    for (const [action, outcome] of outcomes) completeAwaited(current, action, outcome);
    if (left.length > 0) awaitAgain(current, left);
  });
  playExpansion(tx, { run: builder.run, schedule: builder.schedule });
  return segment;
}

/** Completes an awaited call. Repeats the call from its start, since the reader of a new segment has not seen it. */
function completeAwaited(builder: StepBuilder, action: OpenOutput, outcome: CallOutcome): void {
  const { toolCallId, tool, calledAt } = action;
  emitActionStart(builder, action);
  if ('result' in outcome) storeOutput(builder, tool.name, outcome.result);
  completeCall(builder, toolCallId, tool.name, resultOf(builder, action, outcome), {
    startedAt: calledAt,
  });
  if (action.kind === 'tool' && action.tool.alias !== undefined)
    storeOutput(builder, action.tool.alias, builder.run.outputs[tool.name]);
}

/** Returns the outcome of a call. The result of an elicitation may quote the response of the user. */
function resultOf({ run }: StepBuilder, action: OpenOutput, outcome: CallOutcome): CallOutcome {
  if (action.kind !== 'elicitation' || action.tool.result === undefined || 'error' in outcome) return outcome;
  return { result: quoteJson(action.tool.result, run) };
}

/** Emits the start of a call, which belongs to the turn in which it is repeated. */
function emitActionStart(builder: StepBuilder, action: OpenOutput): void {
  emit(builder, { ...actionStartEvent(action), ...callPlace(builder) });
}

function awaitAgain(builder: StepBuilder, gates: readonly OpenOutput[]): void {
  const repeated = gates.map(askAgain);
  for (const action of repeated) {
    emitActionStart(builder, action);
    emit(builder, awaitEvent(action));
  }
  pause(builder, repeated);
}

function askAgain(action: OpenOutput): OpenOutput {
  return action.kind === 'elicitation' ? { ...action, pauseCount: action.pauseCount + 1 } : action;
}

function readOutcomes(run: RunRecord, awaited: readonly OpenOutput[], outputs: ToolOutputs): Outcomes {
  const outcomes = new Map<OpenOutput, CallOutcome>();
  for (const action of awaited) {
    const key = outputKey(outputs, action);
    if (key !== null) outcomes.set(action, outcomeOf(action, outputs[key] ?? null));
  }
  if (outcomes.size > 0 || !awaited.every(isBackground)) return outcomes;
  return new Map(awaited.map((action) => [action, ownOutcome(action, run)]));
}

function ownOutcome(action: OpenOutput, run: RunRecord): CallOutcome {
  const result = isBackground(action) ? (action.tool.result ?? null) : null;
  return { result: quoteJson(result, run.child?.run ?? run) };
}

/**
 * Returns the key of a call's output: its id, or the name of the tool, which older clients send.
 *
 * Source: wire form of `toolOutputs`, A-061.
 */
function outputKey(outputs: ToolOutputs, { toolCallId, tool }: OpenOutput): string | null {
  if (Object.hasOwn(outputs, toolCallId)) return toolCallId;
  return Object.hasOwn(outputs, tool.name) ? tool.name : null;
}

function withSupply(run: RunRecord, { messages = [], offeredTools, pace }: Supply): RunRecord {
  return {
    ...run,
    pace: nextPace(run.pace, pace),
    offeredTools: offeredTools ?? run.offeredTools,
    lastMessage: messages.length > 0 ? lastUserText(messages) : run.lastMessage,
  };
}
