/** The law of roles: a member can only do what the description allows to its role. */
import { requestLocation } from '../../../contract/locations/contract-names.ts';
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { limitsToAuthor, onlyReads } from '../../../contract/statements.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { pathNamesOf } from '../../requests/records/record-maker.ts';
import { propertiesOf, withJson } from '../../requests/request-form.ts';
import { defineLaw, type Law } from '../law.ts';
import { callerOf } from '../queries/contrast.ts';
import { createBelow, sessionsBelow } from '../reach.ts';
import { plainShape, propertiesAt } from '../record-schema.ts';
import { actionsOn } from '../resource-operations.ts';
import {
  isSuccess,
  type CreatedRecord,
  type RequestChanges,
  type ResourceResponse,
} from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/** The profile of another account, which becomes a member. */
const OTHER = 'otherOrganization';

export const roleLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW49',
    title: 'A member can only do what its role allows.',
    description:
      'Creates a record, the records below it, and a membership of another account. With the role that may only read according to the description, it calls the operations that write and declare 403; with another role, those that are limited to the author.',
    rationale: 'A reader could change or delete the work of others.',
    needs: ['create', 'read'],
    profiles: [OTHER],
    play: actInRoles,
  }),
];

/** An operation that gives an account a role in a record. Shape: `parameter` has the key of the account. */
interface Membership {
  readonly operation: ContractOperation;
  readonly parameter: string;
  readonly property: string;
  readonly roles: readonly string[];
}

/** Finds the operation that gives an account a role; `null` for none. */
function membershipOf({ operations }: ResourceSession): Membership | null {
  const { itemPath } = operations.resource;
  for (const operation of operationsOf(operations.contract).all) {
    const parameter = pathNamesOf(operation).at(-1) ?? '';
    const path = itemPath === null ? '' : `${itemPath}/`;
    const isBelow =
      path !== '' && operation.path.startsWith(path) && operation.path.endsWith(`/{${parameter}}`);
    if (operation.method !== 'PUT' || !isBelow || operation.path.slice(path.length).split('{').length !== 2)
      continue;
    const location = requestLocation(operation);
    for (const { name, shape } of propertiesAt(location)) {
      const plain = location === null ? shape : plainShape(location, shape);
      if (!/^(?:role|permission|access_?level)$/i.test(name) || plain.kind !== 'values') continue;
      const roles = plain.values.filter((value) => typeof value === 'string');
      return { operation, parameter, property: name, roles };
    }
  }
  return null;
}

/** A record, and the session of its resource. */
interface OwnRecord {
  readonly session: ResourceSession;
  readonly child: CreatedRecord;
}

async function actInRoles(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const membership = membershipOf(resource);
  if (membership === null) return tools.skip('No operation gives an account a role.');
  const { contract } = resource.operations;
  const reader = membership.roles.find((role) => onlyReads(contract, role));
  const key = await callerOf(resource, OTHER);
  if (key === null) return tools.skip('No operation returns the key of the other account.');
  const record = await resource.create();
  const all = await createTree({ session: resource, child: record });
  const join = async (role: string): Promise<boolean> => {
    const base = resource.base(membership.operation, { ...record.path, [membership.parameter]: key });
    const form = withJson(base, { ...propertiesOf(base), [membership.property]: role });
    const isAdded = isSuccess(await resource.send(form));
    return isAdded && isSuccess(await resource.read(record, { profile: OTHER }));
  };
  let played = 0;
  if (reader !== undefined && (await join(reader))) played += await writeAs(tools, all, reader);
  for (const own of all)
    for (const { operation, call } of limitedOperations(own)) {
      const limits = limitsToAuthor(operation);
      const role = membership.roles.find((each) => each !== reader && limits?.includes(each) === false);
      if (limits === null || role === undefined || !(await join(role))) continue;
      played += 1;
      note(tools, operation, await call({ profile: OTHER, isExamined: false }), role);
    }
  if (played === 0) tools.skip('No text states what a role excludes.');
}

/** Creates records below a record, and below these. Shape: from the outermost to the innermost. */
async function createTree(root: OwnRecord): Promise<readonly OwnRecord[]> {
  const all = [root];
  const kinds = new Set([root.session.path]);
  for (const { session, child } of all)
    for (const each of await createBelow(session, child)) {
      if (kinds.has(each.session.path)) continue;
      kinds.add(each.session.path);
      all.push(each);
    }
  return all;
}

/** Calls the operations that write with a role that may only read. Shape: the number of calls. */
async function writeAs(tools: CheckTools, all: readonly OwnRecord[], role: string): Promise<number> {
  const how: RequestChanges = { profile: OTHER, isExamined: false };
  let count = 0;
  const call = async (operation: ContractOperation, send: () => Promise<ResourceResponse>): Promise<void> => {
    if (!declares403(operation)) return;
    count += 1;
    note(tools, operation, await send(), role);
  };
  for (const { session, child } of all) {
    for (const below of sessionsBelow(session)) {
      const { operation } = below.operation('create');
      await call(operation, () => session.callOperation(operation, child.path, how));
    }
    for (const { operation } of actionsOn(session.operations).filter((each) => each.operation.body === null))
      await call(operation, () => session.callOperation(operation, child.path, how));
  }
  // Why from the innermost: a deletion that succeeds would delete what is below.
  for (const own of all.toReversed())
    for (const limited of limitedOperations(own)) await call(limited.operation, () => limited.call(how));
  return count;
}

interface LimitedOperation {
  readonly operation: ContractOperation;
  readonly call: (how: RequestChanges) => Promise<ResourceResponse>;
}

/** Returns the update and the deletion of a record, as far as they declare 403. */
function limitedOperations({ session, child }: OwnRecord): readonly LimitedOperation[] {
  const { update, delete: removal } = session.operations.byNeed;
  const all = [
    ...(update === undefined
      ? []
      : [{ operation: update.operation, call: (how: RequestChanges) => session.update(child, {}, how) }]),
    ...(removal === undefined
      ? []
      : [{ operation: removal.operation, call: (how: RequestChanges) => session.delete(child, how) }]),
  ];
  return all.filter(({ operation }) => declares403(operation));
}

function declares403({ responses }: ContractOperation): boolean {
  return responses.some(({ status }) => status === 403);
}

function note(
  tools: CheckTools,
  { id }: ContractOperation,
  { status, exchange }: ResourceResponse,
  role: string,
): void {
  const message = `${id} as a member with the role ${role} returned ${status} instead of 403.`;
  tools.noteOf(exchange, !isSuccess({ status }), message, 'status');
}
