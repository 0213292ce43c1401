/** Sends the callbacks of an operation when it has succeeded, or when the work that it began is done. */
import { evaluateLink, type LinkExpression } from '../../../contract/link-expression.ts';
import type { SourceRequest } from '../../../contract/resources/source.ts';
import { wordsOf } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { HandlerContext } from '../../http/context.ts';
import type { View } from '../../kernel/store/view.ts';
import type { World } from '../../kernel/world/world.ts';
import { isFields, keyTextIn } from '../fields.ts';
import { findTarget, pathTexts, targetOf } from '../locate.ts';
import type { OperationPlan } from '../plan/plan.ts';
import { records, type ResourceRecord } from '../record.ts';
import { deliver, type DeliveryParts } from './deliver.ts';

export interface SucceededCall {
  readonly request: RequestValues;
  readonly context: HandlerContext;
  readonly response: HandlerResponse;
}

/** Sends the callbacks of an operation. Shape: `requests` are those of the operation with this id. */
export async function sendCallbacks(
  parts: DeliveryParts,
  id: string,
  requests: readonly SourceRequest[],
  call: SucceededCall,
): Promise<void> {
  const addresses = requests.map((request) => [request, addressOf(request, call)] as const);
  const plan = await parts.plans.of(id);
  const { world } = call.context;
  const record = plan === null ? undefined : recordOf(plan, call, world.view);
  const send = (value: ResourceRecord | undefined): void => {
    for (const [request, address] of addresses) {
      if (address === null || isFailure(request)) continue;
      const about =
        plan === null || value === undefined ? null : { resource: plan.resource, value: value.value };
      void deliver(parts, world, { request, address, about, verb: null });
    }
  };
  if (record === undefined) send(undefined);
  else whenDone(world, record, send);
}

/** Returns whether a callback is about work that has failed, which that of the mock does not. */
function isFailure({ name }: SourceRequest): boolean {
  const words = wordsOf(name.slice(name.indexOf('.') + 1));
  return words.some((word) => /^(?:fail|err|reject|cancel|abort|timeout|expire)/.test(word));
}

/** Returns the address of a callback; `null` if the call has none. */
function addressOf({ callback }: SourceRequest, call: SucceededCall): string | null {
  const address =
    callback === null ? undefined : evaluateLink(callback.address, (part) => readPart(part, call));
  return typeof address === 'string' && address !== '' ? address : null;
}

function readPart(
  part: LinkExpression,
  { request, context, response }: SucceededCall,
): JsonValue | undefined {
  switch (part.in) {
    case 'request.body':
      return valueAt(request.body, part.pointer) as JsonValue | undefined;
    case 'response.body':
      return valueAt(response.body, part.pointer) as JsonValue | undefined;
    case 'request.path':
      return request.path[part.name] as JsonValue | undefined;
    case 'request.query':
      return request.query[part.name] as JsonValue | undefined;
    case 'request.header':
      return context.headers.get(part.name.toLowerCase()) ?? undefined;
    case 'response.header':
      return headerOf(response, part.name);
    case 'statusCode':
      return response.status;
    case 'url':
    case 'method':
      return undefined;
  }
}

function headerOf({ headers = {} }: HandlerResponse, name: string): JsonValue | undefined {
  const entry = Object.entries(headers).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return entry?.[1] as JsonValue | undefined;
}

/** Returns the record that a call has created or changed; undefined if there is none. */
function recordOf(
  plan: OperationPlan,
  { request, response }: SucceededCall,
  view: View,
): ResourceRecord | undefined {
  const shown: unknown = valueAt(response.body, plan.envelope ?? '');
  const key = isFields(shown) ? keyTextIn(shown, plan.resource.keyPointer) : null;
  const target = key === null ? targetOf(plan, request) : { key, parents: pathTexts(plan, request) };
  return findTarget(view, plan.resource, target);
}

/** Calls back with a record once no timer is left that changes it. */
function whenDone(
  world: World,
  { id }: ResourceRecord,
  done: (record: ResourceRecord | undefined) => void,
): void {
  const isPending = (view: View): boolean =>
    view.timers(MAX_TIMERS).some(({ target }) => target.kind === records.name && target.id === id);
  if (!isPending(world.view)) {
    done(world.view.get(records, id));
    return;
  }
  const stop = world.watch((change) => {
    if (change.kind === 'changes' && isPending(change.after)) return;
    queueMicrotask(() => stop());
    if (change.kind === 'changes') done(change.after.get(records, id));
  });
}

/** The maximum number of timers that are looked at. */
const MAX_TIMERS = 10_000;
