/** Events of an execution before its log adds where and when they happened. */
import type { ExecutionStreamEvent } from '../../../../../generated/service/types.ts';

/** A part of an execution's stream, for one request. */
export interface Segment {
  readonly executionId: string;
  readonly segment: number;
}

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'executionId' | 'seq'> : never;

/** A stream event before the log adds its run and its number. */
export type EventBody = WithoutPlace<ExecutionStreamEvent>;

/** The properties for the time of an event. */
export type TimeField = 'startedAt' | 'completedAt' | 'awaitedAt' | 'skippedAt' | 'timestamp';

type WithoutTime<Body> = Body extends unknown ? Omit<Body, TimeField> : never;

/** An event of a run without what the log adds: its run, its number, and its time if the type has one. */
export type TimelessEvent = WithoutTime<EventBody>;
