/** Compares schemas of records by their names and properties. */
import type { SourceSchema } from './source.ts';
import { recordName } from './words.ts';

/** Returns whether two schemas may describe the same record: by their names, or by their properties. */
export function isVariant(one: SourceSchema, other: SourceSchema | null): boolean {
  if (other === null || one.properties.size === 0 || other.properties.size === 0) return true;
  if (one.name !== null && other.name !== null && recordName(one.name) === recordName(other.name))
    return true;
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
