/**
 * Reads the operations of an AsyncAPI document: the direction of each message, and the channels that only carry
 * replies.
 */
import type { JsonObject } from '../json/documents.ts';
import type { Message } from '../model/contract-model.ts';
import { isArray, propertyOf, objectAt, resolveNode, textAt } from '../json/json.ts';

/** Channels without an address that carry replies to operations. */
export interface ResponseChannels {
  /** Reply channels by the channel of the request. */
  readonly byRequest: ReadonlyMap<JsonObject, readonly JsonObject[]>;
  /** All reply channels. They are not channels of the contract: their messages use the connection of the request. */
  readonly shared: ReadonlySet<JsonObject>;
}

/**
 * Finds the channels whose replies use the connection of the request, so that several operations can share one list of
 * messages. Such a channel has no address, and neither has the reply.
 */
export function readResponseChannels(root: JsonObject): ResponseChannels {
  const byRequest = new Map<JsonObject, JsonObject[]>();
  const shared = new Set<JsonObject>();
  for (const written of Object.values(objectAt(root, 'operations'))) {
    const operation = resolveNode(root, written);
    const reply = operation === null ? null : resolveNode(root, propertyOf(operation, 'reply'));
    if (operation === null || reply === null || propertyOf(reply, 'address') !== undefined) continue;
    const request = resolveNode(root, propertyOf(operation, 'channel'));
    const channel = resolveNode(root, propertyOf(reply, 'channel'));
    if (request === null || channel === null || request === channel) continue;
    if (textAt(channel, 'address') !== null) continue;
    shared.add(channel);
    const existing = byRequest.get(request) ?? [];
    if (!existing.includes(channel)) byRequest.set(request, [...existing, channel]);
  }
  for (const channel of byRequest.keys()) shared.delete(channel);
  return { byRequest, shared };
}

/**
 * Reads the direction of each message from the operations that refer to it.
 *
 * Shape: keyed by the message node; `none` for a message that is both sent and received.
 */
export function readDirections(root: JsonObject): ReadonlyMap<JsonObject, Message['direction']> {
  const directions = new Map<JsonObject, Message['direction']>();
  for (const written of Object.values(objectAt(root, 'operations'))) {
    const operation = resolveNode(root, written);
    if (operation === null) continue;
    const reply = resolveNode(root, propertyOf(operation, 'reply'));
    const action = textAt(operation, 'action') === 'send' ? 'send' : 'receive';
    for (const node of messagesOf(operation, root)) {
      const before = directions.get(node);
      const isOpposite = reply === null && (before === 'send' || before === 'receive') && before !== action;
      directions.set(node, isOpposite ? 'none' : reply === null ? action : 'request');
    }
    if (reply !== null) for (const node of messagesOf(reply, root)) directions.set(node, 'reply');
  }
  return directions;
}

/** Lists the messages that an operation refers to; all of its channel if it lists none. */
function messagesOf(owner: JsonObject, root: JsonObject): JsonObject[] {
  const named = propertyOf(owner, 'messages');
  const channel = resolveNode(root, propertyOf(owner, 'channel'));
  const written = isArray(named)
    ? named
    : channel === null
      ? []
      : Object.values(objectAt(channel, 'messages'));
  return written.map((message) => resolveNode(root, message)).filter((node) => node !== null);
}
