/** Relations between records: operations such as `PUT /tasks/{taskId}/labels/{labelId}`. */
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import { operationsBelow, type ResourceOperation } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord } from '../resource-requests.ts';
import { ResourceSession } from '../resource-session.ts';

/** An operation that adds a record of another resource to a record. */
export interface Relation {
  readonly add: ResourceOperation['operation'];
  readonly owner: ResourceSession;
  /** The session of the records that are added. */
  readonly other: ResourceSession;
  /** The path parameter with the key of such a record. */
  readonly parameter: string;
}

/** Lists the relations whose first record is of a resource. */
export function relationsOf(owner: ResourceSession): readonly Relation[] {
  return operationsBelow(owner.operations, 'relate').flatMap(({ operation: add }) => {
    const parameter = pathNamesOf(add).at(-1) ?? '';
    const isKeyed = add.body === null && add.path.endsWith(`{${parameter}}`);
    const other = isKeyed ? sessionByKey(owner, parameter) : null;
    return other === null ? [] : [{ add, owner, other, parameter }];
  });
}

/** Lists the relations whose second record is of a resource. */
export function relationsTo(other: ResourceSession): readonly Relation[] {
  return [...other.context.pools.values()].flatMap(({ operations }) => {
    const { create, read } = operations.byNeed;
    if (create === undefined || read === undefined) return [];
    const owner = new ResourceSession(operations, other.tools, other.context);
    return relationsOf(owner).filter((each) => each.other.path === other.path);
  });
}

/** Returns the session of the resource whose records have their key in a path parameter; `null` unless they are created. */
function sessionByKey({ tools, context }: ResourceSession, parameter: string): ResourceSession | null {
  for (const { operations } of context.pools.values()) {
    const isKey = operations.resource.key?.value.parameters.at(-1) === parameter;
    if (isKey && operations.byNeed.create !== undefined)
      return new ResourceSession(operations, tools, context);
  }
  return null;
}

/** Creates a record with the same parents and adds it to a record; `null` if a request is rejected. */
export async function relate(relation: Relation, record: CreatedRecord): Promise<CreatedRecord | null> {
  const added = await createRelated(relation, record);
  return added !== null && isSuccess(await addTo(relation, record, added)) ? added : null;
}

/** Creates a record that can be added to a record; `null` if it is rejected. */
export function createRelated({ other }: Relation, record: CreatedRecord): Promise<CreatedRecord | null> {
  return createBeside(other, record);
}

/** Creates a record to which a record can be added; `null` if it is rejected. */
export function createOwner({ owner }: Relation, record: CreatedRecord): Promise<CreatedRecord | null> {
  return createBeside(owner, record);
}

/** Creates a record with the parents of another one, if these are its own. */
async function createBeside(
  session: ResourceSession,
  { path }: CreatedRecord,
): Promise<CreatedRecord | null> {
  const names = pathNamesOf(session.operation('create').operation);
  const isSibling = names.every((name) => path[name] !== undefined);
  return (await session.tryCreate({}, isSibling ? path : undefined, true)).record;
}

/** Adds a record to a record. */
export function addTo({ add, owner, parameter }: Relation, record: CreatedRecord, { key }: CreatedRecord) {
  return owner.callOperation(add, { ...record.path, [parameter]: key });
}
