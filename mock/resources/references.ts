/** References from one record to another: properties with its key, or with an object that has it. */
import type { SourceSchema } from '../../contract/resources/source.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields } from './fields.ts';
import { propertyLike } from './plan.ts';
import type { RecordFields } from './record.ts';

/** Returns the properties that name the parents of a record: `projectId`, or `project` with the key of one. */
export function parentFields(
  schema: SourceSchema,
  sample: RecordFields,
  parents: Readonly<Record<string, string>>,
): RecordFields {
  const found: Record<string, JsonValue> = {};
  for (const [parameter, text] of Object.entries(parents)) {
    const bare = parameter.replace(/[-_]?(?:id|gid|sid|uuid|key|slug|name)$/i, '');
    const name = propertyLike(schema, parameter) ?? (bare === '' ? null : propertyLike(schema, bare));
    const property = name === null ? undefined : schema.properties.get(name);
    if (name === null || property === undefined || name === 'id') continue;
    const value = asReference(property, sample[name], text);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Writes the key of another record as a property has it: the key itself, or an object with it. */
export function asReference(
  property: SourceSchema,
  sample: JsonValue | undefined,
  key: string,
): JsonValue | undefined {
  const { types } = property;
  if (types === null || types.has('string')) return key;
  if (types.has('integer') || types.has('number'))
    return Number.isFinite(Number(key)) ? Number(key) : undefined;
  if (!types.has('object')) return undefined;
  const inner = ['id', 'gid', 'uuid', 'sid', 'key', 'slug', 'name'].find((name) =>
    property.properties.has(name),
  );
  if (inner === undefined) return undefined;
  const isNumber = property.properties.get(inner)?.types?.has('integer') === true;
  return { ...(isFields(sample) ? sample : {}), [inner]: isNumber ? Number(key) : key };
}
