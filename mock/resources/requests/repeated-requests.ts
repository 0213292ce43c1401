/** Requests that are sent again with the same idempotency key: in the header `Idempotency-Key`, or in the body. */
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import type { HandlerContext } from '../../http/context.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Handler } from '../../http/operation.ts';
import type { World } from '../../kernel/world/world.ts';
import { findResponse, storeResponse, type KeyedRequest } from '../../records/stored-response.ts';
import { isFields } from '../fields.ts';

/** Returns handlers that repeat their first response to a POST. Errors: they throw an OperationError with 409 for another body. */
export function withRepeatedRequests(
  handlers: Readonly<Record<string, Handler>>,
  operations: readonly OperationSpec[],
): Readonly<Record<string, Handler>> {
  const posts = new Set(operations.flatMap(({ id, method }) => (method === 'POST' ? [id] : [])));
  const entries = Object.entries(handlers).map(([id, handler]): [string, Handler] => [
    id,
    posts.has(id) ? repeating(id, handler) : handler,
  ]);
  return Object.fromEntries(entries);
}

function repeating(operation: string, handler: Handler): Handler {
  return async (request, context) => {
    const { world, handlerNotes } = context;
    const key = keyOf(request, context);
    if (key === '') return handler(request, context);
    const keyed: KeyedRequest = {
      organizationId: JSON.stringify(context.caller.identity),
      operation,
      path: JSON.stringify(request.path),
      key,
      body: request.body,
      noteRepeated: (isRepeated) => {
        handlerNotes.isRepeated = isRepeated;
      },
    };
    return inTurn(world, JSON.stringify([keyed.organizationId, operation, keyed.path, key]), async () => {
      const earlier = findResponse<HandlerResponse>(world.view, keyed);
      if (earlier?.ok === true) return earlier.value;
      if (earlier !== null)
        throw new OperationError(409, 'This idempotency key was used with a different body');
      const response = await handler(request, context);
      const { status, stream, bytes } = response;
      if (status < 300 && stream === undefined && bytes === undefined)
        await world.run((tx) => {
          storeResponse(tx, keyed, response);
        });
      return response;
    });
  };
}

/** The last requests with a key that have not ended, by world. */
const pending = new WeakMap<World, Map<string, Promise<HandlerResponse>>>();

/** Runs requests with the same key one after the other, so that of several at once only the first has an effect. */
function inTurn(world: World, key: string, run: () => Promise<HandlerResponse>): Promise<HandlerResponse> {
  const byKey = pending.get(world) ?? new Map<string, Promise<HandlerResponse>>();
  pending.set(world, byKey);
  const turn = (byKey.get(key) ?? Promise.resolve()).then(run, run);
  byKey.set(key, turn);
  const forget = (): void => {
    if (byKey.get(key) === turn) byKey.delete(key);
  };
  turn.then(forget, forget);
  return turn;
}

/** Returns the idempotency key of a request; empty without one. */
function keyOf({ body }: RequestValues, { headers }: HandlerContext): string {
  const inBody = isFields(body) ? (body['idempotency_key'] ?? body['idempotencyKey']) : undefined;
  return headers.get('idempotency-key') ?? (typeof inBody === 'string' ? inBody : '');
}
