/** Properties of a new record that a request contains in other places than its own properties. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { isFreeForm } from '../../../contract/resources/bodies/find-record.ts';
import {
  ATTRIBUTES,
  attributesIn,
  propertyNamed,
  RELATIONSHIPS,
} from '../../../contract/resources/schema-likeness.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields, pickFields, withoutPart } from '../fields.ts';
import { linkagesIn } from '../links/linkages.ts';
import { findTarget } from '../locate.ts';
import type { RecordFields } from '../record.ts';
import { fitFields } from '../values/fit.ts';
import { stateOfEvent } from './event-states.ts';
import { renamedFields } from './renamed-fields.ts';

/** Returns the fields of a new record: those in the body, in the query, and in the object that has what is sent flat. */
export function newFields(call: ResourceCall): RecordFields {
  const { schema } = call.plan.resource;
  const sent = sentFields(call);
  const fields = withPlaces(call, { ...originalFields(call, sent), ...queryFields(call, schema), ...sent });
  const [own, shown] = [fields[RELATIONSHIPS], call.plan.resource.sample[RELATIONSHIPS]];
  const isWhole = sent[RELATIONSHIPS] !== undefined || !isFields(own) || !isFields(shown);
  return isWhole ? fields : { ...fields, [RELATIONSHIPS]: { ...shown, ...own } };
}

/**
 * Returns what a new record has of the one that a request names as its original, where the operation is described as one
 * that may copy: `source` of "You can specify a source to clone it". Shape: empty without one.
 */
function originalFields({ plan, context }: ResourceCall, sent: RecordFields): RecordFields {
  const { resource, source } = plan;
  const name = Object.keys(sent).find((each) => isOriginal.test(flatten(each)));
  const key = name === undefined ? undefined : sent[name];
  const isOwn = name !== undefined && resource.schema?.properties.has(name) === true;
  if (typeof key !== 'string' || isOwn || !copying.test(source.text)) return {};
  const original = findTarget(context.world.view, resource, { key, parents: {} });
  if (original === undefined || resource.keyPointer === null) return {};
  const { unique } = resource.resource;
  return pickFields(withoutPart(original.value, resource.keyPointer), (each) => !unique.includes(each));
}

const isOriginal =
  /^(?:source|original|template|(?:clone|copy|copied|cloned|duplicate)(?:from|of)?)(?:id|uuid)?$/;

const copying = /\b(?:clon(?:e[sd]?|ing)|cop(?:y|ies|ied|ying)|duplicat(?:e[sd]?|ing))\b/i;

/** Returns the fields of a record that changes: those in the body, and in the object that has what is sent flat. */
export function changedFields(call: ResourceCall): RecordFields {
  const sent = sentFields(call);
  const names = namesOfChanges(call);
  return withPlaces(call, names === null ? sent : pickFields(sent, (name) => names.has(flatten(name))));
}

/**
 * Returns the names that a body or a query lists as those of what it changes, such as `fieldsToUpdate` or
 * `?update_mask=`; `null` without such a list.
 */
export function namesOfChanges(call: ResourceCall): ReadonlySet<string> | null {
  const { schema } = call.plan.resource;
  const query: Readonly<Record<string, unknown>> = call.request.query;
  const list = Object.entries({ ...query, ...sentFields(call) }).find(
    ([name]) => isOfChanges.test(flatten(name)) && schema?.properties.has(name) !== true,
  )?.[1];
  const all: readonly unknown[] = [list].flat();
  const texts = all.flatMap((each) => (typeof each === 'string' ? each.split(',') : []));
  // Why its first name: `labels.color` is a part of `labels`.
  const names = texts.map((each) => flatten(each.split('.', 1)[0] ?? '')).filter((each) => each !== '');
  return names.length === 0 ? null : new Set(names);
}

const isOfChanges =
  /^(?:(?:fields|properties|attributes|columns)to(?:update|change|modify|set)|(?:update|updated|changed|modified)(?:fields|properties|attributes|columns)|(?:update|field)mask)$/;

/** Adds to what was sent where a record has it: in an object, or beside its other properties. */
function withPlaces(call: ResourceCall, sent: RecordFields): RecordFields {
  const attributes = attributesOf(call, sent);
  if (attributes !== null) return attributes;
  const others = {
    ...documentIn(call, sent),
    ...renamedFields(call.plan, sent),
    ...stateOfEvent(call.plan, sent),
  };
  return { ...others, ...sent, ...nestedIn(call, sent), ...groupedIn(call, sent) };
}

/** Returns what was sent flat for a JSON:API record: with an object for its attributes; `null` for another record. */
function attributesOf({ plan }: ResourceCall, sent: RecordFields): RecordFields | null {
  const { schema, sample } = plan.resource;
  const inner = attributesIn(schema);
  if (inner === null || sent[ATTRIBUTES] !== undefined) return null;
  const [own, others] = [true, false].map((isOwn) =>
    pickFields(sent, (name) => inner.properties.has(name) === isOwn),
  );
  const linked = linkagesIn(plan.resource, others ?? {});
  if (own === undefined || Object.keys(own).length === 0)
    return Object.keys(linked).length === 0 ? null : { ...others, ...linked };
  const shown = sample[ATTRIBUTES];
  const attributes = fitFields(inner, own, isFields(shown) ? shown : {}, plan.written);
  return { ...others, ...linked, [ATTRIBUTES]: attributes };
}

/**
 * Returns the properties in the only object of a request without any of its own, where records are open and have no such
 * object: `{ data: { title } }` for a document `{ id, title }`.
 */
function documentIn({ plan }: ResourceCall, sent: RecordFields): RecordFields {
  const { schema } = plan.resource;
  if (schema?.isOpen !== true || plan.written === null) return {};
  const [only, other] = [...plan.written.properties].filter(
    ([name, property]) => isFreeForm(property) && !schema.properties.has(name),
  );
  const document = only === undefined || other !== undefined ? undefined : sent[only[0]];
  if (!isFields(document)) return {};
  return pickFields(document, (name) => !schema.properties.has(name));
}

/**
 * Returns the object of a record all of whose properties a request has beside its others: `permissions` with `read` and
 * `write`.
 */
function groupedIn({ plan }: ResourceCall, sent: RecordFields): RecordFields {
  const { schema } = plan.resource;
  const { written } = plan;
  if (schema === null || written === null) return {};
  const groups = [...schema.properties].flatMap(([name, property]): [string, RecordFields][] => {
    // Why items: some descriptions name the properties of an object so.
    const parts = property.properties.size > 0 ? property : property.items;
    const names = [...(parts?.properties.keys() ?? [])];
    const isGroup = property.types?.has('object') === true && names.length > 1 && sent[name] === undefined;
    const isSent = (each: string): boolean => written.properties.has(each) && !schema.properties.has(each);
    if (parts === null || !isGroup || !names.every(isSent)) return [];
    return [[name, fitFields(parts, sent, {})]];
  });
  const changes = groups.filter(([, fields]) => Object.keys(fields).length > 0);
  return Object.fromEntries(changes);
}

/**
 * Returns a record without the properties that a list in a request names, such as `fields_to_clear: [title]`, and
 * without those that are sent as null and that a record either has or has not.
 */
export function withoutCleared(call: ResourceCall, value: RecordFields): RecordFields {
  const { body } = call.request;
  const sent = Object.entries({ ...(isFields(body) ? body : {}), ...sentFields(call) });
  const names = sent.flatMap(([name, part]) =>
    isOfCleared(name, call) ? part : part === null && isRemovable(name, call) ? [name] : [],
  );
  if (names.length === 0) return value;
  return pickFields(value, (name) => !names.includes(name));
}

function isOfCleared(name: string, { plan }: ResourceCall): boolean {
  const isList = /^(?:fieldstoclear|clearfields|fieldstounset|unsetfields|unset)$/.test(flatten(name));
  return isList && plan.resource.schema?.properties.has(name) !== true;
}

function isRemovable(name: string, { plan }: ResourceCall): boolean {
  const { schema } = plan.resource;
  const property = schema?.properties.get(name);
  if (property === undefined || schema?.required.has(name) === true) return false;
  return !property.isNullable && !property.isReadOnly && property.types !== null;
}

/** Returns the properties of a record that a query has beside a body, such as the `name` of a container. */
function queryFields({ plan, request }: ResourceCall, schema: SourceSchema | null): RecordFields {
  if (plan.spec.body == null || schema === null) return {};
  const values = Object.entries(request.query as Readonly<Record<string, JsonValue | undefined>>);
  const entries = values.flatMap(([name, value]): [string, JsonValue][] => {
    const property = propertyNamed(name, schema);
    return property === null || value === undefined ? [] : [[property, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns the only object of a record that has most of what was sent and the record itself has not. */
function nestedIn({ plan }: ResourceCall, sent: RecordFields): RecordFields {
  const { schema, sample } = plan.resource;
  if (schema === null) return {};
  const others = Object.entries(sent).filter(([name]) => !schema.properties.has(name));
  const names = [...(plan.written?.properties.keys() ?? [])];
  const alike = [...schema.properties].filter(([property, { properties }]) => {
    const shared = names.filter((name) => properties.has(name)).length;
    return sent[property] === undefined && shared >= MIN_SHARED && shared * 2 > names.length;
  });
  const [only] = alike;
  if (others.length === 0 || only === undefined || alike.length > 1) return {};
  const [name, inner] = only;
  const shown = sample[name];
  const fields = pickFields(sent, (each) => inner.properties.has(each));
  return { [name]: fitFields(inner, fields, isFields(shown) ? shown : {}) };
}

/** Units: properties that a request and an object of the record have in common. */
const MIN_SHARED = 3;
