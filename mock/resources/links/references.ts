/** References from one record to another: properties with its key, or with an object that has it. */
import { parametersIn, parentName } from '../../../contract/resources/path-shape.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import {
  bareName,
  isSameName,
  singularName,
  singularOf,
  wordsOf,
} from '../../../contract/resources/words.ts';
import type { View } from '../../kernel/store/view.ts';
import { isFields, textOf } from '../fields.ts';
import { hasPattern } from '../write/keys.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { listRecords, type RecordFields, type ResourceRecord } from '../record.ts';

/** Returns the name of the parameter with the key of a record, as `parentName` has it; `null` if there is none. */
export function ownParameter({
  resource,
  keyParameter,
}: Pick<ResourcePlan, 'resource' | 'keyParameter'>): string | null {
  return keyParameter === null ? null : parentName(resource.itemPath ?? '', keyParameter);
}

/**
 * Returns the parents of a record that it has after a change: those that changed properties name, unless its own path is
 * below them.
 */
export function movedParents(
  plan: Pick<ResourcePlan, 'schema' | 'resource' | 'key' | 'keyParameter'>,
  { parents, value: before }: Pick<ResourceRecord, 'parents' | 'value'>,
  value: RecordFields,
): ResourceRecord['parents'] {
  const { path } = plan.resource;
  const entries = Object.entries(parents).flatMap(([parameter, key]): [string, string][] => {
    const [name, reference] = Object.entries(parentFields(plan, {}, { [parameter]: key }))[0] ?? [];
    const isBelow = parametersIn(path).some((each) => parentName(path, each) === parameter);
    if (name === undefined || isBelow || textOf(before[name]) === textOf(value[name]))
      return [[parameter, key]];
    const now = value[name] ?? null;
    if (now === null) return [];
    const part = isFields(reference) && isFields(now) ? now[Object.keys(reference)[0] ?? ''] : now;
    return [[parameter, typeof part === 'string' || typeof part === 'number' ? String(part) : key]];
  });
  return Object.fromEntries(entries);
}

/** Returns the properties that name the parents of a record: `projectId`, or `project` with the key of one. */
export function parentFields(
  plan: Pick<ResourcePlan, 'schema' | 'resource' | 'key' | 'keyParameter'>,
  sample: RecordFields,
  parents: Readonly<Record<string, string>>,
): RecordFields {
  const { schema } = plan;
  if (schema === null) return {};
  const fields: Record<string, JsonValue> = {};
  for (const [parameter, text] of Object.entries(parents)) {
    const name = parentProperty(schema, parameter, plan);
    const property = name === null ? undefined : schema.properties.get(name);
    if (name === null || property === undefined || name === 'id' || name === plan.key) continue;
    const value = asReference(property, sample[name], text);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** Returns the property with the record that another one is about, whatever that is: the last of its parents. */
export function targetFields(
  { schema }: Pick<ResourcePlan, 'schema'>,
  sample: RecordFields,
  parents: Readonly<Record<string, string>>,
): RecordFields {
  const key = Object.values(parents).at(-1);
  const [name, property] =
    [...(schema?.properties ?? [])].find(
      ([each, { isReadOnly, properties }]) =>
        /^(?:target|subject)$/i.test(each) && isReadOnly && properties.size > 0,
    ) ?? [];
  const value =
    key === undefined || name === undefined || property === undefined
      ? undefined
      : asReference(property, sample[name], key);
  return name === undefined || value === undefined ? {} : { [name]: value };
}

function parentProperty(
  schema: SourceSchema,
  parameter: string,
  plan: Pick<ResourcePlan, 'resource' | 'keyParameter'>,
): string | null {
  const { resource } = plan;
  if (parameter === ownParameter(plan)) return above(schema);
  const one = parameter.replace(/(?:_or_\w+|Or[A-Z]\w*)$/, '');
  const bare = bareName(one);
  const property =
    propertyNamed(one, schema) ??
    (bare === '' ? null : (propertyNamed(bare, schema) ?? propertyNamed(`id_${bare}`, schema)));
  if (property === null && /^(?:user|account|member|owner|author|person|login)$/i.test(bare))
    return owner(schema);
  const other = propertyNamed('resource_id', schema);
  const parent = resource.parents.find((each) => parentName(resource.path, each.parameter) === parameter);
  if (property === null && other !== null && parent !== undefined && parent === resource.parents.at(-1))
    return other;
  const whole = property === null ? parent?.resource?.split('/').at(-1) : undefined;
  const ofWhole = whole === undefined ? null : wholeProperty(schema, whole);
  if (ofWhole !== null) return ofWhole;
  const found = property ?? (isSameName(resource.name.split('/').at(-1) ?? '', bare) ? above(schema) : null);
  return found ?? shorterProperty(schema, one);
}

/**
 * Returns the property that the service writes and that is named like the end of a parameter: `category_id` for
 * `{interest_category_id}`.
 */
function shorterProperty(schema: SourceSchema, parameter: string): string | null {
  const names = shorterNames(parameter).map((name) => propertyNamed(name, schema));
  return names.find((name) => name !== null && schema.properties.get(name)?.isReadOnly === true) ?? null;
}

/** Returns a name without its first words. Shape: of two words or more; the longest first. */
export function shorterNames(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.slice(2).map((_, index) => words.slice(index + 1).join('_'));
}

/** Returns the property with the key of a resource, or with its record: `repository` for what `{repo_slug}` is the key of. */
function wholeProperty(schema: SourceSchema, resource: string): string | null {
  const name = singularName(resource);
  const [last = ''] = wordsOf(resource).slice(-1).map(singularOf);
  const record = propertyNamed(name, schema) ?? propertyNamed(last, schema);
  const isRecord = record !== null && (schema.properties.get(record)?.properties.size ?? 0) > 0;
  return propertyNamed(`${name}_id`, schema) ?? (isRecord ? record : null);
}

/** Returns the property with whom a record belongs to. */
function owner(schema: SourceSchema): string | null {
  const names = ['owner', 'created_by', 'creator', 'author', 'host'].flatMap((name) => [
    propertyNamed(name, schema),
    propertyNamed(`${name}_id`, schema),
  ]);
  return names.find((name) => name !== null) ?? null;
}

/** Returns the property with the record that a record of the same kind is below. */
function above(schema: SourceSchema): string | null {
  return propertyNamed('parent', schema) ?? propertyNamed('parent_id', schema);
}

/** Writes the key of another record as a property has it: the key itself, or an object with it. */
export function asReference(
  property: SourceSchema,
  sample: JsonValue | undefined,
  key: string,
): JsonValue | undefined {
  const { types } = property;
  const isObject = isFields(sample) && types?.has('object') === true;
  if (types === null || (types.has('string') && !isObject)) return key;
  if (types.has('integer') || types.has('number'))
    return Number.isFinite(Number(key)) ? Number(key) : undefined;
  if (types.has('array') && property.items !== null) {
    const [shown] = Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
    const item = asReference(property.items, shown, key);
    return item === undefined ? undefined : [item];
  }
  if (!types.has('object')) return undefined;
  for (const name of [...ids, ...ownIdIn(property), ...names]) {
    const part = property.properties.get(name);
    const value = part === undefined ? undefined : asKey(part, key);
    if (value !== undefined) return { ...(isFields(sample) ? sample : {}), [name]: value };
  }
  return undefined;
}

/** The properties that identify a record, in the order of preference: ids, and names beside an id such as `tagId`. */
const ids = ['id', 'gid', 'uuid', 'sid'];
const names = ['key', 'slug', 'login', 'username', 'name'];

/** Returns the only property of an object that is named like an id, such as `tagId`. Shape: empty for none or several. */
function ownIdIn({ properties }: SourceSchema): readonly string[] {
  const idNames = [...properties.keys()].filter((each) => /[a-z](?:_id|Id|ID)$/.test(each));
  return idNames.length === 1 ? idNames : [];
}

function asKey({ types, pattern }: SourceSchema, key: string): JsonValue | undefined {
  if (types?.has('integer') === true && !types.has('string'))
    return /^-?\d+$/.test(key) ? Number(key) : undefined;
  return pattern === null || new RegExp(pattern).test(key) ? key : undefined;
}

/** Points the references of a sample at records that exist. Shape: without those whose resource has no record. */
export function referTo(view: View, { schema, sample, refers }: ResourcePlan, index: number): RecordFields {
  const fields: Record<string, JsonValue> = {};
  for (const [name, resource] of refers) {
    const others = listRecords(view, resource);
    const property = schema?.properties.get(name);
    const other = others[index % Math.max(1, others.length)];
    const value =
      other === undefined || property === undefined || !hasPattern(property, other.key)
        ? undefined
        : asReference(property, sample[name], other.key);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
