/** Completes values with what their schemas require: from a sample, else the plainest value of the type. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';

/** Units: levels of nested values that are completed, since schemas may contain themselves. */
const MAX_DEPTH = 8;

/** Returns a record with the properties that its schema requires, at any depth. */
export function completeFields(
  schema: SourceSchema,
  value: RecordFields,
  sample: RecordFields,
  depth = MAX_DEPTH,
): RecordFields {
  const additions: Record<string, JsonValue> = {};
  for (const [name, property] of schema.properties) {
    const part = value[name];
    const shown = sample[name];
    if (part !== undefined) {
      const whole = completeValue(property, part, shown, depth - 1);
      if (whole !== part) additions[name] = whole;
    } else if (schema.required.has(name) && !property.isWriteOnly) {
      const plain = shown ?? plainValue(property, depth - 1);
      if (plain !== undefined) additions[name] = plain;
    }
  }
  return Object.keys(additions).length === 0 ? value : { ...value, ...additions };
}

function completeValue(
  schema: SourceSchema,
  value: JsonValue,
  sample: JsonValue | undefined,
  depth: number,
): JsonValue {
  if (depth <= 0) return value;
  if (isFields(value)) {
    const shown = isFields(sample) ? sample : {};
    // Why all of the sample: a reference that was sent stands for a record that has more to show.
    const isReference =
      value['id'] !== undefined &&
      value['id'] !== null &&
      shown['id'] !== undefined &&
      (value['type'] === undefined || value['type'] === shown['type']);
    return completeFields(schema, isReference ? { ...shown, ...value } : value, shown, depth);
  }
  const { items } = schema;
  if (!Array.isArray(value) || items === null) return value;
  const [shown] = Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
  const list = value as readonly JsonValue[];
  const whole = list.map((each) => completeValue(items, each, shown, depth - 1));
  return whole.some((each, index) => each !== list[index]) ? whole : list;
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T09:30:00Z',
  date: '2026-01-01',
  time: '09:30:00Z',
  email: 'someone@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  ipv4: '192.0.2.1',
};

/** Returns the plainest value of a schema; undefined for one that cannot be guessed. */
export function plainValue(schema: SourceSchema, depth = MAX_DEPTH): JsonValue | undefined {
  const { types, values, isNullable, format, pattern, minimum } = schema;
  if (isNullable) return null;
  if (values !== null) return values[0];
  if (types === null || depth <= 0) return undefined;
  if (types.has('string')) return pattern === null ? (texts[format ?? ''] ?? 'text') : undefined;
  if (types.has('integer') || types.has('number')) return Math.max(0, Math.ceil(minimum ?? 0));
  if (types.has('boolean')) return false;
  return types.has('array') ? [] : completeFields(schema, {}, {}, depth);
}
