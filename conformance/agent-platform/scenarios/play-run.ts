/** Reads a played run, whether it was streamed or returned as one result. */
import type { Exchange } from '../../model/exchange.ts';

/** One event of a run, as received. */
export type PlayedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** The part of a run that one request returned. */
export interface PlayedRun {
  /** `null` for a run that the driver started. */
  readonly exchange: Exchange | null;
  readonly status: number;
  readonly events: readonly PlayedEvent[];
  /** The run's id, from the first event or result that has one. */
  readonly executionId: string | null;
  /** Returns the last event of a type; `null` if there is none. */
  last(type: string): PlayedEvent | null;
  /** The JSON body; `undefined` for a stream. */
  readonly json: unknown;
}

/** Reads a run from an exchange; a failed one has no events and status 0. */
export function readRun(exchange: Exchange): PlayedRun {
  const body = exchange.response?.body;
  const json = body?.kind === 'json' ? body.value : undefined;
  const values = body?.kind === 'stream' ? body.stream.frames.map(({ value }) => value) : listOf(json);
  return { ...playedRun(json, values), exchange, status: exchange.response?.status ?? 0 };
}

/** Reads the result of a run that the driver started. */
export function readResult(json: unknown): PlayedRun {
  return playedRun(json, listOf(json));
}

function playedRun(json: unknown, values: readonly unknown[]): PlayedRun {
  const events = values.filter(isEvent);
  const named = [json, ...events].find((value) => typeof propertyOf(value, 'executionId') === 'string');
  return {
    exchange: null,
    status: 200,
    events,
    executionId: named === undefined ? null : (propertyOf(named, 'executionId') as string),
    last: (type) => events.findLast((event) => event.type === type) ?? null,
    json,
  };
}

function listOf(json: unknown): readonly unknown[] {
  const events = propertyOf(json, 'events');
  return Array.isArray(events) ? events : [];
}

function isEvent(value: unknown): value is PlayedEvent {
  return typeof propertyOf(value, 'type') === 'string';
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
