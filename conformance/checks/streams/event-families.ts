/**
 * Which events belong together: what opens a block, what stands in it, what closes it. Derived from the names of the
 * contract's events; the exceptions are a table.
 */
import { executionStreamEventTypes } from '../../../generated/service/events.ts';
import { idOf, type StreamEvent } from './stream-event.ts';

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

/** Runs begin and end by rules of their own, and so do approvals, which outlive a stream. */
const otherwise: ReadonlySet<string> = new Set(['execution', 'approval']);

/** Families whose id is in another member than `id`. */
const idMembers: Readonly<Record<string, string>> = { tool: 'toolCallId' };

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

/** Says where an event belongs; `null` for one that stands alone. */
export function placeOf({ type, fields }: StreamEvent): BlockPlace | null {
  if (type === 'context_notice') return noticePlace(fields);
  const role = roles.get(type);
  if (role === undefined) return null;
  const id = idOf(fields[idMembers[role.family] ?? 'id']);
  return { ...role, key: id === null ? null : `${role.family} ${id}` };
}

/** The key of a call of a tool that an event is about although it is none of the tool's own; `null` for every other event. */
export function announcedTool({ type, fields }: StreamEvent): string | null {
  if (type !== 'await' && type !== 'approval_start') return null;
  const id = idOf(fields['toolCallId']);
  return id === null ? null : `tool ${id}`;
}

/** Notices pair by their phase. Why: they have no id, and whether the epoch counts up in between is not said. */
function noticePlace({ phase, kind }: StreamEvent['fields']): BlockPlace | null {
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
