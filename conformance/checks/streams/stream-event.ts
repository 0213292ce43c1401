/** What a frame says when it is an event of a run: its type, and the members that every event has. */
import {
  executionStreamEventKeepaliveTypes,
  executionStreamEventTerminalTypes,
  executionStreamEventTypes,
} from '../../../generated/service/events.ts';
import type { StreamFrame } from '../../engine/exchange.ts';

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

/** Reads a frame; `null` for one that holds no event. */
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

/** Checks whether a run ends with an event. */
export function isTerminal({ type }: CheckedEvent): boolean {
  return terminal.has(type);
}

/** Checks whether an event only keeps the connection open. */
export function isKeepalive({ type }: CheckedEvent): boolean {
  return keepalive.has(type);
}

/** Checks whether a run ends well with an event, as a reader of a producer without `outcome` has to see it too. */
export function isSuccess({ type, fields }: CheckedEvent): boolean {
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

/** The part that an event has in a block. */
export type BlockRole = 'start' | 'part' | 'complete';

/** The block that an event belongs to. Shape: `key` names it within its run, `null` where the event has no id. */
export interface BlockPlace {
  readonly family: string;
  readonly role: BlockRole;
  readonly key: string | null;
}

interface FamilyRole {
  readonly family: string;
  readonly role: BlockRole;
}

/** Runs and approvals have rules of their own. */
const otherwise: ReadonlySet<string> = new Set(['execution', 'approval']);

/** Families whose id is in another member than `id`. */
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

/** Returns the block of an event; `null` for an event outside of blocks. */
export function placeOf({ type, fields }: CheckedEvent): BlockPlace | null {
  if (type === 'context_notice') return noticePlace(fields);
  const role = roles.get(type);
  if (role === undefined) return null;
  const id = idOf(fields[idProperties[role.family] ?? 'id']);
  return { ...role, key: id === null ? null : `${role.family} ${id}` };
}

/** The key of a call of a tool that an event is about although it is none of the tool's own; `null` for every other event. */
export function announcedTool({ type, fields }: CheckedEvent): string | null {
  if (type !== 'await' && type !== 'approval_start') return null;
  const id = idOf(fields['toolCallId']);
  return id === null ? null : `tool ${id}`;
}

/** Notices pair by their phase. Why: they have no id, and whether the epoch counts up in between is not said. */
function noticePlace({ phase, kind }: CheckedEvent['fields']): BlockPlace | null {
  if (phase !== 'start' && phase !== 'complete') return null;
  return { family: 'context_notice', role: phase, key: `context_notice ${String(idOf(kind))}` };
}

/** `tool_input_complete` closes no `tool_input`, which nothing opens: it stands in a `tool`. */
function deriveRole(type: string): FamilyRole | null {
  const [, stem = '', ending = ''] = /^(.+)_(start|delta|update|complete)$/.exec(type) ?? [];
  if (families.has(stem)) {
    const role = ending === 'start' || ending === 'complete' ? ending : 'part';
    return { family: stem, role };
  }
  const around = [...families].find((family) => stem.startsWith(`${family}_`));
  return around === undefined ? null : { family: around, role: 'part' };
}
