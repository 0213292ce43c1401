/** Stores records: new ones with their key and what a service adds, changes with the times and the version of them. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { completeFields } from '../values/complete.ts';
import { isFields, pickFields, textOf, withPart } from '../fields.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { withHolder } from './key-holders.ts';
import { updateInverse, type LinkedRecord } from '../links/inverse-links.ts';
import { withVersion } from './versions.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { fitFields } from '../values/fit.ts';
import { converted, hasType } from '../values/fit-value.ts';
import { makeKey, namedKeyIn } from './keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { plausibleSample } from '../plausible/plausible-record.ts';
import { movedParents, referTo } from '../links/references.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';
import { timesOfStates, withTimesOfStates } from '../actions/state-times.ts';
import { keyedDefaults, presenceIn, withDefaults } from './defaults.ts';
import { switchOthersOff, withExclusive } from './exclusive-switches.ts';
import { fillRecord, type NewRecord } from './fill-record.ts';
import { withSigned, withSigns } from './sign-values.ts';
import { updateAbove, withoutTree } from '../links/trees.ts';
import { updateCounts, withoutCounted } from '../links/record-counts.ts';
import { withKnownRecords } from '../links/known-records.ts';
import { withOwnValues } from './own-values.ts';
import { withExpiry } from '../values/expiry.ts';
import { timesIn } from '../values/times.ts';
import { ATTRIBUTES, attributesIn } from '../../../contract/resources/schema-likeness.ts';

export function createRecord(tx: Transaction, plan: ResourcePlan, created: NewRecord): ResourceRecord {
  const { resource, schema } = plan;
  const { parents, written = null, isInitial = false, isGiven } = created;
  const random = created.random ?? (() => tx.random());
  const key: JsonValue = keyIn(plan, created) ?? makeKey(tx, plan, random, parents);
  const number = tx.nextNumber(`number:${resource.name}`);
  const base = { id: tx.nextId('record'), resource: resource.name, number, key: textOf(key), parents };

  const request = withDefaults(created.fields, schema, written);
  const sent = fitFields(
    schema,
    withKnownRecords(tx, plan, request),
    plan.sample,
    isGiven === true ? 'all' : written,
  );
  const choice = { index: number, seed: tx.seed, now: tx.at, isNew: true, sent };
  const sample = isInitial ? plan.sample : { ...plausibleSample(plan, choice), ...referTo(tx, plan, 0) };

  let value = withKey(plan, sent, key);
  value = fillRecord({ ...plan, sample }, value, { tx, created, key: base.key });
  value = withOwnValues(tx, plan, { value, fields: isInitial ? {} : sent, key: base.key, parents, random });
  value = withKnownRecords(tx, plan, value);
  value = withHolder(plan, value, { tx, parents, random });
  value = { ...value, ...presenceIn(schema, created.fields), ...keyedDefaults(written, sent, base.key) };
  if (isInitial) value = isGiven === true ? value : withSigned(plan, value);
  else {
    value = withSigns(plan, value, sent);
    value = withExpiry(value, schema, { sent: request, written, at: tx.at });
    value = withTimesOfStates(value, schema, tx.at);
  }
  if (isInitial && isGiven !== true) value = withoutTree(plan, withoutCounted(value, plan.counts));
  value = withExclusive(tx, plan, value, { parents, isInitial });
  value = withVersion(plan, value, 1, isInitial ? { before: value, by: 0 } : { before: {}, by: 1 });

  if (!isInitial) updateInverse(tx, linkedIn(plan, value, base.key), {}, value);
  const times = { createdAt: tx.at, updatedAt: tx.at };
  const marks = isInitial ? { isInitial: true as const, ...(isGiven ? { isGiven } : {}) } : {};
  const record = tx.put(records, {
    ...base,
    value,
    version: 1,
    ...times,
    ...marks,
    ...sentOnly(plan, created.fields),
  });
  switchOthersOff(tx, plan, record, isInitial ? value : {});
  updateCounts(tx, plan.countedBy, null, record);
  if (!isInitial || isGiven === true) updateAbove(tx, plan, {}, value);
  return record;
}

/** Returns what was sent that no response shows and lists filter by. Shape: empty for nothing. */
export function sentOnly(
  plan: Pick<ResourcePlan, 'sentOnly'>,
  fields: RecordFields,
  before: RecordFields = {},
): Pick<ResourceRecord, 'sent'> {
  const sent = { ...before, ...pickFields(fields, (name) => plan.sentOnly.has(name)) };
  return Object.keys(sent).length === 0 ? {} : { sent };
}

function linkedIn({ inverse, key }: ResourcePlan, value: RecordFields, text: string): LinkedRecord {
  return { links: inverse, key: (key === null ? undefined : value[key]) ?? text };
}

export function changeRecord(
  tx: Transaction,
  plan: ResourcePlan,
  record: ResourceRecord,
  changed: RecordFields,
): ResourceRecord {
  const { schema, sample } = plan;
  const before = record.value;
  let value = withKnownRecords(tx, plan, changed);
  const isChanged = (name: string): boolean => before[name] !== changed[name];
  const signs = plan.signs.filter(({ number }) => isChanged(number));
  value = withSigns({ signs }, value, pickFields(value, isChanged));
  if (schema !== null) value = completeFields(schema, value, sample);
  const times = schema === null ? {} : timesOfStates(before, value, schema, tx.at);
  const sent = pickFields(value, (name, each) => before[name] !== each);
  value = withExpiry(value, schema, { sent, written: null, at: tx.at });
  value = withChanges({ ...value, ...timesOfChange(tx, plan, value) }, times);
  updateInverse(tx, linkedIn(plan, value, record.key), before, value);
  const version = record.version + 1;
  value = withVersion(plan, value, version, { before, by: 1 });
  const parents = movedParents(plan, record, value);
  const after = tx.put(records, { ...record, parents, value, version, updatedAt: tx.at });
  switchOthersOff(tx, plan, after, before);
  updateCounts(tx, plan.countedBy, record, after);
  updateAbove(tx, plan, before, value);
  return after;
}

export function deleteRecord(tx: Transaction, plan: ResourcePlan, record: ResourceRecord): void {
  updateInverse(tx, linkedIn(plan, record.value, record.key), record.value, {});
  tx.delete(records, record.id);
  updateCounts(tx, plan.countedBy, record, null);
  updateAbove(tx, plan, record.value, {});
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
 * parameter or of the key, which responses need not show.
 */
function keyIn(plan: ResourcePlan, { key: chosen, fields, written }: NewRecord): JsonValue | null {
  const { keyPointer, schema, key: name } = plan;
  const property = keyPointer === null ? null : schemaAt(schema, keyPointer);
  if (chosen !== null) return property?.types?.has('integer') === true ? Number(chosen) : chosen;
  const named = namedKeyIn(plan, fields);
  if (named !== null) return named;
  const isSent = name !== null && written?.required.has(name) === true;
  if (keyPointer === null || (property?.isReadOnly === true && !isSent)) return null;
  const value = valueAt(fields, keyPointer);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function withKey({ keyPointer, schema }: ResourcePlan, fields: RecordFields, value: JsonValue): RecordFields {
  if (keyPointer === null) return fields;
  const property = schemaAt(schema, keyPointer);
  const converts = property !== null && !hasType(property, value);
  const key = converts ? (converted(property, value) ?? value) : value;
  return withPart(fields, keyPointer, key) as RecordFields;
}

/** Returns the times of a record that are those of its last change. */
function timesOfChange(tx: Transaction, { schema, sample }: ResourcePlan, value: RecordFields): RecordFields {
  const [inner, own, shown] = [attributesIn(schema), value[ATTRIBUTES], sample[ATTRIBUTES]];
  const times = timesIn(schema, sample, { at: tx.at, kind: 'changed' });
  if (inner === null || !isFields(own)) return times;
  const ofAttributes = timesIn(inner, isFields(shown) ? shown : {}, { at: tx.at, kind: 'changed' });
  return { ...times, [ATTRIBUTES]: { ...own, ...ofAttributes } };
}
