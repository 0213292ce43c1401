/**
 * Calls everything that could access a record: the operations on it and below it, and those of the records below it.
 */
import { testOf, type ContractOperation } from '../../contract/operations.ts';
import { isEmptyList } from '../model/search-value.ts';
import { isDestructive } from '../model/operations.ts';
import { isSingleUse, traitsOf } from '../requests/operation-traits.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { referencesOf } from '../requests/records/references.ts';
import { pathNamesOf } from '../requests/records/record-maker.ts';
import { requestedKey } from '../requests/lists/read-rows.ts';
import type { Texts } from '../requests/request-form.ts';
import { varyId } from '../requests/vary-id.ts';
import { operationsOfRecord } from './resource-operations.ts';
import {
  isSuccess,
  type CreatedRecord,
  type RequestChanges,
  type ResourceResponse,
} from './resource-requests.ts';
import { ResourceSession } from './resource-session.ts';

/** The response of an operation that could access a record. */
export interface Reached {
  readonly operation: ContractOperation;
  readonly response: ResourceResponse;
  /** Whether it also succeeds for an unknown key, and so reveals nothing about this record. */
  readonly isForAnyKey: boolean;
  /** Whether it reveals nothing. */
  readonly isClosed: boolean;
}

/** Creates a record of each kind below a record, as far as they are accepted. Shape: by the name of the resource. */
export async function createBelow(
  resource: ResourceSession,
  record: CreatedRecord,
): Promise<readonly { readonly session: ResourceSession; readonly child: CreatedRecord }[]> {
  const made = [];
  for (const session of sessionsBelow(resource)) {
    const { record: child, response } = await session.tryCreate({}, record.path);
    // Why not for a 202: a started job remains as a record of what it did.
    if (child !== null && response.status !== 202) made.push({ session, child });
  }
  return made;
}

/** Returns the sessions of the resources whose records are created below a record, without jobs. */
export function sessionsBelow({
  operations: own,
  tools,
  context,
}: ResourceSession): readonly ResourceSession[] {
  const { itemPath } = own.resource;
  return [...context.pools.values()].flatMap(({ operations }) => {
    const path = operations.byNeed.create?.operation.path;
    const isBelow = itemPath !== null && path?.startsWith(`${itemPath}/`) === true;
    return isBelow && operations.resource.kind !== 'job'
      ? [new ResourceSession(operations, tools, context)]
      : [];
  });
}

/** Creates a record of each kind that is deleted with a record to which it refers, according to the deletion. */
export async function createReferring(
  resource: ResourceSession,
  record: CreatedRecord,
): ReturnType<typeof createBelow> {
  const { contract, resource: own, byNeed } = resource.operations;
  const made = [];
  for (const name of byNeed.delete?.role.alsoDeletes ?? []) {
    const operations = resource.context.pools.get(name)?.operations;
    const creation = operations?.byNeed.create?.operation;
    if (operations === undefined || creation === undefined || pathNamesOf(creation).length > 0) continue;
    const reference = referencesOf(creation).find(
      ({ reader }) => roleOf(contract.resources, reader.id)?.resource === own.name,
    );
    if (reference === undefined) continue;
    const session = new ResourceSession(operations, resource.tools, resource.context);
    const { record: child } = await session.tryCreate({ [reference.property]: record.key });
    if (child !== null) made.push({ session, child });
  }
  return made;
}

/**
 * Calls every operation on a record and below it, except those that create or end something.
 *
 * Shape: `path` has additional path parameters; operations without a value for one of theirs are omitted.
 */
export async function reach(
  resource: ResourceSession,
  record: Pick<CreatedRecord, 'key' | 'path'>,
  { path = {}, ...how }: RequestChanges & { readonly path?: Texts } = {},
): Promise<readonly Reached[]> {
  const reached: Reached[] = [];
  for (const { operation, parameter } of operationsOfRecord(resource.operations)) {
    if (isLeftOut(operation)) continue;
    const names: Texts = { ...record.path, ...path, [parameter]: record.key };
    if (pathNamesOf(operation).some((name) => names[name] === undefined)) continue;
    const response = await resource.callOperation(operation, names, how);
    const isRevealing = !isClosed(response, requestedKey(operation, names));
    const isSuspect = isRevealing && operation.method === 'GET' && /[a-z\d]/i.test(record.key);
    const unknown = { ...names, [parameter]: isSuspect ? varyId(record.key) : record.key };
    const isForAnyKey =
      isSuspect && isSuccess(await resource.callOperation(operation, unknown, { ...how, isExamined: false }));
    reached.push({ operation, response, isForAnyKey, isClosed: !isRevealing });
  }
  return reached;
}

/** Why not costly ones without a stream: they may start work that nothing stops. */
function isLeftOut(operation: ContractOperation): boolean {
  return (
    isDestructive(operation) || isSingleUse(traitsOf(operation)) || testOf(operation).record === 'specific'
  );
}

/** Returns whether a response reveals nothing: an error, or a list without items. Shape: `key` is that of a requested record. */
export function isClosed(
  response: { readonly status: number; readonly body?: unknown },
  key?: string,
): boolean {
  return !isSuccess(response) || isEmptyList(response.body, key);
}
