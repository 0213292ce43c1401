/** Finds the operations of a resource that laws need, with the confidence of their inference. */
import type { Contract } from '../../contract/contract.ts';
import { responseLocation } from '../../contract/locations/contract-names.ts';
import { childLocation, type SchemaLocation } from '../../contract/locations/schema-location.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import {
  CERTAIN,
  LIKELY,
  roleOf,
  rolesOf,
  type OperationRole,
  type Resource,
  type Role,
} from '../../contract/resources/graph.ts';
import { readExpression } from '../../contract/link-expression.ts';
import { pointerStep, splitPointer } from '../../templates/runtime/json/pointer.ts';
import { isDestructive } from '../model/operations.ts';
import { isSingleUse, traitsOf } from '../requests/operation-traits.ts';
import { isSamePath } from '../../contract/resources/overrides/override.ts';

/** What a law needs operations for. */
export type Need = 'create' | 'read' | 'list' | 'update' | 'delete';

/** An operation with what it does. */
export interface ResourceOperation {
  readonly operation: ContractOperation;
  readonly role: OperationRole;
}

export interface ResourceOperations {
  readonly contract: Contract;
  readonly resource: Resource;
  readonly byNeed: Readonly<Partial<Record<Need, ResourceOperation>>>;
}

/** The roles that meet a need, the best one first. */
const rolesByNeed: Readonly<Record<Need, readonly Role[]>> = {
  create: ['create'],
  read: ['read'],
  list: ['list'],
  update: ['update', 'replace'],
  delete: ['delete'],
};

const needs = Object.keys(rolesByNeed) as readonly Need[];

/** The roles that meet a need of what exists only once. */
const singletonRoles: Readonly<Partial<Record<Need, readonly Role[]>>> = {
  read: ['singleton-read'],
  update: ['singleton-update', 'singleton-replace'],
};

/** Lists what exists once below its parents and can be read, such as settings, with its operations. */
export function listSingletonOperations(contract: Contract): readonly ResourceOperations[] {
  return contract.resources.resources.flatMap((resource) => {
    if (resource.kind !== 'singleton') return [];
    const entries = Object.entries(singletonRoles).flatMap(([need, roles]): [string, ResourceOperation][] => {
      const [best] = operationsWith(contract, resource, roles).flat();
      return best !== undefined && isSamePath(best.operation.path, resource.path) ? [[need, best]] : [];
    });
    return entries.length === 0 ? [] : [{ contract, resource, byNeed: Object.fromEntries(entries) }];
  });
}

/**
 * Lists the resources whose records clients create or read, with their operations. Shape: in the order of the graph.
 */
export function listResourceOperations(contract: Contract): readonly ResourceOperations[] {
  return contract.resources.resources.flatMap((resource) => {
    if (resource.kind !== 'collection' && resource.kind !== 'feed' && resource.kind !== 'job') return [];
    const entries = needs.flatMap((need) => {
      const whole = need === 'list' ? wholeLists(contract, resource) : [];
      const [best] = [...whole, ...operationsFor(contract, resource, need)];
      return best === undefined || isLimited(need, best.operation) ? [] : [[need, best] as const];
    });
    const byNeed = withWholeList(resource, Object.fromEntries(entries));
    const list = byNeed.list ?? listWithin(contract, resource);
    return entries.length === 0
      ? []
      : [{ contract, resource, byNeed: list === null ? byNeed : { ...byNeed, list } }];
  });
}

/** Lists the operations that meet a need, the best one first: that of the resource itself before its views. */
function operationsFor(contract: Contract, resource: Resource, need: Need): readonly ResourceOperation[] {
  // Why the item: an operation on the list would change all records, or names one that laws do not.
  const own = need === 'create' || need === 'list' ? resource.path : (resource.itemPath ?? resource.path);
  const isElsewhere = ({ operation: { path } }: ResourceOperation): boolean =>
    own !== resource.path && isSamePath(path, resource.path);
  const all = operationsWith(contract, resource, rolesByNeed[need]).map((some) =>
    some.filter((each) => !isElsewhere(each)),
  );
  const isOwn = ({ operation: { path } }: ResourceOperation): boolean => isSamePath(path, own);
  return all.flatMap((some) => [...some.filter(isOwn), ...some.filter((each) => !isOwn(each))]);
}

/** Lists the operations on a resource with each of these roles. */
function operationsWith(
  contract: Contract,
  { name }: Resource,
  roles: readonly Role[],
): readonly (readonly ResourceOperation[])[] {
  const all = rolesOf(contract.resources, name);
  return roles.map((wanted) =>
    all.flatMap((role) => {
      const operation = role.role.value === wanted ? operationsOf(contract).byId(role.id) : null;
      return operation === null ? [] : [{ operation, role }];
    }),
  );
}

/**
 * Lists the lists with all records below a parent: those at the paths where the records are and where they are created.
 * Shape: the one with the most filters and orders first.
 */
export function wholeLists(contract: Contract, resource: Resource): readonly ResourceOperation[] {
  const [creator] = operationsFor(contract, resource, 'create');
  const paths = [resource.path, ...(creator === undefined ? [] : [creator.operation.path])];
  const usesOf = ({ role }: ResourceOperation): number =>
    role.query.filter(({ use }) => use.value.kind !== 'none').length;
  return operationsFor(contract, resource, 'list')
    .filter(({ operation }) => paths.some((path) => isSamePath(path, operation.path)))
    .toSorted((one, other) => usesOf(other) - usesOf(one));
}

/**
 * Returns the operations without a list that may lack new records: a list at another path has only the records of a
 * parent or of the caller.
 */
function withWholeList(
  { path }: Resource,
  { list, ...others }: ResourceOperations['byNeed'],
): ResourceOperations['byNeed'] {
  if (list === undefined) return others;
  const { create } = others;
  const paths = [path, ...(create === undefined ? [list.operation.path] : [create.operation.path])];
  return paths.some((each) => isSamePath(each, list.operation.path)) ? { ...others, list } : others;
}

/** Returns whether creating records is limited: it costs money, or a success uses something up. */
function isLimited(need: Need, operation: ContractOperation): boolean {
  const traits = traitsOf(operation);
  return need === 'create' && (isSingleUse(traits) || traits.isCostly);
}

/** Returns the lowest confidence of what a law with these needs relies on. Units: from 0 to 1. */
export function confidenceIn({ resource, byNeed }: ResourceOperations, wanted: readonly Need[]): number {
  const parts = wanted.flatMap((need) => {
    const role = byNeed[need]?.role;
    const envelope = need === 'delete' ? null : (role?.envelope ?? null);
    return [role?.role.confidence ?? 0, envelope?.confidence ?? 1];
  });
  return Math.min(resource.key?.confidence ?? 1, ...parts);
}

/** Lists the operations on a record and below it: by its path, and by links with its key. */
export function operationsOfRecord({
  contract,
  resource,
  byNeed,
}: ResourceOperations): readonly { readonly operation: ContractOperation; readonly parameter: string }[] {
  const { itemPath, key } = resource;
  const own = key?.value.parameters.at(-1);
  return operationsOf(contract).all.flatMap((operation) => {
    const isBelow = itemPath !== null && `${operation.path}/`.startsWith(`${itemPath}/`);
    const parameter = isBelow
      ? own
      : linkedParameter(contract, byNeed, operation.id, key?.value.property ?? null);
    return parameter === undefined ? [] : [{ operation, parameter }];
  });
}

/** Returns the path parameter that a link fills with the key of a record; `undefined` for none. */
function linkedParameter(
  { links }: Contract,
  { create, read }: ResourceOperations['byNeed'],
  to: string,
  property: string | null,
): string | undefined {
  if (property === null) return undefined;
  const from = new Map(
    [create, read].flatMap((each) => (each === undefined ? [] : [[each.operation.id, each]])),
  );
  for (const link of links.filter((each) => each.to === to)) {
    const source = from.get(link.from);
    const pointer = `${source?.role.envelope?.value ?? ''}${property}`;
    const name = Object.entries(link.parameters).find(([place, written]) => {
      const expression = typeof written === 'string' ? readExpression(written) : null;
      return (
        place.startsWith('path.') && expression?.in === 'response.body' && expression.pointer === pointer
      );
    })?.[0];
    if (source !== undefined && name !== undefined) return name.slice('path.'.length);
  }
  return undefined;
}

/**
 * Returns the operation that reads the parent of a resource, as the one that lists its records; `null` unless the
 * parent has a list with the name of the resource whose items have its key.
 */
function listWithin(
  contract: Contract,
  { path, parents, key }: Resource,
): { readonly operation: ContractOperation; readonly role: OperationRole } | null {
  const end = path.lastIndexOf('/');
  const operation = operationsOf(contract).match('GET', path.slice(0, end));
  const parent = contract.resources.operations.find(({ id }) => id === operation?.id);
  if (operation === null || parent?.role.value !== 'read' || parents.length === 0) return null;
  const pointer = `${parent.envelope?.value ?? ''}${pointerStep(path.slice(end + 1))}`;
  const list = locationAt(responseLocation(operation, 200), pointer);
  const property = key?.value.property ?? null;
  const isKeyed =
    property !== null && list?.shape.kind === 'list' && locationAt(list, `/0${property}`) !== null;
  if (!isKeyed) return null;
  const evidence = [{ text: `${operation.id} returns a list of that name`, pointer: null }];
  return {
    operation,
    role: {
      ...parent,
      role: { value: 'list', confidence: CERTAIN, evidence },
      envelope: { value: pointer, confidence: CERTAIN, evidence },
      paging: null,
      query: [],
    },
  };
}

function locationAt(root: SchemaLocation | null, pointer: string): SchemaLocation | null {
  return splitPointer(pointer).reduce<SchemaLocation | null>(
    (at, name) => (at === null ? null : childLocation(at, name)),
    root,
  );
}

/** Lists the operations with a role below the path of one record. */
export function operationsBelow(
  { contract, resource }: ResourceOperations,
  wanted: Role,
): readonly ResourceOperation[] {
  return operationsOf(contract).all.flatMap((operation) => {
    const role = roleOf(contract.resources, operation.id);
    const isBelow = resource.itemPath !== null && operation.path.startsWith(`${resource.itemPath}/`);
    return isBelow && role?.role.value === wanted && role.role.confidence >= LIKELY
      ? [{ role, operation }]
      : [];
  });
}

/** Lists the actions on the records of a resource, without those that end something or cost much. */
export function actionsOn(operations: ResourceOperations): readonly ResourceOperation[] {
  return operationsBelow(operations, 'action').filter(
    ({ operation, role }) =>
      role.resource === operations.resource.name &&
      !isDestructive(operation) &&
      !traitsOf(operation).isCostly,
  );
}
