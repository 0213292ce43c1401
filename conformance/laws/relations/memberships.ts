/** Memberships: the operations that give accounts roles in a record, and what their texts state about members. */
import { requestLocation } from '../../../contract/locations/contract-names.ts';
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { distinguishesNew, roleThatStays } from '../../../contract/statements/access.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import { propertiesOf, withJson } from '../../requests/request-form.ts';
import { callerOf } from '../queries/contrast.ts';
import { plainShape, propertiesAt } from '../record-schema.ts';
import {
  isSuccess,
  type CreatedRecord,
  type RequestChanges,
  type ResourceResponse,
} from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/**
 * An operation that gives an account a role in a record. Shape: `parameter` is the path parameter, or `account` the
 * property, with the key of the account.
 */
export interface Membership {
  readonly operation: ContractOperation;
  readonly parameter: string | null;
  readonly account: string | null;
  readonly property: string;
  readonly roles: readonly string[];
}

const roleName = /^(?:role|permission|access_?level)$/i;
const accountName = /^(?:user|account|member|person)_?id$/i;

/** Finds the operation that gives an account a role, with PUT rather than with POST; `null` for none. */
export function membershipOf({ operations }: ResourceSession): Membership | null {
  const { itemPath } = operations.resource;
  if (itemPath === null) return null;
  const all = operationsOf(operations.contract).all.flatMap((operation) => {
    const rest = operation.path.startsWith(`${itemPath}/`) ? operation.path.slice(itemPath.length) : null;
    const isOwn = rest !== null && /^(?:\/[^/{}]+)+(?:\/\{[^/{}]+\})?$/.test(rest);
    const parameter = rest?.endsWith('}') === true ? (pathNamesOf(operation).at(-1) ?? null) : null;
    return isOwn && operation.method === (parameter === null ? 'POST' : 'PUT')
      ? (withRoles(operation, parameter) ?? [])
      : [];
  });
  return all.find(({ parameter }) => parameter !== null) ?? all[0] ?? null;
}

/** Returns an operation as a membership; `null` without a role and an account. */
function withRoles(operation: ContractOperation, parameter: string | null): Membership | null {
  const location = requestLocation(operation);
  const properties = propertiesAt(location);
  const account = properties.find(({ name }) => accountName.test(name))?.name ?? null;
  for (const { name, shape } of parameter === null && account === null ? [] : properties) {
    const plain = location === null ? shape : plainShape(location, shape);
    if (!roleName.test(name) || plain.kind !== 'values') continue;
    const roles = plain.values.filter((value) => typeof value === 'string');
    return { operation, parameter, account: parameter === null ? account : null, property: name, roles };
  }
  return null;
}

/** A role that an account gets in a record. Shape: `key` is that of the account. */
interface Grant {
  readonly record: CreatedRecord;
  readonly key: string;
  readonly role: string;
}

/** Assigns a role to an account. */
export function giveRole(
  resource: ResourceSession,
  { operation, parameter, account, property }: Membership,
  { record, key, role }: Grant,
  how: RequestChanges = {},
): Promise<ResourceResponse> {
  const path = parameter === null ? record.path : { ...record.path, [parameter]: key };
  const base = resource.base(operation, path);
  const named = account === null ? {} : { [account]: key };
  return resource.send(withJson(base, { ...propertiesOf(base), ...named, [property]: role }), how);
}

/**
 * Adds another account to a new record twice, and removes the account that has created it. Shape: the number of
 * comparisons; `key` is that of the other account.
 */
export async function compareMemberships(
  resource: ResourceSession,
  tools: CheckTools,
  { membership, key }: { readonly membership: Membership; readonly key: string },
): Promise<number> {
  const { operation, parameter, roles } = membership;
  const removal = operationsOf(resource.operations.contract).all.find(
    ({ method, path }) => method === 'DELETE' && path === operation.path,
  );
  const staying = [removal, operation].flatMap((each) =>
    each === undefined ? [] : (roleThatStays(each, roles) ?? []),
  )[0];
  const isCounted = distinguishesNew(operation);
  if (parameter === null || (staying === undefined && !isCounted)) return 0;
  const role = roles.findLast((each) => each !== staying);
  if (role === undefined) return 0;
  const record = await resource.create();
  const added = await giveRole(resource, membership, { record, key, role });
  if (!isSuccess(added)) return 0;
  if (isCounted) {
    const known = await giveRole(resource, membership, { record, key, role });
    for (const [response, status, who] of [
      [added, 201, 'a new'],
      [known, 200, 'a known'],
    ] as const) {
      const message = `${operation.id} of ${who} member returned ${response.status} instead of ${status}.`;
      tools.noteOf(response.exchange, response.status === status || !isSuccess(response), message, 'status');
    }
  }
  const own = staying === undefined ? null : await callerOf(resource);
  if (own === null || staying === undefined) return 1;
  const note = ({ status, exchange }: ResourceResponse, { id }: ContractOperation): void => {
    const message = `${id} of the last member with the role ${staying} returned ${status} instead of 409.`;
    tools.noteOf(exchange, !isSuccess({ status }), message, 'status');
  };
  const path = { ...record.path, [parameter]: own };
  const isKept = removal !== undefined && roleThatStays(removal, roles) !== null;
  const removed = isKept ? await resource.callOperation(removal, path) : null;
  if (removed !== null && removal !== undefined) note(removed, removal);
  // Why only after a 409: the account that creates a record need not have this role.
  if (roleThatStays(operation, roles) !== null && removed?.status === 409)
    note(await giveRole(resource, membership, { record, key: own, role }), operation);
  return 1;
}
