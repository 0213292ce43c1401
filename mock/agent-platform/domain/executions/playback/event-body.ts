/** Events of an execution, before and after the log adds their position and time. */
import type { ExecutionStreamEvent } from '../../../../../generated/service/types.ts';
import { isoTime } from '../../../../kernel/time/iso-time.ts';
import type { EpochMs } from '../../../../kernel/time/time.ts';

/** A part of an execution's stream, for one request. */
export interface Segment {
  readonly executionId: string;
  readonly segment: number;
}

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'executionId' | 'seq'> : never;

/** A stream event before the log adds its run and its number. */
type EventBody = WithoutPlace<ExecutionStreamEvent>;

/** The properties for the time of an event. */
type TimeField = 'startedAt' | 'completedAt' | 'awaitedAt' | 'skippedAt' | 'timestamp';

type WithoutTime<Body> = Body extends unknown ? Omit<Body, TimeField> : never;

/** An event of a run without the additions of the log: its run, its number, and its time if the type has one. */
export type TimelessEvent = WithoutTime<EventBody>;

/** The property with the time of an event; events that are not listed have none. */
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

/** Returns an event with its run, its number and, if its type has one, its time. */
export function placeEvent(
  executionId: string,
  seq: number,
  at: EpochMs,
  body: TimelessEvent,
): ExecutionStreamEvent {
  const { type, ...fields } = body;
  return { type, executionId, seq, ...fields, ...timeOf(type, at) } as ExecutionStreamEvent;
}

function timeOf(type: EventBody['type'], at: EpochMs): Partial<Record<TimeField, string>> {
  const field = timeFields[type];
  return field === undefined ? {} : { [field]: isoTime(at) };
}
