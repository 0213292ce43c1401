/**
 * Writes the contract as the parts of a small OpenAPI document for openapi-typescript.
 * Every schema in it is a component, so that each type is printed once and has a name.
 */
import type {
  Body,
  CheckDecl,
  Contract,
  JsonObject,
  JsonSchema,
  Operation,
  OperationResponse,
  ResponseContent,
} from '../../contract/contract.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { ts, type TsText } from '../../render/ts-text.ts';
import { scalarType, propertiesOf } from '../../schema/keywords.ts';
import { findListCircles } from '../../schema/list-circles.ts';
import { listBases, prepareTypes, type ReferenceTo } from '../../schema/prepare-types.ts';

/** One declaration to print, with everything its text depends on. */
export type TypesPart = PathPart | SchemaPart;

/** A path with its operations. */
export interface PathPart {
  readonly kind: 'path';
  readonly key: string;
  readonly item: JsonObject;
}

/** A schema that becomes a property of `components.schemas`. */
export interface SchemaPart {
  readonly kind: 'schema';
  readonly key: string;
  readonly schema: JsonObject;
  /** Name of the type alias that a schema needs if it is a list of itself; `null` for every other schema. */
  readonly alias: string | null;
  /** The properties that the targets of references in `allOf` declare, by reference; `required` applies to them. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
}

/** An exported name, with the key of its schema. */
export interface TypeAlias {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly type: TsText;
}

/** Lists the parts of the document of all types, paths first. */
export function listTypesParts(contract: Contract, names: Names): TypesPart[] {
  const keyOf = keysOf(contract, names);
  const typeOf = typeWriter(contract, keyOf);
  const byPath = Map.groupBy(contract.operations, ({ path }) => path);
  return [
    ...[...byPath].map(([path, operations]): PathPart => ({
      kind: 'path',
      key: path,
      item: writePath(operations, typeOf),
    })),
    ...listSchemaParts(contract, keyOf),
  ];
}

function listSchemaParts(contract: Contract, keyOf: KeyOf): SchemaPart[] {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const circular = findListCircles(contract.schemas);
  const aliases = new Map([...circular].map((name, index) => [name, `Circular_${index + 1}`]));
  const prepare = (schema: JsonSchema, referenceTo: ReferenceTo): JsonObject =>
    prepareTypes(schema, (name) => declared.get(name), referenceTo);
  const plain: ReferenceTo = (name) => printedReference(keyOf(name));
  const aliased: ReferenceTo = (name) => {
    const alias = aliases.get(name);
    return alias === undefined ? plain(name) : `#/${alias}`;
  };
  const parts = [
    ...contract.schemas.map(({ name, schema }) => {
      const alias = aliases.get(name) ?? null;
      return { key: keyOf(name), alias, schema: prepare(schema, alias === null ? plain : aliased) };
    }),
    ...inlineTypes(contract).map(({ name, schema }) => ({
      key: name,
      alias: null,
      schema: prepare(schema, plain),
    })),
  ];
  const properties = new Map(
    parts.flatMap(({ key, alias, schema }) => {
      const own = propertiesOf(schema).map(([name]) => name);
      return [printedReference(key), ...(alias === null ? [] : [`#/${alias}`])].map(
        (reference) => [reference, own] as const,
      );
    }),
  );
  return parts.map((part) => ({
    kind: 'schema',
    ...part,
    targets: Object.fromEntries(
      listBases(part.schema).map((reference) => [reference, properties.get(reference) ?? []]),
    ),
  }));
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

/** Returns the key of a declaration in `components.schemas`. */
type KeyOf = (name: string) => string;

function keysOf(contract: Contract, names: Names): KeyOf {
  const keys = new Map(contract.schemas.map(({ name }) => [name, keyFor(name, names)]));
  return (name) => keys.get(name) ?? name;
}

function keyFor(name: string, names: Names): string {
  return /^[A-Za-z0-9._-]+$/.test(name) ? name : String(names.schemas.get(name));
}

function printedReference(key: string): string {
  return `#/components/schemas/${key}`;
}

type TypeWriter = (check: string) => JsonObject;

function typeWriter(contract: Contract, keyOf: KeyOf): TypeWriter {
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  return (name) => {
    const check = checks.get(name);
    if (check === undefined) return {};
    if (check.component !== null) return { $ref: printedReference(keyOf(check.component)) };
    return scalarType(check.schema) === null
      ? { $ref: printedReference(check.name) }
      : prepareTypes(check.schema, () => undefined, printedReference);
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
