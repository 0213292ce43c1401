/** Reads the event of a frame: its type, the properties common to all events, and its block. */
import type { StreamFrame } from '../model/exchange.ts';
import { isFields, type JsonFields } from '../model/json-fields.ts';
import type { BlockRole } from './block-roles.ts';
import type { EventTypes } from './event-types.ts';

/** One event of a run. Shape: `runId` and `seq` are `null` where they are missing or of another type. */
export interface CheckedEvent {
  readonly type: string;
  /** Whether the contract has an event of this type. */
  readonly isKnown: boolean;
  /** Whether it ends its run. */
  readonly isTerminal: boolean;
  /** Whether the service may close the stream after it for a while. */
  readonly isPausing: boolean;
  /** Whether it only keeps the connection open. */
  readonly isKeepalive: boolean;
  readonly fields: JsonFields;
  readonly runId: string | null;
  /** Its position in the run. */
  readonly seq: number | null;
}

/** Reads the event of a frame; `null` if the data is not an event. */
export function readEvent(frame: StreamFrame, types: EventTypes): CheckedEvent | null {
  if (types.frame !== null) return readNamed(frame, types);
  const { value } = frame;
  const type = isFields(value) && types.tag !== null ? value[types.tag] : undefined;
  if (!isFields(value) || typeof type !== 'string') return null;
  const runId = types.runId === null ? undefined : value[types.runId];
  const seq = types.position === null ? undefined : value[types.position];
  return {
    type,
    isKnown: types.known.has(type),
    isTerminal: types.terminal.has(type),
    isPausing: types.pausing.has(type),
    isKeepalive: types.keepalive.has(type),
    fields: value,
    runId: typeof runId === 'string' ? runId : null,
    seq: typeof seq === 'number' ? seq : null,
  };
}

/** Reads the event of a frame with a name, which identifies its type. Source: WHATWG HTML 9.2.6. */
function readNamed({ event, value }: StreamFrame, types: EventTypes): CheckedEvent {
  const type = event ?? 'message';
  return {
    type,
    isKnown: types.known.size === 0 || types.known.has(type),
    isTerminal: types.terminal.has(type),
    isPausing: types.pausing.has(type),
    isKeepalive: types.keepalive.has(type),
    fields: isFields(value) ? value : {},
    runId: null,
    seq: null,
  };
}

/** The maximum length of an id that is tracked, which limits memory use. Units: characters. */
const MAX_ID_LENGTH = 1_000;

/** Returns an id as a string; `null` for a value that is not a valid id. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH ? value : null;
}

/** The block of an event. Shape: `key` identifies it within its run; `null` if the event has no id. */
export interface BlockPlace extends BlockRole {
  readonly key: string | null;
}

/** Returns the block of an event; `null` for an event that belongs to no block. Shape: `idName` has the id of the block. */
export function placeOf(
  { type, fields }: CheckedEvent,
  { roles }: EventTypes,
  idNames: Readonly<Record<string, string>>,
): BlockPlace | null {
  const role = roles.get(type);
  if (role === undefined) return null;
  const { family } = role;
  const id = idOf(fields[idNames[family] ?? 'id']);
  return { ...role, key: id === null ? null : `${family} ${id}` };
}
