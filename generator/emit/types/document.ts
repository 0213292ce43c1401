/**
 * Writes the contract back as one small OpenAPI document for the printer of types.
 * Every schema in it is a component, so that each type is printed once and has a name.
 */
import { isObject } from '../../contract/node.ts';
import type {
  Body,
  CheckDecl,
  Contract,
  JsonObject,
  JsonSchema,
  Operation,
  OperationResponse,
  ResponseContent,
  SchemaDecl,
} from '../../contract/contract.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { ts, type TsText } from '../../render/ts-text.ts';
import { requireTags } from './require-tags.ts';
import { prepareSchema, prepareUnion, printedReference, type KeyOf } from './prepare-schema.ts';

/** One part of the document: it is written when its turn comes, so that the whole never has to be held at once. */
export interface TypesPart {
  readonly key: string;
  readonly write: () => JsonObject;
}

/** What the printer is given, part by part. */
export interface TypesDocument {
  readonly paths: readonly TypesPart[];
  readonly schemas: readonly TypesPart[];
}

/** An exported name, with the key of the schema it stands for. */
export interface TypeAlias {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly type: TsText;
}

/** Builds the document of all types of a contract. */
export function buildTypesDocument(contract: Contract, names: Names): TypesDocument {
  const keyOf = keysOf(contract, names);
  const typeOf = typeWriter(contract, keyOf);
  const byPath = Map.groupBy(contract.operations, ({ path }) => path);
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  return {
    paths: [...byPath].map(([path, operations]) => ({
      key: path,
      write: () => writePath(operations, typeOf),
    })),
    schemas: [
      ...contract.schemas.map((schema) => ({
        key: keyOf(schema.name),
        write: () => prepareDeclaration(schema, declared, keyOf),
      })),
      ...inlineTypes(contract).map(({ name, schema }) => ({
        key: name,
        write: () =>
          prepareSchema(
            requireTags(schema, (component) => declared.get(component)),
            keyOf,
          ),
      })),
    ],
  };
}

/** Lists the names that `types.ts` exports: those of the declarations, then those of inline schemas. */
export function listTypeAliases(contract: Contract, names: Names): TypeAlias[] {
  const keyOf = keysOf(contract, names);
  return [
    ...contract.schemas.map(({ name, schema }) => ({
      key: keyOf(name),
      schema,
      type: names.schemas.get(name) ?? ts`unknown`,
    })),
    ...inlineTypes(contract).map(({ name, schema }) => ({
      key: name,
      schema,
      type: names.checks.get(name) ?? ts`unknown`,
    })),
  ];
}

function inlineTypes({ checks }: Contract): CheckDecl[] {
  return checks.filter(({ component, schema }) => component === null && scalarType(schema) === null);
}

function keysOf(contract: Contract, names: Names): KeyOf {
  const keys = new Map(contract.schemas.map(({ name }) => [name, keyFor(name, names)]));
  return (name) => keys.get(name) ?? name;
}

/** Types that need no name of their own. */
const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * Returns the type of a schema that is a plain scalar.
 *
 * Shape: `null` for every other schema.
 */
export function scalarType(schema: JsonSchema): string | null {
  if (!isObject(schema)) return null;
  const isPlain = !['enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
  const { type } = schema;
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
  const printed = types.map((name) =>
    typeof name === 'string' && Object.hasOwn(scalars, name) ? scalars[name] : undefined,
  );
  if (!isPlain || printed.length === 0 || printed.includes(undefined)) return null;
  return [...new Set(printed)].join(' | ');
}

function keyFor(name: string, names: Names): string {
  return /^[A-Za-z0-9._-]+$/.test(name) ? name : String(names.schemas.get(name));
}

type Declared = ReadonlyMap<string, JsonSchema>;

function prepareDeclaration(
  { schema, discriminator }: SchemaDecl,
  declared: Declared,
  keyOf: KeyOf,
): JsonObject {
  const isFree =
    discriminator !== null &&
    discriminator.cases.some((one) => isFreeMember(declared.get(one.schema), discriminator.property));
  return isFree
    ? prepareUnion(schema, discriminator, keyOf)
    : prepareSchema(
        requireTags(schema, (component) => declared.get(component)),
        keyOf,
      );
}

/** Returns whether a member of a union leaves its tag open, so that the union would not narrow. */
function isFreeMember(schema: JsonSchema | undefined, property: string): boolean {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  const tag = isObject(properties) ? properties[property] : undefined;
  return !isObject(tag) || !(Object.hasOwn(tag, 'const') || Object.hasOwn(tag, 'enum'));
}

type TypeWriter = (check: string) => JsonObject;

function typeWriter(contract: Contract, keyOf: KeyOf): TypeWriter {
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  return (name) => {
    const check = checks.get(name);
    if (check === undefined) return {};
    if (check.component !== null) return { $ref: printedReference(check.component, keyOf) };
    return scalarType(check.schema) === null
      ? { $ref: `#/components/schemas/${check.name}` }
      : prepareSchema(check.schema, keyOf);
  };
}

function writePath(operations: readonly Operation[], typeOf: TypeWriter): JsonObject {
  return Object.fromEntries(
    operations.map((operation) => [operation.method, writeOperation(operation, typeOf)]),
  );
}

function writeOperation(operation: Operation, typeOf: TypeWriter): JsonObject {
  const { id, summary, description, deprecated, parameters, body, responses } = operation;
  return {
    operationId: id,
    ...(summary === null ? {} : { summary }),
    ...(description === null ? {} : { description }),
    ...(deprecated ? { deprecated } : {}),
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required,
      ...(parameter.description === null ? {} : { description: parameter.description }),
      schema: typeOf(parameter.check),
    })),
    ...(body === null ? {} : { requestBody: writeBody(body, typeOf) }),
    responses: Object.fromEntries(
      responses.map((response) => [String(response.status), writeResponse(response, typeOf)]),
    ),
  };
}

function writeBody(body: Body, typeOf: TypeWriter): JsonObject {
  const content = body.content.map(
    ({ mediaType, check }) => [mediaType, { schema: check === null ? {} : typeOf(check) }] as const,
  );
  return { required: body.required, content: Object.fromEntries(content) };
}

function writeResponse({ description, headers, content }: OperationResponse, typeOf: TypeWriter): JsonObject {
  const bodies = content.filter((body) => body.kind !== 'none');
  return {
    description,
    headers: Object.fromEntries(
      headers.map(({ name, required, check }) => [name, { required, schema: typeOf(check) }]),
    ),
    ...(bodies.length === 0
      ? {}
      : {
          content: Object.fromEntries(
            bodies.map((body) => [body.mediaType, { schema: writeContent(body, typeOf) }]),
          ),
        }),
  };
}

function writeContent(content: ResponseContent, typeOf: TypeWriter): JsonObject {
  if (content.kind === 'json') return typeOf(content.check);
  return content.kind === 'bytes' || content.kind === 'none' ? {} : { type: 'string' };
}
