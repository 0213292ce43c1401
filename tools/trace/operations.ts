/** Operations of the bundled OpenAPI document, including values of their path item and of the root. */
import {
  asArray,
  childSpot,
  childSpots,
  escapeToken,
  followSpot,
  isObject,
  type JsonObject,
  type Spot,
} from './document.ts';

/** A method on a path. */
export interface Operation {
  /** `GET /v1/agents`, as facts write it. */
  readonly key: string;
  readonly path: string;
  readonly spot: Spot;
  /** Parameters of the path item and its own, references followed. */
  readonly parameters: readonly Spot[];
  /** Responses by status, references followed. */
  readonly responses: ReadonlyMap<string, Spot>;
  /** Alternatives, from the operation or else from the root. */
  readonly security: readonly JsonObject[];
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Returns every operation of the document, in document order. */
export function listOperations(openapi: Spot): readonly Operation[] {
  return childSpots(childSpot(openapi, 'paths')).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const spot = childSpot(item, method);
      return spot === null ? [] : [readOperation(openapi, method, path, item, spot)];
    }),
  );
}

/** Finds an operation by the key that facts use, `METHOD path`. */
export function findOperation(openapi: Spot, key: string): Operation | null {
  const [method = '', path = ''] = key.split(' ');
  const item = childSpot(openapi, 'paths', path);
  const spot = item === null ? null : childSpot(item, method.toLowerCase());
  return item === null || spot === null
    ? null
    : readOperation(openapi, method.toLowerCase(), path, item, spot);
}

function readOperation(openapi: Spot, method: string, path: string, item: Spot, spot: Spot): Operation {
  const security = spot.value['security'] ?? openapi.value['security'];
  return {
    key: `${method.toUpperCase()} ${path}`,
    path,
    spot: { ...spot, pointer: `#/paths/${escapeToken(path)}/${method}` },
    parameters: [item, spot].flatMap((owner) =>
      asArray(owner.value['parameters']).flatMap((value, index) => {
        const pointer = `${owner.pointer}/parameters/${index}`;
        const parameter = isObject(value) ? followSpot({ root: openapi.root, pointer, value }) : null;
        return parameter === null ? [] : [parameter];
      }),
    ),
    responses: new Map(childSpots(childSpot(spot, 'responses'))),
    security: asArray(security).filter(isObject),
  };
}

/** Finds a parameter of an operation. */
export function findParameter(operation: Operation, place: string, name: string): Spot | null {
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
export function requestSchema(operation: Operation): Spot | null {
  return childSpot(operation.spot, 'requestBody', 'content', 'application/json', 'schema');
}

/** Returns the schema of a JSON response; `null` when the status is not documented or has no JSON body. */
export function responseSchema(operation: Operation, status: string): Spot | null {
  const response = operation.responses.get(status);
  return response === undefined ? null : childSpot(response, 'content', 'application/json', 'schema');
}

/** Finds a header of a response; names are compared without case. */
export function findHeader(response: Spot, name: string): Spot | null {
  const found = childSpots(childSpot(response, 'headers')).find(
    ([header]) => header.toLowerCase() === name.toLowerCase(),
  );
  return found === undefined ? null : found[1];
}
