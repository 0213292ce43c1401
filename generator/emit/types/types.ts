/**
 * Emits `types.ts`: every schema as a type, printed by openapi-typescript, one schema at a time.
 * The only place that knows that library.
 */
import { createRequire } from 'node:module';
import type { GlobalContext, OpenAPI3, astToString, transformSchema } from 'openapi-typescript';
import type { Node } from 'typescript';
import { arrayAt, isObject, objectAt, textAt } from '../../contract/node.ts';
import type { JsonObject, JsonSchema } from '../../contract/contract.ts';
import type { Report } from '../../diagnostics.ts';
import { ts, TsText } from '../../render/ts-text.ts';
import type { EmitSource } from '../emitter.ts';
import { printHeader } from '../header.ts';
import { printComment, printString } from '../print-literal.ts';
import { noopCache, type TextCache } from '../text-cache.ts';
import { buildTypesDocument, listTypeAliases, type TypesDocument, type TypesPart } from './document.ts';
import { findListCircles, moveOut } from './circles.ts';
import { frames, insertQuery, joinModule, takeMembers, type PrintedPart } from './layout.ts';
import type { TypesView } from '../views/contract-views.ts';

/**
 * Creates the view of `types.ts`.
 *
 * Errors: TYPES_FAILED (reported), then a view without types.
 */
export function emitTypes({ contract, names, texts = noopCache }: EmitSource, report: Report): TypesView {
  const aliases = listTypeAliases(contract, names);
  const circles = findListCircles(contract.schemas);
  const circular = contract.schemas.flatMap(({ name }, index) =>
    circles.has(name) ? (aliases[index]?.key ?? []) : [],
  );
  return {
    header: printHeader(contract.documents),
    body: printTypes(buildTypesDocument(contract, names), new Set(circular), texts, report),
    aliases: aliases.map(({ key, schema, type }) => ({
      ...commentView(schema),
      name: type,
      key: printString(key),
    })),
  };
}

function commentView(schema: JsonSchema): { readonly hasComment: boolean; readonly comment: TsText } {
  const comment = printComment(isObject(schema) ? textAt(schema, 'description') : null);
  return { hasComment: comment.toString() !== '', comment };
}

function printTypes(
  document: TypesDocument,
  circles: ReadonlySet<string>,
  texts: TextCache,
  report: Report,
): TsText {
  const propertiesOf = propertyReader(document.schemas);
  try {
    const paths = document.paths.map((part) => printPart('path', part, propertiesOf, texts));
    const schemas = document.schemas.map((part) => printPart('schema', part, propertiesOf, texts));
    const aliases: string[] = [];
    const members = document.schemas.map(({ key }, index) => {
      const printed = schemas[index] ?? { members: '', operations: '', usesWithRequired: false };
      if (!circles.has(key)) return printed;
      const { member, alias } = moveOut(key, printed.members, circles);
      aliases.push(alias);
      return { ...printed, members: member };
    });
    return TsText.trust([joinModule({ paths, schemas: members }), ...aliases].join('').trim());
  } catch (error) {
    report('TYPES_FAILED', null, { problem: error instanceof Error ? error.message : String(error) });
    return ts``;
  }
}

type PartKind = 'path' | 'schema';

/** Prints a part, or answers what was printed of the same before. */
function printPart(
  kind: PartKind,
  { key, write }: TypesPart,
  propertiesOf: PropertiesOf,
  texts: TextCache,
): PrintedPart {
  const node = write();
  const looksAt = requiredTargets(node).map((target) => [target, Object.keys(propertiesOf(target))]);
  const madeOf = JSON.stringify([kind, key, node, looksAt]);
  const text = texts.recall('types', madeOf, () => JSON.stringify(printers[kind](key, node, propertiesOf)));
  return JSON.parse(text) as PrintedPart;
}

const printers: {
  readonly [Kind in PartKind]: (key: string, node: JsonObject, propertiesOf: PropertiesOf) => PrintedPart;
} = {
  path: (path, { query, ...item }, propertiesOf) => {
    const standard = printPath(path, item, propertiesOf);
    if (!isObject(query)) return standard;
    const other = printPath(path, { get: query }, propertiesOf);
    return {
      members: insertQuery(standard.members, textAt(query, 'operationId') ?? ''),
      operations: standard.operations + other.operations,
      usesWithRequired: standard.usesWithRequired || other.usesWithRequired,
    };
  },
  schema: (key, schema, propertiesOf) => {
    const printed = printDeclarations({ components: { schemas: { [key]: schema } } }, propertiesOf);
    return {
      members: takeMembers(printed('components'), frames.schemas),
      operations: '',
      usesWithRequired: printed('WithRequired') !== '',
    };
  },
};

function printPath(path: string, item: JsonObject, propertiesOf: PropertiesOf): PrintedPart {
  const printed = printDeclarations({ paths: { [path]: item } }, propertiesOf);
  const hasOperations = Object.keys(item).length > 0;
  return {
    members: takeMembers(printed('paths'), frames.paths),
    operations: hasOperations ? takeMembers(printed('operations'), frames.operations) : '',
    usesWithRequired: printed('WithRequired') !== '',
  };
}

/** Returns the properties that the schema behind a reference declares itself. */
type PropertiesOf = (reference: string) => JsonObject;

function propertyReader(schemas: readonly TypesPart[]): PropertiesOf {
  const parts = new Map(schemas.map((part) => [`#/components/schemas/${part.key}`, part]));
  const known = new Map<string, JsonObject>();
  return (reference) => {
    const properties = known.get(reference) ?? objectAt(parts.get(reference)?.write() ?? {}, 'properties');
    known.set(reference, properties);
    return properties;
  };
}

/** Lists the references whose targets the printer looks at: those that a list of required members stands beside. */
function requiredTargets(schema: JsonObject): string[] {
  const targets = new Set<string>();
  const pending: unknown[] = [schema];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) pending.push(...(node as unknown[]));
    if (!isObject(node)) continue;
    if (Object.hasOwn(node, 'allOf')) {
      for (const member of arrayAt(node, 'allOf')) {
        const reference = isObject(member) ? textAt(member, '$ref') : null;
        if (reference !== null) targets.add(reference);
      }
    }
    pending.push(...Object.values(node));
  }
  return [...targets];
}

/** The parts of the library that print. */
interface Library {
  readonly transformSchema: typeof transformSchema;
  readonly astToString: typeof astToString;
}

let library: Library | null = null;

/** Loads the printer once something has to be printed: it takes longer to load than a run without changes. */
function loadLibrary(): Library {
  const require = createRequire(import.meta.url);
  library ??= require('openapi-typescript') as Library;
  return library;
}

/** Prints the module of a document; returns a function from a declaration's name to its text, empty when there is none. */
function printDeclarations(document: JsonObject, propertiesOf: PropertiesOf): (name: string) => string {
  const { transformSchema: transform, astToString: write } = loadLibrary();
  const nodes = transform(document as unknown as OpenAPI3, printerContext(propertiesOf));
  return (name) => {
    const node = nodes.find((each) => nameOf(each) === name);
    return node === undefined ? '' : write(node);
  };
}

function nameOf(node: Node): string | undefined {
  const { name } = node as Node & { readonly name?: { readonly text?: string } };
  return name?.text;
}

function printerContext(propertiesOf: PropertiesOf): GlobalContext {
  const resolver = (reference: string): unknown => ({ properties: propertiesOf(reference) });
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    // Unions carry their own tags; what the printer would add overwrites them.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    // Only the front door reads it.
    redoc: undefined as unknown as GlobalContext['redoc'],
    resolve: resolver as GlobalContext['resolve'],
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform: undefined,
    transformProperty: undefined,
  };
}
