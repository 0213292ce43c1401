/** Facts about the existence of stream events and product events. */
import { asStrings, childNode, type DocumentNode } from '../contract/document.ts';
import { listMessages, type Contract } from '../contract/read-contract.ts';
import type { Fact } from '../../../contract/contract.ts';
import { alternativesOf, propertiesOf, valuesOf } from '../contract/schema.ts';
import { fails, holds, type Resolution, type ResolveContext } from './resolution.ts';

/** Resolves `event:type`: the type is a variant of the stream's union and a message of the AsyncAPI document. */
export function resolveStreamEvent(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const type = match.groups?.['type'] ?? '';
  const union = childNode(context.contract.openapi, 'components', 'schemas', 'ExecutionStreamEvent');
  if (union === null) return fails('there is no schema ExecutionStreamEvent');
  const property = alternativesOf(union).find((event) => hasTag(event, type));
  if (property === undefined) return fails(`${type} is not a variant of ExecutionStreamEvent`, union.pointer);
  const message = findMessage(context.contract, type);
  if (message === null)
    return fails(`no message of the AsyncAPI document is named ${type}`, property.pointer);
  return holds([property.pointer, message.pointer]);
}

/** Resolves `product-event:name`: the name is in the catalogue's enum and a message of the AsyncAPI document. */
export function resolveProductEvent(
  match: RegExpMatchArray,
  _fact: Fact,
  context: ResolveContext,
): Resolution {
  const name = match.groups?.['name'] ?? '';
  const names = childNode(context.contract.openapi, 'components', 'schemas', 'ProductEventName');
  if (names === null) return fails('there is no schema ProductEventName');
  if (!asStrings(names.value['enum']).includes(name))
    return fails(`${name} is not in the enum`, names.pointer);
  const message = findMessage(context.contract, name);
  if (message === null) return fails(`no message of the AsyncAPI document is named ${name}`, names.pointer);
  return holds([names.pointer, message.pointer]);
}

function hasTag(event: DocumentNode, type: string): boolean {
  return propertiesOf(event, 'type').some(({ schema }) => schema !== null && valuesOf(schema)?.[0] === type);
}

function findMessage(contract: Contract, name: string): DocumentNode | null {
  const match = listMessages(contract.asyncapi).find(
    ([key, message]) => (message.value['name'] ?? key) === name,
  );
  return match === undefined ? null : match[1];
}
