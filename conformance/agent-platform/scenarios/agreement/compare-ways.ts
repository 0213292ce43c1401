/** Compares the events of runs that are played in two ways, ignoring differences between any two runs. */
import { isDeepStrictEqual } from 'node:util';
import { agentPlatformContract } from '../../contract.ts';
import type { PlayedEvent, PlayedRun } from '../played-run.ts';
import type { CheckContext } from '../scenario-check.ts';

const declaredNames: ReadonlySet<string> = new Set(
  Object.values(agentPlatformContract.shapes.schemas).flatMap((shape) =>
    shape.kind === 'record' ? shape.properties.map(({ name }) => name) : [],
  ),
);

/** Plays a run, or a part of it, in the first of two ways or in the second one. */
export type Play = (isFirst: boolean) => Promise<PlayedRun>;

/** Two ways to play a run. Shape: `names` complete a sentence that ends with "only in the". */
export interface Ways {
  readonly names: readonly [first: string, second: string];
  readonly play: Play;
}

/** A difference. Shape: `missingName` is the property or the type of event that only one way has. */
export interface WayDifference {
  readonly message: string;
  readonly at: string;
  readonly missingName?: string;
}

/** Properties whose values differ between runs, or may depend on the way. */
const changing =
  /^(?:seq|config|source|attributes|subagent)$|id$|at$|cost|duration|time|tokens|usage|estimated/i;

/** Events whose number may differ between the ways. */
const optional = /^ping$|_delta$/;

/** With more names that only one way has, the ways differ intentionally. */
const MAX_MISSING = 3;
const MAX_ROUNDS = 3;
const MAX_DIFFERENCES = 20;

/** Notes differences, unless so much is missing in one way that the difference is intentional. */
export function noteDifferent(context: CheckContext, differences: readonly WayDifference[]): void {
  const missing = new Set(differences.flatMap(({ missingName }) => missingName ?? []));
  for (const { message, at, missingName } of differences)
    context.note(missing.size > MAX_MISSING && missingName !== undefined, message, at);
}

/** Plays both ways, and again while they differ. Why: a random difference disappears in one of the runs. */
export async function compareWays({ names, play }: Ways): Promise<readonly WayDifference[]> {
  const [firsts, seconds]: [Events[], Events[]] = [[], []];
  let differences: readonly WayDifference[] = [];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    for (const [isFirst, list] of [
      [true, firsts],
      [false, seconds],
    ] as const) {
      const run = await play(isFirst);
      if (run.status !== 200) return [];
      list.push(run.events);
    }
    differences = differencesBetween(names, firsts, seconds);
    if (differences.length === 0) return [];
  }
  return differences.slice(0, MAX_DIFFERENCES);
}

type Events = readonly PlayedEvent[];

function differencesBetween(
  names: Ways['names'],
  firsts: readonly Events[],
  seconds: readonly Events[],
): readonly WayDifference[] {
  const lost = typesLost(names, firsts, seconds);
  if (lost.length > 0) return lost;
  const common = sharedTypes([...firsts, ...seconds]);
  const shared = (runs: readonly Events[]): readonly Events[] =>
    runs.map((events) => events.filter(({ type }) => common.has(type)));
  const [ownFirsts, ownSeconds] = [shared(firsts), shared(seconds)];
  const typesOf = (events: Events): string => events.map(({ type }) => type).join(' ');
  const isSettled = (list: readonly Events[]): boolean => new Set(list.map(typesOf)).size === 1;
  if (!isSettled(ownFirsts) || !isSettled(ownSeconds)) return [];
  const [[first = []], [second = []]] = [ownFirsts, ownSeconds];
  if (typesOf(first) !== typesOf(second)) {
    const isMoved = typesOf(sorted(first)) === typesOf(sorted(second));
    const moved = first.find(({ type }, index) => second[index]?.type !== type);
    const message = `${moved?.type ?? ''} has another place in the ${names[0]} than in the ${names[1]}.`;
    return isMoved ? [{ message, at: 'events' }] : [];
  }
  return first.flatMap((event, index) =>
    differencesAt(
      names,
      event.type,
      ownFirsts.flatMap((events) => events[index] ?? []),
      ownSeconds.flatMap((events) => events[index] ?? []),
    ),
  );
}

/**
 * Returns the types of which every run of the second way has more events than any of the first way.
 *
 * Why not the other way round: a result need not list everything that was streamed.
 */
function typesLost(
  [name, otherName]: Ways['names'],
  firsts: readonly Events[],
  seconds: readonly Events[],
): readonly WayDifference[] {
  const [inFirsts, inSeconds] = [firsts.map(countTypes), seconds.map(countTypes)];
  const types = new Set(inSeconds.flatMap((counts) => [...counts.keys()]));
  return [...types].flatMap((type) => {
    const most = Math.max(...inFirsts.map((counts) => counts.get(type) ?? 0));
    const fewest = Math.min(...inSeconds.map((counts) => counts.get(type) ?? 0));
    if (fewest <= most || type === 'ping' || (optional.test(type) && most > 0)) return [];
    const message = `The ${name} has fewer ${type} events than the ${otherName}.`;
    return [{ message, at: 'events', missingName: type }];
  });
}

/** Returns the types that all runs have. Why not the number of pieces: a result may join them. */
function sharedTypes(runs: readonly Events[]): ReadonlySet<string> {
  const [first = new Map<string, number>(), ...others] = runs.map(countTypes);
  return new Set(
    [...first]
      .filter(([type, count]) =>
        others.every((counts) => (optional.test(type) ? counts.get(type) === count : counts.has(type))),
      )
      .map(([type]) => type),
  );
}

function countTypes(events: Events): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

function sorted(events: Events): Events {
  return events.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0));
}

function differencesAt(
  [inFirst, inSecond]: Ways['names'],
  type: string,
  firsts: readonly PlayedEvent[],
  seconds: readonly PlayedEvent[],
): readonly WayDifference[] {
  const names = new Set([...firsts, ...seconds].flatMap((event) => Object.keys(event)));
  return [...names]
    .filter((name) => declaredNames.has(name))
    .flatMap((name) => {
      const [value, otherValue] = [settledValue(firsts, name), settledValue(seconds, name)];
      const presence = (events: readonly PlayedEvent[]): readonly boolean[] =>
        events.map((event) => name in event);
      const [isIn, isInOther] = [presence(firsts), presence(seconds)];
      const at = `event ${type}: ${name}`;
      for (const [all, none, where] of [
        [isIn, isInOther, inFirst],
        [isInOther, isIn, inSecond],
      ] as const)
        if (all.every(Boolean) && !none.some(Boolean))
          return [{ message: `${type} has ${name} in the ${where} only.`, at, missingName: name }];
      if (changing.test(name) || value === undefined || otherValue === undefined) return [];
      const message = `The ${name} of ${type} differs between the ${inFirst} and the ${inSecond}.`;
      return isDeepStrictEqual(value, otherValue) ? [] : [{ message, at }];
    });
}

/** Returns the value that a property has in all events; `undefined` if it differs between them. */
function settledValue(events: readonly PlayedEvent[], name: string): unknown {
  const [first, ...others] = events.map((event) => event[name]);
  return others.every((value) => isDeepStrictEqual(value, first)) ? first : undefined;
}
