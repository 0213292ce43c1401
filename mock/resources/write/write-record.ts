/** Writes the records of a request, in the transaction of its handler. */
import { requestSchemaOf } from '../../../contract/resources/operation-facts.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord, createRecord, sentOnly } from './store-record.ts';
import { changedFields, namesOfChanges, withoutCleared } from './new-fields.ts';
import { withKnownRecords } from '../links/known-records.ts';
import { renameIn, renameKey } from '../links/rename-keys.ts';
import { fitFields } from '../values/fit.ts';
import { applyJsonPatch, patchIn } from '../values/json-patch.ts';
import { isFields, mapFields, pickFields, schemaFields, withPart } from '../fields.ts';
import { withKeptHolder } from './key-holders.ts';
import { namedKeyIn } from './keys.ts';
import { assertUnique, withSentKey } from './unique-values.ts';
import { presenceIn } from './defaults.ts';
import { assertLimit } from './stated-limits.ts';
import { assertVersion } from './versions.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { findTarget } from '../locate.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import { isMadeUp, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { parentFields } from '../links/references.ts';
import { addressIn, etagOf, listsEtag } from '../handlers/respond.ts';
import { timeKindOf } from '../values/times.ts';

/** Creates a record from the fields of a request; it replaces a generated one. */
export function create(
  tx: Transaction,
  call: ResourceCall,
  fields: RecordFields,
  parents: Readonly<Record<string, string>>,
  key: string | null,
): ResourceRecord {
  const { resource } = call.plan;
  const record = withSentKey(tx, call.plan, { fields, parents, key });
  if (record !== undefined && (isMadeUp(record) || addsAgain(call.plan, fields)))
    tx.delete(records, record.id);
  else if (record !== undefined)
    throw new OperationError(409, `${resource.resource.name} already has a record ${record.key}`);
  assertUnique(tx, call.plan, fields, { parents });
  assertLimit(tx, call.plan, fields);
  const address = addressIn(resource, parents, call.context.baseUrl);
  return createRecord(tx, resource, { fields, parents, key, address, written: call.plan.written });
}

/** Returns whether a request may add what is already there, such as a member by the key of a user: it declares no conflict. */
function addsAgain({ resource, spec }: OperationPlan, fields: RecordFields): boolean {
  return namedKeyIn(resource, fields) !== null && !spec.responses.some(({ status }) => status === 409);
}

/** Changes a record by the body of a request. */
export function change(
  tx: Transaction,
  call: ResourceCall,
  record: ResourceRecord,
  kind: 'update' | 'replace' | 'upsert',
): ResourceRecord {
  const { plan, request } = call;
  const { resource } = plan;
  const operations = patchIn(plan, request.body);
  if (operations !== null) {
    const value = applyJsonPatch(record.value, operations);
    if (typeof value === 'string') throw new OperationError(422, value);
    return changeRecord(tx, resource, record, value);
  }
  const fields = withKnownRecords(tx, resource, withoutNew(changedFields(call), resource.schema));
  const fitting = fitFields(resource.schema, fields, resource.sample, plan.written);
  const sent = { ...fitting, ...presenceIn(resource.schema, fields) };
  const before = renameRecord(tx, call, record, sent);
  assertUnique(tx, plan, sent, before);
  const isPart = kind === 'update' || namesOfChanges(call) !== null;
  const value = isPart ? mergeSent(plan, before, sent) : replaceBySent(plan, before, sent);
  const changed = { ...before, ...sentOnly(resource, fields, before.sent) };
  return changeRecord(tx, resource, changed, withOldKey(resource, before, withoutCleared(call, value)));
}

function mergeSent(
  { source, resource: { schema } }: OperationPlan,
  { value }: ResourceRecord,
  sent: RecordFields,
): RecordFields {
  const isPut = source.method === 'PUT';
  return mergePatch(withoutReplaced(value, sent, { schema, isPut }), sent, nullable(schema));
}

/** Returns what was sent, with what a replaced record keeps: its parents, and what clients do not write. */
function replaceBySent(
  plan: OperationPlan,
  { value, parents }: ResourceRecord,
  sent: RecordFields,
): RecordFields {
  const ofParents = parentFields(plan.resource, value, parents);
  const rest = pickFields(value, (name) => Object.hasOwn(ofParents, name) || !isWritable(plan, name));
  const fields = {
    ...emptiedLists(plan.resource, value),
    ...rest,
    ...withUnwritten(sent, value, plan.written),
  };
  return withKeptHolder(plan.resource, value, fields);
}

/** Returns the lists of a replaced record as empty ones, where its schema requires nothing: as a new record shows them. */
export function emptiedLists({ schema }: Pick<ResourcePlan, 'schema'>, before: RecordFields): RecordFields {
  return schemaFields(schema?.required.size === 0 ? schema : null, (name, { types }) =>
    types?.has('array') === true && Array.isArray(before[name]) ? [] : undefined,
  );
}

function withOldKey(
  { keyPointer }: ResourcePlan,
  { value, key }: ResourceRecord,
  fields: RecordFields,
): RecordFields {
  if (keyPointer === null) return fields;
  return withPart(fields, keyPointer, (valueAt(value, keyPointer) as JsonValue) ?? key) as RecordFields;
}

/** Returns what was sent, with what the objects in it have that requests do not declare: `created_at` of `attributes`. */
function withUnwritten(sent: RecordFields, before: RecordFields, written: SourceSchema | null): RecordFields {
  return mapFields(sent, (name, value) => {
    const properties = written?.properties.get(name)?.properties;
    const old = before[name];
    if (properties === undefined || properties.size === 0 || !isFields(value) || !isFields(old)) return value;
    const serverParts = pickFields(old, (inner) => !properties.has(inner));
    return { ...serverParts, ...value };
  });
}

/**
 * Returns a record without the objects that are sent as a whole: values of any type, and where a PUT changes some
 * properties also maps.
 */
function withoutReplaced(
  value: RecordFields,
  sent: RecordFields,
  { schema, isPut }: { readonly schema: SourceSchema | null; readonly isPut: boolean },
): RecordFields {
  const isReplaced = (name: string): boolean => {
    const { types = null, properties } = schema?.properties.get(name) ?? {};
    return isFields(sent[name]) && properties?.size === 0 && (isPut || types === null);
  };
  return pickFields(value, (name) => !isReplaced(name));
}

/** Returns what was sent under the names of a record: `new_name` is its `name`, also beside the old one. */
export function withoutNew(sent: RecordFields, schema: SourceSchema | null): RecordFields {
  const ownName = (name: string): string | null => {
    const bare = schema?.properties.has(name) === true ? undefined : /^new[_-]?(\w+)$/i.exec(name)?.[1];
    return bare === undefined ? null : propertyNamed(bare, schema);
  };
  const entries = Object.entries(sent);
  const renamed = entries.flatMap(([name, value]): [string, JsonValue][] => {
    const own = ownName(name);
    return own === null ? [] : [[own, value]];
  });
  return Object.fromEntries([...entries.filter(([name]) => ownName(name) === null), ...renamed]);
}

/**
 * Changes the key of a record to the one that was sent, if that is a name and no id: what is below it stays there.
 *
 * Errors: throws a `OperationError` if another record has that key.
 */
function renameRecord(
  tx: Transaction,
  call: ResourceCall,
  record: ResourceRecord,
  sent: RecordFields,
): ResourceRecord {
  const { resource } = call.plan;
  const { key: name } = resource;
  const key = name === null || /^_?(?:id|gid|sid|uuid|guid|uid)$/i.test(name) ? undefined : sent[name];
  if (name === null || typeof key !== 'string' || key === '' || key === record.key) return record;
  if (findTarget(tx, resource, { key, parents: record.parents }) !== undefined)
    throw new OperationError(409, `${resource.resource.name} already has a record ${key}`);
  for (const { child, parameter } of childrenBelow(tx, call, record))
    tx.put(records, { ...child, parents: { ...child.parents, [parameter]: key } });
  const value = renameIn(record.value, renameKey(record.key, key));
  return { ...record, key, value: isFields(value) ? { ...value, [name]: key } : record.value };
}

/** Returns whether records are maps, or other objects whose properties are not declared: clients choose all of them. */
export function isMap({ schema }: Pick<ResourcePlan, 'schema'>): boolean {
  return (schema?.properties.size ?? 0) === 0;
}

/** Returns whether a replaced record loses a property that is not sent: clients write it, and it need not be there. */
function isWritable({ source, resource }: OperationPlan, name: string): boolean {
  if (isMap(resource)) return true;
  const body = requestSchemaOf(source);
  const isSent = [...(body?.properties ?? [])].some(
    ([each, { isReadOnly }]) => !isReadOnly && flatten(each) === flatten(name),
  );
  const property = resource.schema?.properties.get(name);
  // Why also states, links and counts: actions and the service change them, and no client means to take them away.
  const isOfService =
    property !== undefined &&
    (timeKindOf(name, property) !== null ||
      (/^(?:status|state)$/i.test(name) && property.types?.has('string') === true) ||
      /^(?:_?links|id|uuid|\w+_count|\w+Count)$/i.test(name));
  return (
    isSent && property?.isReadOnly !== true && !isOfService && resource.schema?.required.has(name) !== true
  );
}

/** Lists the records of all resources whose parent is a record. */
export function childrenOf(
  tx: Transaction,
  call: ResourceCall,
  record: ResourceRecord,
): readonly ResourceRecord[] {
  return childrenBelow(tx, call, record).map(({ child }) => child);
}

/** Lists the records of all resources whose parent is a record, with the parameter that names it. */
export function childrenBelow(
  tx: Transaction,
  { plan, plans }: ResourceCall,
  { key }: ResourceRecord,
): readonly { readonly child: ResourceRecord; readonly parameter: string }[] {
  const { name } = plan.resource.resource;
  return plans.resources.flatMap((resource) => {
    const parameter = resource.parents.find((each) => each.resource === name)?.parameter;
    if (parameter === undefined) return [];
    const children = listRecords(tx, resource.name).filter(({ parents }) => parents[parameter] === key);
    return children.map((child) => ({ child, parameter }));
  });
}

/**
 * Rejects a change of a record that is not the one that the client knows, or of one that it must name.
 *
 * Errors: throws an OperationError with 409, 412 or 428.
 */
export function assertUnchanged(call: ResourceCall, record: ResourceRecord): void {
  const { plan, context } = call;
  assertVersion(call, record);
  const ifMatch = context.headers.get('if-match');
  if (ifMatch === null) {
    if (plan.spec.responses.some(({ status }) => status === 428))
      throw new OperationError(428, `Send If-Match with the ETag of the record: ${etagOf(record)}`);
    return;
  }
  if (!listsEtag(ifMatch, etagOf(record)))
    throw new OperationError(412, `The record has changed: its ETag is ${etagOf(record)}`);
}

/** Merges a patch by RFC 7396: null removes a property. `keepsNull` returns whether null is a value. */
export function mergePatch(
  target: RecordFields,
  patch: RecordFields,
  keepsNull: (name: string) => boolean,
): RecordFields {
  const result = new Map(Object.entries(target));
  for (const [name, change] of Object.entries(patch)) {
    const before = result.get(name);
    if (change === null && !keepsNull(name)) result.delete(name);
    else if (isFields(change) && isFields(before)) result.set(name, mergePatch(before, change, keepsAll));
    else result.set(name, change);
  }
  return Object.fromEntries(result);
}

const keepsAll = (): boolean => false;

/** Returns where null is a value of a record: in the properties whose schema allows it. */
export function nullable(schema: SourceSchema | null): (name: string) => boolean {
  return (name) => schema?.properties.get(name)?.isNullable === true;
}
