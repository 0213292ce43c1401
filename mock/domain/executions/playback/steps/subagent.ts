/**
 * A sub-agent or a flow: a tool call of the run that is done in an execution of its own. Its events are in the stream of
 * that execution; those for which the contract has `subagent` are in the stream of the caller too.
 */
import { noAgent } from '../../../agents/definition/agent-definition.ts';
import type { SubagentStep } from '../../../scenarios/scenario.ts';
import { closeTurn, compose, emit, end, openNextTurn, reopenTurn, takeSilence } from '../compose.ts';
import type { Composition } from '../compose.ts';
import type { CallOutcome } from '../gate.ts';
import { newRun } from '../new-run.ts';
import { quoteJson } from '../quote.ts';
import { childToolType } from '../required-approvals.ts';
import type { ChildRun, RunEnd, RunRecord } from '../run.ts';
import { callPlace, completeCall, makeCall } from '../tool-call-events.ts';
import type { Expanders } from './expander.ts';
import { closeFlowStep } from './flow.ts';
import { relayBeat } from './relay.ts';

/** The call of a sub-agent or of a flow. Its steps are played one by one until `finishChild`. */
export const subagent: Expanders<'subagent'> = {
  subagent(composition, step) {
    const { toolCallId, parameters } = makeCall(composition, step);
    const { source } = composition;
    const { name, agent = noAgent, agentId, flow } = step;
    const agentName = flow === undefined ? (step.agentName ?? name) : null;
    const executionId = source.nextId('exec');
    const task = JSON.stringify(parameters);
    const calledAt = composition.run.elapsed;
    const { pace, clock } = composition.run;
    const own = newRun({
      id: executionId,
      agent,
      startedAt: clock.now,
      steps: step.steps,
      pace,
      baseUrl: composition.run.baseUrl,
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
    emitCallStart(composition, child);
    composition.beats.push({
      after: takeSilence(composition),
      begin: {
        executionId,
        agent,
        agentName,
        task,
        ...(agentId !== undefined && { agentId }),
        ...(flow !== undefined && { flow: { ...flow, totalSteps: own.totalSteps } }),
      },
    });
    composition.run = { ...composition.run, child };
  },
};

/** Composes a part of the sub-agent's run. When that ends the sub-agent's run, its call is complete. */
export function composeChild(composition: Composition, play: (child: Composition) => void): void {
  const { child } = composition.run;
  if (child === null) throw new Error('The run has called no sub-agent.');
  const own = compose(child.run, composition.source);
  play(own);
  for (const beat of own.beats) {
    // The stream ends at an approval, and no turn stays open there.
    if ('emit' in beat && beat.emit.type === 'approval_start') closeTurn(composition);
    composition.beats.push(...relayBeat(beat, child));
  }
  const { elapsed } = own.run;
  composition.run = { ...composition.run, elapsed, child: { ...child, run: own.run } };
  const last = own.beats.findLast((beat) => 'end' in beat);
  if (last !== undefined && 'end' in last) completeChildCall(composition, last.end);
}

/** Ends the run of the sub-agent and completes its call. */
export function finishChild(composition: Composition, runEnd: RunEnd = childDone): void {
  composeChild(composition, (child) => {
    closeFlowStep(child, runEnd.error?.message);
    closeTurn(child, runEnd.stopReason);
    end(child, runEnd);
  });
}

/** Repeats the start of the sub-agent's call in a new segment, whose reader knows nothing of the segment before. */
export function repeatCallStart(composition: Composition): void {
  const { child, turn } = composition.run;
  if (child === null) return;
  if (turn === null) openNextTurn(composition);
  else reopenTurn(composition);
  emitCallStart(composition, child);
}

/** Composes in the run that is going on: the sub-agent's if there is one, else the run's own. */
export function composeCurrent(composition: Composition, play: (current: Composition) => void): void {
  if (composition.run.child === null) play(composition);
  else composeChild(composition, play);
}

const childDone: RunEnd = { outcome: 'completed', stopReason: 'end_turn', error: null };

function emitCallStart(composition: Composition, { toolCallId, step, parameters }: ChildRun): void {
  emit(composition, {
    type: 'tool_start',
    toolCallId,
    toolName: step.name,
    toolType: childToolType(step),
    parameters: { ...parameters },
    ...callPlace(composition),
  });
}

function completeChildCall(composition: Composition, runEnd: RunEnd): void {
  const { child } = composition.run;
  if (child === null) return;
  const { run, step, toolCallId, calledAt } = child;
  composition.run = { ...composition.run, child: null };
  const outcome = outcomeOf(composition, step, run, runEnd);
  const figures = { startedAt: calledAt, ...(run.usage.cost > 0 && { cost: run.usage.cost }) };
  completeCall(composition, toolCallId, step.name, outcome, figures);
}

function outcomeOf(
  { run }: Composition,
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
