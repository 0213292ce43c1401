/** Writes a sent value in the form that a property of a record has. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { isFields } from '../fields.ts';
import { asReference } from '../links/references.ts';

/** Returns a sent value in the form of a property: a key becomes an object with it where the property is one. */
export function fitValue(
  property: SourceSchema,
  value: JsonValue,
  sample: JsonValue | undefined,
): JsonValue | undefined {
  // Why: a client names a record, and the service shows it, where a property may be either.
  const names = typeof value === 'string' && isFields(sample) && property.types?.has('object') === true;
  if (!names && isOf(property, value)) {
    if (!Array.isArray(value) || property.items === null) return withLabel(property, value);
    const { items } = property;
    const shown = firstOf(sample);
    const fitted = (value as readonly JsonValue[]).map((each) => fitValue(items, each, shown));
    return fitted.includes(undefined) ? undefined : (fitted as JsonValue[]);
  }
  // Why: forms have no null, so an empty text takes a value away.
  if (value === '' && property.isNullable) return null;
  if (property.values !== null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (isSwitchOnly(property)) return value === 'true' || value === 'false' ? value === 'true' : undefined;
  if (typeof value === 'string' && value.includes(',') && isListOfTexts(property))
    return value.split(',').map((each) => each.trim());
  const { items } = property;
  if (typeof value === 'string' && value.includes(',') && items !== null && items.properties.size > 0) {
    const list = value.split(',').map((each) => fitValue(items, each.trim(), firstOf(sample)));
    if (!list.includes(undefined)) return list as JsonValue[];
  }
  return (
    asChoice(property, sample, value) ??
    asAddressed(property, value) ??
    asReference(property, sample, String(value)) ??
    asParts(property, sample, String(value))
  );
}

function firstOf(sample: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(sample) ? (sample as readonly JsonValue[])[0] : undefined;
}

function isSwitchOnly({ types }: SourceSchema): boolean {
  return types?.size === 1 && types.has('boolean');
}

/** Returns whether a property is a list of any texts, which a request may name with commas between them. */
function isListOfTexts({ types, items }: SourceSchema): boolean {
  const isList = types?.size === 1 && types.has('array');
  return isList && items?.types?.has('string') === true && items.values === null;
}

/** Writes a value as a property has it that is an object: under the only name that lists the value; undefined for another property. */
function asChoice(
  { properties, types }: SourceSchema,
  sample: JsonValue | undefined,
  value: JsonValue,
): JsonValue | undefined {
  const [only, other] = [...properties].filter(([, { values }]) => values?.includes(value) === true);
  if (only === undefined || other !== undefined || types?.has('object') !== true) return undefined;
  return withLabel({ properties }, { ...(isFields(sample) ? sample : {}), [only[0]]: value });
}

/** The forms of addresses, with the names of the properties that have them. */
const addresses = [
  { form: /^[^@\s]{1,100}@[^@\s]{1,200}$/, name: /^e?mail(?:address)?$/ },
  { form: /^https?:\/\//, name: /^ur[il]$/ },
  { form: /^\+\d{6,15}$/, name: /^(?:phone|phonenumber|msisdn)$/ },
] as const;

/**
 * Writes the address of an email or of a page, or a number of a phone, as the only property with one of an object, or of
 * the only one of a list; undefined for another property.
 */
function asAddressed({ properties, types, items }: SourceSchema, value: JsonValue): JsonValue | undefined {
  if (items !== null && types?.has('array') === true) {
    const item = asAddressed(items, value);
    return item === undefined ? undefined : [item];
  }
  const address = typeof value === 'string' ? addresses.find(({ form }) => form.test(value)) : undefined;
  if (address === undefined || types?.has('object') !== true) return undefined;
  const [only, other] = [...properties.keys()].filter((name) => address.name.test(flatten(name)));
  return only === undefined || other !== undefined ? undefined : { [only]: value };
}

/** Writes a text as a property has it that is an object or a list of them: as the text in it; undefined for another property. */
function asParts(property: SourceSchema, sample: JsonValue | undefined, text: string): JsonValue | undefined {
  const { types } = property;
  if (types?.has('object') === true && sample !== undefined)
    return withLabel(property, withText(sample, text));
  const [shown] =
    types?.has('array') === true && Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
  const part = shown === undefined ? undefined : withText(shown, text);
  return part === undefined ? undefined : [part];
}

/** Returns an object with the label of its value: the one at the same place of a list as long as that of the values. */
function withLabel(
  { properties }: Pick<SourceSchema, 'properties'>,
  part: JsonValue | undefined,
): JsonValue | undefined {
  if (!isFields(part)) return part;
  const values = properties.get('value')?.values ?? [];
  const labels = properties.get('label')?.values ?? [];
  const label = values.length === labels.length ? labels[values.indexOf(part['value'] ?? null)] : undefined;
  return label === undefined ? part : { ...part, label };
}

function withText(part: JsonValue, text: string): JsonValue | undefined {
  if (!isFields(part)) return undefined;
  for (const name of ['text', 'value', 'content', 'body']) {
    const inner = part[name];
    const result = typeof inner === 'string' ? text : inner === undefined ? undefined : withText(inner, text);
    if (result !== undefined) return { ...part, [name]: result };
  }
  return undefined;
}

/** Returns whether a schema allows a value: its type, and the value where it lists them. */
export function isOf(schema: SourceSchema, value: JsonValue): boolean {
  return (
    hasType(schema, value) && (schema.values === null || value === null || schema.values.includes(value))
  );
}

export function hasType({ types, isNullable }: SourceSchema, value: JsonValue): boolean {
  if (value === null) return isNullable || types === null;
  if (types === null) return true;
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(Array.isArray(value) ? 'array' : typeof value);
}

/** Returns a number or a list of texts as a text, or a text as a number, where a property has the other one. */
export function converted({ types }: SourceSchema, value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value) && types?.size === 1 && types.has('string'))
    return value.every((each) => typeof each === 'string') ? value.join(', ') : undefined;
  if (typeof value === 'number' && types?.has('string') === true) return String(value);
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return typeof value === 'string' && isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

export function isTextOnly({ types }: SourceSchema): boolean {
  return types?.size === 1 && types.has('string');
}
