/**
 * Consistency rules of a dump beyond the shape of each record: references, event logs, timers and settings. The domain
 * declares the rules as data; every state created by this version satisfies them.
 */
import type { Collection, StoredRecord } from '../store/collection.ts';
import type { Shape, ShapeProblem } from './record-shape.ts';
import type { TopicHead } from '../store/topic.ts';

/** The parts of a dumped world that the rules read; a `View` has them. */
export interface DumpReader {
  get<R extends StoredRecord>(collection: Collection<R>, id: string): R | undefined;
  has(collection: Collection<StoredRecord>, id: string): boolean;
  scan<R extends StoredRecord>(collection: Collection<R>): readonly R[];
  topic(name: string): TopicHead | undefined;
}

export interface DumpRules {
  readonly references: readonly Reference[];
  readonly records: readonly RecordRule[];
  readonly topics: readonly TopicRule[];
  /** The shape of each setting by its name; null leaves them unchecked. */
  readonly settings: Readonly<Record<string, Shape>> | null;
  /** The payload of each trigger that a timer may send, by the kind of its target; null leaves them unchecked. */
  readonly triggers: Readonly<Record<string, Readonly<Record<string, Shape>>>> | null;
  /** Checks the world as a whole. Shape: the path is the one in the dump. */
  readonly findWorldProblem: (view: DumpReader) => ShapeProblem | null;
}

/** A property that refers to a record. Shape: null refers to none. */
export interface Reference {
  readonly kind: string;
  readonly property: string;
  readonly to: string;
}

export interface RecordRule {
  readonly kind: string;
  readonly findProblem: (record: never, view: DumpReader) => ShapeProblem | null;
}

/** The valid topics: a prefix, the kind of record whose id is the rest of the name, and their events. */
export interface TopicRule {
  readonly prefix: string;
  readonly kind: string;
  readonly findEventProblem: (event: unknown, id: string, seq: number) => ShapeProblem | null;
}

export function recordRule<R extends StoredRecord>(
  collection: Collection<R>,
  findProblem: (record: R, view: DumpReader) => ShapeProblem | null,
): RecordRule {
  return { kind: collection.name, findProblem };
}

export const noRules: DumpRules = {
  references: [],
  records: [],
  topics: [],
  settings: null,
  triggers: null,
  findWorldProblem: () => null,
};

/** Finds the first record of a kind with a dangling reference. Shape: the path starts with the index in the list. */
export function findReferenceProblem(
  { references }: DumpRules,
  view: DumpReader,
  kind: string,
  list: readonly StoredRecord[],
): ShapeProblem | null {
  for (const { property, to } of references.filter((reference) => reference.kind === kind))
    for (const [place, record] of list.entries()) {
      const id: unknown = Reflect.get(record, property);
      if (typeof id === 'string' && !view.has({ name: to }, id))
        return { path: `${place}.${property}`, message: `refers to ${to} ${id}, which does not exist` };
    }
  return null;
}

/** Finds the first record of a kind that is inconsistent with others. Shape: as `findReferenceProblem`. */
export function findRecordProblem(
  { records }: DumpRules,
  view: DumpReader,
  kind: string,
  list: readonly StoredRecord[],
): ShapeProblem | null {
  for (const { findProblem } of records.filter((rule) => rule.kind === kind))
    for (const [place, record] of list.entries()) {
      const problem = findProblem(record as never, view);
      if (problem !== null) return { ...problem, path: `${place}.${problem.path}` };
    }
  return null;
}

/** Checks that a topic belongs to a record, and checks its events. Shape: `entries` are those of the dump. */
export function findTopicProblem(
  { topics }: DumpRules,
  view: DumpReader,
  name: string,
  entries: readonly { readonly seq: number; readonly event: unknown }[],
): ShapeProblem | null {
  if (topics.length === 0) return null;
  const rule = topics.find(({ prefix }) => name.startsWith(prefix));
  const id = name.slice(rule?.prefix.length ?? 0);
  if (rule === undefined || !view.has({ name: rule.kind }, id))
    return { path: '', message: 'belongs to no record of the dump' };
  for (const [place, { seq, event }] of entries.entries()) {
    const problem = rule.findEventProblem(event, id, seq);
    if (problem === null) continue;
    const path = problem.path === '' ? 'event' : `event.${problem.path}`;
    return { path: `entries.${place}.${path}`, message: problem.message };
  }
  return null;
}
