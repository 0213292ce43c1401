/** Composes the value of a record: what was sent, its key, its parents, its times, and samples of what is still required. */
import type { SourceSchema } from '../../contract/resources/source.ts';
import { flatten, isPlural } from '../../contract/resources/words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { completeFields, plainValue } from './complete.ts';
import { isFields, textOf } from './fields.ts';
import { makeKey, type RandomNumbers } from './keys.ts';
import type { OperationPlan, ResourcePlan } from './plan.ts';
import { asReference, parentFields } from './references.ts';
import type { RecordFields, ResourceRecord } from './record.ts';
import { records } from './record.ts';
import { timesOfStates } from './effects/state-times.ts';
import { withOwnTexts } from './effects/own-texts.ts';
import { firstState } from './actions.ts';
import { timeKindOf, writeTime } from './times.ts';

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
  const fitting = fitFields(plan.schema, sent, plan.sample, written);
  const filled = fill(plan, { ...fitting, ...keyOf(plan, key) }, { tx, created, key: textOf(key) });
  const given = created.isInitial === true ? {} : fitting;
  const value = withOwnTexts(tx, plan, { value: filled, given, key: textOf(key), random });
  const marks = created.isInitial === true ? { isInitial: true as const } : {};
  return tx.put(records, { ...base, parents, value, version: 1, ...times, ...marks });
}

/** Returns the defaults of the properties that clients may write. */
function defaultsIn(schema: SourceSchema | null): RecordFields {
  const writable = [...(schema?.properties ?? [])].filter(([, { isReadOnly }]) => !isReadOnly);
  return Object.fromEntries(
    writable.flatMap(([name, { defaultValue }]) =>
      defaultValue === undefined ? [] : [[name, defaultValue]],
    ),
  );
}

/** Stores a change of a record. */
export function changeRecord(
  tx: Transaction,
  { schema, sample }: ResourcePlan,
  record: ResourceRecord,
  value: RecordFields,
): ResourceRecord {
  const whole = schema === null ? value : completeFields(schema, value, sample);
  const times = schema === null ? {} : timesOfStates(record.value, whole, schema, tx.at);
  const changed = withChanges({ ...whole, ...timesOf(tx, schema, sample, 'changed') }, times);
  const { isInitial: _, ...own } = record;
  return tx.put(records, { ...own, value: changed, version: record.version + 1, updatedAt: tx.at });
}

function withChanges(
  fields: RecordFields,
  changes: Readonly<Record<string, JsonValue | undefined>>,
): RecordFields {
  if (Object.keys(changes).length === 0) return fields;
  const all = Object.entries<JsonValue | undefined>({ ...fields, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}

/** Returns the key that a client chose: in the path, or as a property that clients write. */
function keyIn({ key, schema }: ResourcePlan, { key: chosen, fields }: NewRecord): JsonValue | null {
  if (chosen !== null)
    return schema?.properties.get(key ?? '')?.types?.has('integer') === true ? Number(chosen) : chosen;
  if (key === null || schema?.properties.get(key)?.isReadOnly === true) return null;
  const sent = fields[key];
  return typeof sent === 'string' || typeof sent === 'number' ? sent : null;
}

function keyOf({ key, schema }: ResourcePlan, value: JsonValue): RecordFields {
  if (key === null) return {};
  const property = schema?.properties.get(key);
  const converts = property !== undefined && !hasType(property, value);
  return { [key]: converts ? (converted(property, value) ?? value) : value };
}

interface FillParts {
  readonly tx: Transaction;
  readonly created: NewRecord;
  readonly key: string;
}

/** Adds what a service adds to a new record. */
function fill(
  { schema, sample, resource, keyParameter }: ResourcePlan,
  value: RecordFields,
  { tx, created, key }: FillParts,
): RecordFields {
  if (schema === null || schema.properties.size === 0) return { ...sample, ...value };
  const filled: Record<string, JsonValue> = {};
  const parents = parentFields({ schema, resource, keyParameter }, sample, created.parents);
  const address = created.address(key);
  for (const [name, property] of schema.properties) {
    const known = value[name] ?? parents[name];
    const shown = sample[name];
    if (known !== undefined) filled[name] = known;
    else if (timeKindOf(name, property) !== null) filled[name] = writeTime(tx.at, property, shown);
    else if (isSelfAddress(name, property, resource.name) && address !== null) filled[name] = address;
    else if (isSwitch(property) && created.isInitial !== true) filled[name] = property.defaultValue ?? false;
    else if (shown !== undefined && isAdded(name, property, schema))
      filled[name] = created.isInitial === true ? shown : initialValue(name, property, shown);
  }
  const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(filled, name));
  return completeFields(schema, { ...filled, ...Object.fromEntries(rest) }, sample);
}

/** Returns whether a property is on or off, and off until somebody sets it. */
function isSwitch({ types, values, isWriteOnly }: SourceSchema): boolean {
  return types?.size === 1 && types.has('boolean') && values === null && !isWriteOnly;
}

/** Returns whether a service returns a property that nobody sent: a required one, its own, or a state. */
function isAdded(name: string, { isReadOnly, values }: SourceSchema, { required }: SourceSchema): boolean {
  if (required.has(name)) return true;
  // Why not a parent: a record that was created without one has none.
  return (
    (isReadOnly && !/^parent(?:$|[_A-Z])/.test(name)) ||
    (values !== null && /^(?:status|state|object|type|kind)$/i.test(name))
  );
}

/**
 * Returns a property of a record that has just been made and that nobody sent.
 *
 * Shape: a counter is zero, a state not the last one, a list empty, and what may be null is null.
 */
function initialValue(name: string, property: SourceSchema, shown: JsonValue): JsonValue {
  const { types, values, isNullable } = property;
  if (types?.has('integer') === true && isCount(name, property)) return 0;
  if (values !== null) return /(?:^|_)(?:status|state)$/i.test(name) ? (firstState(values) ?? shown) : shown;
  if (Array.isArray(shown)) return [];
  return isNullable ? null : shown;
}

/** Returns whether a number counts what belongs to a record: `comment_count`, or `comments`. */
function isCount(name: string, { minimum }: SourceSchema): boolean {
  if (/(?:count|total|number_of|num)(?:_|$)|Count$/.test(name)) return true;
  return isPlural(name) && (minimum ?? 0) <= 0;
}

function isSelfAddress(name: string, { types, format }: SourceSchema, resource: string): boolean {
  if (types?.has('string') !== true || (format !== null && !format.startsWith('uri'))) return false;
  return (
    /^(?:self|href|self_?(?:link|url)|resource_?ur[il])$/i.test(name) ||
    (name === 'url' && format === 'uri' && resource !== '')
  );
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

/**
 * Returns the sent properties that a record has, under the names and in the form that it has them.
 *
 * Shape: without a schema, all of them. What responses call read-only may still be sent where `written`, the schema of
 * the body, says so.
 */
export function fitFields(
  schema: SourceSchema | null,
  sent: RecordFields,
  sample: RecordFields,
  written: SourceSchema | null = null,
): RecordFields {
  if (schema === null || schema.properties.size === 0) return sent;
  const isSendable = (name: string): boolean => written?.properties.get(name)?.isReadOnly === false;
  const fitting = Object.entries(sent).flatMap(([name, value]): [string, JsonValue][] => {
    const own = nameIn(schema, name);
    const property = own === null ? undefined : schema.properties.get(own);
    if (own === null || property === undefined || (property.isReadOnly && !isSendable(name))) return [];
    const fitted = fitValue(property, value, sample[own]);
    return fitted === undefined ? [] : [[own, fitted]];
  });
  return Object.fromEntries(fitting);
}

function nameIn(schema: SourceSchema, name: string): string | null {
  if (schema.properties.has(name)) return name;
  const flat = flatten(name);
  return [...schema.properties.keys()].find((each) => flatten(each) === flat) ?? null;
}

/** Returns a sent value in the form of a property: a key becomes an object with it where the property is one. */
export function fitValue(
  property: SourceSchema,
  value: JsonValue,
  sample: JsonValue | undefined,
): JsonValue | undefined {
  // Why: a client names a record, and the service shows it, where a property may be either.
  const names = typeof value === 'string' && isFields(sample) && property.types?.has('object') === true;
  if (!names && isOf(property, value)) {
    if (!Array.isArray(value) || property.items === null) return value;
    const { items } = property;
    const [shown] = Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
    const fitted = (value as readonly JsonValue[]).map((each) => fitValue(items, each, shown));
    return fitted.includes(undefined) ? undefined : (fitted as JsonValue[]);
  }
  // Why: forms have no null, so an empty text takes a value away.
  if (value === '' && property.isNullable) return null;
  if (property.values !== null) return undefined;
  if (typeof value === 'string' || typeof value === 'number')
    return asReference(property, sample, String(value));
  return undefined;
}

/** Returns whether a schema allows a value: its type, and the value where it lists them. */
function isOf(schema: SourceSchema, value: JsonValue): boolean {
  return (
    hasType(schema, value) && (schema.values === null || value === null || schema.values.includes(value))
  );
}

function hasType({ types, isNullable }: SourceSchema, value: JsonValue): boolean {
  if (value === null) return isNullable || types === null;
  if (types === null) return true;
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(Array.isArray(value) ? 'array' : typeof value);
}

/** Returns a record as a response shows it: what it declares, without what is only written. */
export function shownIn({ shown, shownSample, resource }: ShowingPlan, value: RecordFields): RecordFields {
  const visible = withoutHidden(resource.schema, value);
  if (shown === null || shown === resource.schema || shown.properties.size === 0) return visible;
  const fitting: Record<string, JsonValue> = {};
  for (const [name, property] of shown.properties) {
    const own = visible[name];
    const fitted = own === undefined ? undefined : fitShown(property, own, shownSample[name]);
    const isMissing = fitted === undefined && shown.required.has(name);
    const part = isMissing ? (shownSample[name] ?? plainValue(property)) : fitted;
    if (part !== undefined) fitting[name] = part;
  }
  return fitting;
}

function fitShown(
  property: SourceSchema,
  own: JsonValue,
  sample: JsonValue | undefined,
): JsonValue | undefined {
  const fitted = fitValue(property, own, sample);
  return fitted === undefined ? converted(property, own) : fitted;
}

type ShowingPlan = Pick<OperationPlan, 'shown' | 'shownSample' | 'resource'>;

/** Returns a number as a text, or a text as a number, where a property has the other one. */
function converted({ types }: SourceSchema, value: JsonValue): JsonValue | undefined {
  if (typeof value === 'number' && types?.has('string') === true) return String(value);
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return typeof value === 'string' && isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

function withoutHidden(schema: SourceSchema | null, value: RecordFields): RecordFields {
  const isHidden = (name: string): boolean => {
    const property = schema?.properties.get(name);
    return property?.isWriteOnly === true || property?.format === 'password';
  };
  if (!Object.keys(value).some(isHidden)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isHidden(name)));
}
