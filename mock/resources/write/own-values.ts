/** Replaces what a sample shows of another record: further ids, secrets, digests, and keys in texts. */
import { flatten, singularName, wordsOf } from '../../../contract/resources/words.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { textOf } from '../fields.ts';
import { isIdName, makeDigest, makeIdLike, makeNamedId, type RandomNumbers } from './keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { isSecret } from './new-secrets.ts';
import { parentFields } from '../links/references.ts';
import { renameByAll, renameIn, renameKey, renamePath, type RenameText } from '../links/rename-keys.ts';

/** A new record. Shape: `fields` has the properties that the client sent, which stay. */
interface NewValue {
  readonly value: RecordFields;
  readonly fields: RecordFields;
  readonly key: string;
  readonly parents: Readonly<Record<string, string>>;
  readonly random: RandomNumbers;
}

/** Replaces what belongs to the record of the sample. */
export function withOwnValues(tx: Transaction, plan: ResourcePlan, record: NewValue): RecordFields {
  const { value, fields, key, parents } = record;
  const { itemPath } = plan.resource;
  const sampleKey = plan.key === null ? undefined : plan.sample[plan.key];
  const isOther =
    (typeof sampleKey === 'string' || typeof sampleKey === 'number') && textOf(sampleKey) !== key;
  const rename = renameByAll([
    itemPath === null ? null : renamePath(itemPath, { ...parents, [plan.keyParameter ?? '']: key }),
    isOther ? renameKey(textOf(sampleKey), key) : null,
  ]);
  const ofParents = parentFields(plan, plan.sample, parents);
  const entries = Object.entries(value).map(([name, part]): [string, JsonValue] => {
    if (name === plan.key || fields[name] !== undefined) return [name, part];
    const isAbove = plan.refers.has(name) || Object.hasOwn(ofParents, name);
    const replacement = makeOwnValue(tx, plan, record, { name, part, isAbove, isOther });
    if (replacement !== undefined) return [name, replacement];
    return [name, mayHaveKey(plan.schema?.properties.get(name)) ? renameIn(part, rename) : part];
  });
  return renameOtherKeys(plan, fields, entries);
}

/** A property of a new record, and whether it refers to a record above and whether the sample is another record. */
interface SampledProperty {
  readonly name: string;
  readonly part: JsonValue;
  readonly isAbove: boolean;
  readonly isOther: boolean;
}

/** Makes an id, a secret or a digest in place of that of the sample; undefined for any other property. */
function makeOwnValue(
  tx: Transaction,
  plan: ResourcePlan,
  { parents, random }: NewValue,
  { name, part, isAbove, isOther }: SampledProperty,
): JsonValue | undefined {
  const property = plan.schema?.properties.get(name);
  const isOfService = !plan.writable.has(flatten(name)) || property?.isReadOnly === true;
  const namedId = isOfService && !isAbove ? makeNamedId(name, part, property, random) : undefined;
  if (namedId !== undefined) return namedId;
  if (!isOther || part !== plan.sample[name]) return undefined;
  const isUnique = plan.otherKeys.includes(name) || isOwnSecret(name, property, part, parents);
  const isOwnId = isIdName(name) || (!isAbove && isNamedAfter(name, plan));
  if (isOwnId || (isUnique && isOfService))
    return makeIdLike(tx, `${plan.resource.name}.${name}`, property ?? null, part, random);
  return isOfService && typeof part === 'string' && isDigest(name) ? makeDigest(part, random) : undefined;
}

/** Returns whether a property is the id of a record that has another key: `tank_id` of tanks with names. */
export function isNamedAfter(name: string, { resource }: Pick<ResourcePlan, 'resource'>): boolean {
  return flatten(name) === `${singularName(resource.name.split('/').at(-1) ?? '')}id`;
}

/** Renames further keys in texts. Why after all others: addresses also have names such as slugs. */
function renameOtherKeys(
  plan: ResourcePlan,
  fields: RecordFields,
  entries: readonly (readonly [string, JsonValue])[],
): RecordFields {
  const renames = entries.flatMap(([name, part]): RenameText[] => {
    const shown = plan.otherKeys.includes(name) ? plan.sample[name] : undefined;
    return typeof shown === 'string' && typeof part === 'string' && shown !== part
      ? [renameKey(shown, part)]
      : [];
  });
  if (renames.length === 0) return Object.fromEntries(entries);
  const rename = renameByAll(renames);
  return Object.fromEntries(
    entries.map(([name, part]) => {
      const isUnchanged = fields[name] !== undefined || !mayHaveKey(plan.schema?.properties.get(name));
      return [name, isUnchanged ? part : renameIn(part, rename)];
    }),
  );
}

/** Returns whether a property is a secret of its record, and not the key of one above. */
function isOwnSecret(
  name: string,
  property: SourceSchema | undefined,
  part: JsonValue,
  parents: Readonly<Record<string, string>>,
): boolean {
  const isText = typeof part === 'string' && property?.values === null;
  return isText && isSecret(name) && !Object.values(parents).includes(part);
}

/** Returns whether a property identifies the content of a record, as no other one has it. */
function isDigest(name: string): boolean {
  return /^(?:fingerprint|checksum|digest|hash|md5|sha\d*)$/.test(wordsOf(name).at(-1) ?? '');
}

function mayHaveKey(property: SourceSchema | undefined): boolean {
  return property !== undefined && property.values === null && property.pattern === null;
}
