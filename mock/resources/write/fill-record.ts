/** Adds what a service adds to a new record: parents, times, states, and samples of what is still required. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { ATTRIBUTES, attributesIn } from '../../../contract/resources/schema-likeness.ts';
import { statedValue } from '../../../contract/samples/stated-value.ts';
import { bareName, flatten, isPlural, singularName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { firstState } from '../../../contract/resources/records/shown-state.ts';
import { askedState, beginningOf, newState } from '../actions/shown-states.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import { composedName } from '../links/composed-names.ts';
import { emptyPart } from '../links/list-parts.ts';
import { parentFields, targetFields } from '../links/references.ts';
import { selfAddress } from '../links/self-address.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { completeFields } from '../values/complete.ts';
import { timeKindOf, timesIn, writeTime } from '../values/times.ts';
import { isNamedAfter } from './own-values.ts';
import { isOnAtFirst, isResult, isSwitch } from './defaults.ts';
import type { RandomNumbers } from './keys.ts';

/** What a new record is made of. Shape: `parents` are the path parameters that it is created below. */
export interface NewRecord {
  readonly fields: RecordFields;
  readonly parents: Readonly<Record<string, string>>;
  /** The key that the client chose; `null` for a new one. */
  readonly key: string | null;
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

interface FillParts {
  readonly tx: Transaction;
  readonly created: NewRecord;
  readonly key: string;
}

/** Adds what a service adds to a new record. */
export function fillRecord(plan: ResourcePlan, value: RecordFields, parts: FillParts): RecordFields {
  const { schema, sample } = plan;
  if (schema === null || schema.properties.size === 0) return { ...sample, ...value };
  const { created, key } = parts;
  const { isInitial = false, isGiven = false } = created;
  const ofPath = {
    ...askedState(schema, created.fields),
    ...targetFields(plan, sample, created.parents),
    ...parentFields(plan, sample, created.parents),
  };
  const filled: Record<string, JsonValue> = {};
  for (const [name, property] of schema.properties) {
    // Why: the sample of a record is below parents of its own.
    const own = isInitial
      ? (ofPath[name] ?? value[name] ?? created.times?.[name])
      : (value[name] ?? ofPath[name]);
    // Why: null in a record of a user is intended.
    const current = isGiven && value[name] === null ? null : own;
    const isReplaced = current === undefined || (isInitial && isNoTime(name, property, current));
    const address =
      isInitial || current === undefined
        ? selfAddress(name, property, sample[name], () => created.address(key))
        : undefined;
    const result = address ?? (isReplaced ? addedValue(name, property, plan, parts) : current);
    if (result !== undefined) filled[name] = result;
  }
  const [inner, attributes, shown] = [attributesIn(schema), filled[ATTRIBUTES], sample[ATTRIBUTES]];
  if (inner !== null && !isInitial && isFields(attributes))
    filled[ATTRIBUTES] = {
      ...timesIn(inner, isFields(shown) ? shown : {}, { at: parts.tx.at }),
      ...attributes,
    };
  const rest = pickFields(value, (name) => !Object.hasOwn(filled, name));
  return completeFields(schema, { ...filled, ...rest }, sample);
}

/** Returns what a service adds as a property that nobody sent; undefined for nothing. */
function addedValue(
  name: string,
  property: SourceSchema,
  plan: ResourcePlan,
  { tx, created, key }: FillParts,
): JsonValue | undefined {
  const { parents, written = null, isInitial = false } = created;
  const shown = plan.sample[name];
  const composed = composedName(name, property, plan, { parents, key });
  if (composed !== undefined) return composed;
  if (timeKindOf(name, property) !== null) return writeTime(tx.at, property, shown);
  if (isSwitch(property) && !isInitial) return isOnAtFirst(name, property);
  if (shown === undefined || !isAdded(name, property, plan))
    return isInitial ? undefined : newState(name, property, plan);
  const isShown = isInitial || isResult(name, property, plan.schema, written);
  return isShown ? shown : initialValue(name, property, shown);
}

/**
 * Returns whether a service returns a property that nobody sent: a required one, its own, or a state. Where a schema
 * requires nothing, what clients do not write is the service's own, except for what happens later.
 */
function isAdded(
  name: string,
  { isReadOnly, isNullable, values, format, types, text }: SourceSchema,
  plan: ResourcePlan,
): boolean {
  const { schema, writable, resource } = plan;
  if (schema?.required.has(name) === true) return true;
  // Why: the path of a record needs all that it names.
  if (isNamedAfter(name, { resource }) || resource.itemPath?.includes(`{${name}}`) === true) return true;
  // Why: where nothing is required, an empty list is shown as one.
  if (schema?.required.size === 0 && types?.has('array') === true) return true;
  // Why not a parent, or a reference that clients write: a record that was created without one has none.
  if (/^parent(?:$|[_A-Z])/.test(name)) return false;
  if (isWrittenReference(name, plan)) return isNullable;
  if (isReadOnly) return true;
  const isListed = values !== null || statedValue(text) !== null;
  if (isListed && /^(?:status|state|object|type|kind)$/i.test(name)) return true;
  const isLater = /^date/.test(format ?? '') || /(?:_at|_on|At|_date|Date)$|delete|trash|error/i.test(name);
  return schema?.required.size === 0 && !writable.has(flatten(name)) && (!isLater || isNullable);
}

/** Returns whether clients write what a property refers to: `category_id` for `category`. */
function isWrittenReference(name: string, { references, refers, writable }: ResourcePlan): boolean {
  if (!references.has(name) && !refers.has(name)) return false;
  const own = singularName(bareName(name) || name);
  return [...writable].some((each) => [own, `${own}id`].includes(singularName(each)));
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
  if (types?.has('number') === true && /(?:_count|[a-z]Count)$/.test(name)) return 0;
  const isState = /(?:^|_)(?:status|state)$/i.test(name);
  if (values !== null) return (isState ? firstState(values) : byHand(values)) ?? shown;
  if (isState && isFields(shown)) return beginningOf(property, shown);
  if (Array.isArray(shown)) return [];
  if (isNullable) return null;
  const part = emptyPart(property, shown);
  if (part !== undefined) return part;
  const counts = /(?:^|_)counts?$|Counts?$/.test(name) && isFields(shown) ? Object.keys(shown) : [];
  return counts.length === 0 ? shown : Object.fromEntries(counts.map((each) => [each, 0]));
}

/** Returns the value for what a client has made, where others are for what runs by itself; undefined for none. */
function byHand(values: readonly JsonValue[]): JsonValue | undefined {
  const isAlsoAutomatic = values.some((each) => isAutomatic.test(textOf(each)));
  return isAlsoAutomatic ? values.find((each) => /^manual(?:ly)?$/i.test(textOf(each))) : undefined;
}

const isAutomatic = /^(?:auto(?:mat(?:ed|ic|ically))?|scheduled?|cron)$/i;

/** Returns whether a number counts what belongs to a record: `comment_count`, or `comments`. */
function isCount(name: string, { minimum }: SourceSchema): boolean {
  if (/(?:count|total|number_of|num)(?:_|$)|Count$|^current_/.test(name)) return true;
  return isPlural(name) && (minimum ?? 0) <= 0;
}
