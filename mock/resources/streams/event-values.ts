/** The values of the events of one run: ids that agree, counters that rise, a text in pieces, and the record they are about. */
import { singularOf, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import type { EventKind } from './event-order.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { changeText, mapLeaves, plainDelta } from './event-parts.ts';

/** An event of a run before its values fit the run. Shape: `piece` counts the parts of a text from 0. */
export interface RunEvent {
  readonly value: JsonValue;
  readonly kind: EventKind;
  readonly subject: string;
  readonly piece: number;
}

/** What the events of a run have in common. */
export interface RunFacts {
  /** The record that the run is about; `null` for none. */
  readonly parent: RecordFields | null;
  /** The singular name of that record. */
  readonly noun: string;
  /** What was sent. */
  readonly sent: RecordFields;
  readonly at: EpochMs;
  /** Returns whether a value is a valid event. */
  readonly accepts: (event: JsonValue) => boolean;
  /** The name of the property that has the event itself, in a frame; `null` if the event is no frame. */
  readonly inner: string | null;
  /** Whether all events are of one type. */
  readonly isUniform: boolean;
}

type Change = (value: RecordFields, event: RunEvent, place: number) => RecordFields;

/**
 * Returns the values of the events of a run.
 *
 * Shape: a change that would make an event invalid is left out.
 */
export function valuesOfRun(events: readonly RunEvent[], facts: RunFacts): readonly JsonValue[] {
  const ids = new Map<string, JsonValue>();
  const { id } = facts.parent ?? {};
  if (id !== undefined) ids.set(facts.noun, id);
  const changes: readonly Change[] = [
    (value, event) => withParent(value, event, facts),
    (value) => (facts.isUniform ? withSent(value, facts.sent) : value),
    (value, event) => withIds(value, facts.isUniform ? facts.noun : lastWord(event.subject), ids),
    (value, event, place) => withCounters(value, event, place, facts.isUniform),
    (value) => withTimes(value, facts.at),
    (value, event) => changeText(value, event, textOf(facts.parent)),
    (value, event) => (event.kind === 'delta' ? plainDelta(value, event.piece) : value),
    (value, _, place) => withEnd(value, place === events.length - 1),
    (value, _, place) => withReason(value, place === events.length - 1),
    (value, _, place) => (place === events.length - 1 ? value : withoutReason(value)),
  ];
  return events.map((event, place) =>
    changes.reduce(
      (value, change) => withChange(value, (part) => change(part, event, place), facts),
      event.value,
    ),
  );
}

/** Returns a single message about a record: with it, its ids and the time, where the message has them. */
export function valueOfMessage(
  value: JsonValue,
  subject: string,
  facts: Pick<RunFacts, 'parent' | 'noun' | 'at' | 'accepts'>,
): JsonValue {
  const whole: RunFacts = { ...facts, sent: {}, inner: null, isUniform: false };
  const event: RunEvent = { value, kind: 'other', subject, piece: 0 };
  const ids = new Map<string, JsonValue>();
  const { id } = facts.parent ?? {};
  if (id !== undefined) ids.set(facts.noun, id);
  const changes: readonly ((part: RecordFields) => RecordFields)[] = [
    (part) => withParent(part, event, whole),
    (part) => withIds(part, '', ids),
    (part) => withTimes(part, facts.at),
  ];
  return changes.reduce((changed, change) => withChange(changed, change, whole), value);
}

/** Changes an event, or the content of its frame, unless it is then invalid. */
function withChange(
  event: JsonValue,
  change: (part: RecordFields) => RecordFields,
  { inner, accepts }: RunFacts,
): JsonValue {
  if (!isFields(event)) return event;
  const part = inner === null ? event : event[inner];
  if (!isFields(part)) return event;
  const result = change(part);
  if (result === part) return event;
  const whole = inner === null ? result : { ...event, [inner]: result };
  return accepts(whole) ? whole : event;
}

function lastWord(text: string): string {
  return singularOf(wordsOf(text).at(-1) ?? '');
}

const states: Partial<Record<EventKind, readonly string[]>> = {
  start: ['in_progress', 'running', 'processing', 'queued', 'pending'],
  progress: ['in_progress', 'running', 'processing'],
  end: ['completed', 'complete', 'succeeded', 'finished', 'done'],
  close: ['completed', 'complete', 'succeeded', 'finished', 'done'],
};

/** Puts the record that a run is about where an event has one. */
function withParent(
  value: RecordFields,
  { kind }: RunEvent,
  { parent, noun, isUniform, accepts }: RunFacts,
): RecordFields {
  if (parent === null) return value;
  const result: Record<string, JsonValue> = { ...value };
  for (const [name, part] of Object.entries(value))
    if (isFields(part) && (lastWord(name) === noun || isAlike(part, parent)))
      result[name] = inState(parent, kind, (whole) => accepts({ ...result, [name]: whole }));
  if (isUniform)
    for (const name of ['id', 'model', 'created', 'created_at'])
      if (typeof value[name] === typeof parent[name] && parent[name] !== undefined)
        result[name] = parent[name];
  return result;
}

/** Repeats what was sent where an event has a text of the same name, such as the `model`, but no piece of a text. */
function withSent(value: RecordFields, sent: RecordFields): RecordFields {
  const same = Object.keys(value).filter(
    (name) => typeof value[name] === 'string' && typeof sent[name] === 'string' && !texts.test(name),
  );
  return same.length === 0
    ? value
    : { ...value, ...Object.fromEntries(same.map((name) => [name, sent[name] ?? null])) };
}

/** Returns whether an object has what a record has. */
function isAlike(part: RecordFields, parent: RecordFields): boolean {
  const names = Object.keys(part);
  return names.length > 2 && names.filter((name) => Object.hasOwn(parent, name)).length >= names.length * 0.8;
}

function inState(
  parent: RecordFields,
  kind: EventKind,
  accepts: (whole: RecordFields) => boolean,
): RecordFields {
  if (typeof parent['status'] !== 'string') return parent;
  const forms = (states[kind] ?? []).map((status) => ({ ...parent, status }));
  return forms.find(accepts) ?? parent;
}

const ownIds = /^(?:id|uid|uuid|gid|sid)$/;

/** Uses the same id for everything with the same name, at any depth. */
function withIds(value: RecordFields, noun: string, ids: Map<string, JsonValue>): RecordFields {
  return mapLeaves(value, (leaf, name, holder) => {
    const isOwn = ownIds.test(name);
    const match = /^(.+)_(?:id|uid|uuid|gid|sid)$|^(.+)(?:Id|Uid|Uuid)$/.exec(name);
    if ((!isOwn && match === null) || (typeof leaf !== 'string' && typeof leaf !== 'number')) return leaf;
    // Why: an id of the event itself is its own.
    if (isOwn && holder === '' && typeof leaf === 'string' && /^(?:evt|event)/i.test(leaf)) return leaf;
    const key = isOwn ? (holder === '' ? noun : lastWord(holder)) : lastWord(match?.[1] ?? match?.[2] ?? '');
    const existing = ids.get(key);
    if (existing !== undefined && typeof existing === typeof leaf) return existing;
    ids.set(key, leaf);
    return leaf;
  });
}

const counters = /^(?:sequence|seq|sequence_?number|sequence_?no|event_?number|offset|position)$/i;

function withCounters(
  value: RecordFields,
  { kind, piece }: RunEvent,
  place: number,
  isUniform: boolean,
): RecordFields {
  return mapLeaves(value, (leaf, name, holder) => {
    if (typeof leaf !== 'number' || !Number.isInteger(leaf)) return leaf;
    const isTop = holder === '';
    if (isTop && (counters.test(name) || (name === 'index' && isUniform))) return place;
    if (isTop && name === 'id' && isUniform) return leaf + place;
    if (kind === 'delta' && /^partial.*index$/i.test(name)) return piece;
    return /(?:^|_)index$|Index$/.test(name) ? 0 : leaf;
  });
}

const times = /^(?:created|created_?at|timestamp|time|at|occurred_?at|sent_?at|date)$/i;

/** Units: a number from which a time counts milliseconds. */
const MILLISECONDS = 100_000_000_000;

function withTimes(value: RecordFields, at: EpochMs): RecordFields {
  const result: Record<string, JsonValue> = { ...value };
  for (const [name, part] of Object.entries(value)) {
    if (!times.test(name)) continue;
    if (typeof part === 'number' && Number.isInteger(part))
      result[name] = part >= MILLISECONDS ? at : Math.floor(at / 1000);
    const isTime = typeof part === 'string' && (/^\d{4}-\d\d-\d\dT/.test(part) || part === name);
    if (isTime) result[name] = isoTime(at);
  }
  return result;
}

const reasons = /^(?:finish|stop|done|end)_?reason$/i;
const ends = /^(?:done|final|is_?final|finished|complete|completed|last|is_?last|end)$/i;

/** Marks the last event as the last, and only that. */
function withEnd(value: RecordFields, isLast: boolean): RecordFields {
  return mapLeaves(value, (leaf, name) => (typeof leaf === 'boolean' && ends.test(name) ? isLast : leaf));
}

/** Writes the reason of the end into the last event, and only there. */
function withReason(value: RecordFields, isLast: boolean): RecordFields {
  return mapLeaves(value, (leaf, name) => {
    if (!reasons.test(name)) return leaf;
    return isLast ? (leaf === null || leaf === name ? 'stop' : leaf) : null;
  });
}

/** Removes the reason of the end from an event that may not have null there. */
function withoutReason(value: RecordFields): RecordFields {
  const entries = Object.entries(value).filter(([name, part]) => !reasons.test(name) || part === null);
  return entries.length === Object.keys(value).length ? value : Object.fromEntries(entries);
}

const texts = /^(?:text|content|output_text|message|answer)$/;

/** Returns the text that a run sends in pieces: that of its record, else one of the mock. */
function textOf(parent: RecordFields | null): string {
  let text = '';
  mapLeaves(parent ?? {}, (leaf, name) => {
    if (typeof leaf === 'string' && texts.test(name) && /\s/.test(leaf) && text === '') text = leaf;
    return leaf;
  });
  return text === '' ? 'This text comes from the mock.' : text;
}
