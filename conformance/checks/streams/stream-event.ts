/**
 * What a frame says when it is an event of a run: its type, and the members that every event has.
 */
import {
  executionStreamEventKeepaliveTypes,
  executionStreamEventTerminalTypes,
  executionStreamEventTypes,
} from '../../../generated/service/events.ts';
import type { StreamFrame } from '../../engine/exchange.ts';

/** One event of a run. Shape: `executionId` and `seq` are `null` where they are missing or of another type. */
export interface StreamEvent {
  readonly type: string;
  /** Whether the contract has an event of this type. */
  readonly isKnown: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly executionId: string | null;
  readonly seq: number | null;
}

const known: ReadonlySet<string> = new Set(executionStreamEventTypes);
const terminal: ReadonlySet<string> = executionStreamEventTerminalTypes;
const keepalive: ReadonlySet<string> = executionStreamEventKeepaliveTypes;

/** Reads a frame; `null` for one that holds no event. */
export function readEvent({ value }: StreamFrame): StreamEvent | null {
  if (!isFields(value) || typeof value['type'] !== 'string') return null;
  const { type, executionId, seq } = value;
  return {
    type,
    isKnown: known.has(type),
    fields: value,
    executionId: typeof executionId === 'string' ? executionId : null,
    seq: typeof seq === 'number' ? seq : null,
  };
}

/** Checks whether a run ends with an event. */
export function isTerminal({ type }: StreamEvent): boolean {
  return terminal.has(type);
}

/** Checks whether an event only keeps the connection open. */
export function isKeepalive({ type }: StreamEvent): boolean {
  return keepalive.has(type);
}

/** Checks whether a run ends well with an event, as a reader of a producer without `outcome` has to see it too. */
export function isSuccess({ type, fields }: StreamEvent): boolean {
  return (
    type === 'execution_complete' &&
    fields['success'] !== false &&
    (fields['outcome'] ?? 'completed') === 'completed'
  );
}

/** Checks whether a value is an object and no list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Longer ids are not followed, so that nobody fills the memory with them. Units: characters. */
const LONGEST_ID = 1_000;

/** What an id says; `null` for what can be none. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= LONGEST_ID ? value : null;
}
