/**
 * Composes the value of a record: what was sent, its key, its parents, its times, and samples of what is still
 * required.
 */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isPlural } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { completeFields } from '../values/complete.ts';
import { isFields, textOf, withPart } from '../fields.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { firstState } from '../../../contract/resources/records/shown-state.ts';
import { composedName } from '../links/composed-names.ts';
import { withHolder } from './key-holders.ts';
import { updateInverse, type LinkedRecord } from '../links/inverse-links.ts';
import { emptyPart } from '../links/list-parts.ts';
import { withVersion } from './versions.ts';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { converted, fitFields, hasType } from '../values/fit.ts';
import { makeKey, type RandomNumbers } from './keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { plausibleSample } from '../plausible/plausible-record.ts';
import { parentFields, referTo, targetFields } from '../links/references.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { records } from '../record.ts';
import { askedState, beginningOf, newState } from '../actions/shown-states.ts';
import { timesOfNew, timesOfStates } from '../actions/state-times.ts';
import { defaultsIn, isOnAtFirst, isResult, isSwitch } from './defaults.ts';
import { withKnownRecords } from '../links/known-records.ts';
import { selfLinks, withOwnTexts } from './own-texts.ts';
import { withExpiry } from '../values/expiry.ts';
import { timeKindOf, writeTime } from '../values/times.ts';

/** What a new record is made of. Shape: `parents` are the path parameters that it is created below. */
export interface NewRecord {
  readonly fields: RecordFields;
  readonly parents: Readonly<Record<string, string>>;
  /** The key that the client chose; `null` for a new one. */
  readonly key: string | null;
  /** Returns the address of a record with a key. */
  readonly address: (key: string) => string | null;
  /** The numbers that a new key is made from; those of the world when absent. */
  readonly random?: RandomNumbers;
  readonly isInitial?: true;
  /** Whether a user defines the record: also properties that clients do not write. */
  readonly isGiven?: true;
  /** When an initial record was created and changed; now, for those that are absent. */
  readonly times?: RecordFields;
  /** The schema of what was sent; `null` for none. */
  readonly written?: SourceSchema | null;
}

/** Stores a new record. */
export function createRecord(tx: Transaction, plan: ResourcePlan, created: NewRecord): ResourceRecord {
  const random = created.random ?? (() => tx.random());
  const key: JsonValue = keyIn(plan, created) ?? makeKey(tx, plan, random, created.parents);
  const number = tx.nextNumber(`number:${plan.resource.name}`);
  const base = { id: tx.nextId('record'), resource: plan.resource.name, number, key: textOf(key) };
  const times = { createdAt: tx.at, updatedAt: tx.at };
  const { parents, written = null } = created;
  const sent = { ...defaultsIn(plan.schema), ...defaultsIn(written), ...created.fields };
  const completed = withKnownRecords(tx, plan, sent);
  const fitting = fitFields(plan.schema, completed, plan.sample, created.isGiven === true ? 'all' : written);
  const { isInitial = false, isGiven } = created;
  const choice = { index: number, seed: tx.seed, now: tx.at, isNew: true, sent: fitting };
  const added = (): RecordFields => ({ ...plausibleSample(plan, choice), ...referTo(tx, plan, 0) });
  const filling = isInitial ? plan : { ...plan, sample: added() };
  const filled = fill(filling, withKey(plan, fitting, key), { tx, created, key: textOf(key) });
  const fields = isInitial ? {} : fitting;
  const own = withOwnTexts(tx, plan, { value: filled, fields, key: textOf(key), parents, random });
  const joined = withKnownRecords(tx, plan, own);
  const held = withHolder(plan, joined, { tx, parents, random });
  const earlier = isInitial ? { before: held, by: 0 } : { before: {}, by: 1 };
  const ending = isInitial ? held : withExpiry(held, plan.schema, { sent, written, at: tx.at });
  const begun = isInitial || plan.schema === null ? {} : timesOfNew(ending, plan.schema, tx.at);
  const value = withVersion(plan, { ...ending, ...begun }, 1, earlier);
  const marks = isInitial ? { isInitial: true as const, ...(isGiven ? { isGiven } : {}) } : {};
  if (!isInitial) updateInverse(tx, linkedIn(plan, value, base.key), {}, value);
  return tx.put(records, { ...base, parents, value, version: 1, ...times, ...marks });
}

function linkedIn({ inverse, key }: ResourcePlan, value: RecordFields, text: string): LinkedRecord {
  return { links: inverse, key: (key === null ? undefined : value[key]) ?? text };
}

/** Stores a change of a record. */
export function changeRecord(
  tx: Transaction,
  plan: ResourcePlan,
  record: ResourceRecord,
  value: RecordFields,
): ResourceRecord {
  const { schema, sample } = plan;
  const joined = withKnownRecords(tx, plan, value);
  const whole = schema === null ? joined : completeFields(schema, joined, sample);
  const times = schema === null ? {} : timesOfStates(record.value, whole, schema, tx.at);
  const sent = Object.fromEntries(
    Object.entries(whole).filter(([name, each]) => record.value[name] !== each),
  );
  const ending = withExpiry(whole, schema, { sent, written: null, at: tx.at });
  const changed = withChanges({ ...ending, ...timesOf(tx, schema, sample, 'changed') }, times);
  const version = record.version + 1;
  updateInverse(tx, linkedIn(plan, changed, record.key), record.value, changed);
  return tx.put(records, {
    ...record,
    value: withVersion(plan, changed, version, { before: record.value, by: 1 }),
    version,
    updatedAt: tx.at,
  });
}

/** Deletes a record. */
export function deleteRecord(tx: Transaction, plan: ResourcePlan, record: ResourceRecord): void {
  updateInverse(tx, linkedIn(plan, record.value, record.key), record.value, {});
  tx.delete(records, record.id);
}

function withChanges(
  fields: RecordFields,
  changes: Readonly<Record<string, JsonValue | undefined>>,
): RecordFields {
  if (Object.keys(changes).length === 0) return fields;
  const all = Object.entries<JsonValue | undefined>({ ...fields, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/**
 * Returns the key that a client chose: in the path, as a property that clients write, or as one with the name of the
 * parameter or of the key, which responses need not show, such as the `file_id` that makes a file one of a store.
 */
function keyIn(
  { keyPointer, schema, keyParameter, key: name, resource }: ResourcePlan,
  { key: chosen, fields, written }: NewRecord,
): JsonValue | null {
  const property = keyPointer === null ? null : schemaAt(schema, keyPointer);
  if (chosen !== null) return property?.types?.has('integer') === true ? Number(chosen) : chosen;
  for (const each of [keyParameter, splitPointer(resource.key?.value.property ?? '').join('/')]) {
    const named = each === null || schema?.properties.has(each) === true ? undefined : fields[each];
    if (typeof named === 'string' && named !== '') return named;
  }
  const isSent = name !== null && written?.required.has(name) === true;
  if (keyPointer === null || (property?.isReadOnly === true && !isSent)) return null;
  const sent = valueAt(fields, keyPointer);
  return typeof sent === 'string' || typeof sent === 'number' ? sent : null;
}

function withKey({ keyPointer, schema }: ResourcePlan, fields: RecordFields, value: JsonValue): RecordFields {
  if (keyPointer === null) return fields;
  const property = schemaAt(schema, keyPointer);
  const converts = property !== null && !hasType(property, value);
  const own = converts ? (converted(property, value) ?? value) : value;
  return withPart(fields, keyPointer, own) as RecordFields;
}

interface FillParts {
  readonly tx: Transaction;
  readonly created: NewRecord;
  readonly key: string;
}

/** Adds what a service adds to a new record. */
function fill(plan: ResourcePlan, value: RecordFields, { tx, created, key }: FillParts): RecordFields {
  const { schema, sample } = plan;
  if (schema === null || schema.properties.size === 0) return { ...sample, ...value };
  const filled: Record<string, JsonValue> = {};
  const parents = {
    ...askedState(schema, created.fields),
    ...targetFields(plan, sample, created.parents),
    ...parentFields(plan, sample, created.parents),
  };
  const { written = null, isInitial = false } = created;
  for (const [name, property] of schema.properties) {
    // Why: the sample of a record is below parents of its own.
    const ownValue = isInitial
      ? (parents[name] ?? value[name] ?? created.times?.[name])
      : (value[name] ?? parents[name]);
    // Why: null in a record of a user is intended.
    const current = created.isGiven === true && value[name] === null ? null : ownValue;
    const shown = sample[name];
    const address = isSelfAddress(name, property, shown) ? created.address(key) : null;
    const links = selfLinks(name, property, () => created.address(key));
    const composed = composedName(name, property, plan, { parents: created.parents, key });
    if (address !== null && (isInitial || current === undefined))
      filled[name] = addressLike(address, property, shown);
    else if (links !== undefined && (isInitial || current === undefined)) filled[name] = links;
    else if (current !== undefined && !(isInitial && isNoTime(name, property, current)))
      filled[name] = current;
    else if (composed !== undefined) filled[name] = composed;
    else if (timeKindOf(name, property) !== null) filled[name] = writeTime(tx.at, property, shown);
    else if (isSwitch(property) && !isInitial) filled[name] = isOnAtFirst(name, property);
    else if (shown !== undefined && isAdded(name, property, plan))
      filled[name] =
        isInitial || isResult(name, property, schema, written) ? shown : initialValue(name, property, shown);
    else if (!isInitial) Object.assign(filled, newState(name, property, plan));
  }
  const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(filled, name));
  return completeFields(schema, { ...filled, ...Object.fromEntries(rest) }, sample);
}

/**
 * Returns whether a service returns a property that nobody sent: a required one, its own, or a state. Where a schema
 * requires nothing, what clients do not write is the service's own, except for what happens later.
 */
function isAdded(
  name: string,
  { isReadOnly, isNullable, values, format, types }: SourceSchema,
  { schema, writable }: ResourcePlan,
): boolean {
  if (schema?.required.has(name) === true) return true;
  // Why: where nothing is required, an empty list is shown as one.
  if (schema?.required.size === 0 && types?.has('array') === true) return true;
  // Why not a parent: a record that was created without one has none.
  if (/^parent(?:$|[_A-Z])/.test(name)) return false;
  if (isReadOnly) return true;
  if (values !== null && /^(?:status|state|object|type|kind)$/i.test(name)) return true;
  const isLater = /^date/.test(format ?? '') || /(?:_at|_on|At|_date|Date)$|delete|trash|error/i.test(name);
  return schema?.required.size === 0 && !writable.has(flatten(name)) && (!isLater || isNullable);
}

/** Returns whether a sampled time is none, such as one in a format that samples do not have. */
function isNoTime(name: string, property: SourceSchema, value: JsonValue): boolean {
  return typeof value === 'string' && !/\d{4}/.test(value) && timeKindOf(name, property) !== null;
}

/**
 * Returns a property of a record that has just been made and that nobody sent.
 *
 * Shape: a counter is zero, a state not the last one, a list empty, and what may be null is null.
 */
function initialValue(name: string, property: SourceSchema, shown: JsonValue): JsonValue {
  const { types, values, isNullable } = property;
  if (types?.has('integer') === true && isCount(name, property)) return 0;
  const isState = /(?:^|_)(?:status|state)$/i.test(name);
  if (values !== null) return isState ? (firstState(values) ?? shown) : shown;
  if (isState && isFields(shown)) return beginningOf(property, shown);
  if (Array.isArray(shown)) return [];
  if (isNullable) return null;
  const part = emptyPart(property, shown);
  if (part !== undefined) return part;
  const counts = /(?:^|_)counts?$|Counts?$/.test(name) && isFields(shown) ? Object.keys(shown) : [];
  return counts.length === 0 ? shown : Object.fromEntries(counts.map((each) => [each, 0]));
}

/** Returns whether a number counts what belongs to a record: `comment_count`, or `comments`. */
function isCount(name: string, { minimum }: SourceSchema): boolean {
  if (/(?:count|total|number_of|num)(?:_|$)|Count$|^current_/.test(name)) return true;
  return isPlural(name) && (minimum ?? 0) <= 0;
}

function isSelfAddress(
  name: string,
  { types, format, text }: SourceSchema,
  shown: JsonValue | undefined,
): boolean {
  if (types?.has('string') !== true || (format !== null && !/^ur[il]/.test(format))) return false;
  return (
    /^(?:self|href|self_?(?:link|url)|resource_?ur[il])$/i.test(name) ||
    (name === 'url' && format !== null) ||
    (name === 'uri' &&
      (isPath(shown) || /\b(?:this|the|that) (?:resource|record)\b|\brelative\b/i.test(text)))
  );
}

function isPath(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.startsWith('/');
}

/** Returns an address as a property has it: without the origin where it is described or shown so. */
function addressLike(address: string, { text }: SourceSchema, shown: JsonValue | undefined): string {
  return isPath(shown) || /\brelative\b/i.test(text) ? new URL(address).pathname : address;
}

/** Returns the times of a record that are now. */
function timesOf(
  tx: Transaction,
  schema: SourceSchema | null,
  sample: RecordFields,
  wanted: 'created' | 'changed',
): RecordFields {
  const times = [...(schema?.properties ?? [])].flatMap(([name, property]): [string, JsonValue][] =>
    timeKindOf(name, property) === wanted ? [[name, writeTime(tx.at, property, sample[name])]] : [],
  );
  return Object.fromEntries(times);
}
