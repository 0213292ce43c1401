/** What a service writes beside the key of a record that is in an object, such as `metadata`. */
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isFields } from '../fields.ts';
import { makeUuid, type RandomNumbers } from './keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { timeKindOf, writeTime } from '../values/times.ts';

interface HolderParts {
  readonly tx: Transaction;
  readonly parents: Readonly<Record<string, string>>;
  readonly random: RandomNumbers;
}

/** Returns the name of the object with the key; `null` if the key is a property of the record. */
export function holderOf({ keyPointer }: ResourcePlan): string | null {
  const [name = '', ...rest] = keyPointer === null ? [] : splitPointer(keyPointer);
  return rest.length === 0 ? null : name;
}

/** Adds the parents, the time of its creation and an id to the object with the key of a new record. */
export function withHolder(plan: ResourcePlan, value: RecordFields, parts: HolderParts): RecordFields {
  const name = holderOf(plan);
  const schema = name === null ? null : (plan.schema?.properties.get(name) ?? null);
  const holder = name === null ? undefined : value[name];
  if (name === null || schema === null || holder === undefined || !isFields(holder)) return value;
  return {
    ...value,
    [name]: { ...ownProperties(schema, holder, parts), ...holder, ...parentsIn(schema, parts) },
  };
}

function parentsIn(schema: SourceSchema, { parents }: HolderParts): RecordFields {
  const entries = Object.entries(parents).flatMap(([parameter, text]): [string, JsonValue][] => {
    const name = propertyNamed(parameter, schema);
    return name !== null && schema.properties.get(name)?.types?.has('string') === true ? [[name, text]] : [];
  });
  return Object.fromEntries(entries);
}

function ownProperties(
  schema: SourceSchema,
  holder: RecordFields,
  { tx, random }: HolderParts,
): RecordFields {
  const properties: Record<string, JsonValue> = {};
  for (const [name, property] of schema.properties) {
    if (holder[name] !== undefined) continue;
    if (timeKindOf(name, property) === 'created') properties[name] = writeTime(tx.at, property, undefined);
    else if (/^(?:uid|uuid|guid)$/i.test(name) && property.types?.has('string') === true)
      properties[name] = makeUuid(random);
  }
  return properties;
}

/** Returns what a replaced record keeps of the object with its key: single values that are not sent. */
export function withKeptHolder(plan: ResourcePlan, before: RecordFields, after: RecordFields): RecordFields {
  const name = holderOf(plan);
  if (name === null) return after;
  const [previous, sent] = [before[name], after[name]];
  if (!isFields(previous)) return after;
  const scalars = Object.entries(previous).filter(([, part]) => !isFields(part) && !Array.isArray(part));
  return { ...after, [name]: { ...Object.fromEntries(scalars), ...(isFields(sent) ? sent : {}) } };
}
