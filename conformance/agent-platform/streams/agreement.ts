/** S26, S27: the events of one block agree with each other, and their times are within the run. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../model/finding.ts';
import { isFields } from '../../model/json-fields.ts';
import { timeOfTimestamp } from '../../responses/timestamps.ts';
import type { EventTypes } from '../../streams/event-types.ts';
import { idOf, type CheckedEvent } from '../../streams/stream-event.ts';
import { eventTraits } from './event-traits.ts';
import type { ExecutionRule } from './run-memory.ts';

/** Properties that have one value in all events of a block. */
const shared = [
  'kind',
  'mediaType',
  'name',
  'ordinal',
  'role',
  'scope',
  'stepType',
  'subagent',
  'toolName',
  'toolType',
  'turnId',
];

/** Properties that are also the same in a block other than a tool call, which may continue in a later iteration. */
const sharedUnlessContinued = ['iteration', 'stepId'];

/** The maximum number of blocks and references tracked for each stream. */
const MAX_FOLLOWED = 10_000;

/** S26. */
export const agreementRule: ExecutionRule = {
  check: 'S26',
  open(context) {
    const { types } = context;
    const blocks = new Map<string, Map<string, unknown>>();
    const turns = new Set<string>();
    const callers = new Set<string>();
    const references: Reference[] = [];
    return {
      take({ event, isForeign, isRepeat, frame, at }): readonly Problem[] | null {
        if (event === null || isRepeat || isForeign) return null;
        const { type, fields } = event;
        const id = idOf(type === 'turn_start' ? fields['id'] : fields['toolCallId']);
        if (id !== null && turns.size + callers.size < MAX_FOLLOWED)
          (type === 'turn_start' ? turns : callers).add(id);
        if (references.length < MAX_FOLLOWED) references.push(...referencesIn(event, frame.number));
        const key = keyOf(event, types);
        if (key === null) return null;
        const kind = eventTraits.placeOf(event, types)?.kind;
        const before = blocks.get(key) ?? new Map<string, unknown>();
        if (blocks.size < MAX_FOLLOWED) blocks.set(key, before);
        const names = key.startsWith('tool ') ? shared : [...shared, ...sharedUnlessContinued];
        const problems = names
          .filter((name) => name in fields && before.has(name))
          .filter((name) => !isDeepStrictEqual(before.get(name), fields[name]))
          .map((name) => ({
            message: `The ${name} of ${type} is not that of the events before it.`,
            at: at(name),
          }));
        for (const name of names) if (name in fields && !before.has(name)) before.set(name, fields[name]);
        // Why: the name of a sub-agent in a later part is too late for a client that has begun to show the block.
        if (kind === 'start' && !before.has('subagent')) before.set('subagent', null);
        if (isQuestion(type) && lacksParameters(fields, before))
          problems.push({ message: `${type} lacks the parameters of its call.`, at: at('parameters') });
        else if (isFields(fields['parameters'])) before.set('parameters', fields['parameters']);
        if (Array.isArray(fields['hiddenParameterNames']) && fields['hiddenParameterNames'].length > 0)
          before.set('hiddenParameterNames', fields['hiddenParameterNames']);
        if (type.endsWith('_complete') && fields['success'] === true && isError(fields['error']))
          problems.push({ message: `${type} has an error although it succeeded.`, at: at('success') });
        if (kind === 'complete') blocks.delete(key);
        return problems;
      },
      end({ end }) {
        if (end !== 'closed' || context.request.runEntry !== 'start' || context.hasUnreadableFrames)
          return null;
        const idsOf = { turn: turns, 'tool call': callers };
        return references
          .filter(({ what, id }) => idsOf[what].size > 0 && !idsOf[what].has(id))
          .slice(0, 1)
          .map(({ what, name, number }) => ({
            message: `${name} names a ${what} that is not in the stream.`,
            at: `event ${number}: ${name}`,
          }));
      },
    };
  },
};

/** Returns whether an event requests a decision about a call, or its output. */
function isQuestion(type: string): boolean {
  return type === 'approval_start' || type === 'await';
}

/** Returns whether an event has empty parameters although those of its call are not empty and not hidden. */
function lacksParameters(
  { parameters: shown }: CheckedEvent['fields'],
  before: ReadonlyMap<string, unknown>,
): boolean {
  const original = before.get('parameters');
  if (!isFields(shown) || !isFields(original) || before.has('hiddenParameterNames')) return false;
  return Object.keys(shown).length === 0 && Object.keys(original).length > 0;
}

function isError(error: unknown): boolean {
  return error !== undefined && error !== null && error !== '';
}

/** A property with the id of a turn or a tool call. */
interface Reference {
  readonly what: 'turn' | 'tool call';
  readonly name: string;
  readonly id: string;
  readonly number: number;
}

function referencesIn({ fields }: CheckedEvent, number: number): readonly Reference[] {
  const { subagent } = fields;
  const rows = [
    // Why: a stream need not have the turns of sub-agents.
    ['turn', 'turnId', subagent === undefined ? fields['turnId'] : null],
    ['tool call', 'parentToolCallId', fields['parentToolCallId']],
    ['tool call', 'subagent.parentToolCallId', isFields(subagent) ? subagent['parentToolCallId'] : null],
  ] as const;
  return rows.flatMap(([what, name, value]) => {
    const id = idOf(value);
    return id === null ? [] : [{ what, name, id, number }];
  });
}

function keyOf(event: CheckedEvent, types: EventTypes): string | null {
  const { type, fields } = event;
  if (type.startsWith('execution_')) return 'execution';
  if (isQuestion(type)) {
    const call = idOf(fields['toolCallId']);
    return call === null ? null : `tool ${call}`;
  }
  if (type === 'context_notice') return null;
  return eventTraits.placeOf(event, types)?.key ?? null;
}

/** The allowed difference between the times of a run. Units: milliseconds. */
const ROUNDING = 1_000;

/** Properties that are points in time. */
const times = ['startedAt', 'completedAt', 'skippedAt', 'awaitedAt'];

/** S27. Shape: only streams that begin with their run; a resumed one may repeat earlier events. */
export const timeRule: ExecutionRule = {
  check: 'S27',
  open({ request, types }) {
    const starts = new Map<string, number>();
    let begin: number | null = null;
    let latest: { readonly at: number; readonly type: string } | null = null;
    return {
      take({ event, isForeign, isRepeat, at }): readonly Problem[] | null {
        if (event === null || isRepeat || isForeign || request.runEntry !== 'start') return null;
        const { type, fields } = event;
        const problems: Problem[] = [];
        const key = keyOf(event, types);
        for (const name of times) {
          const time = timeOfTimestamp(fields[name]);
          if (time === null) continue;
          const blockStart = key === null ? undefined : starts.get(key);
          if (name === 'startedAt') {
            if (type === 'execution_start') begin ??= time;
            if (key !== null && starts.size < MAX_FOLLOWED) starts.set(key, time);
          } else if (blockStart !== undefined && time < blockStart - ROUNDING)
            problems.push({ message: `The ${name} of ${type} is before its start.`, at: at(name) });
          if (problems.length === 0 && begin !== null && time < begin - ROUNDING)
            problems.push({
              message: `The ${name} of ${type} is before the start of the run.`,
              at: at(name),
            });
          const isLast = key === 'execution' && name === 'completedAt';
          if (isLast && problems.length === 0 && latest !== null && time < latest.at - ROUNDING)
            problems.push({
              message: `The run is completed before a time of ${latest.type}.`,
              at: at(name),
            });
          if (latest === null || time > latest.at) latest = { at: time, type };
        }
        return problems;
      },
    };
  },
};
