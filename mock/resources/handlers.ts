/** Handlers of the operations whose effect on a resource is inferred. */
import { LIKELY, type OperationRole, type Role } from '../../contract/resources/graph.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../templates/runtime/server/service.ts';
import type { ResourceCall } from './call.ts';
import type { HandlerContext } from '../http/context.ts';
import type { Handler } from '../http/operation.ts';
import type { ResourceContract, ResourcePlans } from './plan.ts';
import { listAll } from './list-handlers.ts';
import { actOn, changeOne, copyOne, createOne, deleteOne, readOne } from './record-handlers.ts';
import { seedResource } from './seed.ts';
import { asksForEvents, streamSamples } from './stream.ts';
import {
  changeSingleton,
  deleteSingleton,
  readFlag,
  readSingleton,
  setEntry,
  unsetEntry,
} from './single-handlers.ts';

type RoleHandler = (call: ResourceCall) => Promise<HandlerResponse>;

const roleHandlers: Partial<Record<Role, RoleHandler>> = {
  create: createOne,
  read: readOne,
  list: listAll,
  search: listAll,
  replace: (call) => changeOne(call, 'replace'),
  upsert: (call) => changeOne(call, 'upsert'),
  update: (call) => changeOne(call, 'update'),
  delete: deleteOne,
  action: actOn,
  copy: copyOne,
  'singleton-read': readSingleton,
  'singleton-replace': (call) => changeSingleton(call, 'replace'),
  'singleton-update': (call) => changeSingleton(call, 'update'),
  'singleton-delete': deleteSingleton,
  'flag-set': setEntry,
  'flag-unset': unsetEntry,
  'flag-read': readFlag,
  relate: setEntry,
  unrelate: unsetEntry,
};

/** Creates the handlers of a contract. Units: `count` records to begin with. Shape: by operation id; an operation without one responds with its sample. */
export function createResourceHandlers(
  described: ResourceContract,
  plans: ResourcePlans,
  count: number,
): Readonly<Record<string, Handler>> {
  const handled = described.graph.operations.flatMap((role): [string, Handler][] => {
    const handle = handlerOf(role);
    return handle === null
      ? []
      : [[role.id, (request, context) => run(handle, { plans, count }, role.id, request, context)]];
  });
  return Object.fromEntries(handled);
}

function handlerOf({ role, resource }: OperationRole): RoleHandler | null {
  return resource === null || role.confidence < LIKELY ? null : (roleHandlers[role.value] ?? null);
}

async function run(
  handle: RoleHandler,
  { plans, count }: { readonly plans: ResourcePlans; readonly count: number },
  id: string,
  request: RequestValues,
  context: HandlerContext,
): Promise<HandlerResponse> {
  const plan = await plans.of(id);
  if (plan === null) throw new Error(`${id} has no plan.`);
  for (const name of [plan.resource.resource.name, ...plan.above.values()])
    await seedResource(context.world, plans, name, count);
  if (asksForEvents(plan, request)) return streamSamples(plan);
  return handle({ plan, plans, request, context });
}
