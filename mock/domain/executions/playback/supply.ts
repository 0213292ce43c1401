/**
 * What paused runs wait for from outside: outputs of local tools, answers of users, crawls and jobs that finish. What is
 * still missing is awaited again.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err } from '../../../kernel/transaction/result.ts';
import type { Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import type { OutputRefusal } from '../../errors.ts';
import { executions } from '../execution.ts';
import type { Json, JsonMap } from '../../json.ts';
import { admittedSteps } from './blocked.ts';
import { compose, emit, hold, reopenTurn } from './compose.ts';
import type { Composition } from './compose.ts';
import { awaitEvent, gateStartEvent, isBackground, outcomeOf, takesOutput } from './gate.ts';
import type { CallOutcome, OutputGate } from './gate.ts';
import { stopGate } from './gate-timers.ts';
import { lastUserText } from './messages.ts';
import type { OfferedTool } from './offered-tool.ts';
import { quoteJson } from './quote.ts';
import { beginSegment, playExpansion } from './play.ts';
import { nextPace } from './pace.ts';
import type { PaceWish } from './pace.ts';
import { runs } from './run.ts';
import type { RunRecord, Segment } from './run.ts';
import { composeCurrent, repeatCallStart } from './steps/subagent.ts';
import { callPlace, completeCall, keepOutput } from './tool-call-events.ts';

/** Outputs by the id of the call or by the name of the tool. */
export type ToolOutputs = Readonly<Record<string, Json>>;

/**
 * What a client sends to go on with a run.
 *
 * Shape: `messages` are added to the conversation; `offeredTools` take the place of those of the call before; null and
 * absent members change nothing.
 */
export interface Supply {
  readonly outputs: ToolOutputs;
  readonly messages?: readonly JsonMap[] | undefined;
  readonly offeredTools?: readonly OfferedTool[] | undefined;
  readonly pace: PaceWish;
}

/**
 * Supplies outputs and goes on with the run; calls that got none are awaited again. A run that waits only for work that
 * finishes by itself goes on without any output.
 *
 * Errors: EXECUTION_NOT_FOUND; NOT_PAUSED when the execution waits for no output; OUTPUT_MISSING when none of the outputs
 * is for a call that it waits for.
 */
export function supplyOutputs(
  tx: Transaction,
  executionId: string,
  supply: Supply,
): Result<Segment, OutputRefusal> {
  if (!tx.has(executions, executionId)) return err({ code: 'EXECUTION_NOT_FOUND', executionId });
  const run = tx.get(runs, executionId);
  const awaited = run?.gates.filter(takesOutput) ?? [];
  if (run === undefined || awaited.length === 0) {
    return err({ code: 'NOT_PAUSED', executionId, waitsFor: 'tool-output' });
  }
  const outcomes = readOutcomes(run, awaited, supply.outputs);
  if (outcomes.size === 0) {
    return err({
      code: 'OUTPUT_MISSING',
      awaited: awaited.map(({ toolCallId, tool }) => ({ toolCallId, toolName: tool.name })),
    });
  }
  return ok(openGates(tx, supplied(run, supply), outcomes));
}

/** Tells whether an execution waits for something that a client can supply. */
export function waitsForOutput(view: View, executionId: string): boolean {
  return view.get(runs, executionId)?.gates.some(takesOutput) === true;
}

/** Goes on with a run whose crawl or job has finished by itself. */
export function finishWork(tx: Transaction, run: RunRecord, toolCallId: string): void {
  const gate = run.gates.filter(isBackground).find((held) => held.toolCallId === toolCallId);
  if (gate !== undefined) openGates(tx, run, new Map([[gate, ownOutcome(gate, run)]]));
}

type Outcomes = ReadonlyMap<OutputGate, CallOutcome>;

function openGates(tx: Transaction, paused: RunRecord, outcomes: Outcomes): Segment {
  const { run, segment } = beginSegment(tx, paused);
  const left = run.gates.filter(takesOutput).filter((gate) => !outcomes.has(gate));
  const steps = left.length > 0 ? run.steps : admittedSteps(tx, run.steps);
  const composition = compose({ ...run, steps, gates: [] }, tx);
  for (const gate of outcomes.keys()) stopGate(tx, gate);
  if (run.child === null) reopenTurn(composition);
  else repeatCallStart(composition);
  composeCurrent(composition, (current) => {
    if (run.child !== null) reopenTurn(current);
    for (const [gate, outcome] of outcomes) completeAwaited(current, gate, outcome);
    if (left.length > 0) awaitAgain(current, left);
  });
  playExpansion(tx, { run: composition.run, beats: composition.beats });
  return segment;
}

/** The call is repeated from its start, because the reader of a new segment knows nothing of the one before. */
function completeAwaited(composition: Composition, gate: OutputGate, outcome: CallOutcome): void {
  const { toolCallId, tool, calledAt } = gate;
  emitGateStart(composition, gate);
  if ('result' in outcome) keepOutput(composition, tool.name, outcome.result);
  completeCall(composition, toolCallId, tool.name, resultOf(composition, gate, outcome), {
    startedAt: calledAt,
  });
  if (gate.kind === 'tool' && gate.tool.alias !== undefined)
    keepOutput(composition, gate.tool.alias, composition.run.outputs[tool.name]);
}

/** The result of an elicitation may refer to the answer; that of work which finishes by itself to what came before. */
function resultOf({ run }: Composition, gate: OutputGate, outcome: CallOutcome): CallOutcome {
  if (gate.kind !== 'elicitation' || gate.tool.result === undefined || 'error' in outcome) return outcome;
  return { result: quoteJson(gate.tool.result, run) };
}

/** The call belongs to the turn in which it is repeated. */
function emitGateStart(composition: Composition, gate: OutputGate): void {
  emit(composition, { ...gateStartEvent(gate), ...callPlace(composition) });
}

function awaitAgain(composition: Composition, gates: readonly OutputGate[]): void {
  const asked = gates.map(askAgain);
  for (const gate of asked) {
    emitGateStart(composition, gate);
    emit(composition, awaitEvent(gate));
  }
  hold(composition, asked);
}

function askAgain(gate: OutputGate): OutputGate {
  return gate.kind === 'elicitation' ? { ...gate, pauseCount: gate.pauseCount + 1 } : gate;
}

function readOutcomes(run: RunRecord, awaited: readonly OutputGate[], outputs: ToolOutputs): Outcomes {
  const outcomes = new Map<OutputGate, CallOutcome>();
  for (const gate of awaited) {
    const key = outputKey(outputs, gate);
    if (key !== null) outcomes.set(gate, outcomeOf(gate, outputs[key] ?? null));
  }
  if (outcomes.size > 0 || !awaited.every(isBackground)) return outcomes;
  return new Map(awaited.map((gate) => [gate, ownOutcome(gate, run)]));
}

function ownOutcome(gate: OutputGate, run: RunRecord): CallOutcome {
  const result = isBackground(gate) ? (gate.tool.result ?? null) : null;
  return { result: quoteJson(result, run.child?.run ?? run) };
}

/** The id of the call wins over the name of the tool, which older clients send. Source: wire form of `toolOutputs`, A-061. */
function outputKey(outputs: ToolOutputs, { toolCallId, tool }: OutputGate): string | null {
  if (Object.hasOwn(outputs, toolCallId)) return toolCallId;
  return Object.hasOwn(outputs, tool.name) ? tool.name : null;
}

function supplied(run: RunRecord, { messages = [], offeredTools, pace }: Supply): RunRecord {
  return {
    ...run,
    pace: nextPace(run.pace, pace),
    offeredTools: offeredTools ?? run.offeredTools,
    lastMessage: messages.length > 0 ? lastUserText(messages) : run.lastMessage,
  };
}
