/** Reads the event of a frame: its type, the properties common to all events, and its block. */
import {
  executionStreamEventKeepaliveTypes,
  executionStreamEventTerminalTypes,
  executionStreamEventTypes,
} from '../../generated/service/events.ts';
import type { StreamFrame } from '../model/exchange.ts';

/** One event of a run. Shape: `executionId` and `seq` are `null` where they are missing or of another type. */
export interface CheckedEvent {
  readonly type: string;
  /** Whether the contract has an event of this type. */
  readonly isKnown: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly executionId: string | null;
  readonly seq: number | null;
}

const knownTypes: ReadonlySet<string> = new Set(executionStreamEventTypes);
const terminal: ReadonlySet<string> = executionStreamEventTerminalTypes;
const keepalive: ReadonlySet<string> = executionStreamEventKeepaliveTypes;

/** Reads the event of a frame; `null` if the data is not an event. */
export function readEvent({ value }: StreamFrame): CheckedEvent | null {
  if (!isFields(value) || typeof value['type'] !== 'string') return null;
  const { type, executionId, seq } = value;
  return {
    type,
    isKnown: knownTypes.has(type),
    fields: value,
    executionId: typeof executionId === 'string' ? executionId : null,
    seq: typeof seq === 'number' ? seq : null,
  };
}

/** Checks whether an event ends its run. */
export function isTerminal({ type }: CheckedEvent): boolean {
  return terminal.has(type);
}

/** Checks whether an event only keeps the connection open. */
export function isKeepalive({ type }: CheckedEvent): boolean {
  return keepalive.has(type);
}

/** Checks whether an event ends its run successfully. A missing `outcome` counts as `completed`, as clients assume. */
export function isSuccess({ type, fields }: CheckedEvent): boolean {
  return (
    type === 'execution_complete' &&
    fields['success'] !== false &&
    (fields['outcome'] ?? 'completed') === 'completed'
  );
}

/** Checks whether a value is an object and not an array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The maximum length of an id that is tracked, which limits memory use. Units: characters. */
const LONGEST_ID = 1_000;

/** Returns an id as a string; `null` for a value that is not a valid id. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= LONGEST_ID ? value : null;
}

/** The role of an event in its block. */
export type BlockRole = 'start' | 'part' | 'complete';

/** The block of an event. Shape: `key` identifies it within its run; `null` if the event has no id. */
export interface BlockPlace {
  readonly family: string;
  readonly role: BlockRole;
  readonly key: string | null;
}

interface FamilyRole {
  readonly family: string;
  readonly role: BlockRole;
}

/** Families with separate rules. */
const otherwise: ReadonlySet<string> = new Set(['execution', 'approval']);

/** Families whose id is in a property other than `id`. */
const idProperties: Readonly<Record<string, string>> = { tool: 'toolCallId' };

const families: ReadonlySet<string> = new Set(
  executionStreamEventTypes
    .flatMap((type) => (type.endsWith('_start') ? [type.slice(0, -'_start'.length)] : []))
    .filter((family) => !otherwise.has(family)),
);

const roles: ReadonlyMap<string, FamilyRole> = new Map(
  executionStreamEventTypes.flatMap((type) => {
    const role = deriveRole(type);
    return role === null ? [] : [[type, role] as const];
  }),
);

/** Returns the block of an event; `null` for an event that belongs to no block. */
export function placeOf({ type, fields }: CheckedEvent): BlockPlace | null {
  if (type === 'context_notice') return noticePlace(fields);
  const role = roles.get(type);
  if (role === undefined) return null;
  const id = idOf(fields[idProperties[role.family] ?? 'id']);
  return { ...role, key: id === null ? null : `${role.family} ${id}` };
}

/** Returns the key of the tool call that a pause event refers to; `null` for every other event. */
export function announcedTool({ type, fields }: CheckedEvent): string | null {
  if (type !== 'await' && type !== 'approval_start') return null;
  const id = idOf(fields['toolCallId']);
  return id === null ? null : `tool ${id}`;
}

/**
 * Pairs notices by phase. Why: they have no id, and the source does not define whether the epoch changes in between.
 */
function noticePlace({ phase, kind }: CheckedEvent['fields']): BlockPlace | null {
  if (phase !== 'start' && phase !== 'complete') return null;
  return { family: 'context_notice', role: phase, key: `context_notice ${String(idOf(kind))}` };
}

/**
 * Derives the role of a type. Shape: `tool_input_complete` is a part of a `tool`, because no event opens a
 * `tool_input`.
 */
function deriveRole(type: string): FamilyRole | null {
  const [, stem = '', ending = ''] = /^(.+)_(start|delta|update|complete)$/.exec(type) ?? [];
  if (families.has(stem)) {
    const role = ending === 'start' || ending === 'complete' ? ending : 'part';
    return { family: stem, role };
  }
  const around = [...families].find((family) => stem.startsWith(`${family}_`));
  return around === undefined ? null : { family: around, role: 'part' };
}
