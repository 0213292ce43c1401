/** The operations of the control API as tools, derived from its description. */
import { toText } from '../../templates/runtime/json/value.ts';
import type { JsonObject, JsonValue } from '../../generator/json/documents.ts';
import { arrayAt, isArray, isObject, objectAt, propertyOf, textAt } from '../../generator/json/json.ts';
import { textArgument, type McpTool, type ToolOutput } from './tool.ts';

/** A request to the control API. Shape: `path` begins with `/`; `body` is absent for none. */
export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: JsonValue | undefined;
}

export type SendControl = (request: ControlRequest) => Promise<ToolOutput>;

/**
 * Creates a tool for each operation that returns one response; streams are left out.
 *
 * Shape: the arguments are the parameters by name, `body`, and `world` where an operation acts on one world.
 */
export function createControlTools(document: JsonObject, send: SendControl): readonly McpTool[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    isObject(item)
      ? methods.flatMap((method) => {
          const operation = propertyOf(item, method);
          if (!isObject(operation) || hasStream(operation)) return [];
          const parameters = [...arrayAt(item, 'parameters'), ...arrayAt(operation, 'parameters')];
          return [createTool({ document, path, method, operation, parameters }, send)];
        })
      : [],
  );
}

const methods = ['get', 'put', 'post', 'patch', 'delete'];

interface PlacedOperation {
  readonly document: JsonObject;
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  readonly parameters: readonly JsonValue[];
}

function createTool(placed: PlacedOperation, send: SendControl): McpTool {
  const { document, path, method, operation } = placed;
  const parameters = placed.parameters.map((parameter) => resolve(document, parameter));
  const isOfWorld = textAt(operation, 'x-world') === 'each';
  const title = textAt(operation, 'summary') ?? '';
  return {
    name: textAt(operation, 'operationId') ?? `${method} ${path}`,
    title,
    description: `${title}. ${textAt(operation, 'description') ?? ''}`.trim(),
    inputSchema: inputOf(document, parameters, isOfWorld, operation),
    isReadOnly: method === 'get',
    call: async (args) => {
      const world = isOfWorld ? textArgument(args, 'world') : null;
      const base = world === null || world === 'default' ? '' : `/w/${encodeURIComponent(world)}`;
      return send({
        method: method.toUpperCase(),
        path: base + fillPath(path, parameters, args),
        body: args['body'],
      });
    },
  };
}

const world: JsonObject = { type: 'string', description: 'Id of the world; absent for `default`.' };

function inputOf(
  document: JsonObject,
  parameters: readonly JsonObject[],
  isOfWorld: boolean,
  operation: JsonObject,
): JsonObject {
  const body = resolve(document, propertyOf(operation, 'requestBody') ?? {});
  const schema = propertyOf(objectAt(objectAt(body, 'content'), 'application/json'), 'schema');
  const properties = [
    ...(isOfWorld ? [['world', world] as const] : []),
    ...parameters.map((parameter) => [textAt(parameter, 'name') ?? '', schemaOf(parameter)] as const),
    ...(schema === undefined ? [] : [['body', schema] as const]),
  ];
  const required = [
    ...parameters.filter(isRequired).flatMap((parameter) => textAt(parameter, 'name') ?? []),
    ...(schema !== undefined && isRequired(body) ? ['body'] : []),
  ];
  return withDefinitions(document, {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  });
}

function schemaOf(parameter: JsonObject): JsonObject {
  const description = textAt(parameter, 'description');
  return { ...objectAt(parameter, 'schema'), ...(description !== null && { description }) };
}

function isRequired(node: JsonObject): boolean {
  return propertyOf(node, 'required') === true;
}

const place = /"#\/components\/schemas\/([^"/]+)"/g;

/** Adds the schemas that a schema refers to as its `$defs`, so that it needs no document. */
function withDefinitions(document: JsonObject, schema: JsonObject): JsonObject {
  const schemas = objectAt(objectAt(document, 'components'), 'schemas');
  const needed = new Set(namesIn(schema));
  for (const name of needed) for (const other of namesIn(propertyOf(schemas, name) ?? {})) needed.add(other);
  if (needed.size === 0) return schema;
  const $defs = Object.fromEntries([...needed].map((name) => [name, propertyOf(schemas, name) ?? {}]));
  return JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll(place, '"#/$$defs/$1"')) as JsonObject;
}

function namesIn(value: JsonValue): readonly string[] {
  return [...JSON.stringify(value).matchAll(place)].map(([, name = '']) => name);
}

/** Errors: throws an Error for a missing parameter of the path. */
function fillPath(path: string, parameters: readonly JsonObject[], args: JsonObject): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const name = textAt(parameter, 'name') ?? '';
    const value = propertyOf(args, name);
    if (value === undefined || value === null) {
      if (textAt(parameter, 'in') === 'path') throw new Error(`${name} is missing.`);
      continue;
    }
    if (textAt(parameter, 'in') === 'path')
      filled = filled.replace(`{${name}}`, encodeURIComponent(toText(value)));
    else for (const each of isArray(value) ? value : [value]) query.append(name, toText(each));
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** Returns the component that a node refers to, or the node itself. */
function resolve(document: JsonObject, node: JsonValue): JsonObject {
  if (!isObject(node)) return {};
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(textAt(node, '$ref') ?? '') ?? [];
  if (kind === undefined || name === undefined) return node;
  return objectAt(objectAt(objectAt(document, 'components'), kind), name);
}

function hasStream(operation: JsonObject): boolean {
  return Object.values(objectAt(operation, 'responses')).some(
    (response) => isObject(response) && 'text/event-stream' in objectAt(response, 'content'),
  );
}
