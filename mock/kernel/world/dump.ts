/** A world as one JSON document, and back. Derived data (indexes, the order of timers) is not included. */
import { walk, type SortedMap } from '../store/persistent-map.ts';
import type { StoreSchema } from '../store/schema.ts';
import type { StoredRecord } from '../store/collection.ts';
import { findRecordProblem, findReferenceProblem, findTopicProblem } from './dump-rules.ts';
import { findShapeProblem, findValueProblem, type ShapeProblem } from './record-shape.ts';
import {
  readClock,
  readEntry,
  readHead,
  readOrigin,
  readRecord,
  readTimer,
  DumpMalformed,
  expectArray,
  expectCount,
  expectEqual,
  expectNumber,
  expectObject,
} from './dump-parts.ts';
import type { DumpProblem } from './dump-parts.ts';
import { ok, err, type Result } from '../transaction/result.ts';
import { StateBuilder } from '../store/state-builder.ts';
import { emptyState, type Origin, type WorldState } from '../store/state.ts';
import type { Entry, TopicHead } from '../store/topic.ts';
import type { Timer } from '../machine/trigger.ts';
import { View } from '../store/view.ts';
import type { ClockSetting } from '../time/time.ts';

/** The format version; incremented when older versions could not read a dump. */
const format = 1;

/**
 * Everything in a world, except for the settings that it keeps through a reset. Dumps of worlds in the same state are
 * identical, byte for byte.
 *
 * Shape: records sorted by id, entries by seq, timers by key, names by UTF-16 unit.
 */
export interface WorldDump {
  readonly format: typeof format;
  readonly origin: Omit<Origin, 'settings'>;
  readonly clock: ClockSetting;
  readonly random: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly timers: readonly Timer[];
  readonly topics: Readonly<Record<string, TopicHead & { readonly entries: readonly Entry<unknown>[] }>>;
  readonly records: Readonly<Record<string, readonly StoredRecord[]>>;
}

export function dumpState(state: WorldState): WorldDump {
  const topics = pairs(state.topics).map(
    ([name, { head, entries }]) => [name, { ...head, entries: values(entries) }] as const,
  );
  const { settings: _, ...origin } = state.origin;
  return {
    format,
    origin,
    clock: state.clock,
    random: state.random,
    counters: Object.fromEntries(pairs(state.counters)),
    settings: Object.fromEntries(pairs(state.settings)),
    timers: values(state.timers),
    topics: Object.fromEntries(topics),
    records: Object.fromEntries([...state.records].map(([kind, table]) => [kind, values(table)])),
  };
}

/**
 * Creates a state from a dump.
 *
 * Errors: a problem with its path (returned): another format, an unknown kind, a gap in a topic.
 */
export function loadState(schema: StoreSchema, dump: unknown): Result<WorldState, DumpProblem> {
  try {
    return ok(readDump(schema, dump));
  } catch (error) {
    if (error instanceof DumpMalformed) return err(error.problem);
    throw error;
  }
}

function readDump(schema: StoreSchema, value: unknown): WorldState {
  const dump = expectObject(value, '');
  expectEqual(dump['format'], format, 'format');
  const edit = new StateBuilder(
    emptyState(schema, readOrigin(dump['origin'], 'origin'), expectNumber(dump['random'], 'random')),
  );
  edit.clock = readClock(dump['clock'], 'clock');
  for (const [name, count] of entriesOf(dump, 'counters'))
    edit.setCounter(name, expectCount(count, `counters.${name}`));
  for (const [name, setting] of entriesOf(dump, 'settings')) readSetting(edit, name, setting);
  for (const [place, timer] of items(dump, 'timers')) addTimer(edit, readTimer(timer, place), place);
  for (const [name, topic] of entriesOf(dump, 'topics')) readTopic(edit, name, topic);
  for (const [kind, list] of entriesOf(dump, 'records')) readRecords(edit, schema, kind, list);
  checkWhole(new View(edit), schema, dump);
  return edit.finish(0);
}

/** Checks rules that need the complete state. */
function checkWhole(view: View, { dumpRules }: StoreSchema, dump: Readonly<Record<string, unknown>>): void {
  assertNoProblem('', dumpRules.findWorldProblem(view));
  for (const find of [findReferenceProblem, findRecordProblem])
    for (const [kind, list] of entriesOf(dump, 'records'))
      assertNoProblem(`records.${kind}`, find(dumpRules, view, kind, list as readonly StoredRecord[]));
  for (const [name, topic] of entriesOf(dump, 'topics')) {
    const { entries } = topic as { readonly entries: readonly Entry<unknown>[] };
    assertNoProblem(`topics.${name}`, findTopicProblem(dumpRules, view, name, entries));
  }
}

function readSetting(edit: StateBuilder, name: string, setting: unknown): void {
  checkSetting(edit.schema, name, setting);
  edit.putSetting(name, setting);
}

/** Errors: throws DumpMalformed, as the other checks. */
export function checkSetting({ dumpRules: { settings } }: StoreSchema, name: string, setting: unknown): void {
  if (settings !== null) {
    const shape = ownProperty(settings, name);
    if (shape === undefined)
      throw new DumpMalformed(`settings.${name}`, 'is not a setting that this version supports');
    assertNoProblem(`settings.${name}`, findValueProblem(shape, setting));
  }
}

function addTimer(edit: StateBuilder, timer: Timer, path: string): void {
  if (edit.timers.get(timer.key) !== undefined) throw new DumpMalformed(`${path}.key`, 'is not unique');
  checkTrigger(edit.schema, timer, path);
  edit.putTimer(timer);
}

export function checkTrigger(
  { dumpRules: { triggers } }: StoreSchema,
  { target, trigger, payload }: Timer,
  path: string,
): void {
  if (triggers === null) return;
  const ofKind = ownProperty(triggers, target.kind);
  if (ofKind === undefined)
    throw new DumpMalformed(`${path}.target.kind`, 'is not a kind of record that accepts triggers');
  const shape = ownProperty(ofKind, trigger);
  if (shape === undefined)
    throw new DumpMalformed(`${path}.trigger`, `must be one of ${Object.keys(ofKind).join(', ')}`);
  assertNoProblem(`${path}.payload`, findValueProblem(shape, payload));
}

function ownProperty<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function assertNoProblem(prefix: string, problem: ShapeProblem | null): void {
  if (problem === null) return;
  const path = [prefix, problem.path].filter((part) => part !== '').join('.');
  throw new DumpMalformed(path, problem.message);
}

function readTopic(edit: StateBuilder, name: string, value: unknown): void {
  const path = `topics.${name}`;
  const topic = expectObject(value, path);
  const head = readHead(topic, path);
  edit.putHead(name, head);
  expectEqual(head.starts[0], 0, `${path}.starts.0`);
  checkStarts(head, path);
  const entries = expectArray(topic['entries'], `${path}.entries`);
  expectEqual(entries.length, head.nextSeq - head.firstSeq, `${path}.entries.length`);
  entries.forEach((entry, offset) => {
    const place = `${path}.entries.${offset}`;
    const read = readEntry(entry, place);
    expectEqual(read.seq, head.firstSeq + offset, `${place}.seq`);
    const [start, end = Infinity] = head.starts.slice(read.segment, read.segment + 2);
    if (start === undefined || read.seq < start || read.seq >= end)
      throw new DumpMalformed(`${place}.segment`, 'must be the segment in which the entry was written');
    edit.putEntry(name, read);
  });
}

export function checkStarts({ starts, nextSeq }: TopicHead, path: string): void {
  starts.forEach((start, place) => {
    if (start > nextSeq || start < (starts[place - 1] ?? 0))
      throw new DumpMalformed(
        `${path}.starts.${place}`,
        'must not be before the previous start or after nextSeq',
      );
  });
}

function readRecords(edit: StateBuilder, { recordShapes }: StoreSchema, kind: string, list: unknown): void {
  const path = `records.${kind}`;
  if (!edit.records.has(kind))
    throw new DumpMalformed(path, 'is not a kind of record that this version supports');
  const ids = new Set<string>();
  expectArray(list, path).forEach((value, place) => {
    const record = readRecord(value, `${path}.${place}`);
    if (ids.has(record.id)) throw new DumpMalformed(`${path}.${place}.id`, 'is not unique');
    ids.add(record.id);
    const problem = findShapeProblem(recordShapes, kind, record);
    if (problem !== null) throw new DumpMalformed(`${path}.${place}.${problem.path}`, problem.message);
    putRecord(edit, kind, record, `${path}.${place}`);
  });
}

/** Stores a record in all indexes; one that can't be indexed lacks properties of its kind. */
function putRecord(edit: StateBuilder, kind: string, record: StoredRecord, path: string): void {
  try {
    edit.putRecord(kind, record);
  } catch {
    throw new DumpMalformed(path, `is not a record of the kind ${kind}`);
  }
}

function entriesOf(
  dump: Readonly<Record<string, unknown>>,
  part: string,
): readonly (readonly [string, unknown])[] {
  return Object.entries(expectObject(dump[part], part));
}

function items(
  dump: Readonly<Record<string, unknown>>,
  part: string,
): readonly (readonly [path: string, unknown])[] {
  return expectArray(dump[part], part).map((item, place) => [`${part}.${place}`, item] as const);
}

function pairs<V>(map: SortedMap<string, V>): (readonly [string, V])[] {
  return [...walk(map)];
}

export function values<K extends string | number, V>(map: SortedMap<K, V>): V[] {
  return Array.from(walk(map), ([, value]) => value);
}
