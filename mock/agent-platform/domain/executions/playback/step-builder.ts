/**
 * Builds the scheduled events of one step and updates the run accordingly: events, pauses, ends, and the delays between
 * them.
 */
import { maxEvents, type StepContents, type StepKind } from '../../scenarios/scenario.ts';
import { totalsOf } from './new-run.ts';
import type { OpenAction } from './pending-action.ts';
import type { RunEnd, RunRecord, ScheduledEvent } from './run.ts';
import type { TimelessEvent } from './event-body.ts';

/** The source of ids and random numbers for a builder. */
export interface BuilderSource {
  nextId(prefix: string): string;
  /** Returns a number from 0 up to but not including 1. */
  random(): number;
}

/** Builds one step. Shape: `beats` are its scheduled events so far, `run` is the run after them. */
export interface StepBuilder {
  run: RunRecord;
  readonly schedule: ScheduledEvent[];
  readonly source: BuilderSource;
}

/** The longest silence on a stream before a ping. Units: milliseconds of the real pace. Source: F-6.1.2-003. */
export const heartbeat = 15_000;

export function createBuilder(run: RunRecord, source: BuilderSource): StepBuilder {
  return { run, schedule: [], source };
}

/** Adds to the delay before the next event. Units: milliseconds of the real pace, rounded to integers. */
export function advance(builder: StepBuilder, duration: number): void {
  const { run } = builder;
  const whole = Math.round(duration);
  builder.run = { ...run, pending: run.pending + whole, elapsed: run.elapsed + whole };
}

/** Adds an event, after a delay in milliseconds. */
export function emit(builder: StepBuilder, event: TimelessEvent, after = 0): void {
  advance(builder, after);
  builder.schedule.push({ after: flushDelay(builder), emit: event });
}

/** Adds a pause that lasts until its pending actions are resolved. */
export function pause(builder: StepBuilder, gates: readonly OpenAction[]): void {
  builder.schedule.push({ after: flushDelay(builder), gates });
}

export function end(builder: StepBuilder, runEnd: RunEnd): void {
  const after = flushDelay(builder);
  builder.schedule.push({ after, end: runEnd, totals: totalsOf(builder.run) });
}

/** Returns the delay before the next event, and adds pings to a long one, within the maximum number of events. */
export function flushDelay(builder: StepBuilder): number {
  let silence = builder.run.pending;
  for (; silence > heartbeat && builder.schedule.length < maxEvents; silence -= heartbeat)
    builder.schedule.push({ after: heartbeat, emit: { type: 'ping' } });
  builder.run = { ...builder.run, pending: 0 };
  return silence;
}

/** Returns a random integer number of milliseconds between two, from the world's random numbers. */
export function between(builder: StepBuilder, low: number, high: number): number {
  return Math.round(low + builder.source.random() * (high - low));
}

/** Builds some kinds of steps, one row per kind. Shape: the placeholders of the content are replaced. */
export type Expanders<Kinds extends StepKind> = {
  readonly [Kind in Kinds]: (builder: StepBuilder, content: StepContents[Kind]) => void;
};

/**
 * Builds a part of a run. Discards it if the run would exceed the limits of its agent.
 *
 * Shape: returns true when the part was built.
 */
export function buildWithin(builder: StepBuilder, part: () => void): boolean {
  const { run, schedule } = builder;
  const { length } = schedule;
  part();
  if (!isBeyond(builder.run)) return true;
  builder.run = run;
  schedule.length = length;
  return false;
}

/**
 * Returns whether a run exceeds its limits. A negative limit counts as zero, since a run without turns is within it.
 */
function isBeyond({ agent, iteration, toolCalls }: RunRecord): boolean {
  return exceeds(iteration, agent.maxTurns) || exceeds(toolCalls, agent.maxToolCalls);
}

function exceeds(count: number, limit: number | null): boolean {
  return limit !== null && count > Math.max(0, limit);
}
