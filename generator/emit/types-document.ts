/**
 * Writes the contract back as one small OpenAPI document for the printer of types.
 * Every schema in it is a component, so that each type is printed once and has a name.
 */
import { isObject } from '../contract/node.ts';
import type {
  Body,
  Contract,
  JsonObject,
  JsonSchema,
  Operation,
  Reply,
  ReplyContent,
  SchemaDecl,
} from '../contract/contract.ts';
import type { Names } from '../naming/resolve-names.ts';
import { ts, type TsText } from '../ts-text.ts';
import { prepareSchema, prepareUnion, printedReference, type KeyOf } from './types-schema.ts';

/** What the printer is given, and what each of its keys is called. */
export interface TypesDocument {
  readonly document: JsonObject;
  /** Exported names, with the key of the schema each one stands for. */
  readonly aliases: readonly { readonly key: string; readonly schema: JsonSchema; readonly type: TsText }[];
}

/** Builds the document of all types of a contract. */
export function buildTypesDocument(contract: Contract, names: Names): TypesDocument {
  const keys = new Map(contract.schemas.map(({ name }) => [name, keyFor(name, names)]));
  const keyOf: KeyOf = (name) => keys.get(name) ?? name;
  const inline = contract.checks.filter(
    ({ component, schema }) => component === null && scalarType(schema) === null,
  );
  const typeOf = typeWriter(contract, keyOf);
  const schemas = [
    ...contract.schemas.map((schema): [string, JsonObject] => [
      keyOf(schema.name),
      prepareDeclaration(schema, contract, keyOf),
    ]),
    ...inline.map((check): [string, JsonObject] => [check.name, prepareSchema(check.schema, keyOf)]),
  ];
  return {
    document: {
      openapi: '3.1.0',
      info: { title: contract.title, version: contract.version },
      paths: writePaths(contract.operations, typeOf),
      components: { schemas: Object.fromEntries(schemas) },
    },
    aliases: [
      ...contract.schemas.map(({ name, schema }) => ({
        key: keyOf(name),
        schema,
        type: names.schemas.get(name) ?? ts`unknown`,
      })),
      ...inline.map(({ name, schema }) => ({
        key: name,
        schema,
        type: names.checks.get(name) ?? ts`unknown`,
      })),
    ],
  };
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
 * Answers the type of a schema that is a plain scalar.
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

function prepareDeclaration(
  { schema, discriminator }: SchemaDecl,
  contract: Contract,
  keyOf: KeyOf,
): JsonObject {
  const isFree =
    discriminator !== null &&
    hasFreeMember(
      contract,
      discriminator.cases.map((one) => one.schema),
      discriminator.property,
    );
  return isFree ? prepareUnion(schema, discriminator, keyOf) : prepareSchema(schema, keyOf);
}

/** Tells whether a member of a union leaves its tag open, so that the union would not narrow. */
function hasFreeMember(contract: Contract, members: readonly string[], property: string): boolean {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  return members.some((name) => {
    const schema = declared.get(name);
    const properties = isObject(schema) ? schema['properties'] : undefined;
    const tag = isObject(properties) ? properties[property] : undefined;
    return !isObject(tag) || !(Object.hasOwn(tag, 'const') || Object.hasOwn(tag, 'enum'));
  });
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

function writePaths(operations: readonly Operation[], typeOf: TypeWriter): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? {};
    paths.set(operation.path, { ...methods, [operation.method]: writeOperation(operation, typeOf) });
  }
  return Object.fromEntries(paths);
}

function writeOperation(operation: Operation, typeOf: TypeWriter): JsonObject {
  const { id, summary, description, deprecated, parameters, body, replies } = operation;
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
    responses: Object.fromEntries(replies.map((reply) => [String(reply.status), writeReply(reply, typeOf)])),
  };
}

function writeBody(body: Body, typeOf: TypeWriter): JsonObject {
  const content = body.content.map(
    ({ mediaType, check }) => [mediaType, { schema: check === null ? {} : typeOf(check) }] as const,
  );
  return { required: body.required, content: Object.fromEntries(content) };
}

function writeReply({ description, headers, content }: Reply, typeOf: TypeWriter): JsonObject {
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

function writeContent(content: ReplyContent, typeOf: TypeWriter): JsonObject {
  if (content.kind === 'json') return typeOf(content.check);
  return content.kind === 'bytes' || content.kind === 'none' ? {} : { type: 'string' };
}
