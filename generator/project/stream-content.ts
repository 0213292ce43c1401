/** Adds event streams to operations whose streams only an AsyncAPI document describes. */
import type { ContractModel } from '../model/contract-model.ts';
import { eventPayloadsOf } from '../read/link-channels.ts';
import type { JsonObject } from '../json/documents.ts';
import { objectAt, propertyOf, resolveNode } from '../json/json.ts';
import { mapEntries } from './map-document.ts';

/** Adds `text/event-stream` to the only operation at the address of each channel that no operation streams yet. */
export function withStreamContent(root: JsonObject, { channels, operations }: ContractModel): JsonObject {
  const methods = new Map<string, string>();
  for (const channel of channels) {
    const [operation, ...others] = operations.filter(({ path }) => path === channel.address);
    if (operation === undefined || others.length > 0 || operation.stream !== null) continue;
    if (channel.delivery === 'poll' || eventPayloadsOf(channel).length === 0) continue;
    methods.set(operation.path, operation.method);
  }
  if (methods.size === 0) return root;
  const paths = mapEntries(objectAt(root, 'paths'), (written, path) => {
    const method = methods.get(path);
    const item = resolveNode(root, written);
    if (method === undefined || item === null) return written;
    return { ...item, [method]: withContent(objectAt(item, method), root) };
  });
  return { ...root, paths };
}

function withContent(operation: JsonObject, root: JsonObject): JsonObject {
  const responses = objectAt(operation, 'responses');
  const status = Object.keys(responses).find((key) => key.startsWith('2')) ?? '200';
  const response = resolveNode(root, propertyOf(responses, status)) ?? { description: 'The events.' };
  const content = { 'text/event-stream': {}, ...objectAt(response, 'content') };
  return { ...operation, responses: { ...responses, [status]: { ...response, content } } };
}
