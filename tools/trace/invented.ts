/**
 * Walks the contract from its operations and finds parts with neither a fact nor an assumption. An assumption on an
 * object covers its properties where the source leaves the object open. In an object whose fields the source lists, an
 * added property requires its own mark.
 */
import {
  asArray,
  asStrings,
  childNode,
  childNodes,
  isObject,
  type JsonObject,
  type DocumentNode,
} from './contract/document.ts';
import { listMessages, type Contract } from './contract/read-contract.ts';
import { listOperations, type Operation } from './contract/operations.ts';
import { parameterKey } from './resolve/parameters.ts';
import { isAssumedStatus, statusKey } from './resolve/statuses.ts';

/** A part of the contract without provenance. */
export interface Invention {
  readonly pointer: string;
  /** Such as `the parameter limit of GET /v1/agents`. */
  readonly what: string;
}

/** Finds all inventions, each once, in the order of the walk. `claims` are the keys that resolved facts account for. */
export function findInventions(contract: Contract, claims: ReadonlySet<string>): readonly Invention[] {
  const inventions = new Map<string, Invention>();
  const walk: Walk = {
    claims,
    seen: new Set(),
    report: (pointer, what) => {
      if (!inventions.has(`${pointer} ${what}`)) inventions.set(`${pointer} ${what}`, { pointer, what });
    },
  };
  for (const operation of listOperations(contract.openapi)) walkOperation(operation, walk);
  for (const [, message] of listMessages(contract.asyncapi)) {
    const payload = childNode(message, 'payload');
    if (payload !== null) walkSchema(payload, isAssumed(message.value), walk);
  }
  return [...inventions.values()];
}

interface Walk {
  readonly claims: ReadonlySet<string>;
  readonly seen: Set<string>;
  readonly report: (pointer: string, what: string) => void;
}

function walkOperation(operation: Operation, walk: Walk): void {
  const isFact = walk.claims.has(operation.key);
  const assumed = !isFact && isAssumed(operation.node.value);
  if (!isFact && !assumed) walk.report(operation.node.pointer, `the operation ${operation.key}`);
  for (const parameter of operation.parameters) walkParameter(operation, parameter, assumed, walk);
  const body = childNode(operation.node, 'requestBody');
  if (body !== null) walkContent(body, assumed, walk);
  for (const [status, response] of operation.responses) {
    const isClaimed = walk.claims.has(statusKey(operation, status)) || isAssumedStatus(operation, status);
    if (!isClaimed && !assumed)
      walk.report(operation.node.pointer, `the status ${status} of ${operation.key}`);
    walkContent(response, assumed || isAssumed(response.value), walk);
  }
}

function walkParameter(operation: Operation, parameter: DocumentNode, assumed: boolean, walk: Walk): void {
  const { name, in: place } = parameter.value;
  if (typeof name !== 'string' || typeof place !== 'string') return;
  const isClaimed = walk.claims.has(parameterKey(operation.key, place, name)) || hasOrigin(parameter.value);
  if (!isClaimed && !assumed)
    walk.report(parameter.pointer, `the ${place} parameter ${name} of ${operation.key}`);
}

function walkContent(owner: DocumentNode, assumed: boolean, walk: Walk): void {
  for (const [, media] of childNodes(childNode(owner, 'content'))) {
    const schema = childNode(media, 'schema');
    if (schema !== null) walkSchema(schema, assumed, walk);
  }
}

/** Keywords with one schema, and those with a list of schemas. */
const single = [
  'items',
  'additionalProperties',
  'contentSchema',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
];
const lists = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];

function walkSchema(schema: DocumentNode, inherited: boolean, walk: Walk): void {
  const key = `${schema.pointer} ${inherited}`;
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  const assumed = inherited || isAssumed(schema.value);
  walkProperties(schema, assumed, inherited, walk);
  for (const keyword of single) {
    const inner = childNode(schema, keyword);
    if (inner !== null) walkSchema(inner, assumed, walk);
  }
  for (const keyword of lists)
    for (const index of asArray(schema.value[keyword]).keys()) {
      const inner = childNode(schema, keyword, index);
      if (inner !== null) walkSchema(inner, assumed, walk);
    }
}

function walkProperties(schema: DocumentNode, assumed: boolean, inherited: boolean, walk: Walk): void {
  const properties = schema.value['properties'];
  if (!isObject(properties)) return;
  const pointers = Object.keys(properties).map((name) => `${schema.pointer}/properties/${name}`);
  const isListed =
    pointers.some((pointer) => walk.claims.has(pointer)) && schema.value['additionalProperties'] !== true;
  for (const [name, property] of Object.entries(properties)) {
    const pointer = `${schema.pointer}/properties/${name}`;
    const own = isObject(property) && hasOrigin(property);
    const covered = isListed ? inherited : assumed;
    if (!walk.claims.has(pointer) && !own && !covered)
      walk.report(pointer, `the property ${name} of ${schema.pointer}`);
    const inner = childNode(schema, 'properties', name);
    if (inner !== null) walkSchema(inner, covered || (isObject(property) && isAssumed(property)), walk);
  }
}

function hasOrigin(value: JsonObject): boolean {
  return isAssumed(value) || asStrings(value['x-source']).some((id) => id.startsWith('F-'));
}

function isAssumed(value: JsonObject): boolean {
  return asArray(value['x-assumption']).length > 0;
}
