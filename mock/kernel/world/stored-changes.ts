/**
 * Applies changes that a log has stored outside of this process. Another program may have changed the file or database
 * since, so they are checked like the parts of a dump; invalid ones are never applied.
 */
import type { StoreSchema } from '../store/schema.ts';
import { applyChanges } from '../store/state-builder.ts';
import type { WorldState } from '../store/state.ts';
import type { ChangeSet } from '../transaction/changes.ts';
import { completeChanges } from '../transaction/kept-properties.ts';
import { assertNoProblem, checkSetting, checkStarts, checkTrigger } from './dump.ts';
import {
  DumpMalformed,
  expectArray,
  expectCount,
  expectEqual,
  expectInteger,
  expectNumber,
  expectObject,
  expectString,
  readClock,
  readEntry,
  readHead,
  readRecord,
  readTimer,
} from './dump-parts.ts';
import { findShapeProblem } from './record-shape.ts';

/** Returns the state after stored changes, and the changes with the properties that the log has left out. */
export function applyStored(
  state: WorldState,
  changes: ChangeSet,
): { readonly state: WorldState; readonly changes: ChangeSet } {
  for (const [put, place] of items(changes, 'puts')) expectObject(put['record'], `${place}.record`);
  const complete = completeChanges(changes, state);
  checkChanges(state.schema, complete);
  return { state: applyChanges(state, complete), changes: complete };
}

/** Checks that topics have the entries that their heads count, since readers wait for them. */
export function checkTopics({ topics }: WorldState, names: Iterable<string>): void {
  for (const name of names) {
    const topic = topics.get(name);
    if (topic === undefined) continue;
    const { head, entries } = topic;
    expectEqual(entries.size, head.nextSeq - head.firstSeq, `topics.${name}.entries.length`);
    if (entries.size > 0 && entries.get(head.firstSeq) === undefined)
      throw new DumpMalformed(`topics.${name}.entries`, 'must begin with firstSeq');
  }
}

/** Errors: throws DumpMalformed with the place of the problem. */
function checkChanges(schema: StoreSchema, changes: ChangeSet): void {
  expectInteger(changes.at, 'at');
  for (const [put, place] of items(changes, 'puts')) checkRecord(schema, put, place);
  for (const [{ kind, id }, place] of items(changes, 'deletes')) {
    checkKind(schema, kind, place);
    expectString(id, `${place}.id`);
  }
  for (const part of ['dropped', 'cancelled'] as const)
    expectArray(changes[part], part).forEach((name, place) => expectString(name, `${part}.${place}`));
  for (const [{ topic, head }, place] of items(changes, 'topics')) {
    expectString(topic, `${place}.topic`);
    checkStarts(readHead(expectObject(head, `${place}.head`), `${place}.head`), `${place}.head`);
  }
  for (const [entry, place] of items(changes, 'entries')) checkEntry(schema, entry, place);
  for (const [timer, place] of items(changes, 'timers')) checkTrigger(schema, readTimer(timer, place), place);
  for (const [name, count] of pairs(changes.counters, 'counters')) expectCount(count, `counters.${name}`);
  for (const [name, setting] of pairs(changes.settings, 'settings'))
    if (setting !== null) checkSetting(schema, name, setting);
  if (changes.random !== null) expectNumber(changes.random, 'random');
  if (changes.clock !== null) readClock(changes.clock, 'clock');
}

function checkKind({ collections }: StoreSchema, kind: unknown, place: string): string {
  const name = expectString(kind, `${place}.kind`);
  if (collections.includes(name)) return name;
  throw new DumpMalformed(`${place}.kind`, `${name} is not a kind of record that this version supports`);
}

function checkRecord(schema: StoreSchema, { kind, record }: Item, place: string): void {
  const name = checkKind(schema, kind, place);
  readRecord(record, `${place}.record`);
  assertNoProblem(`${place}.record`, findShapeProblem(schema.recordShapes, name, record));
}

function checkEntry({ dumpRules: { topics } }: StoreSchema, { topic, entry }: Item, place: string): void {
  const name = expectString(topic, `${place}.topic`);
  const { event, seq } = readEntry(entry, `${place}.entry`);
  if (topics.length === 0) return;
  const rule = topics.find(({ prefix }) => name.startsWith(prefix));
  if (rule === undefined) throw new DumpMalformed(`${place}.topic`, `${name} belongs to no kind of record`);
  const problem = rule.findEventProblem(event, name.slice(rule.prefix.length), seq);
  assertNoProblem(`${place}.entry.event`, problem);
}

type Item = Readonly<Record<string, unknown>>;

function items(changes: ChangeSet, part: keyof ChangeSet): readonly (readonly [item: Item, place: string])[] {
  return expectArray(changes[part], part).map((item, place) => [
    expectObject(item, `${part}.${place}`),
    `${part}.${place}`,
  ]);
}

function pairs(value: unknown, part: string): readonly (readonly [name: string, value: unknown])[] {
  return expectArray(value, part).map((pair, place) => {
    const [name, each] = expectArray(pair, `${part}.${place}`);
    return [expectString(name, `${part}.${place}.0`), each];
  });
}
