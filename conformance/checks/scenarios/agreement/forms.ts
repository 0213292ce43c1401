/** RUN23: a run has the same events as a stream and as JSON, apart from what differs between any two runs. */
import { isDeepStrictEqual } from 'node:util';
import { isDeclaredName } from '../../requests/values.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { decideAsOwner, pauseForApproval, pauseForOutput, sendOutput } from '../paused-run.ts';
import type { PlayedEvent, PlayedRun } from '../play-run.ts';
import type { CheckContext } from '../scenario-check.ts';

/** Plays a run, or a part of it, in one of the two forms. */
type Play = (isStreamed: boolean) => Promise<PlayedRun>;

/** The check of both forms. */
export const formCheck = defineCheck({
  id: 'RUN23',
  title: 'A run has the same events as a stream and as JSON.',
  description:
    'Plays runs of each kind as a stream and as JSON, and continues some of them in both forms. Compares the types and properties of their events. What differs is played three times: a value that differs between runs of one form is ignored.',
  rationale: 'A client that reads the result would miss what a client that reads the stream receives.',
  runs: ['text'],
  basis: relyOnPractice('streamResponse changes the form of a response and not what happens.'),
  run: compareForms,
});

/** Properties whose values differ between runs, or may depend on the form. */
const changing =
  /^(?:seq|config|source|attributes|subagent)$|id$|at$|cost|duration|time|tokens|usage|estimated/i;

/** With more names that only one form has, the forms differ on purpose. */
const MOST_MISSING = 3;

async function compareForms(context: CheckContext): Promise<void> {
  const found: Difference[] = [];
  for (const play of playsIn(context)) found.push(...(await compare(play)));
  const missing = new Set(found.flatMap(({ missingName }) => missingName ?? []));
  for (const { message, at, missingName } of found)
    context.note(missing.size > MOST_MISSING && missingName !== undefined, message, at);
}

/** Returns the runs that can be played in both forms: all kinds, an approval, and an output. */
function playsIn(context: CheckContext): readonly Play[] {
  const { runs } = context.environment;
  const kinds = Object.keys(runs).filter((kind) => !JSON.stringify(runs[kind]).includes('pace=fast'));
  const plays = kinds.map(
    (kind): Play =>
      (isStreamed) =>
        context.play(kind, { isStreamed }),
  );
  if (runs['ownerGate'] !== undefined)
    plays.push(async (isStreamed) =>
      decideAsOwner(context, await pauseForApproval(context, 'ownerGate'), { isStreamed }),
    );
  if (runs['localTool'] !== undefined)
    plays.push(async (isStreamed) => {
      const pending = await pauseForOutput(context, 'localTool');
      const [key = ''] = pending.keys;
      return sendOutput(context, pending, key, isStreamed);
    });
  return plays;
}

/** Plays both forms, and twice more while they differ. Why: what differs by chance is the same in one of the runs. */
async function compare(play: Play): Promise<readonly Difference[]> {
  const [streams, results]: [Events[], Events[]] = [[], []];
  let differences: readonly Difference[] = [];
  for (let round = 1; round <= 3; round++) {
    for (const [isStreamed, list] of [
      [true, streams],
      [false, results],
    ] as const) {
      const run = await play(isStreamed);
      if (run.status !== 200) return [];
      list.push(run.events);
    }
    differences = differencesBetween(streams, results);
    if (differences.length === 0) return [];
  }
  return differences.slice(0, 20);
}

type Events = readonly PlayedEvent[];

interface Difference {
  readonly message: string;
  readonly at: string;
  /** The property that only one form has. */
  readonly missingName?: string;
}

function differencesBetween(streams: readonly Events[], results: readonly Events[]): readonly Difference[] {
  const common = sharedTypes([...streams, ...results]);
  const [first = [], ...others] = [...streams, ...results].map((events) =>
    events.filter(({ type }) => common.has(type)),
  );
  const split = streams.length - 1;
  const typesOf = (events: Events): string => events.map(({ type }) => type).join(' ');
  const isSettled = (list: readonly Events[]): boolean => new Set(list.map(typesOf)).size === 1;
  const [ownStreams, ownResults] = [[first, ...others.slice(0, split)], others.slice(split)];
  if (!isSettled(ownStreams) || !isSettled(ownResults)) return [];
  const [result = []] = ownResults;
  if (typesOf(first) !== typesOf(result)) {
    const isMoved = typesOf(sorted(first)) === typesOf(sorted(result));
    const moved = first.find(({ type }, index) => result[index]?.type !== type);
    return isMoved
      ? [
          {
            message: `${moved?.type ?? ''} has another place in the stream than in the result.`,
            at: 'events',
          },
        ]
      : [];
  }
  return first.flatMap((event, index) =>
    differencesAt(
      event.type,
      ownStreams.flatMap((events) => events[index] ?? []),
      ownResults.flatMap((events) => events[index] ?? []),
    ),
  );
}

/** Returns the types that all runs have. Why: a result need not list pings and pieces. */
function sharedTypes(runs: readonly Events[]): ReadonlySet<string> {
  const [first = [], ...others] = runs.map(
    (events) => new Set(events.map(({ type }) => type).filter((type) => !/^ping$|_delta$/.test(type))),
  );
  return new Set([...first].filter((type) => others.every((types) => types.has(type))));
}

function sorted(events: Events): Events {
  return events.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0));
}

function differencesAt(
  type: string,
  streamed: readonly PlayedEvent[],
  listed: readonly PlayedEvent[],
): readonly Difference[] {
  const names = new Set([...streamed, ...listed].flatMap((event) => Object.keys(event)));
  return [...names].filter(isDeclaredName).flatMap((name) => {
    const [inStream, inResult] = [settledValue(streamed, name), settledValue(listed, name)];
    const presence = [streamed, listed].map((events) => events.map((event) => name in event));
    const [always, never] = [presence[0]?.every(Boolean), presence[1]?.some(Boolean)];
    const at = `event ${type}: ${name}`;
    if (always === true && never === false)
      return [{ message: `${type} has ${name} in the stream only.`, at, missingName: name }];
    if (presence[1]?.every(Boolean) === true && presence[0]?.some(Boolean) === false)
      return [{ message: `${type} has ${name} in the result only.`, at, missingName: name }];
    if (changing.test(name) || inStream === undefined || inResult === undefined) return [];
    return isDeepStrictEqual(inStream, inResult)
      ? []
      : [{ message: `The ${name} of ${type} differs between the stream and the result.`, at }];
  });
}

/** Returns the value that a property has in all events; `undefined` if it differs between them. */
function settledValue(events: readonly PlayedEvent[], name: string): unknown {
  const [first, ...others] = events.map((event) => event[name]);
  return others.every((value) => isDeepStrictEqual(value, first)) ? first : undefined;
}
