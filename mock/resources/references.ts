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
  for (const name of names) {
    const part = property.properties.get(name);
    const value = part === undefined ? undefined : asKey(part, key);
    if (value !== undefined) return { ...(isFields(sample) ? sample : {}), [name]: value };
  }
  return undefined;
}

/** The properties that identify a record, in the order of preference. */
const names = ['id', 'gid', 'uuid', 'sid', 'key', 'slug', 'login', 'username', 'name'];

function asKey({ types, pattern }: SourceSchema, key: string): JsonValue | undefined {
  if (types?.has('integer') === true && !types.has('string'))
    return /^-?\d+$/.test(key) ? Number(key) : undefined;
  return pattern === null || new RegExp(pattern).test(key) ? key : undefined;
}
