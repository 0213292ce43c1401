/**
 * The meaning of the events of an execution for its stream: which are nested, paired or a success, and which refer to
 * others.
 */
import type { Problem as SchemaProblem } from '../../../templates/runtime/problem.ts';
import { idOf, placeOf, type BlockPlace, type CheckedEvent } from '../../streams/stream-event.ts';
import type { Citation, EventTraits, StreamDetail } from '../../streams/stream-rule.ts';
import type { RunMemory } from './run-memory.ts';
import { trackEnd } from './track-end.ts';

/** The facts and assumptions about details of a stream. */
const citations: Readonly<Record<StreamDetail, Citation>> = {
  'end marker': { assumption: 'A-FRAME' },
  'incomplete event': { assumption: 'A-FRAME' },
  // Why not a failure: the source specifies the last event of a run, but not whether pings count as such.
  'keep-alive after the end': { facts: ['F-6.1.2-002', 'F-6.1.2-003'] },
  'missing end': { assumption: 'A-114' },
  'position of a keep-alive': { facts: [], assumption: 'A-107' },
  silence: { facts: ['F-6.1.2-003'] },
  'start of a resumed run': { facts: [], assumption: 'A-113' },
};

/** Families whose id is in a property other than `id`. */
const idNames: Readonly<Record<string, string>> = { tool: 'toolCallId' };

export const eventTraits: EventTraits<RunMemory> = {
  // Why: clients assume `completed` where an outcome is missing.
  isSuccess: ({ type, fields }) =>
    type === 'execution_complete' &&
    fields['success'] !== false &&
    (fields['outcome'] ?? 'completed') === 'completed',
  isNested: ({ fields }) => 'subagent' in fields,
  placeOf: (event, types) =>
    event.type === 'context_notice' ? noticePlace(event.fields) : placeOf(event, types, idNames),
  announcedBlock: announcedTool,
  isReportedElsewhere: isDecisionProblem,
  trackEnd,
  cite: (detail) => citations[detail],
};

/** Returns the key of the tool call that a pause event refers to; `null` for every other event. */
function announcedTool({ type, fields }: CheckedEvent): string | null {
  if (type !== 'await' && type !== 'approval_start') return null;
  const id = idOf(fields['toolCallId']);
  return id === null ? null : `tool ${id}`;
}

/** Checks whether a schema problem is an undeclared decision. Why: S15 reports it, so S04 skips it. */
function isDecisionProblem({ type }: CheckedEvent, { code, path }: SchemaProblem): boolean {
  return type === 'approval_complete' && path === 'decision' && code === 'INVALID_ENUM';
}

/**
 * Pairs notices by phase. Why: they have no id, and the source does not define whether the epoch changes in between.
 */
function noticePlace({ phase, kind }: CheckedEvent['fields']): BlockPlace | null {
  if (phase !== 'start' && phase !== 'complete') return null;
  return { family: 'context_notice', kind: phase, key: `context_notice ${String(idOf(kind))}` };
}
