/**
 * Completes what a description leaves open about records: where responses have objects of any kind, or no schema, they
 * have what requests send, with a key and times.
 */
import { hasOnlyRemarks, isAlone, isRemark } from './envelope.ts';
import { findRecord } from './find-record.ts';
import { inferKey } from '../infer-key.ts';
import { requestSchemaOf } from '../operation-facts.ts';
import { parentOf, readPath, templateOf } from '../path-shape.ts';
import { listOf, withFacts, withProperties } from '../records/state-values.ts';
import { successesOf } from '../successes.ts';
import type { ResourceSource, SourceOperation, SourceResponse, SourceSchema } from '../source.ts';
import type { OperationSpec, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import { flatten, isAboutPages, isPlural, singularName } from '../words.ts';

/** The operations at a collection and at its records. */
interface Group {
  readonly name: string;
  readonly onCollection: readonly SourceOperation[];
  readonly onItem: readonly SourceOperation[];
}

/** Completes the responses whose records are described nowhere; returns the same source where there are none. */
export function withUndescribedRecords(source: ResourceSource): ResourceSource {
  const groups = [...Map.groupBy(source.operations, collectionOf).values()].map(groupOf);
  const records = new Map(groups.flatMap((group) => recordsIn(group)));
  if (records.size === 0) return source;
  const byName = new Map(
    groups.flatMap(({ name, onCollection: [first] }) => {
      const record = first === undefined ? undefined : records.get(first.id);
      return record === undefined ? [] : [[singularName(name), record] as const];
    }),
  );
  const below = groups.flatMap(({ name, onItem, onCollection }) => {
    const record = onItem.length > 0 ? undefined : byName.get(singularName(name));
    const lists = onCollection.filter((each) => isOnlyList(each) && !records.has(each.id));
    return record === undefined ? [] : lists.map(({ id }) => [id, record] as const);
  });
  const all = new Map([...records, ...below]);
  const operations = source.operations.map((operation) => {
    const record = all.get(operation.id);
    return record === undefined ? operation : withRecord(operation, record);
  });
  return { ...source, operations };
}

/** Returns the template of the collection that an operation is at, or at a record of: in the singular. */
function collectionOf({ path }: SourceOperation): string {
  const template = templateOf(path);
  const collection = template.endsWith('/{}') ? parentOf(template) : template;
  return `${parentOf(collection)}/${singularName(readPath(collection).name)}`;
}

function groupOf(operations: readonly SourceOperation[]): Group {
  const isOnItem = ({ path }: SourceOperation): boolean => readPath(path).isItem;
  const onCollection = operations.filter((each) => !isOnItem(each));
  const onItem = operations.filter(isOnItem);
  return { name: readPath((onCollection[0] ?? onItem[0])?.path ?? '').name, onCollection, onItem };
}

/** Returns what the records of a group look like, by the ids of its operations; empty where a response describes them. */
function recordsIn(group: Group): readonly (readonly [id: string, record: SourceSchema])[] {
  const { onCollection, onItem, name } = group;
  const isRead = [...onCollection, ...onItem].some(({ method }) => method === 'GET');
  const isOfCollection = onItem.length > 0 || onCollection.some(({ method }) => method === 'POST');
  const sent = isRead && isOfCollection ? sentIn(group) : null;
  if (sent === null) return [];
  const all = [...onCollection, ...onItem];
  const isDescribed = all.some(({ responses }) =>
    successesOf(responses).some(
      ({ kind, schema }) =>
        kind !== 'none' &&
        (kind !== 'json' || (schema !== null && !hasOnlyRemarks(schema) && placeIn(schema) === null)),
    ),
  );
  if (isDescribed) return [];
  const record = recordOf(sent, name, onItem);
  return all.map(({ id }) => [id, record] as const);
}

/** Returns what a request creates, else what it changes; `null` for nothing that has properties. */
function sentIn({ name, onCollection, onItem }: Group): SourceSchema | null {
  const posted = onCollection.filter(({ method }) => method === 'POST');
  const changed = onItem.filter(({ method }) => method === 'PUT' || method === 'PATCH');
  const [sent] = [...posted, ...(posted.length > 0 ? [] : changed)].flatMap((operation) => {
    const request = requestSchemaOf(operation);
    return request === null ? [] : [findRecord(request, name).item];
  });
  return sent === undefined || sent.properties.size === 0 ? null : sent;
}

/** Returns a record with what a request has, its key and its times. */
function recordOf(sent: SourceSchema, name: string, onItem: readonly SourceOperation[]): SourceSchema {
  const [item] = onItem;
  const { keys = [] } = item === undefined ? {} : readPath(item.path);
  const parameter = item?.parameters.find((each) => each.in === 'path' && each.name === keys.at(-1)) ?? null;
  const { value, confidence } = inferKey(name, keys, parameter, sent);
  const hasKey = item !== undefined && value.property !== null && confidence > COMMON;
  const texts = ofType('string', sent.pointer);
  const key = parameter === null ? texts : withFacts(parameter.schema, { ...plain, name: null });
  const names = [...sent.properties.keys()];
  const hasTimes = names.some((each) => /^(?:created|updated|creation)/.test(flatten(each)));
  const times = names.some((each) => each.includes('_'))
    ? ['created_at', 'updated_at']
    : ['createdAt', 'updatedAt'];
  const time = withFacts(texts, { format: 'date-time' });
  const properties = new Map([
    ...(hasKey ? [] : [['id', key] as const]),
    ...sent.properties,
    ...(hasTimes ? [] : times.map((each) => [each, time] as const)),
  ]);
  const required = new Set([...sent.required, ...(hasKey ? [] : ['id'])]);
  return withFacts(sent, { name: null, properties, required, isOpen: true, isWriteOnly: false });
}

/** The confidence of a key that is only a common name of one. */
const COMMON = 0.8;

const plain = { text: '', isReadOnly: true, isWriteOnly: false, isNullable: false } as const;

function ofType(type: string, pointer: string): SourceSchema {
  return {
    ...plain,
    name: null,
    pointer,
    types: new Set([type]),
    properties: new Map(),
    isOpen: false,
    required: new Set(),
    alternatives: [],
    items: null,
    values: null,
    format: null,
    pattern: null,
    minimum: null,
    bounds: {},
    examples: [],
    defaultValue: undefined,
  };
}

/** Returns the property of a body with a record or a list of them that nothing describes: empty for the whole body; `null` for none. */
function placeIn(body: SourceSchema): string | null {
  if (isUndescribed(body)) return '';
  if (body.items !== null) return null;
  const places = [...body.properties].filter(([name, schema]) => !isRemark(name) && isUndescribed(schema));
  const [only, other] = places;
  if (only === undefined || other !== undefined) return null;
  const isOther = ([name]: readonly [string, SourceSchema]): boolean =>
    name !== only[0] && !isAboutPages(name) && !isRemark(name);
  return isAlone(body, only[0]) || ![...body.properties].some(isOther) ? only[0] : null;
}

/** Returns whether a schema allows any value, any object, or a list of those. */
function isUndescribed(schema: SourceSchema): boolean {
  const { types, properties, items, values, alternatives } = schema;
  const isAny = types === null || (types.size === 1 && (types.has('object') || types.has('array')));
  if (!isAny || properties.size > 0 || values !== null || alternatives.length > 0) return false;
  return items === null ? types?.has('array') !== true : items.items === null && isUndescribed(items);
}

/** Returns an operation whose successes have the record, or a list of records, where they leave open what they have. */
function withRecord(operation: SourceOperation, record: SourceSchema): SourceOperation {
  const successes = new Set(successesOf(operation.responses));
  const isList = operation.method === 'GET' && !readPath(operation.path).isItem;
  const list = listOf(record);
  const responses = operation.responses.flatMap((response): readonly SourceResponse[] => {
    const { kind, schema } = response;
    if (!successes.has(response)) return [response];
    if (kind === 'none')
      return returnsRecord(operation, response)
        ? [response, { ...response, kind: 'json', mediaType: JSON_TYPE, schema: isList ? list : record }]
        : [response];
    const place = schema === null ? null : placeIn(schema);
    if (schema === null || place === null) return [response];
    const open = place === '' ? schema : (schema.properties.get(place) ?? schema);
    const filled = open.items === null && !(isList && open.types === null) ? record : list;
    return [{ ...response, schema: place === '' ? filled : withProperties(schema, [[place, filled]]) }];
  });
  return { ...operation, responses };
}

const JSON_TYPE = 'application/json';

/** Returns an operation with the bodies that only its texts state. */
export function withStatedBodies(spec: OperationSpec, operation: SourceOperation | undefined): OperationSpec {
  const responses = spec.responses.flatMap((each): readonly ResponseSpec[] => {
    const { status, kind } = each;
    const isStated =
      kind === 'none' &&
      operation?.responses.some((other) => other.status === status && other.kind === 'json') === true;
    return isStated ? [each, { ...each, kind: 'json', mediaType: JSON_TYPE }] : [each];
  });
  return { ...spec, responses };
}

/** Returns whether an operation returns records although its success has no schema. */
function returnsRecord({ method }: SourceOperation, { status, text }: SourceResponse): boolean {
  return (status === 200 || status === 201) && (method === 'GET' || RETURNS.test(text));
}

/** Descriptions of a success with the record: "Returns the newly created device". */
const RETURNS = /\breturns (?:the|an?)\b/i;

/** Returns whether a path is only read, as a list that has no schema or any items. */
function isOnlyList({ method, path, responses }: SourceOperation): boolean {
  const [success, other] = successesOf(responses);
  const isOpen = success?.kind === 'none' || (success?.schema != null && placeIn(success.schema) !== null);
  return method === 'GET' && isPlural(readPath(path).name) && isOpen && other === undefined;
}
