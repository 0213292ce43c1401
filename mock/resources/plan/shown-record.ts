/** Chooses the sample of a record among those of the operations that show it. */
import type { Resource } from '../../../contract/resources/graph.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { entrySchema, type ShownSchema } from '../../../contract/resources/records/record-schema.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { withProperties } from '../../../contract/resources/records/state-values.ts';
import { isSameName, singularName, singularOf, wordsOf } from '../../../contract/resources/words.ts';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ResponseSample } from '../../../templates/runtime/testing/sample.ts';
import { isFields, pickFields } from '../fields.ts';
import type { ReferredResource } from '../links/known-records.ts';
import type { RecordFields } from '../record.ts';

/** A record as an operation shows it. Shape: the sample is empty without one. */
export interface ShownRecord extends ShownSchema {
  readonly sample: RecordFields;
  /** Records in the examples of the description; empty without any. */
  readonly examples: readonly JsonValue[];
  /** Returns whether the response is valid with another record. */
  readonly accepts: (record: RecordFields) => boolean;
}

/** Returns the record in what an operation shows, where that is the record above with a list of them. */
export function asEntry(shown: ShownRecord, resource: Resource): ShownRecord {
  const schema = entrySchema(shown, resource);
  if (schema === shown.schema) return shown;
  const list = shown.sample[resource.entries ?? ''];
  const entries = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
  const [sample] = entries.filter(isFields);
  return { ...shown, schema, sample: sample ?? {}, examples: [], accepts: () => true };
}

/** Returns the records at a pointer into examples of a response: all of those that are lists. */
export function recordsIn(examples: readonly unknown[], pointer: string): readonly JsonValue[] {
  const parts = examples.map((example) => valueAt(example, pointer) as JsonValue | undefined);
  return parts.flatMap((part) => part ?? []);
}

/**
 * Names the kind of a record where that is a text, and of those that it refers to. Why: schemas that all records share show
 * the name of one kind.
 */
export function withKind(
  sample: RecordFields,
  schema: SourceSchema | null,
  { name, path }: Resource,
  references: ReadonlyMap<string, Pick<ReferredResource, 'resource' | 'shown'>>,
): RecordFields {
  const kind = kindIn(sample, schema);
  if (kind === null) return sample;
  const others = [...references].flatMap(([property, { resource, shown }]): [string, JsonValue][] => {
    const part = sample[property];
    const named = (each: JsonValue): JsonValue =>
      isFields(each) && kindIn(each, shown) === kind && each[kind] === sample[kind]
        ? { ...each, [kind]: kindOf(resource) }
        : each;
    if (part === undefined) return [];
    return [[property, Array.isArray(part) ? part.map((each: JsonValue) => named(each)) : named(part)]];
  });
  return { ...sample, ...Object.fromEntries(others), [kind]: kindOf(readPath(path).name || name) };
}

/** Returns the property with the kind of a record, which may be any text; `null` for none. */
function kindIn(sample: RecordFields, schema: SourceSchema | null): string | null {
  const names = Object.keys(sample);
  const kind =
    names.find((each) => /^(?:resource|object|record|entity)_?type$/i.test(each)) ??
    names.find((each) => /^(?:type|object)$/.test(each) && sample[each] === each);
  const property = schema?.properties.get(kind ?? '');
  return kind === undefined || property?.types?.has('string') !== true || property.values !== null
    ? null
    : kind;
}

function kindOf(name: string): string {
  const words = wordsOf(name.split('/').at(-1) ?? '');
  return [...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join('_');
}

/** Returns the sample of a record; that of another operation if its own response is sampled in another form. */
export function sampleOf(best: ShownRecord | undefined, shown: readonly ShownRecord[]): RecordFields {
  const all = [...(best === undefined ? [] : [best]), ...shown];
  return all.find(({ sample }) => Object.keys(sample).length > 0)?.sample ?? {};
}

/**
 * Returns a record with the properties that only lists show of it, such as a count, and with the key where only another
 * operation shows that. Shape: `all` are those of all operations, `shown` those that show records.
 */
export function withListed(
  best: ShownRecord | undefined,
  { shown, all }: { readonly shown: readonly ShownRecord[]; readonly all: readonly ShownRecord[] },
  { key, kind }: Pick<Resource, 'key' | 'kind'>,
): ShownRecord | undefined {
  const ownSchema = best?.schema ?? null;
  if (best === undefined || ownSchema === null || ownSchema.properties.size === 0 || kind === 'set')
    return best;
  const names = new Set([...ownSchema.properties.keys()].map(singularName));
  const further = new Map<string, SourceSchema>();
  const values: Record<string, JsonValue> = {};
  const add = ({ schema, sample }: ShownRecord, isWanted: (name: string) => boolean): void => {
    for (const [name, property] of schema?.properties ?? []) {
      if (!isWanted(name) || names.has(singularName(name)) || further.has(name)) continue;
      further.set(name, property);
      if (sample[name] !== undefined) values[name] = sample[name];
    }
  };
  for (const each of shown) add(each, () => each.isList);
  const [keyName] = splitPointer(key?.value.property ?? '');
  for (const each of all) add(each, (name) => name === keyName);
  if (further.size === 0) return best;
  return { ...best, schema: withProperties(ownSchema, further), sample: { ...values, ...best.sample } };
}

/** Returns a sampled response without the other forms of what its envelope has, such as `items` beside `item`. */
export function inOneForm(sample: ResponseSample | null, envelope: string | null): ResponseSample | null {
  const [name, ...rest] = splitPointer(envelope ?? '');
  const body = sample?.body;
  if (sample === null || name === undefined || rest.length > 0 || !isFields(body)) return sample;
  const entries = pickFields(body, (each) => each === name || !isSameName(each, name));
  return { ...sample, body: entries };
}
