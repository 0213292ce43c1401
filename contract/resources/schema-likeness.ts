/** Compares schemas of records by their names and properties, and finds properties by other spellings of their names. */
import { toText } from '../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { memoizeByObject } from '../memoize.ts';
import type { SourceSchema } from './source.ts';
import { flatten, recordName, singularName, singularOf, wordsOf } from './words.ts';

/** Returns whether two schemas may describe the same record: by their names, or by their properties. */
export function isVariant(one: SourceSchema, other: SourceSchema | null): boolean {
  if (other === null || one.properties.size === 0 || other.properties.size === 0) return true;
  if (one.name !== null && other.name !== null && recordName(one.name) === recordName(other.name))
    return true;
  const [own, others] = [attributesIn(one), attributesIn(other)];
  // Why: all JSON:API records have the same members.
  if (own !== null && others !== null)
    return sharedProperties(own, others) * 2 > Math.min(own.properties.size, others.properties.size);
  return sharedProperties(one, other) * 2 >= Math.min(one.properties.size, other.properties.size);
}

/** Returns whether two schemas describe the same record: by their names, or by all of their properties. */
export function describeSame(one: SourceSchema, other: SourceSchema | null): boolean {
  if (other === null) return false;
  if (one.name !== null && other.name !== null) return recordName(one.name) === recordName(other.name);
  const { size } = one.properties;
  return size > 0 && size === other.properties.size && sharedProperties(one, other) === size;
}

/** Returns whether a schema has at most half as many properties as a record. */
export function isPart({ properties: { size } }: SourceSchema, record: SourceSchema): boolean {
  return size > 0 && size * 2 <= record.properties.size;
}

/** Returns whether a record has at least half of the properties of a request. */
export function sharesHalf(request: SourceSchema | null, record: SourceSchema | null): boolean {
  return request !== null && record !== null && shareOf(request, record) >= 0.5;
}

/** Returns which part of the properties of a schema a record has. Units: from 0 to 1. */
export function shareOf(schema: SourceSchema, record: SourceSchema): number {
  return schema.properties.size === 0 ? 0 : sharedProperties(schema, record) / schema.properties.size;
}

function sharedProperties(one: SourceSchema, other: SourceSchema): number {
  let count = 0;
  for (const name of one.properties.keys()) if (other.properties.has(name)) count++;
  return count;
}

/** Returns the property of a record with a name, in any spelling and number; `null` for none. */
export function propertyNamed(name: string, item: SourceSchema | null): string | null {
  if (name === '' || item === null) return null;
  return propertySpelled(name, item) ?? namesIn(item).bySingular.get(singularName(name)) ?? null;
}

/** Returns the property of a record with a name, apart from case and separators; `null` for none. */
export function propertySpelled(name: string, item: SourceSchema | null): string | null {
  if (item === null) return null;
  return item.properties.has(name) ? name : (namesIn(item).byFlat.get(flatten(name)) ?? null);
}

/** The properties of a schema by their names: the first one of each, and those of which one is a part. */
interface PropertyNames {
  readonly byFlat: ReadonlyMap<string, string>;
  readonly bySingular: ReadonlyMap<string, string>;
  /** By all words but the last one. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  /** By each number of last words, but not by all. */
  readonly byEnd: ReadonlyMap<string, readonly string[]>;
}

/** Returns a text that is the same for words whose last one differs only in number. */
export function formOf(words: readonly string[]): string {
  return [...words.slice(0, -1), ...words.slice(-1).map(singularOf)].join(' ');
}

export const namesIn = memoizeByObject((item: SourceSchema): PropertyNames => {
  const all = [...item.properties.keys()];
  const last = all.toReversed();
  const ends = all.flatMap((property) => {
    const words = wordsOf(property);
    return words.slice(1).map((_, from) => ({ property, form: formOf(words.slice(from + 1)) }));
  });
  return {
    byFlat: new Map(last.map((property) => [flatten(property), property])),
    bySingular: new Map(last.map((property) => [singularName(property), property])),
    byStart: Map.groupBy(all, (property) => formOf(wordsOf(property).slice(0, -1))),
    byEnd: new Map(
      [...Map.groupBy(ends, ({ form }) => form)].map(([form, each]) => [
        form,
        each.map(({ property }) => property),
      ]),
    ),
  };
});

/** Returns the property with an order, such as a number or a date, that a bound names: `created` is `created_at`. */
export function boundedProperty(name: string, item: SourceSchema | null): string | null {
  for (const wanted of [name, `${name}_at`, `${name}_on`, `${name}_date`, `${name}_time`]) {
    const property = propertyNamed(wanted, item);
    const schema = property === null ? undefined : item?.properties.get(property);
    // Why without a format: many dates are described as texts.
    const isDate =
      schema?.types?.has('string') === true &&
      /(?:^|_)(?:date|time)$|[a-z](?:Date|Time)$/.test(property ?? '');
    const isOrdered =
      (isDate && schema.values === null) ||
      schema?.types?.has('integer') === true ||
      schema?.types?.has('number') === true ||
      /^date/.test(schema?.format ?? '');
    if (property !== null && isOrdered) return property;
  }
  return null;
}

/** Returns a value as a word in lower case. */
export function wordOf(value: JsonValue): string {
  return toText(value).toLowerCase();
}

/** The member of a JSON:API record with its properties. */
export const ATTRIBUTES = 'attributes';

/** The member of a JSON:API record with the keys of other records. */
export const RELATIONSHIPS = 'relationships';

/** Returns the schema of the object that has the properties of a JSON:API record beside its id; `null` for another record. */
export function attributesIn(record: SourceSchema | null): SourceSchema | null {
  const attributes = record?.properties.get(ATTRIBUTES);
  return record?.properties.has('id') === true && (attributes?.properties.size ?? 0) > 0
    ? (attributes ?? null)
    : null;
}
