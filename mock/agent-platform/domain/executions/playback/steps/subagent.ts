/**
 * A sub-agent or a flow: a tool call of the run with its own execution. Its events are in the stream of that
 * execution; those for which the contract has `subagent` are relayed to the stream of the caller.
 */
import { noAgent } from '../../../agents/definition/agent-definition.ts';
import type { SubagentStep } from '../../../scenarios/scenario.ts';
import { createBuilder, emit, end, flushDelay, type StepBuilder, type Expanders } from '../step-builder.ts';
import { closeTurn, openNextTurn, reopenTurn } from '../turns.ts';
import type { CallOutcome } from '../pending-action.ts';
import { newRun } from '../new-run.ts';
import { quoteJson } from '../texts.ts';
import { childToolType, callPlace, completeCall, makeCall, streamInput } from '../tool-calls.ts';
import type { ChildRun, RunEnd, RunRecord, ScheduledEvent } from '../run.ts';
import type { TimelessEvent } from '../event-body.ts';
import { closeFlowStep } from './flow.ts';
import type { Subagent } from '../../../../../../generated/service/types.ts';

/** The call of a sub-agent or of a flow. Its steps are played one by one until `finishChild`. */
export const subagent: Expanders<'subagent'> = {
  subagent(builder, step) {
    const { toolCallId, parameters } = makeCall(builder, step);
    const { source } = builder;
    const { name, agent = noAgent, agentId, flow } = step;
    const agentName = flow === undefined ? (step.agentName ?? name) : null;
    const executionId = source.nextId('exec');
    const task = JSON.stringify(parameters);
    const calledAt = builder.run.elapsed;
    const { pace, clock } = builder.run;
    const own = newRun({
      id: executionId,
      agent,
      startedAt: clock.now,
      steps: step.steps,
      pace,
      baseUrl: builder.run.baseUrl,
      lastMessage: task,
      ...(flow !== undefined && { kind: 'flow', inputs: parameters }),
    });
    const child: ChildRun = {
      run: { ...own, elapsed: calledAt },
      step,
      toolCallId,
      agentName,
      parameters,
      calledAt,
    };
    emitCallStart(builder, child);
    if (step.streamInput === true)
      streamInput(builder, { toolCallId, toolName: name, parameters: { ...parameters } });
    builder.schedule.push({
      after: flushDelay(builder),
      begin: {
        executionId,
        agent,
        agentName,
        task,
        ...(agentId !== undefined && { agentId }),
        ...(flow !== undefined && { flow: { ...flow, totalSteps: own.totalSteps } }),
      },
    });
    builder.run = { ...builder.run, child };
  },
};

/** Builds a part of the sub-agent's run. When the sub-agent's run ends, its call is complete. */
export function buildChild(builder: StepBuilder, play: (child: StepBuilder) => void): void {
  const { child } = builder.run;
  if (child === null) throw new Error('The run has called no sub-agent.');
  const own = createBuilder(child.run, builder.source);
  play(own);
  for (const scheduled of own.schedule) {
    // The stream ends at an approval, so no turn may stay open there.
    if ('emit' in scheduled && scheduled.emit.type === 'approval_start') closeTurn(builder);
    builder.schedule.push(...relayScheduled(scheduled, child));
  }
  const { elapsed } = own.run;
  builder.run = { ...builder.run, elapsed, child: { ...child, run: own.run } };
  const last = own.schedule.findLast((scheduled) => 'end' in scheduled);
  if (last !== undefined && 'end' in last) completeChildCall(builder, last.end);
}

/** Ends the run of the sub-agent and completes its call. */
export function finishChild(builder: StepBuilder, runEnd: RunEnd = childDone): void {
  buildChild(builder, (child) => {
    closeFlowStep(child, runEnd.error?.message);
    closeTurn(child, runEnd.stopReason);
    end(child, runEnd);
  });
}

/** Repeats the start of the sub-agent's call in a new segment, whose reader has not seen the previous segment. */
export function repeatCallStart(builder: StepBuilder): void {
  const { child, turn } = builder.run;
  if (child === null) return;
  if (turn === null) openNextTurn(builder);
  else reopenTurn(builder);
  emitCallStart(builder, child);
}

/** Builds a part of the current run: the sub-agent's if there is one, else the run's own. */
export function buildCurrent(builder: StepBuilder, play: (current: StepBuilder) => void): void {
  if (builder.run.child === null) play(builder);
  else buildChild(builder, play);
}

const childDone: RunEnd = { outcome: 'completed', stopReason: 'end_turn', error: null };

function emitCallStart(builder: StepBuilder, { toolCallId, step, parameters }: ChildRun): void {
  emit(builder, {
    type: 'tool_start',
    toolCallId,
    toolName: step.name,
    toolType: childToolType(step),
    parameters: { ...parameters },
    ...callPlace(builder),
  });
}

function completeChildCall(builder: StepBuilder, runEnd: RunEnd): void {
  const { child } = builder.run;
  if (child === null) return;
  const { run, step, toolCallId, calledAt } = child;
  builder.run = { ...builder.run, child: null };
  for (const delta of step.progress ?? []) emit(builder, { type: 'tool_output_delta', toolCallId, delta });
  const outcome = outcomeOf(builder, step, run, runEnd);
  const figures = { startedAt: calledAt, ...(run.usage.cost > 0 && { cost: run.usage.cost }) };
  completeCall(builder, toolCallId, step.name, outcome, figures);
}

function outcomeOf(
  { run }: StepBuilder,
  { result, flow }: SubagentStep,
  called: RunRecord,
  { outcome, error }: RunEnd,
): CallOutcome {
  if (error !== null) return { error: error.message };
  if (outcome !== 'completed')
    return { error: `The ${flow === undefined ? 'sub-agent' : 'flow'} did not finish its task.` };
  if (result !== undefined) return { result: quoteJson(result, run) };
  return { result: flow === undefined ? called.answer : (Object.values(called.outputs).at(-1) ?? null) };
}

type EventType = TimelessEvent['type'];

/** The events for which the contract has `subagent`. Source: spec/shared/events. */
export const subagentEvents: ReadonlySet<EventType> = new Set<EventType>([
  'turn_start',
  'turn_complete',
  'model_call_start',
  'model_call_complete',
  'step_start',
  'step_complete',
  'text_start',
  'text_delta',
  'text_complete',
  'reasoning_start',
  'reasoning_delta',
  'reasoning_complete',
  'tool_start',
  'tool_input_delta',
  'tool_input_complete',
  'tool_complete',
  'approval_start',
]);

/** Events that are relayed unchanged: their ids identify what they belong to, or the whole run waits. */
const plainEvents: ReadonlySet<EventType> = new Set<EventType>([
  'tool_output_delta',
  'approval_complete',
  'await',
  'ping',
]);

/** Returns an event of a sub-agent for its own stream, and for the stream of its caller. */
export function relayScheduled(scheduled: ScheduledEvent, child: ChildRun): ScheduledEvent[] {
  if ('gates' in scheduled || 'begin' in scheduled || scheduled.on !== undefined) return [scheduled];
  const own = { ...scheduled, on: child.run.id };
  if ('end' in scheduled) return [own];
  const relayed = relayEvent(scheduled.emit, child);
  return relayed === null ? [own] : [own, { after: 0, emit: relayed }];
}

function relayEvent(event: TimelessEvent, child: ChildRun): TimelessEvent | null {
  if (plainEvents.has(event.type)) return event;
  if (!subagentEvents.has(event.type)) return null;
  return { ...withoutFigures(event), ...nesting(event, child) };
}

/**
 * Returns the nesting of an event; a text also has the id of the parent call at the top level, where clients look for
 * it.
 */
function nesting({ type }: TimelessEvent, { step, agentName, toolCallId: parentToolCallId }: ChildRun) {
  const subagent: Subagent = {
    toolName: step.name,
    ...(agentName !== null && { agentName }),
    parentToolCallId,
  };
  const isText = type === 'text_start' || type === 'reasoning_start';
  return isText ? { parentToolCallId, subagent } : { subagent };
}

/**
 * Removes usage figures: a sub-agent's usage counts in its own execution, so that a stream adds up to its run's totals.
 */
function withoutFigures(event: TimelessEvent): TimelessEvent {
  switch (event.type) {
    case 'turn_complete':
    case 'model_call_complete': {
      const { tokens: _, cost: __, ...rest } = event;
      return rest;
    }
    case 'step_complete': {
      const { tokensUsed: _, cost: __, ...rest } = event;
      return rest;
    }
    default:
      return event;
  }
}
