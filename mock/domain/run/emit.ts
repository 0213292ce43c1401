/**
 * Writes an event of a run to its log: with its place and its time, and with what it means for the history.
 */
import type { ExecutionStreamEvent } from '../../../generated/service/types.ts';
import type { Draft } from '../../kernel/draft.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { executionTopic } from '../execution.ts';
import { isoTime } from '../time.ts';
import { observe } from './observe.ts';
import type { EventBody, TimeField, TimelessEvent } from './run.ts';

/** The field in which an event tells when it happened; events that are not listed have none. */
const timeFields: { readonly [Type in EventBody['type']]?: TimeField } = {
  execution_start: 'startedAt',
  execution_complete: 'completedAt',
  execution_error: 'completedAt',
  turn_complete: 'completedAt',
  model_call_start: 'startedAt',
  model_call_complete: 'completedAt',
  step_start: 'startedAt',
  step_complete: 'completedAt',
  step_skip: 'skippedAt',
  tool_start: 'startedAt',
  approval_start: 'startedAt',
  approval_complete: 'completedAt',
  await: 'awaitedAt',
  ping: 'timestamp',
};

/**
 * Appends an event to the stream of an execution.
 *
 * Shape: `seq` counts from 0 over the whole execution; the time is the transaction's.
 */
export function emitEvent(draft: Draft, executionId: string, body: TimelessEvent): ExecutionStreamEvent {
  const topic = executionTopic(executionId);
  const seq = draft.topic(topic)?.nextSeq ?? 0;
  const { type, ...fields } = body;
  const event = { type, executionId, seq, ...fields, ...timeOf(type, draft.at) } as ExecutionStreamEvent;
  draft.append(topic, event);
  observe(draft, event);
  return event;
}

function timeOf(type: EventBody['type'], at: EpochMs): Partial<Record<TimeField, string>> {
  const field = timeFields[type];
  return field === undefined ? {} : { [field]: isoTime(at) };
}
