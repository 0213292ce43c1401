/**
 * Relays the events of a sub-agent, or of a flow, to the stream of the run that has called it.
 */
import type { Subagent } from '../../../../../generated/service/types.ts';
import type { ScheduledEvent, ChildRun } from '../run.ts';
import type { TimelessEvent } from '../event-body.ts';

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

/** Events that are relayed as they are: their ids say what they belong to, or the whole run waits. */
const plainEvents: ReadonlySet<EventType> = new Set<EventType>([
  'tool_output_delta',
  'approval_complete',
  'await',
  'ping',
]);

/** Returns a beat of a sub-agent for its own stream, and for the stream of its caller. */
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

/** A text names the call above it at the top too: there clients look for it. */
function nesting({ type }: TimelessEvent, { step, agentName, toolCallId: parentToolCallId }: ChildRun) {
  const subagent: Subagent = {
    toolName: step.name,
    ...(agentName !== null && { agentName }),
    parentToolCallId,
  };
  const isText = type === 'text_start' || type === 'reasoning_start';
  return isText ? { parentToolCallId, subagent } : { subagent };
}

/** What a sub-agent uses counts in its own execution, so that the figures of a stream add up to those of its run. */
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
