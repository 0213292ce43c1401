/** What a record has of its own where the sample shows that of another one: further ids, and texts with its key. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { isFields, textOf } from '../fields.ts';
import { makeIdLike, type RandomNumbers } from '../keys.ts';
import type { ResourcePlan } from '../plan.ts';
import type { RecordFields } from '../record.ts';

/** A new record. Shape: `given` has the properties that the client sent, which stay. */
interface NewValue {
  readonly value: RecordFields;
  readonly given: RecordFields;
  readonly key: string;
  readonly random: RandomNumbers;
}

const ids = /^(?:id|uuid|guid|gid|sid|node_id|iid)$/i;

/** Replaces what belongs to the record of the sample. */
export function withOwnTexts(
  tx: Transaction,
  plan: ResourcePlan,
  { value, given, key, random }: NewValue,
): RecordFields {
  const from = plan.key === null ? undefined : plan.sample[plan.key];
  const isOther = (typeof from === 'string' || typeof from === 'number') && textOf(from) !== key;
  const changed = Object.entries(value).map(([name, part]): [string, JsonValue] => {
    if (name === plan.key || given[name] !== undefined) return [name, part];
    const property = plan.schema?.properties.get(name);
    if (ids.test(name) && part === plan.sample[name] && isOther)
      return [name, makeIdLike(tx, `${plan.resource.name}.${name}`, property ?? null, part, random)];
    return [name, isOther && mayHaveKey(property) ? renameIn(part, textOf(from), key) : part];
  });
  return Object.fromEntries(changed);
}

function mayHaveKey(property: SourceSchema | undefined): boolean {
  return property !== undefined && property.values === null && property.pattern === null;
}

/** Units: levels of nested values whose texts are renamed. */
const DEPTH = 4;

/**
 * Replaces a key in texts such as addresses: where it is a whole segment or word. Why only after a slash: other short
 * texts and numbers are rarely keys.
 */
export function renameIn(value: JsonValue, from: string, to: string, depth = DEPTH): JsonValue {
  if (typeof value === 'string') return value.includes(`/${from}`) ? renameText(value, from, to) : value;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => renameIn(each, from, to, depth - 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, renameIn(part, from, to, depth - 1)]),
  );
}

function renameText(text: string, from: string, to: string): string {
  const segments = text.split('/');
  return segments
    .map((segment, index) => {
      if (index === 0 || !segment.startsWith(from)) return segment;
      const rest = segment.slice(from.length);
      return rest === '' || /^[?#{.&:]/.test(rest) ? to + rest : segment;
    })
    .join('/');
}
