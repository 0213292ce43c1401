/**
 * Reads the requests that the service itself sends: webhooks and callbacks. Comparisons use all of a request, generated
 * code only its JSON body.
 */
import { isXmlMediaType } from '../../templates/runtime/media-type.ts';
import type { JsonObject } from '../json/documents.ts';
import { isObject, propertyOf, objectAt, resolveNode, textAt, textsAt } from '../json/json.ts';
import { toCamel } from '../model/check-names.ts';
import type { Webhook } from '../model/contract-model.ts';
import { httpMethods, kindOfContent, resolveProperty, type OpenapiContext } from './openapi-context.ts';
import { readOperation } from './read-operation.ts';
import type { ReadOperation } from '../model/reading.ts';

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

/**
 * Reads the JSON bodies of all webhooks, then those of callbacks. Shape: sorted as in the document, each name once.
 *
 * Errors: BODY_OPAQUE (reported) for a body that is not JSON.
 */
export function readWebhooks(operations: readonly ReadOperation[], context: OpenapiContext): Webhook[] {
  const webhooks = objectAt(context.root, 'webhooks');
  const requests = [
    ...listRequests(webhooks, (name) => name, context),
    ...operations.flatMap((operation) => listCallbacks(operation, context)),
  ];
  const names = new Set<string>();
  return requests.flatMap(({ name: wanted, method, callback, operation }): Webhook[] => {
    let name = wanted;
    for (let number = 2; names.has(name); number++) name = `${wanted}${number}`;
    names.add(name);
    const body = resolveProperty(operation, 'requestBody', context);
    const content = Object.entries(body === null ? {} : objectAt(body.node, 'content'));
    const json = content.find(
      ([type, media]) =>
        isObject(media) && !isXmlMediaType(type) && kindOfContent(type, media, context) === 'json',
    );
    const place = context.placeOf(operation);
    if (json === undefined) {
      for (const [mediaType] of content) context.report('BODY_OPAQUE', place, { mediaType });
      return [];
    }
    const media = isObject(json[1]) ? json[1] : {};
    const label = body?.component == null ? `${toCamel(name)}Webhook` : `${body.component}Body`;
    const check = context.parts.add(propertyOf(media, 'schema'), label, media);
    const description = textAt(operation, 'summary') ?? textAt(operation, 'description');
    return [
      { name, method, callback, tag: textsAt(operation, 'tags')[0] ?? null, description, check, place },
    ];
  });
}

interface SentRequest extends Pick<Webhook, 'name' | 'method' | 'callback'> {
  readonly operation: JsonObject;
}

function listCallbacks(owner: ReadOperation, context: OpenapiContext): SentRequest[] {
  return callbacksOf(owner, context).flatMap(([name, callback]) =>
    listRequests(callback, () => `${owner.id}.${name}`, context, owner.id),
  );
}

function listRequests(
  items: JsonObject,
  nameOf: (path: string) => string,
  context: OpenapiContext,
  owner: string | null = null,
): SentRequest[] {
  return Object.keys(items).flatMap((path) => {
    const pathItem = path.startsWith('x-') ? undefined : resolveProperty(items, path, context)?.node;
    return pathItem === undefined
      ? []
      : httpMethods.flatMap((method): SentRequest[] => {
          const operation = propertyOf(pathItem, method);
          if (!isObject(operation)) return [];
          const callback = owner === null ? null : { operation: owner, address: path };
          return [{ name: nameOf(path), method: method.toUpperCase(), callback, operation }];
        });
  });
}

function readCallbacks(owner: ReadOperation, context: OpenapiContext): ReadOperation[] {
  return callbacksOf(owner, context).flatMap(([name, callback]) =>
    readPathItems(callback, (written) => written ?? `${owner.id}.${name}`, context),
  );
}

/** Lists the callbacks of an operation, by name. */
function callbacksOf(owner: ReadOperation, context: OpenapiContext): (readonly [string, JsonObject])[] {
  const pathItem = resolveNode(context.root, propertyOf(objectAt(context.root, 'paths'), owner.path));
  const callbacks = pathItem === null ? {} : objectAt(objectAt(pathItem, owner.method), 'callbacks');
  return Object.keys(callbacks).flatMap((name) => {
    const callback = name.startsWith('x-') ? undefined : resolveProperty(callbacks, name, context)?.node;
    return callback === undefined ? [] : [[name, callback] as const];
  });
}

function readPathItems(
  items: JsonObject,
  nameOf: (operationId: string | null, path: string) => string,
  context: OpenapiContext,
): ReadOperation[] {
  return Object.keys(items).flatMap((path) => {
    const pathItem = path.startsWith('x-') ? undefined : resolveProperty(items, path, context)?.node;
    if (pathItem === undefined) return [];
    return httpMethods.flatMap((method) => {
      const operation = propertyOf(pathItem, method);
      if (!isObject(operation)) return [];
      const id = nameOf(textAt(operation, 'operationId'), path);
      const named = { name: id, reason: 'exact' } as const;
      return [readOperation(operation, { id, named, method, path, pathItem, security: [] }, context)];
    });
  });
}
