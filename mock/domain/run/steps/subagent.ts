/**
 * A sub-agent: a tool call of the run, and an execution of its own in which it is done. One story, told in two streams:
 * the child's has everything, the parent's one tool row and below it what the child said.
 */
import type { SubagentStep } from '../../scenario-steps.ts';
import { closeTurn, compose, emit, end, takeSilence } from '../compose.ts';
import type { Composition } from '../compose.ts';
import { newRun } from '../new-run.ts';
import { quoteMap } from '../quote.ts';
import type { Beat, TimelessEvent } from '../run.ts';
import { beginCall, callPlace, completeCall } from '../tool-call-events.ts';
import type { Expanders, PlayStep } from './expander.ts';

/** The call of a sub-agent. */
export const subagent: Expanders<'subagent'> = {
  subagent(composition, step, playStep) {
    beginCall(composition);
    const toolCallId = composition.source.nextId('call');
    const agentName = step.agentName ?? step.name;
    const parameters = quoteMap(step.parameters ?? {}, composition.run);
    emit(composition, {
      type: 'tool_start',
      toolCallId,
      toolName: step.name,
      toolType: 'subagent',
      parameters,
      ...callPlace(composition),
    });
    const task = JSON.stringify(parameters);
    const child = playChild(composition, step, task, playStep);
    const executionId = child.run.id;
    composition.beats.push({
      after: takeSilence(composition),
      begin: {
        executionId,
        toolName: step.name,
        agentName,
        task,
        ...(step.agentId !== undefined && { agentId: step.agentId }),
      },
    });
    const shown = { toolName: step.name, agentName, parentToolCallId: toolCallId };
    composition.beats.push(...child.beats.flatMap((beat) => tellTwice(beat, executionId, shown)));
    const result = step.result ?? child.run.answer;
    completeCall(composition, toolCallId, step.name, { result }, { takes: durationOf(child.beats) });
  },
};

function playChild(
  { run, source }: Composition,
  step: SubagentStep,
  task: string,
  playStep: PlayStep,
): Composition {
  const id = source.nextId('exec');
  const child = compose(newRun({ id, steps: [], pace: run.pace, lastMessage: task }), source);
  for (const one of step.steps) playStep(child, one);
  closeTurn(child, 'end_turn');
  end(child, { outcome: 'completed', stopReason: 'end_turn', error: null });
  return child;
}

interface Subagent {
  readonly toolName: string;
  readonly agentName: string;
  readonly parentToolCallId: string;
}

/** Writes a beat of the child to its own stream, and its words to the parent's as well. */
function tellTwice(beat: Beat, on: string, shown: Subagent): Beat[] {
  if ('end' in beat) return [{ ...beat, on }];
  if (!('emit' in beat)) throw new Error('A sub-agent neither pauses nor has sub-agents of its own.');
  const own = { ...beat, on };
  const told = toldByParent(beat.emit, shown);
  return told === null ? [own] : [own, { after: 0, emit: told }];
}

/** What is told of the child's words behind their start. */
const relayed: ReadonlySet<TimelessEvent['type']> = new Set<TimelessEvent['type']>([
  'text_delta',
  'text_complete',
  'reasoning_delta',
  'reasoning_complete',
]);

function toldByParent(event: TimelessEvent, subagent: Subagent): TimelessEvent | null {
  const { parentToolCallId } = subagent;
  if (event.type === 'ping') return event;
  if (event.type === 'text_start') {
    const { turnId: _, ...told } = event;
    return { ...told, parentToolCallId, subagent };
  }
  if (event.type === 'reasoning_start') return { ...event, parentToolCallId, subagent };
  return relayed.has(event.type) ? ({ ...event, subagent } as TimelessEvent) : null;
}

function durationOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, { after }) => sum + after, 0);
}
