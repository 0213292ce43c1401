/** Records that a request takes or changes instead of creating one. */
import type { SourceOperation } from '../../../contract/resources/source.ts';
import { ATTRIBUTES } from '../../../contract/resources/schema-likeness.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, textOf } from '../fields.ts';
import { listRecords, type RecordFields, type ResourceRecord } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { changeRecord } from './store-record.ts';
import { takenUnique, withSentKey, type SentRecord } from './unique-values.ts';
import { mergePatch, nullable } from './write-record.ts';

/**
 * Returns the record that a request takes instead of a new one, as `if_exists: do_nothing` says, or that it changes, as
 * "create or update" says; undefined for none.
 */
export function existingInstead(
  tx: Transaction,
  call: ResourceCall,
  sent: SentRecord,
): ResourceRecord | undefined {
  const { plan, request } = call;
  const entries = [...Object.entries(sent.fields), ...Object.entries(request.query)];
  const keeps = entries.some(
    ([name, value]) =>
      (/exist|conflict|duplicate/i.test(name) && value === true) ||
      (plan.written?.properties.get(name)?.values?.includes(value as JsonValue) === true &&
        /^(?:donothing|nothing|ignore|skip|keep|returnexisting|existing|reuse)$/.test(
          flatten(textOf(value)),
        )),
  );
  const isUpsert = mayExist(plan.source);
  if (!keeps && !isUpsert) return undefined;
  const record = withSentKey(tx, plan, sent) ?? takenUnique(tx, plan, sent.fields, sent)?.record;
  return record === undefined || !isUpsert ? record : changeSent(tx, call, record, sent);
}

/** Returns whether an operation that creates records also changes those that exist, as its name or its text says. */
export function mayExist({ id, text }: Pick<SourceOperation, 'id' | 'text'>): boolean {
  return upserting.test(text) || wordsOf(id).includes('upsert');
}

const verb = '(?:add|creat|insert|updat|replac)(?:e|es|ing|s)?';
const upserting = new RegExp(`\\b${verb} or ${verb}\\b|\\bupsert|^\\s*(?:sav|updat)es?\\b`, 'i');

/**
 * Returns the record with an identifier in another system that a request sends, such as an entry of `identifiers`, or an
 * `external_id`; undefined for none.
 */
export function withIdentifier(
  tx: Transaction,
  { resource: { resource } }: Pick<ResourceCall['plan'], 'resource'>,
  fields: RecordFields,
): ResourceRecord | undefined {
  const sent = identifiersIn(fields).slice(0, MAX_IDENTIFIERS);
  const hasOne = ({ value }: ResourceRecord): boolean => {
    const own = identifiersIn(value);
    return sent.some((each) => own.some((other) => isSameIdentifier(each, other)));
  };
  return sent.length === 0 ? undefined : listRecords(tx, resource.name).find(hasOne);
}

/** The maximum number of identifiers that are compared. */
const MAX_IDENTIFIERS = 20;

/** Returns the identifiers that a record has in other systems. */
function identifiersIn(fields: RecordFields): readonly JsonValue[] {
  const attributes = fields[ATTRIBUTES];
  const entries = [fields, isFields(attributes) ? attributes : {}].flatMap((each) => Object.entries(each));
  return entries.flatMap(([name, value]) =>
    /^(?:external)?identifiers?$|^externalids?$/.test(flatten(name)) && value !== null
      ? ([value].flat() as readonly JsonValue[])
      : [],
  );
}

/** Returns whether an identifier has all that another one has. */
function isSameIdentifier(wanted: JsonValue, actual: JsonValue): boolean {
  if (!isFields(wanted) || !isFields(actual)) return wanted === actual;
  const entries = Object.entries(wanted);
  return entries.length > 0 && entries.every(([name, value]) => actual[name] === value);
}

/** Changes a record by what a request sends for it. */
export function changeSent(
  tx: Transaction,
  { plan: { resource, written } }: ResourceCall,
  record: ResourceRecord,
  { fields }: Pick<SentRecord, 'fields'>,
): ResourceRecord {
  const sent = fitFields(resource.schema, fields, resource.sample, written);
  return changeRecord(tx, resource, record, mergePatch(record.value, sent, nullable(resource.schema)));
}
