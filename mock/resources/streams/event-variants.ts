/** The kinds of events of a stream whose description has one schema for all of them: alternatives, or a listed type. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { StreamRules } from '../../../templates/runtime/server/stream-frames.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';

/** Units: kinds of events that a stream has at most. */
const MAX = 12;

/** The properties with the kind of an event, besides the one that the description names. */
const kindNames = ['event', 'type', 'kind', 'event_type', 'eventType'];

/** Returns a valid event of each kind. Shape: only `sample` where there are no kinds. */
export function eventVariants(
  sample: JsonValue,
  schema: SourceSchema | null,
  rules: StreamRules | null,
): readonly JsonValue[] {
  if (schema === null || !isFields(sample)) return [sample];
  const isValid = (event: JsonValue): boolean => rules === null || rules.check.check(event);
  const all =
    schema.alternatives.length > 1
      ? schema.alternatives.slice(0, MAX).map((each) => eventOf(each, sample))
      : ofListedKinds(sample, schema, rules?.tag ?? null);
  const valid = all.filter(isValid);
  return valid.length > 1 ? valid : [sample];
}

function ofListedKinds(
  sample: RecordFields,
  { properties }: SourceSchema,
  tag: string | null,
): readonly JsonValue[] {
  const names = tag === null ? kindNames : [tag, ...kindNames];
  const name = names.find((each) => (properties.get(each)?.values?.length ?? 0) > 1);
  const values = name === undefined ? [] : (properties.get(name)?.values ?? []);
  return name === undefined ? [] : values.slice(0, MAX).map((value) => ({ ...sample, [name]: value }));
}

/** Returns an event of an alternative. Shape: its required properties, with the values of the sample where they fit. */
function eventOf({ properties, required }: SourceSchema, sample: RecordFields): JsonValue {
  const entries = [...properties].flatMap(([name, property]): [string, JsonValue][] => {
    const shown = sample[name];
    const isShown = shown !== undefined && property.values?.includes(shown) !== false;
    return required.has(name) || property.values?.length === 1 || isShown
      ? [[name, isShown ? shown : valueOf(property)]]
      : [];
  });
  return Object.fromEntries(entries);
}

/** Units: levels of objects in an event. Why: a schema may contain itself. */
const MAX_DEPTH = 4;

function valueOf(schema: SourceSchema, depth = MAX_DEPTH): JsonValue {
  const [stated] = [...schema.examples, ...(schema.values ?? [])];
  if (stated !== undefined) return stated;
  if (schema.types?.has('string') === true)
    return schema.format === 'date-time' ? '2026-01-01T09:30:00Z' : 'text';
  if (schema.types?.has('integer') === true || schema.types?.has('number') === true)
    return schema.minimum ?? 1;
  if (schema.types?.has('boolean') === true) return true;
  if (schema.types?.has('array') === true) return [];
  if (depth === 0) return {};
  const needed = [...schema.properties].filter(([name]) => schema.required.has(name));
  return Object.fromEntries(needed.map(([name, property]) => [name, valueOf(property, depth - 1)]));
}
