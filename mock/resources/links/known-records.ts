/** References to records that exist: what a property shows of another record is what that record has. */
import type { Resource } from '../../../contract/resources/graph.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import {
  flatten,
  isSameEnd,
  isSameName,
  recordName,
  referredName,
} from '../../../contract/resources/words.ts';
import { pointerStep, splitPointer } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { View } from '../../kernel/store/view.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import { findRecords, type RecordFields } from '../record.ts';
import { hasMadeUpKey, isNameOfKey } from '../values/made-up.ts';

/** A resource that a property refers to. Shape: `key` is the property with its key; `shown` describes what is shown of it. */
export interface ReferredResource {
  readonly resource: string;
  readonly key: string;
  readonly shown: SourceSchema;
  /** Whether the property shows all that records of the resource have. */
  readonly isWhole: boolean;
}

/** The records of a resource, with what they refer to. */
interface ReferringRecords {
  readonly references: ReadonlyMap<string, ReferredResource>;
  readonly schema: SourceSchema | null;
  /** The resources that keys refer to, by property. */
  readonly refers: ReadonlyMap<string, string>;
  /** The names of the properties that clients write, without case and separators. */
  readonly writable: ReadonlySet<string>;
}

/** Finds what the properties of a record refer to: by the names of their schemas, else by their own. */
export function referencesIn(
  schema: SourceSchema | null,
  own: Resource,
  resources: readonly Resource[],
): ReadonlyMap<string, ReferredResource> {
  const references = new Map<string, ReferredResource>();
  const nearest = resources.toSorted((one, other) => sharedWith(own, other) - sharedWith(own, one));
  for (const [name, property] of schema?.properties ?? []) {
    const shown = property.items ?? property;
    if (shown.properties.size === 0) continue;
    const namesake = nearest.find(
      (each) => each.name !== own.name && each.kind !== 'set' && isSameName(lastOf(each), name),
    );
    const alike = nearest.filter((each) => isShownBy(each, shown));
    if (namesake !== undefined) alike.splice(isShownBy(namesake, shown) ? 0 : alike.length, 0, namesake);
    for (const resource of alike) {
      const key = splitPointer(resource.key?.value.property ?? '').at(-1);
      if (key === undefined || !shown.properties.has(key)) continue;
      const isWhole = shown.name !== null && shown.name === resource.schema;
      references.set(name, { resource: resource.name, key, shown, isWhole });
      break;
    }
  }
  return references;
}

interface SampledRecords extends Pick<ReferringRecords, 'references' | 'schema'> {
  readonly resource: Resource;
  readonly sample: RecordFields;
  readonly key: string | null;
}

/**
 * Returns the resources that the properties of a record refer to, by property: `customer_id`, and also `new_customer_id` or
 * `customer` where the key in the sample is made up.
 */
export function resourcesReferredTo(
  { schema, sample, key, resource, references }: SampledRecords,
  resources: readonly Resource[],
): ReadonlyMap<string, string> {
  const referred = new Map<string, string>();
  const others = resources.filter(
    ({ kind, name, itemPath }) =>
      name !== resource.name && (kind === 'collection' || (kind === 'feed' && itemPath !== null)),
  );
  for (const name of schema?.properties.keys() ?? []) {
    const bare = name === key ? null : referredName(name);
    if (bare === null) continue;
    const isLoose = hasMadeUpKey(schema, sample, pointerStep(name), []);
    const isNamed = (test: typeof isSameName) => (each: Resource) => test(lastOf(each), bare);
    const other = others.find(isNamed(isSameName)) ?? (isLoose ? others.find(isNamed(isSameEnd)) : undefined);
    if (other !== undefined) referred.set(name, other.name);
  }
  for (const [name, { resource: other, key: own, shown }] of references) {
    const [value] = [sample[name] ?? null].flat();
    const isKnown = others.some((each) => each.name === other);
    const { examples = [] } = shown.properties.get(own) ?? {};
    const isMadeUp = (fields: RecordFields): boolean =>
      hasMadeUpKey(shown, fields, pointerStep(own), []) ||
      // Why not in a list: that has what is created below the record.
      (!Array.isArray(sample[name]) && isNameOfKey(fields, pointerStep(own), examples));
    if (isKnown && isFields(value) && isMadeUp(value)) referred.set(name, other);
  }
  return referred;
}

/** Returns the number of segments that the paths of two resources begin with. */
function sharedWith({ path: one }: Resource, { path: other }: Resource): number {
  const segments = other.split('/');
  const differing = one.split('/').findIndex((segment, index) => segment !== segments[index]);
  return differing === -1 ? segments.length : differing;
}

/** Returns the last name of a resource in others: `comments` of `posts/comments`. */
export function lastOf({ name }: Resource): string {
  return name.split('/').at(-1) ?? '';
}

function isShownBy({ schema }: Resource, { name }: SourceSchema): boolean {
  return schema !== null && name !== null && recordName(schema) === recordName(name);
}

/**
 * Returns properties with what the records that they refer to have.
 *
 * Shape: a key becomes an object where the property is one; a reference to an unknown record stays as it is.
 */
export function withKnownRecords(
  view: View,
  referring: ReferringRecords,
  fields: RecordFields,
): RecordFields {
  const { references, schema } = referring;
  const changes: Record<string, JsonValue> = namesOfReferred(view, referring, fields);
  const properties = withNames(fields, { references, schema });
  for (const [name, value] of Object.entries(properties)) {
    const reference = references.get(name);
    if (reference === undefined || value === null) continue;
    const property = schema?.properties.get(name);
    const one = (each: JsonValue, { types }: SourceSchema): JsonValue =>
      isFields(each) || types?.has(typeof each) !== true ? refresh(view, reference, each) : each;
    if (Array.isArray(value) && property?.items != null) {
      const { items } = property;
      changes[name] = (value as readonly JsonValue[]).map((each) => one(each, items));
    } else if (!Array.isArray(value) && property !== undefined) changes[name] = one(value, property);
  }
  return Object.keys(changes).length === 0 ? fields : { ...properties, ...changes };
}

/** Returns the names of records that are shown beside their keys: `group_name` beside `group_id`. */
function namesOfReferred(
  view: View,
  { schema, refers, writable }: ReferringRecords,
  fields: RecordFields,
): Record<string, JsonValue> {
  const entries = [...refers].flatMap(([name, resource]): [string, JsonValue][] => {
    const [key, bare] = [fields[name], referredName(name)];
    const beside = [...(schema?.properties ?? [])].filter(
      ([each, { types }]) =>
        bare !== null &&
        !writable.has(flatten(each)) &&
        types?.has('string') === true &&
        isNameOf(each, bare),
    );
    if (beside.length === 0 || (typeof key !== 'string' && typeof key !== 'number')) return [];
    const [record] = findRecords(view, resource, textOf(key));
    const recordName = record?.value['name'] ?? record?.value['title'];
    return typeof recordName === 'string' ? beside.map(([each]) => [each, recordName]) : [];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a property has the name of what another one refers to. */
function isNameOf(property: string, bare: string): boolean {
  return [`${bare}_name`, `${bare}_title`].some((each) => flatten(each) === flatten(property));
}

/** Returns what was sent, with lists of keys under the names of the records that they refer to: `labelIds` is `labels`. */
function withNames(
  fields: RecordFields,
  { references, schema }: Pick<ReferringRecords, 'references' | 'schema'>,
): RecordFields {
  const referenceFor = (name: string): string | undefined => {
    const bare = schema?.properties.has(name) === true ? null : /^(.+?)_?ids$/i.exec(name)?.[1];
    if (bare === undefined || bare === null || !Array.isArray(fields[name])) return undefined;
    return [...references.keys()].find((each) => isSameName(each, bare) && fields[each] === undefined);
  };
  const entries = Object.entries(fields).map(([name, value]) => [referenceFor(name) ?? name, value] as const);
  return Object.fromEntries(entries);
}

function refresh(
  view: View,
  { resource, key, shown, isWhole }: ReferredResource,
  value: JsonValue,
): JsonValue {
  const keyValue = isFields(value) ? value[key] : value;
  if (typeof keyValue !== 'string' && typeof keyValue !== 'number') return value;
  const [record] = findRecords(view, resource, textOf(keyValue));
  if (record === undefined) return value;
  // Why not its kind: a reference may have a kind of its own, such as `user_reference`.
  const isKept = (name: string): boolean => isFields(value) && /^(?:type|object|kind)$/.test(name);
  const parts = pickFields(record.value, (name) => shown.properties.has(name) && !isKept(name));
  const own = isFields(value) ? value : {};
  const others = isWhole
    ? pickFields(own, (name) => !shown.properties.has(name) || shown.required.has(name) || isKept(name))
    : own;
  return { ...others, ...parts };
}
