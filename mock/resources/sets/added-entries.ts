/**
 * The entries that actions add to a record and that only a list below it shows: `POST /shelves/{id}/addBook` for
 * `GET /shelves/{id}/books`.
 */
import { parentName, readBelow, readPath } from '../../../contract/resources/path-shape.ts';
import type { SourceOperation } from '../../../contract/resources/source.ts';
import { isSameName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourcePlans } from '../plan/plan.ts';
import { keyTextIn } from '../fields.ts';
import { findRecords, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';

/** The words with which actions add an entry, and with which they take one away. */
const ADDING = /^(?:add|attach|assign|insert|append|enroll?|link)$/;
const REMOVING = /^(?:remove|detach|unassign|unenroll?|unlink)$/;

/** Returns the name that the entries of a list have in the store; `null` for a list that no action adds to. */
function entriesName(plans: ResourcePlans, path: string): string | null {
  const { itemPath, segment } = readBelow(path);
  const isAdded = segment !== '' && plans.segmentsBelow(itemPath, 'POST').some((name) => adds(name, segment));
  return isAdded ? `${path}#entries` : null;
}

function adds(action: string, segment: string): boolean {
  const [verb = '', ...noun] = wordsOf(action);
  return ADDING.test(verb) && noun.length > 0 && isSameName(noun.join('_'), segment);
}

/** A change of the entries of a record by an action. */
export interface EntryChange {
  readonly name: string;
  readonly keys: readonly string[];
  readonly removes: boolean;
  /** Whether what is added leaves the records beside this one. */
  readonly isExclusive: boolean;
}

/** Returns whether the text of an action says that what it adds leaves others: "This removes the task from other sections". */
function isExclusive(text: string): boolean {
  return /\b(?:remov|mov|tak|detach|unassign)\w{0,4}\b[^.]{0,60}\b(?:from|out of|off) (?:all |any |its |the )?(?:other|previous|current|former|old)\b/i.test(
    text,
  );
}

/** Returns what an action changes in the entries of a list beside it; `null` for another action. */
export function entryChange(
  plans: ResourcePlans,
  { path, text }: Pick<SourceOperation, 'path' | 'text'>,
  sent: RecordFields,
): EntryChange | null {
  const action = readPath(path).name;
  const [verb = '', ...noun] = wordsOf(action);
  if (!ADDING.test(verb) && !REMOVING.test(verb)) return null;
  const itemPath = path.slice(0, path.lastIndexOf('/'));
  const lists = plans.segmentsBelow(itemPath, 'GET').filter((each) => isSameName(each, noun.join('_')));
  const [only] = lists;
  const name = only === undefined ? null : entriesName(plans, `${itemPath}/${only}`);
  const keys = keysIn(sent, noun.join('_'));
  return name === null || keys.length === 0
    ? null
    : { name, keys, removes: REMOVING.test(verb), isExclusive: isExclusive(text) };
}

/** Returns the keys in a body: of the property that is named like the entries, else of the only one. */
function keysIn(sent: RecordFields, noun: string): readonly string[] {
  const listValue = Object.entries(sent).find(([name]) =>
    isSameName(name.replace(/[-_]?ids?$/i, ''), noun),
  )?.[1];
  const values = Object.values(sent);
  const value = listValue ?? (values.length === 1 ? values[0] : undefined);
  const all = value === undefined ? [] : ([value].flat() as readonly JsonValue[]);
  return all.flatMap((each) => keyTextIn({ key: each }, '/key') ?? keyTextIn({ key: each }, '/key/id') ?? []);
}

/** Adds entries to a record, or takes them away. */
export function changeAdded(
  tx: Transaction,
  { name, keys, removes, isExclusive: leaves }: EntryChange,
  record: ResourceRecord,
): void {
  const { key: of } = record;
  const others = leaves && !removes ? keysBeside(tx, record) : new Set();
  for (const key of keys) {
    const entries = findRecords(tx, name, key);
    for (const { id, parents } of entries) if (others.has(parents['of'])) tx.delete(records, id);
    const entry = entries.find(({ parents }) => parents['of'] === of);
    if (removes && entry !== undefined) tx.delete(records, entry.id);
    if (removes || entry !== undefined) continue;
    const base = { id: tx.nextId('record'), resource: name, number: tx.nextNumber(`number:${name}`), key };
    const times = { createdAt: tx.at, updatedAt: tx.at };
    tx.put(records, { ...base, parents: { of }, value: {}, version: 1, ...times });
  }
}

/** Returns the keys of the other records below the same parents. */
function keysBeside(view: View, { id, resource, parents }: ResourceRecord): ReadonlySet<string | undefined> {
  const beside = listRecords(view, resource).filter(
    (each) => each.id !== id && Object.entries(parents).every(([name, text]) => each.parents[name] === text),
  );
  return new Set(beside.map(({ key }) => key));
}

function entryKeys(view: View, name: string, of: string): ReadonlySet<string> {
  return new Set(listRecords(view, name).flatMap(({ key, parents }) => (parents['of'] === of ? [key] : [])));
}

/**
 * Returns a function that returns whether a record is an entry of the one above a list; `null` for a list that no
 * action adds to. Shape: what the world began with also is, unless a client has created the record above.
 */
export function entryTest(
  { view, plans, path }: { readonly view: View; readonly plans: ResourcePlans; readonly path: string },
  parents: Readonly<Record<string, string>>,
): ((record: ResourceRecord, isBelow: boolean) => boolean) | null {
  const name = entriesName(plans, path);
  const above = parentName(path, readBelow(path).parameter);
  const of = parents[above];
  if (name === null || of === undefined) return null;
  const keys = entryKeys(view, name, of);
  return (record, isBelow) =>
    keys.has(record.key) || (isBelow && (record.isInitial === true || record.parents[above] !== undefined));
}
