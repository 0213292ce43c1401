/**
 * Prints types with openapi-typescript, as syntax trees. The only file that imports that library.
 */
import openapiTypescript, { astToString, transformSchema } from 'openapi-typescript';
import type { GlobalContext, OpenAPI3, OperationObject, SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { isObject, textAt } from '../../source/json.ts';
import type { PathPart, SchemaPart, TypesPart } from './document.ts';

/** The text of one part. */
export interface PrintedPart {
  /** Properties of the interface `paths`, or of `components.schemas`. */
  readonly properties: string;
  /** Properties of the interface `operations`. */
  readonly operations: string;
  /** Type alias for a schema that is a list of itself, declared next to the interfaces. */
  readonly alias: string;
  /** Whether the helper type of that name is needed. */
  readonly usesWithRequired: boolean;
}

/** Prints each part. */
export async function printParts(parts: readonly TypesPart[]): Promise<PrintedPart[]> {
  defaults ??= readDefaults();
  const context = await defaults;
  return parts.map((part) => (part.kind === 'path' ? printPath(part, context) : printSchema(part, context)));
}

const document = { openapi: '3.1.0', info: { title: '', version: '' } } as const;

let defaults: Promise<GlobalContext> | null = null;

/** Returns the library's options with all their defaults, which it passes only to the `transform` hook. */
async function readDefaults(): Promise<GlobalContext> {
  const contexts: GlobalContext[] = [];
  const schemas = { Any: { type: 'string' as const } };
  await openapiTypescript(
    { ...document, paths: {}, components: { schemas } },
    {
      defaultNonNullable: false,
      emptyObjectsUnknown: true,
      silent: true,
      transform: (_schema, { ctx }) => {
        contexts.push(ctx);
        return undefined;
      },
    },
  );
  const [context] = contexts;
  if (context === undefined) throw new Error('openapi-typescript did not call transform');
  return { ...context, transform: undefined };
}

function printPath({ key, item }: PathPart, context: GlobalContext): PrintedPart {
  const { query, ...standard } = item;
  const tree = transform({ paths: { [key]: standard } }, context);
  const [path] = tree.membersOf('paths');
  if (!isObject(query) || path === undefined || !ts.isPropertySignature(path)) {
    return printTree(path === undefined ? [] : [path], [tree]);
  }
  // Why: the library does not support the method QUERY, so its operation is printed as a GET of another document.
  const other = transform({ paths: { [key]: { get: query as OperationObject } } }, context);
  return printTree([addMethod(path, 'query', textAt(query, 'operationId') ?? '')], [tree, other]);
}

function printTree(paths: readonly ts.TypeElement[], trees: readonly TypesTree[]): PrintedPart {
  const operations = trees.flatMap((tree) => tree.membersOf('operations'));
  const usesWithRequired = trees.some((tree) => tree.usesWithRequired);
  return { properties: print(paths, 1), operations: print(operations, 1), alias: '', usesWithRequired };
}

function addMethod(path: ts.PropertySignature, method: string, operation: string): ts.PropertySignature {
  const { factory } = ts;
  const type = factory.createIndexedAccessTypeNode(
    factory.createTypeReferenceNode('operations'),
    factory.createLiteralTypeNode(factory.createStringLiteral(operation)),
  );
  const members = path.type !== undefined && ts.isTypeLiteralNode(path.type) ? path.type.members : [];
  const added = factory.createPropertySignature(undefined, method, undefined, type);
  return withType(path, factory.createTypeLiteralNode([...members, added]));
}

function printSchema({ key, schema, alias, targets }: SchemaPart, context: GlobalContext): PrintedPart {
  const resolve = (reference: string): unknown => ({
    properties: Object.fromEntries((targets[reference] ?? []).map((name) => [name, {}])),
  });
  const tree = transform(
    { components: { schemas: { [key]: schema as object as SchemaObject } } },
    { ...context, resolve: resolve as GlobalContext['resolve'] },
  );
  const [schemas] = tree.membersOf('components');
  const type = schemas !== undefined && ts.isPropertySignature(schemas) ? schemas.type : undefined;
  const [property] = type !== undefined && ts.isTypeLiteralNode(type) ? type.members : [];
  const parts = { operations: '', alias: '', usesWithRequired: tree.usesWithRequired };
  if (property === undefined || !ts.isPropertySignature(property) || property.type === undefined) {
    throw new Error(`openapi-typescript returned no type for ${key}`);
  }
  if (alias === null) return { ...parts, properties: print([property], 2) };
  const declaration = ts.factory.createTypeAliasDeclaration(undefined, alias, undefined, property.type);
  const referring = withType(property, ts.factory.createTypeReferenceNode(alias));
  return { ...parts, properties: print([referring], 2), alias: astToString(declaration) };
}

function withType(property: ts.PropertySignature, type: ts.TypeNode): ts.PropertySignature {
  const { modifiers, name, questionToken } = property;
  return ts.factory.updatePropertySignature(property, modifiers, name, questionToken, type);
}

/** The declarations of a document. */
interface TypesTree {
  /** Returns the members of an exported interface; an empty list if there is no such interface. */
  membersOf(name: string): readonly ts.TypeElement[];
  readonly usesWithRequired: boolean;
}

function transform(content: Pick<OpenAPI3, 'paths' | 'components'>, context: GlobalContext): TypesTree {
  const nodes = transformSchema({ ...document, ...content }, { ...context, injectFooter: [] });
  return {
    membersOf: (name) =>
      nodes.filter(ts.isInterfaceDeclaration).find((node) => node.name.text === name)?.members ?? [],
    usesWithRequired: nodes.some(
      (node) => ts.isTypeAliasDeclaration(node) && node.name.text === 'WithRequired',
    ),
  };
}

/** Prints members of an interface. Units: `depth` in levels of four spaces. */
function print(members: readonly ts.TypeElement[], depth: number): string {
  if (members.length === 0) return '';
  const lines = astToString([...members]).split('\n');
  return lines.map((line) => (line === '' ? '' : ' '.repeat(4 * depth) + line)).join('\n');
}
