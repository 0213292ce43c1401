/** Handlers of the operations whose effect on a resource is inferred. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { LIKELY, type OperationRole, type Role } from '../../../contract/resources/graph.ts';
import { readPath } from '../../../contract/resources/path-shape.ts';
import { describeSame } from '../../../contract/resources/schema-likeness.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { withOwnKeys, type ResourceCall } from '../call.ts';
import type { HandlerContext } from '../../http/context.ts';
import { sampledResponse } from '../../http/complete-response.ts';
import type { Handler } from '../../http/operation.ts';
import { isFields } from '../fields.ts';
import { createAll } from '../lists/bulk-handlers.ts';
import { deleteAll, deleteOne } from '../lists/delete-handlers.ts';
import { downloadOne, uploadOne, withoutFile, withUpload } from '../files/file-handlers.ts';
import { kindsListed } from '../lists/mixed-lists.ts';
import { listsFound } from '../lists/several-lists.ts';
import { countAll, listAll } from '../lists/list-handlers.ts';
import { resourcesCounted } from '../links/counts-below.ts';
import { withIncluded } from '../links/included.ts';
import { assertKnownProperties, withSentHeaders } from '../requests/stated-requests.ts';
import { assertReferences } from '../requests/sent-references.ts';
import { actOn } from './action-handlers.ts';
import { changeOne, copyOne, createOne, readOne } from './record-handlers.ts';
import { resultHandler } from './result-handler.ts';
import { linkListed } from '../sets/linked-records.ts';
import { respondToRelationship } from '../sets/relationships.ts';
import { withParentState } from '../actions/state-conflicts.ts';
import { planOfAsked, restoreDeleted } from '../write/deleted-records.ts';
import { seedResource } from '../write/seed.ts';
import { planStream, streamedResponse, type EventStreamPlan } from '../streams/stream-plan.ts';
import {
  asksForStream,
  nounOf,
  respondWithStream,
  streamedResources,
  type StreamParent,
} from '../streams/stream-handler.ts';
import type { OperationPlan, ResourcePlans } from '../plan/plan.ts';
import type { AnyMockDefinition } from '../definition/define-mock.ts';
import { withDefinition, type DefinedParts } from '../definition/defined-handlers.ts';
import {
  changeSingleton,
  deleteSingleton,
  readFlag,
  readSingleton,
  setEntry,
  unsetEntry,
  usersShownBy,
} from './single-handlers.ts';

type RoleHandler = (call: ResourceCall) => Promise<HandlerResponse>;

const roleHandlers: Partial<Record<Role, RoleHandler>> = {
  create: withParentState(withUpload(createOne)),
  upload: uploadOne(createOne),
  download: downloadOne,
  read: readOne,
  list: listAll,
  search: listAll,
  replace: withUpload((call) => changeOne(call, 'replace')),
  upsert: (call) => changeOne(call, 'upsert'),
  update: withUpload((call) => changeOne(call, 'update')),
  delete: deleteOne,
  'bulk-create': createAll,
  'bulk-delete': deleteAll,
  action: actOn,
  copy: copyOne,
  'singleton-read': readSingleton,
  'singleton-replace': (call) => changeSingleton(call, 'replace'),
  'singleton-update': (call) => changeSingleton(call, 'update'),
  'singleton-delete': withoutFile(deleteSingleton),
  'flag-set': setEntry,
  'flag-unset': unsetEntry,
  'flag-read': readFlag,
  relate: setEntry,
  unrelate: unsetEntry,
};

export interface HandlerParts extends DefinedParts {
  /** What a user writes in code; `null` for nothing. */
  readonly definition: AnyMockDefinition | null;
}

/** Creates the handlers of a contract. Shape: by operation id; an operation without one responds with its sample. */
export function createResourceHandlers(parts: HandlerParts): Readonly<Record<string, Handler>> {
  const { contract, graph } = parts.described;
  const roles = new Map(graph.operations.map((role) => [role.id, role]));
  const handled = contract.service.operations.flatMap((spec): [string, Handler][] => {
    const role = roles.get(spec.id);
    const handle = role === undefined ? null : handlerOf(role, spec.path);
    const plain: Handler | null =
      handle === null
        ? resultHandler(parts, spec)
        : (request, context) => run(handle, parts, spec.id, request, context);
    const handler = streamedResponse(spec) === null ? plain : streamingHandler(parts, spec, plain);
    return handler === null ? [] : [[spec.id, handler]];
  });
  const handlers = Object.fromEntries(handled);
  if (parts.definition === null) return handlers;
  return withDefinition(handlers, parts.definition, parts, (spec) => sampleOf(parts, spec));
}

function handlerOf({ role, resource }: OperationRole, path: string): RoleHandler | null {
  if (resource === null || role.confidence < LIKELY) return null;
  if (role.value === 'aggregate' && /^counts?$/i.test(readPath(path).name)) return countAll;
  return roleHandlers[role.value] ?? null;
}

/** The methods of operations that may list records by their keys. */
const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE']);

async function run(
  handle: RoleHandler,
  { plans, count }: HandlerParts,
  id: string,
  sent: RequestValues,
  context: HandlerContext,
): Promise<HandlerResponse> {
  const plan = await plans.of(id);
  const request = plans.requestOf(id, sent);
  if (plan === null) throw new Error(`${id} has no plan.`);
  const { world, baseUrl } = context;
  for (const name of await neededResources(plan, plans))
    await seedResource({ world, plans, count, baseUrl }, name);
  const named = await withOwnKeys({ plan, plans, request, context });
  const call = { plan: planOfAsked(plan, named.query), plans, request: named, context };
  assertKnownProperties(plan, sent);
  await assertReferences(call);
  await restoreDeleted(call);
  const response =
    (await respondToRelationship(call)) ??
    (writes.has(plan.source.method) ? await linkListed(call) : null) ??
    (await handle(call));
  return withSentHeaders(plan, sent, await withIncluded(call, response));
}

/** Returns the resources whose records an operation may show or name. */
const neededResources = memoizeByObject(async (plan: OperationPlan, plans: ResourcePlans) => {
  const kinds = await kindsListed(plan, plans);
  const lists = await listsFound(plan, plans);
  const names = [
    plan.resource.resource.name,
    ...plan.above.values(),
    ...plan.references.map(({ resource }) => resource),
    ...kinds.map(({ resource }) => resource.name),
    ...lists.map(({ resource }) => resource.resource.name),
    ...resourcesCounted({ plan, plans }),
  ];
  const users = usersShownBy({ plan, plans });
  return new Set(users === undefined ? names : [...names, users.name]);
});

/** Responds with events where they are asked for; `plain` responds otherwise, the sample if there is none. */
function streamingHandler(parts: HandlerParts, spec: OperationSpec, plain: Handler | null): Handler {
  const { described, plans, count, pace } = parts;
  let planned: Promise<EventStreamPlan | null> | null = null;
  return async (request, context) => {
    const plan = await (planned ??= planStream(described, spec));
    const asks = plan !== null && asksForStream({ plan, request, context });
    const isStream = plain === null || (asks && plan.isOnly);
    const creator = isStream ? creatorOf(parts, spec) : null;
    if (creator !== null && asks) {
      const creation = await run(createOne, parts, creator, request, context);
      return respondWithStream(
        { plan, plans, request, context, pace },
        await parentOf(parts, creator, creation),
      );
    }
    const first = isStream ? null : await plain(request, context);
    if (!asks) return first ?? (await sampleOf(parts, spec));
    for (const name of streamedResources(plan, plans))
      await seedResource({ world: context.world, plans, count, baseUrl: context.baseUrl }, name);
    return respondWithStream({ plan, plans, request, context, pace }, await parentOf(parts, spec.id, first));
  };
}

/** Returns the operation in front of a stream that creates a record from the same body: `POST /runs` of `/runs/stream`. */
function creatorOf({ plans }: HandlerParts, { method, path }: OperationSpec): string | null {
  const inFront = path.slice(0, path.lastIndexOf('/'));
  const bodySchema = method === 'POST' ? plans.bodyOf(method, path) : null;
  const other = bodySchema === null ? null : plans.bodyOf(method, inFront);
  return bodySchema !== null && describeSame(bodySchema, other) ? plans.createdAt(inFront) : null;
}

async function sampleOf(
  { described: { contract } }: HandlerParts,
  spec: OperationSpec,
): Promise<HandlerResponse> {
  const sample = await sampledResponse({ spec, loadSamples: contract.loadSamples });
  if (sample === null) throw new Error(`${spec.id} has no sample.`);
  return sample;
}

/** Returns the record that an operation has made or changed, which its events are about. */
async function parentOf(
  { plans }: HandlerParts,
  id: string,
  response: HandlerResponse | null,
): Promise<StreamParent | null> {
  const plan = response === null ? null : await plans.of(id);
  const value = valueAt(response?.body, plan?.envelope ?? '');
  return plan === null || !isFields(value) ? null : { value, noun: nounOf(plan.resource) };
}
