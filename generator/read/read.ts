/**
 * Reads all documents of one target into one reading. Manages what the documents share: the names of schemas and of
 * checks.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BundledDocument, JsonObject, Place } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { checkRoot } from './check-document.ts';
import { createCheckNames, nameInOrder, toIdentifier } from '../model/check-names.ts';
import type { Versions } from '../model/contract-model.ts';
import { isObject, propertyPlace, objectAt, textAt } from '../json/json.ts';
import { toSchema } from './parts.ts';
import { readAsyncapi } from './read-asyncapi.ts';
import { dialectOf, readOpenapi, type OpenapiReadOptions } from './read-openapi.ts';
import { readServers } from './read-servers.ts';
import type { ReadChannel, Reading, ReadSchema, ReadScope } from '../model/reading.ts';

/**
 * Reads the documents of a target, OpenAPI first.
 *
 * Shape: a schema file that several documents use is one schema; title and version are those of the first document.
 * Errors: SCHEMA_RENAMED and those of `check-document.ts` and the readers (reported).
 */
export function readDocuments(
  documents: readonly BundledDocument[],
  report: Report,
  scope: ReadScope = 'generated',
  options: OpenapiReadOptions = {},
): Reading {
  for (const document of documents) checkRoot(document, report);
  const shared = mergeSchemas(documents, report);
  const names = createCheckNames();
  const claimSchema = freeName(shared.schemas.map(({ name }) => name));
  const claimChannel = freeName([]);

  const asynchronous = documents.filter(({ kind }) => kind === 'asyncapi');
  const payloads: ReadSchema[] = [];
  const channels: ReadChannel[] = [];
  for (const document of asynchronous) {
    const components = shared.components.get(document.root) ?? new Map<string, string>();
    const reading = readAsyncapi(document, { components, claimSchema, claimChannel, report });
    payloads.push(...reading.payloads);
    channels.push(...reading.channels);
  }

  const schemas = [...shared.schemas, ...payloads];
  const componentChecks = nameInOrder(
    schemas.map(({ name }) => name),
    toIdentifier,
    (name) => names.claim(name),
  );
  const openapi = documents.find(({ kind }) => kind === 'openapi');
  const operations =
    openapi === undefined ? null : readOpenapi(openapi, names, componentChecks, scope, report, options);
  return {
    title: titleOf(documents, 'title'),
    version: titleOf(documents, 'version'),
    versions: versionsOf(documents),
    description:
      documents
        .map(({ root }) => textAt(objectAt(root, 'info'), 'description'))
        .find((text) => text !== null) ?? null,
    documents: documents.map(({ file }) => file),
    tags: operations?.tags ?? [],
    schemas,
    parts: operations?.parts ?? [],
    operations: operations?.operations ?? [],
    incoming: operations?.incoming ?? [],
    webhooks: operations?.webhooks ?? [],
    servers: documents.flatMap(readServers),
    channels,
    securitySchemes: operations?.securitySchemes ?? [],
    extensions: operations?.extensions ?? {},
    components: shared.components,
    componentChecks,
  };
}

interface SharedSchemas {
  readonly schemas: readonly ReadSchema[];
  readonly components: ReadonlyMap<JsonObject, ReadonlyMap<string, string>>;
}

function mergeSchemas(documents: readonly BundledDocument[], report: Report): SharedSchemas {
  const merged = new Map<string, ReadSchema>();
  const components = new Map<JsonObject, ReadonlyMap<string, string>>();
  for (const document of documents) {
    const { root, placeOf } = document;
    const schemas = objectAt(objectAt(root, 'components'), 'schemas');
    const written = Object.entries(schemas);
    const ownNames = new Set(written.map(([name]) => name));
    const names = new Map<string, string>();
    for (const [name, node] of written) {
      const place = isObject(node) ? placeOf(node) : propertyPlace(placeOf(schemas), name);
      const before = merged.get(name);
      if (
        before !== undefined &&
        (isSamePlace(before.place, place) || isDeepStrictEqual(before.schema, node))
      ) {
        names.set(name, name);
        continue;
      }
      const free = freeNameBeside(
        name,
        (candidate) => merged.has(candidate) || (candidate !== name && ownNames.has(candidate)),
      );
      if (free !== name) report('SCHEMA_RENAMED', place, { name, renamed: free });
      names.set(name, free);
      const schema = toSchema(node, place, report);
      merged.set(free, { name: free, schema, dialect: dialectOf(document), root, place, placeOf });
    }
    components.set(root, names);
  }
  return { schemas: [...merged.values()], components };
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.file === other.file && one.pointer === other.pointer && one.pointer !== '';
}

function freeName(before: readonly string[]): (wanted: string) => string {
  const taken = new Set(before);
  return (wanted) => {
    const name = freeNameBeside(wanted, (candidate) => taken.has(candidate));
    taken.add(name);
    return name;
  };
}

function freeNameBeside(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) name = `${wanted}${number}`;
  return name;
}

/** Returns the versions by kind; of several documents of one kind, the version of the first. */
function versionsOf(documents: readonly BundledDocument[]): Versions {
  const versions: { -readonly [Kind in keyof Versions]: Versions[Kind] } = {};
  for (const document of documents) versions[document.kind] ??= titleOf([document], 'version');
  return versions;
}

function titleOf(documents: readonly BundledDocument[], property: string): string {
  const [first] = documents;
  return first === undefined ? '' : (textAt(objectAt(first.root, 'info'), property) ?? '');
}
