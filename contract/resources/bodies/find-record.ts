/** Finds the record in a body: bare, or wrapped in an envelope. */
import { enveloped, hasId, isAlone, isRemark, type Enveloped } from './envelope.ts';
import { findList } from './find-list.ts';
import type { Role } from '../graph.ts';
import { flatten, isAboutPages, isSameEnd, isSameName } from '../words.ts';
import { shareOf, sharesHalf } from '../schema-likeness.ts';
import type { SourceSchema } from '../source.ts';
import { pointerStep, splitPointer } from '../../../templates/runtime/json/pointer.ts';

/** Names of properties with one record. */
const wrappers = new Set(['data', 'result', 'response', 'item', 'record', 'object', 'payload', 'attributes']);

/** Finds the record in a request, as in a response. Why: a request also names other records, by their ids alone. */
export function findSentRecord(request: SourceSchema, name: string, record: SourceSchema | null): Enveloped {
  const candidate = findRecord(request, name, record);
  const isReference =
    candidate.item !== request &&
    request.properties.size > 1 &&
    candidate.item.properties.size <= 2 &&
    hasId(candidate.item);
  if (isReference) return enveloped('', request, 0.8, 'nothing wraps the record', request);
  const [only, other] = [...request.properties];
  if (
    only !== undefined &&
    other === undefined &&
    isFreeForm(only[1]) &&
    record?.isOpen === true &&
    isFreeForm(record)
  )
    return wrap(only, 0.8, 'has any properties, as the record');
  return candidate;
}

/** Returns whether a schema is an object of which it names no property. */
export function isFreeForm({ types, properties, items }: SourceSchema): boolean {
  return types?.has('object') === true && types.size === 1 && properties.size === 0 && items === null;
}

/** Finds the only object of a body that is more like the record than the body itself; `null` if there is none. */
function findLikeRecord(body: SourceSchema, record: SourceSchema): Enveloped | null {
  const alike = objectsOf(body).filter(
    ([name, schema]) => !record.properties.has(name) && isMoreLike(schema, body, record),
  );
  const [only] = alike;
  return only === undefined || alike.length > 1 ? null : wrap(only, 0.8, 'is the record');
}

/**
 * Finds the record in a body; the body itself if nothing wraps it. `record` is what the record looks like elsewhere;
 * `null` for unknown.
 */
export function findRecord(body: SourceSchema, name: string, record: SourceSchema | null = null): Enveloped {
  const objects = objectsOf(body);
  if (hasId(body)) {
    const own = objects.find((each) => isOfResponses(each[0]) && isMoreLike(each[1], body, record));
    return own === undefined
      ? enveloped('', body, 0.95, 'the body has an id', body)
      : wrap(own, 0.9, 'is the record');
  }
  const named = findNamed(body, name, record);
  if (named !== null) return named;
  const wrapped = objects.find(([property]) => wrappers.has(property.toLowerCase()));
  if (
    wrapped !== undefined &&
    (isAlone(body, wrapped[0]) || (isOfResponses(wrapped[0]) && hasId(wrapped[1])))
  ) {
    const outer = wrap(wrapped, 0.9, 'wraps the record');
    const inner = hasId(outer.item) ? null : findNamed(outer.item, name, record);
    return inner === null ? outer : below(outer, inner);
  }
  const [only] = objects;
  const isNamedLike =
    body.name !== null && isSameEnd(body.name, name) && !objects.some(([, schema]) => hasId(schema));
  if (
    only !== undefined &&
    !isNamedLike &&
    isOnlyContent(body, only[0]) &&
    record?.properties.has(only[0]) !== true
  )
    return wrap(only, 0.8, 'is all that the body has');
  const alike =
    record === null || isNamedLike ? null : (findLikeRecord(body, record) ?? findOneOrMore(body, record));
  return alike ?? enveloped('', body, 0.8, 'nothing wraps the record', body);
}

/** Finds the only property of a body that is a record or a list of them; `null` if there is none. */
function findOneOrMore(body: SourceSchema, record: SourceSchema): Enveloped | null {
  const alike = [...body.properties].filter(
    ([name, schema]) =>
      isOneOrMore(schema) && !record.properties.has(name) && isMoreLike(schema, body, record),
  );
  const [only] = alike;
  return only === undefined || alike.length > 1 ? null : wrap(only, 0.8, 'is the record, or a list');
}

/** Returns whether a schema is of one object or of a list. */
export function isOneOrMore({ items, properties }: SourceSchema): boolean {
  return items !== null && properties.size > 0;
}

/** The roles of one record, which bodies may have as the only item of a list. */
const single: ReadonlySet<Role> = new Set([
  'create',
  'read',
  'update',
  'replace',
  'upsert',
  'delete',
  'copy',
]);

/** Finds the record in the response of an operation with a role, as `findRecord` does. */
export function findRecordOf(
  body: SourceSchema,
  name: string,
  record: SourceSchema | null,
  role: Role,
): Enveloped {
  const shown = findRecord(body, name, record);
  const only = single.has(role) ? findOnlyItem(shown.item, name, record) : null;
  if (only === null) return shown;
  return shown.item === body ? only : below(shown, only);
}

/** Finds the record in the request of an operation with a role, as `findSentRecord` does. */
export function findSentOf(
  request: SourceSchema,
  name: string,
  record: SourceSchema | null,
  role: Role,
): Enveloped {
  const sent = findSentRecord(request, name, record);
  return sent.item === request && single.has(role) ? (findOnlyItem(request, name, record) ?? sent) : sent;
}

/**
 * Finds a record that a body has as the only item of a list: `{ contacts: [contact] }`; `null` if it has none. `record`
 * is what the record looks like elsewhere.
 */
function findOnlyItem(body: SourceSchema, name: string, record: SourceSchema | null): Enveloped | null {
  const list = record === null || record === body || isOneOrMore(body) ? null : findList(body, name);
  if (list === null || record === null || list.item.properties.size === 0) return null;
  const { envelope, item } = list;
  const [property] = splitPointer(envelope.value);
  const isPart = property !== undefined && record.properties.has(property);
  const isOther = isPart || !sharesHalf(item, record) || shareOf(body, record) >= shareOf(item, record);
  if (isOther && !hasAll(item, record)) return null;
  return { item, envelope: { ...envelope, value: `${envelope.value}/0` } };
}

/** Returns whether an item has every property of a record, which are several. */
function hasAll(item: SourceSchema, record: SourceSchema): boolean {
  const names = [...record.properties.keys()];
  return names.length > 1 && names.every((name) => item.properties.has(name));
}

/** Returns whether a part of a body is more like a record than the body itself, and at least half of it is in the record. */
function isMoreLike(part: SourceSchema, body: SourceSchema, record: SourceSchema | null): boolean {
  return record !== null && sharesHalf(part, record) && shareOf(part, record) > shareOf(body, record);
}

/** Returns whether a property is in responses, and in no record. */
function isOfResponses(property: string): boolean {
  return /^(?:data|result|response|payload)$/i.test(property);
}

type Property = readonly [name: string, schema: SourceSchema];

function objectsOf(body: SourceSchema): readonly Property[] {
  return [...body.properties].filter(([, { items, properties }]) => items === null && properties.size > 0);
}

/** Finds the record in a property that is named like the path. */
function findNamed(body: SourceSchema, name: string, record: SourceSchema | null): Enveloped | null {
  const objects = objectsOf(body);
  const named = objects.find(([property]) => isSameName(property, name));
  if (named !== undefined && isAlone(body, named[0])) return wrap(named, 0.9, 'is named like the path');
  if (named !== undefined && isMoreLike(named[1], body, record)) return wrap(named, 0.9, 'is the record');
  const alike = objects.filter(([property, schema]) => isSameEnd(property, name) && hasId(schema));
  const [only] = alike;
  if (only === undefined || alike.length > 1 || record?.properties.has(only[0]) === true) return null;
  return wrap(only, 0.85, 'is named like the path');
}

function wrap([property, schema]: Property, confidence: number, text: string): Enveloped {
  return enveloped(pointerStep(property), schema, confidence, `\`${property}\` ${text}`, schema);
}

/** Returns what was found in what an outer property wraps. */
function below({ envelope: outer }: Enveloped, { envelope, item }: Enveloped): Enveloped {
  return {
    item,
    envelope: {
      value: outer.value + envelope.value,
      confidence: Math.min(outer.confidence, envelope.confidence),
      evidence: [...outer.evidence, ...envelope.evidence],
    },
  };
}

/** Returns whether a body has nothing but this property, and remarks that no record has. */
function isOnlyContent(body: SourceSchema, wrapper: string): boolean {
  const isOther = (property: string): boolean =>
    /^(?:_?meta|_?links|errors?|warnings|ok|success|requestid)$/.test(flatten(property));
  return (
    (body.properties.get(wrapper)?.properties.size ?? 0) > 1 &&
    !isRemark(wrapper) &&
    !isAboutPages(wrapper) &&
    [...body.properties.keys()].every((property) => property === wrapper || isOther(property))
  );
}
