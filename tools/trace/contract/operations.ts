/** Operations of the bundled OpenAPI document, including values of their path item and of the root. */
import {
  asArray,
  childNode,
  childNodes,
  childPointer,
  followReferences,
  isObject,
  type JsonObject,
  type DocumentNode,
} from './document.ts';

/** A method on a path. */
export interface Operation {
  /** `GET /v1/agents`, as facts write it. */
  readonly key: string;
  readonly path: string;
  readonly node: DocumentNode;
  /** Parameters of the path item and its own, references followed. */
  readonly parameters: readonly DocumentNode[];
  /** Responses by status, references followed. */
  readonly responses: ReadonlyMap<string, DocumentNode>;
  /** Alternatives, from the operation or else from the root. */
  readonly security: readonly JsonObject[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Returns every operation of the document, in document order. */
export function listOperations(openapi: DocumentNode): readonly Operation[] {
  return childNodes(childNode(openapi, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = childNode(item, method);
      return node === null ? [] : [readOperation(openapi, method, path, item, node)];
    }),
  );
}

/** Finds an operation by the key that facts use, `METHOD path`. */
export function findOperation(openapi: DocumentNode, key: string): Operation | null {
  const [method = '', path = ''] = key.split(' ');
  const item = childNode(openapi, 'paths', path);
  const node = item === null ? null : childNode(item, method.toLowerCase());
  return item === null || node === null
    ? null
    : readOperation(openapi, method.toLowerCase(), path, item, node);
}

function readOperation(
  openapi: DocumentNode,
  method: string,
  path: string,
  item: DocumentNode,
  node: DocumentNode,
): Operation {
  const security = node.value['security'] ?? openapi.value['security'];
  return {
    key: `${method.toUpperCase()} ${path}`,
    path,
    node: { ...node, pointer: childPointer('#', 'paths', path, method) },
    parameters: [item, node].flatMap((owner) =>
      asArray(owner.value['parameters']).flatMap((value, index) => {
        const pointer = `${owner.pointer}/parameters/${index}`;
        const parameter = isObject(value) ? followReferences({ root: openapi.root, pointer, value }) : null;
        return parameter === null ? [] : [parameter];
      }),
    ),
    responses: new Map(childNodes(childNode(node, 'responses'))),
    security: asArray(security).filter(isObject),
  };
}

export function findParameter(operation: Operation, place: string, name: string): DocumentNode | null {
  return (
    operation.parameters.find(({ value }) => value['in'] === place && sameName(place, value['name'], name)) ??
    null
  );
}

function sameName(place: string, actual: unknown, wanted: string): boolean {
  if (typeof actual !== 'string') return false;
  return place === 'header' ? actual.toLowerCase() === wanted.toLowerCase() : actual === wanted;
}

/** Returns the schema of an operation's JSON request body; `null` when it has none. */
export function requestSchema(operation: Operation): DocumentNode | null {
  return childNode(operation.node, 'requestBody', 'content', 'application/json', 'schema');
}

/** Returns the schema of a JSON response; `null` when the status is not documented or has no JSON body. */
export function responseSchema(operation: Operation, status: string): DocumentNode | null {
  const response = operation.responses.get(status);
  return response === undefined ? null : childNode(response, 'content', 'application/json', 'schema');
}

/** Finds a header of a response; names are compared without case. */
export function findHeader(response: DocumentNode, name: string): DocumentNode | null {
  const match = childNodes(childNode(response, 'headers')).find(
    ([header]) => header.toLowerCase() === name.toLowerCase(),
  );
  return match === undefined ? null : match[1];
}
