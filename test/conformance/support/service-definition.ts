/** Defines small services in a few lines, and writes their OpenAPI descriptions. */
import { initialOf, keyOf, type Fields, type RecordDefinition, type Schema } from './record-store.ts';
import type { Handler, HandlerOptions } from './service-handler.ts';

export type { Fields, Schema } from './record-store.ts';

/** Defines an operation. What it leaves out follows from its method, its path and its resource. */
export interface OperationDefinition extends HandlerOptions {
  readonly id?: string;
  readonly text?: string;
  readonly summary?: string;
  /** Schemas of path parameters that are no keys of resources; default: texts. */
  readonly params?: Readonly<Record<string, Schema>>;
  /** Parameter objects of OpenAPI by name, without name and place. */
  readonly query?: Readonly<Record<string, Schema>>;
  readonly headers?: Readonly<Record<string, Schema>>;
  /** The schema of the body, `null` for none. */
  readonly body?: Schema | null;
  readonly bodyType?: string;
  readonly isBodyOptional?: boolean;
  /** The request body object of OpenAPI, for more than one media type. */
  readonly requestBody?: Schema;
  /** The schema of a successful response, `null` for none. */
  readonly returns?: Schema | null;
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, Schema>>;
  /** Documented errors beyond those that follow from authentication, the path, parameters and the body. */
  readonly errors?: readonly number[];
  /** Response objects of OpenAPI by status. */
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** Defines a resource: its records, and the operations that it has. */
export interface ResourceDefinition extends RecordDefinition {
  /** The path of the collection. */
  readonly path: string;
  /** The path of a record; default: that of the collection and the key. */
  readonly item?: string;
  /** Properties whose schemas in responses differ. */
  readonly shown?: Readonly<Record<string, Schema>>;
  /** Properties that updates and replacements cannot change. */
  readonly fixed?: readonly string[];
  /** Whether bodies with other properties are invalid. */
  readonly isClosed?: boolean;
  /** Whether responses with a record have its ETag. */
  readonly isTagged?: boolean;
  readonly list?: OperationDefinition;
  readonly create?: OperationDefinition;
  readonly get?: OperationDefinition;
  readonly update?: OperationDefinition;
  readonly replace?: OperationDefinition;
  readonly delete?: OperationDefinition;
  /** Operations of a record that are called with POST, by the last step of their paths. */
  readonly actions?: Readonly<Record<string, OperationDefinition>>;
}

/** Defines a service. */
export interface ServiceDefinition {
  readonly title: string;
  readonly text?: string;
  /** The version of OpenAPI; default 3.1.0. */
  readonly version?: string;
  /** Whether requests need a bearer token. Callers see their own records only. */
  readonly isSecured?: boolean;
  /** The status of an invalid request; default 400. */
  readonly invalid?: number;
  /** Adds properties to each record in a response. */
  readonly extend?: () => Fields;
  /** The property that lists have their records in; default: lists are arrays. */
  readonly envelope?: string;
  readonly resources?: readonly ResourceDefinition[];
  /** Other operations, by method and path. */
  readonly operations?: Readonly<Record<string, OperationDefinition & { readonly id: string }>>;
  readonly schemas?: Readonly<Record<string, Schema>>;
}

export type Kind = 'list' | 'create' | 'get' | 'update' | 'replace' | 'delete' | 'action' | 'other';

/** An operation with all that its definition leaves out. */
export interface OperationPlan extends OperationDefinition {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly kind: Kind;
  readonly status: number;
  readonly resource: ResourceDefinition | null;
  readonly run?: Handler;
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const text: Schema = { type: 'string' };
export const name: Schema = { type: 'string', minLength: 1 };
export const time: Schema = { type: 'string', format: 'date-time' };
export const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema['type'], 'null'] });
export const readOnly = (schema: Schema): Schema => ({ ...schema, readOnly: true });
export const integer = (minimum?: number, maximum?: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
});

/** Returns the schema of an object; all properties are required unless the names of those that are come with it. */
export const object = (properties: Fields, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required: required.length > 0 ? required : undefined,
  properties,
});

const METHODS = {
  list: 'GET',
  create: 'POST',
  get: 'GET',
  update: 'PATCH',
  replace: 'PUT',
  delete: 'DELETE',
};

/** Returns the names of the parameters of a path. */
export const parametersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);

export const itemOf = ({ name: [first = '', ...rest], path, item }: ResourceDefinition): string =>
  item ?? `${path}/{${first.toLowerCase()}${rest.join('')}Id}`;

/** Returns the operations of a service. */
export function planOperations({
  envelope,
  resources = [],
  operations = {},
}: ServiceDefinition): readonly OperationPlan[] {
  const others = Object.entries(operations).map(([place, operation]) => {
    const [method = '', path = ''] = place.split(' ');
    const status = operation.returns === undefined ? 204 : 200;
    return { status, ...operation, method, path, kind: 'other' as const, resource: null };
  });
  return [...resources.flatMap((resource) => planResource(resource, envelope)), ...others];
}

function planResource(resource: ResourceDefinition, envelope?: string): readonly OperationPlan[] {
  const last = resource.path.split('/').at(-1) ?? '';
  const item = itemOf(resource);
  const plans = (Object.keys(METHODS) as (keyof typeof METHODS)[]).flatMap((kind): OperationPlan[] => {
    const definition = resource[kind];
    if (definition === undefined) return [];
    const isList = kind === 'list';
    const plural = last.charAt(0).toUpperCase() + last.slice(1);
    const path = isList || kind === 'create' ? resource.path : item;
    const record = ref(resource.name);
    const list = envelope === undefined ? listOf(record) : object({ [envelope]: listOf(record) });
    return [
      {
        id: `${kind}${isList ? plural : resource.name}`,
        body: inputOf(kind, resource),
        returns: kind === 'delete' ? null : isList ? list : record,
        status: kind === 'create' ? 201 : kind === 'delete' ? 204 : 200,
        ...definition,
        ...{ method: METHODS[kind], path, kind, resource },
      },
    ];
  });
  const actions = Object.entries(resource.actions ?? {}).map(([action, definition]) => ({
    id: `${action}${resource.name}`,
    ...{ returns: ref(resource.name), status: 200 },
    ...definition,
    ...{ method: 'POST', path: `${item}/${action}`, kind: 'action' as const, resource },
  }));
  return [...plans, ...actions];
}

/** Returns the schema of the body of an operation on a resource. */
function inputOf(kind: Kind, resource: ResourceDefinition): Schema | null {
  if (!['create', 'update', 'replace'].includes(kind)) return null;
  const { fields, fixed = [], isClosed } = resource;
  const names = Object.keys(fields).filter(
    (each) => fields[each]?.['readOnly'] !== true && (kind === 'create' || !fixed.includes(each)),
  );
  const initial = initialOf(resource);
  const required = kind === 'update' ? [] : names.filter((each) => !(each in initial));
  return {
    ...object(Object.fromEntries(names.map((each) => [each, fields[each]])), required),
    ...(kind === 'update' && { minProperties: 1 }),
    ...(isClosed === true && { additionalProperties: false }),
  };
}

/** Writes the description of a service in JSON. */
export function describeService(definition: ServiceDefinition): string {
  const { title, text: description, version = '3.1.0', isSecured, resources = [], schemas = {} } = definition;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const plan of planOperations(definition))
    (paths[plan.path] ??= {})[plan.method.toLowerCase()] = describeOperation(plan, definition);
  const records = resources.map((resource): [string, Schema] => {
    const shown = Object.entries({ ...resource.fields, ...resource.shown }).filter(
      ([, schema]) => schema['writeOnly'] !== true,
    );
    const key = keyOf(resource);
    return [
      resource.name,
      object({ ...(key in resource.fields ? {} : { [key]: readOnly(text) }), ...Object.fromEntries(shown) }),
    ];
  });
  return JSON.stringify({
    openapi: version,
    info: { title, version: '1.0.0', description },
    ...(isSecured === true && { security: [{ bearer: [] }] }),
    paths,
    components: {
      ...(isSecured === true && { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }),
      schemas: { ...Object.fromEntries(records), ...schemas },
    },
  });
}

const keySchemaOf = (resource?: ResourceDefinition): Schema => resource?.fields[keyOf(resource)] ?? text;

/** Returns the resource whose key a path parameter is. */
export const resourceOf = (parameter: string, { resources = [] }: ServiceDefinition) =>
  resources.find((each) => parametersOf(itemOf(each)).at(-1) === parameter);

function describeOperation(plan: OperationPlan, definition: ServiceDefinition): object {
  const { isSecured, invalid = 400 } = definition;
  const {
    id,
    path,
    query = {},
    headers = {},
    body = null,
    bodyType = 'application/json',
    returns = null,
  } = plan;
  const place =
    (where: string) =>
    ([parameter, value]: [string, Schema]) => ({ name: parameter, in: where, ...value });
  const requestBody = plan.requestBody ?? {
    required: plan.isBodyOptional !== true,
    content: { [bodyType]: { schema: body } },
  };
  const hasBody = body !== null || plan.requestBody !== undefined;
  const hasTag = plan.resource?.isTagged === true && !['list', 'delete'].includes(plan.kind);
  const isInvalid = hasBody || Object.keys(query).length > 0;
  const errors = [
    ...(isSecured === true ? [401] : []),
    ...(path.includes('{') ? [404] : []),
    ...(isInvalid ? [invalid] : []),
    ...(plan.errors ?? []),
  ];
  return {
    operationId: id,
    summary: plan.summary,
    description: plan.text,
    parameters: [
      ...parametersOf(path).map((parameter) => ({
        ...{ name: parameter, in: 'path', required: true },
        schema: plan.params?.[parameter] ?? keySchemaOf(resourceOf(parameter, definition)),
      })),
      ...Object.entries(query).map(place('query')),
      ...Object.entries(headers).map(place('header')),
    ],
    ...(hasBody && { requestBody }),
    responses: {
      [plan.status]: {
        description: 'It.',
        headers: hasTag ? { ETag: { required: true, schema: text } } : plan.responseHeaders,
        ...(returns !== null && { content: { 'application/json': { schema: returns } } }),
      },
      ...Object.fromEntries(errors.map((status) => [status, { description: DESCRIPTIONS[status] }])),
      ...plan.responses,
    },
  };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'Invalid.',
  401: 'Unknown.',
  403: 'Forbidden.',
  404: 'None.',
  409: 'In conflict with the state.',
  412: 'It has changed.',
  413: 'Too large.',
  415: 'Of another media type.',
  422: 'Not possible.',
  428: 'A condition is missing.',
};
