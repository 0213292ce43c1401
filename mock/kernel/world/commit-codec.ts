/**
 * Encodes commits as lines of JSON, for logs outside of the process. A state is encoded as its changes since its
 * fixture created it, so that the sample data of a new world, which is large, is not stored but created again.
 */
import { CommitUnreadableError, type Commit, type CommitCodec, type ReplaceCause } from '../ports.ts';
import { emptyMap, listChanges, type SortedMap } from '../store/persistent-map.ts';
import type { StoreSchema } from '../store/schema.ts';
import { emptyState, type Origin, type Tables, type WorldState } from '../store/state.ts';
import type { TopicState } from '../store/topic.ts';
import type { ClockSetting } from '../time/time.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import { shortenChanges } from '../transaction/kept-properties.ts';
import { expectCount, expectNumber, expectObject, readClock, readStoredOrigin } from './dump-parts.ts';
import { topicsOf } from './replay.ts';
import { applyStored, checkTopics } from './stored-changes.ts';
import { messageOf } from '../../../templates/runtime/json/value.ts';
import { values } from './dump.ts';

export interface CodecOptions {
  readonly schema: StoreSchema;
  /** Creates the initial state of a world from its fixture; `undefined` for an unknown fixture. */
  readonly begin: (origin: Origin) => WorldState | undefined;
  /** The revision of the fixtures; raised when they create other records. */
  readonly fixtureRevision: number;
  /** The kind of API whose records worlds have; states of another kind cannot be read. Absent for no name. */
  readonly contents?: string | undefined;
}

/** The first line of a state. Shape: `base` is the origin of the tables from which the changes are counted. */
interface StateHead {
  readonly state: {
    readonly origin: Origin;
    readonly clock: ClockSetting;
    readonly random: number;
    readonly version: number;
    readonly base: { readonly origin: Origin; readonly revision: number } | null;
    readonly cause?: ReplaceCause;
    /** Absent for a kind of API without a name, in forks, and in logs of earlier versions. */
    readonly contents?: string;
  };
}

function isStateHead(line: object): line is StateHead {
  return 'state' in line;
}

export function createCommitCodec(options: CodecOptions): CommitCodec {
  return {
    encode: (commit, before) =>
      commit.kind === 'changes'
        ? [encodeChanges(shortenChanges(commit.changes, before))]
        : encodeState(options, commit, before),
    decode(lines, before) {
      const [first, ...rest] = Array.from(lines, parseLine);
      if (first === undefined) throw new CommitUnreadableError('a commit is empty');
      return isStateHead(first)
        ? decodeState(options, first, rest.map(readChanges), before)
        : { kind: 'changes', changes: readChanges(first) };
    },
  };
}

/** Units: characters of a line of records. */
const LINE_LENGTH = 48_000;

const NO_CHANGES: Omit<ChangeSet, 'at'> = {
  puts: [],
  deletes: [],
  dropped: [],
  topics: [],
  entries: [],
  timers: [],
  cancelled: [],
  counters: [],
  settings: [],
  random: null,
  clock: null,
};

const PARTS = Object.keys(NO_CHANGES) as readonly (keyof typeof NO_CHANGES)[];

/** Writes the changes without their empty parts. */
function encodeChanges(changes: ChangeSet): string {
  let text = `{"at":${changes.at}`;
  for (const name of PARTS) {
    const part = changes[name];
    if (part !== null && !(Array.isArray(part) && part.length === 0))
      text += `,"${name}":${JSON.stringify(part)}`;
  }
  return `${text}}`;
}

function readChanges(parsed: object): ChangeSet {
  return { ...NO_CHANGES, ...(parsed as Pick<ChangeSet, 'at'>) };
}

function parseLine(line: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new CommitUnreadableError('a commit is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null)
    throw new CommitUnreadableError('a commit is not an object');
  return value;
}

function* encodeState(
  { fixtureRevision, contents }: CodecOptions,
  { state, cause }: Commit & { readonly kind: 'state' },
  before: WorldState | undefined,
): Generator<string> {
  const { origin, clock, random, version, base } = state;
  const head: StateHead = {
    state: {
      origin,
      clock,
      random,
      version,
      base: base === null ? null : { origin: base.origin, revision: fixtureRevision },
      ...(cause !== undefined && { cause }),
      // Why not in a fork: it is read with the state that it differs from.
      ...(contents !== undefined && before === undefined && { contents }),
    },
  };
  yield JSON.stringify(head);
  const { createdAt: at } = origin;
  const parts = changesSince(before ?? base ?? emptyState(state.schema, origin, 0), state);
  for (const [name, items] of parts)
    for (const text of joinItems(items)) yield `{"at":${at},"${name}":[${text}]}`;
}

/** Joins the JSON of items to texts of limited length. */
function* joinItems(items: Iterable<unknown>): Generator<string> {
  let text = '';
  for (const item of items) {
    const json = JSON.stringify(item);
    if (text !== '' && text.length + json.length > LINE_LENGTH) {
      yield text;
      text = '';
    }
    text = text === '' ? json : `${text},${json}`;
  }
  if (text !== '') yield text;
}

type ChangePart = readonly [name: keyof ChangeSet, items: Iterable<unknown>];

/** Yields the changes that turn one state into another, in the order in which they are applied. */
function* changesSince(base: Tables, state: Tables): Generator<ChangePart> {
  for (const [kind, table] of state.records) {
    const before = base.records.get(kind) ?? emptyMap();
    const { puts, removed } = difference(before, table);
    yield ['deletes', removed.map((id) => ({ kind, id }))];
    yield ['puts', mapItems(puts, ([, record]) => ({ kind, record }))];
  }
  const topics = difference(base.topics, state.topics);
  const changed = topics.puts.map(([topic, now]) => ({
    topic,
    ...topicChanges(base.topics.get(topic), now),
  }));
  yield ['dropped', [...topics.removed, ...changed.flatMap((of) => (of.isRestarted ? of.topic : []))]];
  for (const { topic, head, entries } of changed) {
    yield ['topics', [{ topic, head }]];
    yield ['entries', mapItems(entries, (entry) => ({ topic, entry }))];
  }
  const timers = difference(base.timers, state.timers);
  yield ['cancelled', timers.removed];
  yield ['timers', mapItems(timers.puts, ([, timer]) => timer)];
  yield ['counters', difference(base.counters, state.counters).puts];
  const settings = difference(base.settings, state.settings);
  yield ['settings', [...settings.removed.map((name) => [name, null]), ...settings.puts]];
}

/** Returns the new and changed pairs, and the removed keys. */
function difference<K extends string | number, V>(before: SortedMap<K, V>, after: SortedMap<K, V>) {
  const puts: (readonly [K, V])[] = [];
  const removed: K[] = [];
  listChanges(before, after, {
    put: (key, value) => {
      puts.push([key, value]);
    },
    remove: (key) => {
      removed.push(key);
    },
  });
  return { puts, removed };
}

/** Returns the changes of a topic; one that lost entries other than by trimming was dropped and started again. */
function topicChanges(before: TopicState | undefined, { head, entries }: TopicState) {
  if (before === undefined) return { head, entries: values(entries), isRestarted: false };
  const { puts, removed } = difference(before.entries, entries);
  const isRestarted = removed.some((seq) => seq >= head.firstSeq);
  return { head, entries: isRestarted ? values(entries) : puts.map(([, entry]) => entry), isRestarted };
}

function* mapItems<A, B>(items: Iterable<A>, map: (item: A) => B): Generator<B> {
  for (const item of items) yield map(item);
}

function decodeState(
  { schema, begin, fixtureRevision, contents }: CodecOptions,
  { state: head }: StateHead,
  parts: readonly ChangeSet[],
  before: WorldState | undefined,
): Commit {
  if (head.contents !== undefined && head.contents !== contents)
    throw new CommitUnreadableError(`a world has the records of another API (${head.contents})`);
  const { origin, clock, random, version, base } = readStateHead(head);
  let state: WorldState = before ?? emptyState(schema, origin, random);
  if (before === undefined && base !== null) {
    const begun = begin(base.origin);
    if (begun === undefined)
      throw new CommitUnreadableError(`fixture ${base.origin.fixture} does not exist in this version`);
    if (base.revision !== fixtureRevision)
      throw new CommitUnreadableError(
        `a world is based on revision ${base.revision} of the sample data, this version has revision ${fixtureRevision}`,
      );
    state = begun;
  }
  try {
    for (const part of parts) ({ state } = applyStored(state, part));
    checkTopics(state, topicsOf(parts));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new CommitUnreadableError(`a state does not fit the data of this version: ${reason}`, { cause });
  }
  state = { ...state, origin, clock, random, version };
  return { kind: 'state', state, ...(head.cause !== undefined && { cause: head.cause }) };
}

/** Errors: throws CommitUnreadableError for a head with wrong values. */
function readStateHead(head: StateHead['state']): StateHead['state'] {
  try {
    const { origin, clock, random, version, base }: Readonly<Record<string, unknown>> = expectObject(
      head,
      'state',
    );
    return {
      origin: readStoredOrigin(origin, 'origin'),
      clock: readClock(clock, 'clock'),
      random: expectNumber(random, 'random'),
      version: expectCount(version, 'version'),
      base: base === null ? null : readBase(expectObject(base, 'base')),
    };
  } catch (cause) {
    throw new CommitUnreadableError(messageOf(cause), { cause });
  }
}

function readBase({ origin, revision }: Readonly<Record<string, unknown>>) {
  return {
    origin: readStoredOrigin(origin, 'base.origin'),
    revision: expectCount(revision, 'base.revision'),
  };
}
