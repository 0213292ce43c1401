/** The law of roles: a member can only do what the description allows to its role. */
import type { ContractOperation } from '../../../contract/operations.ts';
import { limitsToAuthor, limitsToRole, onlyReads } from '../../../contract/statements/access.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { defineLaw, type Law } from '../law.ts';
import { callerOf } from '../queries/contrast.ts';
import { createBelow, sessionsBelow } from '../reach.ts';
import { actionsOn } from '../resource-operations.ts';
import {
  isSuccess,
  type CreatedRecord,
  type RequestChanges,
  type ResourceResponse,
} from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';
import { compareMemberships, giveRole, membershipOf } from './memberships.ts';

/** The profile of another account, which becomes a member. */
const OTHER = 'otherOrganization';

export const roleLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW49',
    title: 'A member can only do what its role allows.',
    description:
      'Creates a record, the records below it, and a membership of another account. With the role that may only read according to the description, it calls the operations that write and declare 403; with another role, those that are limited to the author or to a role. Compares the statuses of a new and of a known member, and removes the last owner, where a text states them.',
    rationale: 'A reader could change or delete the work of others.',
    needs: ['create', 'read'],
    profiles: [OTHER],
    play: actInRoles,
  }),
];

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
  const give = (role: string, how: RequestChanges = {}): Promise<ResourceResponse> =>
    giveRole(resource, membership, { record, key, role }, how);
  let present: string | null = null;
  const join = async (role: string): Promise<boolean> => {
    // Why: a POST adds an account only once.
    if (present !== null && membership.parameter === null) return present === role;
    if (!isSuccess(await give(role))) return false;
    present = role;
    return isSuccess(await resource.read(record, { profile: OTHER }));
  };
  let played = 0;
  if (reader !== undefined && (await join(reader))) played += await writeAs(tools, all, reader);
  const withoutRight = (operation: ContractOperation): string | undefined => {
    const others = membership.roles.filter((each) => each !== reader);
    const author = limitsToAuthor(operation);
    const limit = limitsToRole(operation, membership.roles);
    if (author !== null) return others.find((each) => !author.includes(each));
    return limit === null ? undefined : others.find((each) => isLower(each, limit));
  };
  const how: RequestChanges = { profile: OTHER, isExamined: false };
  // Why from the innermost: a deletion that succeeds would delete what is below.
  for (const own of all.toReversed())
    for (const { operation, call } of limitedOperations(own)) {
      const role = withoutRight(operation);
      if (role === undefined || !(await join(role))) continue;
      played += 1;
      note(tools, operation, await call(how), role);
    }
  const role = declares403(membership.operation) ? withoutRight(membership.operation) : undefined;
  const highest = limitsToRole(membership.operation, membership.roles);
  if (role !== undefined && highest !== null && membership.parameter !== null && (await join(role))) {
    played += 1;
    note(tools, membership.operation, await give(highest, how), role);
  }
  played += await compareMemberships(resource, tools, { membership, key });
  if (played === 0) tools.skip('No text states what a role excludes.');
}

/** Common roles, from the highest to the lowest. */
const ranks: readonly RegExp[] = [
  /^owner$/i,
  /^admin(?:istrator)?$/i,
  /^(?:maintainer|manager)$/i,
  /^(?:editor|member|contributor|developer|writer)$/i,
  /^(?:commenter|reporter)$/i,
  /^(?:viewer|reader|guest|observer)$/i,
];

/** Returns whether a role is certainly lower than another one. */
function isLower(role: string, limit: string): boolean {
  const [own, other] = [role, limit].map((each) => ranks.findIndex((rank) => rank.test(each)));
  return own !== undefined && other !== undefined && other >= 0 && own > other;
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
