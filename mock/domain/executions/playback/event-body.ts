/**
 * Events of a stream as playback emits them, before the log adds their place and their time.
 */
import type { ExecutionStreamEvent } from '../../../../generated/service/types.ts';

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'executionId' | 'seq'> : never;

/** A stream event before the log gives it its run and its number. */
export type EventBody = WithoutPlace<ExecutionStreamEvent>;

/** The fields in which events tell when they happened. */
export type TimeField = 'startedAt' | 'completedAt' | 'awaitedAt' | 'skippedAt' | 'timestamp';

type WithoutTime<Body> = Body extends unknown ? Omit<Body, TimeField> : never;

/** An event of a run without what the log adds: its run, its number, and its time where the type has one. */
export type TimelessEvent = WithoutTime<EventBody>;
