/** The order in which the events of a stream come, by the words of their types. */
import { wordsOf } from '../../../contract/resources/words.ts';

/** What an event does: it begins something, adds a part of it, ends it. */
export type EventKind =
  'start' | 'progress' | 'open' | 'delta' | 'close' | 'end' | 'failure' | 'idle' | 'other';

/** The type of an event. Shape: `subject` is what it is about, empty for the stream itself. */
export interface EventType {
  readonly place: number;
  readonly kind: EventKind;
  readonly subject: string;
}

/** What a description implies about the types of events. */
export interface TypeHints {
  readonly terminal: ReadonlySet<string>;
  readonly keepalive: ReadonlySet<string>;
}

const kinds: readonly (readonly [EventKind, string])[] = [
  ['start', 'created create start started begin began opened init initialized queued'],
  ['progress', 'progress running searching generating processing interpreting'],
  ['open', 'added'],
  ['delta', 'delta chunk partial token append'],
  ['close', 'done stop stopped closed'],
  ['end', 'completed complete end ended finish finished succeeded success'],
  ['failure', 'incomplete failed failure cancelled canceled cancelling error expired requires'],
  ['idle', 'ping pong heartbeat keepalive alive'],
];

const kindOfWord = new Map(kinds.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])));

/** Reads the types of events. Shape: in the order of the description. */
export function readTypes(types: readonly string[], hints: TypeHints): readonly EventType[] {
  return types.map((type, place) => {
    const words = wordsOf(type);
    const last = words.findLastIndex((word) => kindOfWord.has(word));
    const before = words.slice(0, Math.max(0, last)).filter((word) => word !== 'in');
    const kind = hints.keepalive.has(type) ? 'idle' : (kindOfWord.get(words[last] ?? '') ?? 'other');
    const isOther = kind === 'other';
    return {
      place,
      kind: isOther && hints.terminal.has(type) ? 'end' : kind,
      subject: (isOther ? words : before).join(' '),
    };
  });
}

/** Words of what a run may also have, but a plain one has not. */
const rare =
  /\b(?:reasoning|thinking|summary|refusal|audio|input|tool|arguments|call|code|image|search|mcp|annotation)\b/;

/** Units: how often a part of a text is sent. */
export const PIECES = 3;

/**
 * Returns the events of one plausible run: what it is about begins, its parts begin, a text comes in pieces, and all of
 * it ends. Where types do not say what begins and ends, each comes once, those about the same thing in their order.
 *
 * Shape: `isInside` is whether an event is about a part of what another one is about.
 */
export function orderRun(
  types: readonly EventType[],
  isInside: (inner: EventType, outer: EventType) => boolean,
): readonly EventType[] {
  const likely = types.filter(({ kind }) => kind !== 'failure' && kind !== 'idle');
  const all = likely.length === 0 ? types : likely;
  const main = subjectsOf(all).find((subject) => has(all, subject, 'start') && isEnded(all, subject));
  return main === undefined ? orderEach(all) : orderParts(all, main, isInside);
}

function orderParts(
  all: readonly EventType[],
  main: string,
  isInside: (inner: EventType, outer: EventType) => boolean,
): readonly EventType[] {
  const of = (subject: string, ...wanted: readonly EventKind[]): readonly EventType[] =>
    wanted.flatMap((kind) => all.filter((each) => each.subject === subject && each.kind === kind));
  const text = textSubject(all, main);
  const isPartOf = (inner: string, outer: string): boolean =>
    all.some(
      (one) => one.subject === inner && all.some((other) => other.subject === outer && isInside(one, other)),
    );
  const wrappers = subjectsOf(all)
    .filter(
      (subject) => subject !== main && subject !== '' && subject !== text && isWrapper(all, subject, text),
    )
    .toSorted((one, other) => Number(isPartOf(one, other)) - Number(isPartOf(other, one)));
  const others = all.filter(
    ({ kind, subject }) => kind === 'other' && (text === null || !rare.test(subject)),
  );
  const inner =
    text === null
      ? wrappers.flatMap((subject) => of(subject, 'start', 'open', 'progress', 'close', 'end'))
      : [
          ...wrappers.flatMap((subject) => of(subject, 'start', 'open', 'progress')),
          ...(text === main ? [] : of(text, 'start', 'open', 'progress')),
          ...of(text, 'delta').flatMap(inPieces),
          ...(text === main ? [] : of(text, 'close', 'end')),
          ...wrappers.toReversed().flatMap((subject) => of(subject, 'close', 'end')),
        ];
  return [
    ...of(main, 'start', 'open', 'progress'),
    ...inner,
    ...others,
    ...(text === main ? [] : of(main, 'delta')),
    ...of(main, 'close', 'end'),
    ...(main === '' ? [] : of('', 'close', 'end')),
  ];
}

function inPieces(each: EventType): readonly EventType[] {
  return each.kind === 'delta' ? Array.from({ length: PIECES }, () => each) : [each];
}

/** Returns what the pieces of a text are about: a text rather than a sound or a call; `null` without pieces. */
function textSubject(all: readonly EventType[], main: string): string | null {
  const subjects = subjectsOf(all.filter(({ kind }) => kind === 'delta'));
  const inner = subjects.filter((subject) => subject !== main);
  const worth = (subject: string): number =>
    (/\b(?:text|content|message|answer)\b/.test(subject) ? 1 : 0) - (rare.test(subject) ? 2 : 0);
  const [best] = inner.toSorted((one, other) => worth(other) - worth(one));
  return best ?? subjects[0] ?? null;
}

/** Returns whether something begins and ends around the text. */
function isWrapper(all: readonly EventType[], subject: string, text: string | null): boolean {
  const isOpened = has(all, subject, 'start') || has(all, subject, 'open');
  if (!isOpened || !isEnded(all, subject)) return false;
  return text === null || (!has(all, subject, 'delta') && !rare.test(subject));
}

function isEnded(all: readonly EventType[], subject: string): boolean {
  return has(all, subject, 'close') || has(all, subject, 'end');
}

function has(all: readonly EventType[], subject: string, kind: EventKind): boolean {
  return all.some((each) => each.subject === subject && each.kind === kind);
}

function subjectsOf(all: readonly EventType[]): readonly string[] {
  return [...new Set(all.map(({ subject }) => subject))];
}

const ranks = kinds.map(([kind]) => kind);

/** Why the rest in the middle: a type without a known word is a part of what begins and ends. */
function rankOf({ kind }: EventType): number {
  return kind === 'other' ? ranks.indexOf('delta') : ranks.indexOf(kind);
}

function orderEach(all: readonly EventType[]): readonly EventType[] {
  const hasPieces = all.some(({ kind }) => kind === 'delta');
  const groups = hasPieces
    ? [all]
    : subjectsOf(all).map((subject) => all.filter((each) => each.subject === subject));
  return groups.flatMap((group) =>
    group.toSorted((one, other) => rankOf(one) - rankOf(other)).flatMap(inPieces),
  );
}
