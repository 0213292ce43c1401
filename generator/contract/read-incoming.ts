/**
 * Reads the requests that the service itself sends: webhooks and callbacks. No code is generated for them; only
 * comparisons use them.
 */
import type { JsonObject } from '../source/documents.ts';
import { isObject, propertyOf, objectAt, resolveNode, textAt } from '../source/json.ts';
import { httpMethods, resolveMember, type OpenapiContext } from './openapi-context.ts';
import { readOperation } from './read-operation.ts';
import type { ReadOperation } from './reading.ts';

/**
 * Reads all webhooks, then the callbacks of each operation.
 *
 * Shape: `path` is the name of a webhook, or the expression with the address of a callback.
 */
export function readIncoming(operations: readonly ReadOperation[], context: OpenapiContext): ReadOperation[] {
  const webhooks = objectAt(context.root, 'webhooks');
  return [
    ...readPathItems(webhooks, (written, path) => written ?? path, context),
    ...operations.flatMap((operation) => readCallbacks(operation, context)),
  ];
}

function readCallbacks(owner: ReadOperation, context: OpenapiContext): ReadOperation[] {
  const pathItem = resolveNode(context.root, propertyOf(objectAt(context.root, 'paths'), owner.path));
  const callbacks = pathItem === null ? {} : objectAt(objectAt(pathItem, owner.method), 'callbacks');
  return Object.keys(callbacks).flatMap((name) => {
    const callback = resolveMember(callbacks, name, context)?.node;
    return callback === undefined
      ? []
      : readPathItems(callback, (written) => written ?? `${owner.id}.${name}`, context);
  });
}

function readPathItems(
  items: JsonObject,
  nameOf: (operationId: string | null, path: string) => string,
  context: OpenapiContext,
): ReadOperation[] {
  return Object.keys(items).flatMap((path) => {
    const pathItem = path.startsWith('x-') ? undefined : resolveMember(items, path, context)?.node;
    if (pathItem === undefined) return [];
    return httpMethods.flatMap((method) => {
      const operation = propertyOf(pathItem, method);
      if (!isObject(operation)) return [];
      const id = nameOf(textAt(operation, 'operationId'), path);
      return [readOperation(operation, { id, method, path, pathItem, security: [] }, context)];
    });
  });
}
