/**
 * Reads a bundled OpenAPI document: its paths, tags and security schemes. Schemas are only collected here; `repair.ts`
 * is the first stage that interprets them.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { nameOperations, type Renames } from '../model/operation-names.ts';
import type { Selector } from './selection.ts';
import type { BundledDocument, JsonObject } from '../json/documents.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { checkFields, isEmpty } from './check-document.ts';
import { missingOperationId, type CheckNames } from '../model/check-names.ts';
import type { HttpMethod, SecurityScheme, Tag, Webhook } from '../model/contract-model.ts';
import {
  extensionsOf,
  isObject,
  propertyOf,
  propertyPlace,
  objectAt,
  resolveNode,
  textAt,
  textsAt,
} from '../json/json.ts';
import {
  expectProperty,
  httpMethods,
  objectsAt,
  resolveProperty,
  type OpenapiContext,
} from './openapi-context.ts';
import { collectParts } from './parts.ts';
import { readIncoming, readWebhooks } from './read-incoming.ts';
import { readOperation, readSecurity, type OperationSite } from './read-operation.ts';
import type { Dialect, ReadOperation, ReadSchema, ReadScope } from '../model/reading.ts';

/** The content of an OpenAPI document apart from its component schemas. */
export interface OpenapiReading {
  readonly tags: readonly Tag[];
  readonly parts: readonly ReadSchema[];
  readonly operations: readonly ReadOperation[];
  readonly incoming: readonly ReadOperation[];
  readonly webhooks: readonly Webhook[];
  readonly securitySchemes: readonly SecurityScheme[];
  readonly extensions: JsonObject;
}

/** Which parts of a description are read, and their names. */
export interface OpenapiReadOptions {
  /** `null` or absent for all operations. */
  readonly selector?: Selector | null;
  readonly renames?: Renames | undefined;
}

/**
 * Reads an OpenAPI document.
 *
 * Errors: OPERATION_IGNORED, OPERATION_ID_MISSING, OPERATION_ID_DUPLICATE, RENAME_UNUSED and the
 * diagnostics of the parts (reported).
 */
export function readOpenapi(
  document: BundledDocument,
  names: CheckNames,
  components: ReadonlyMap<string, string>,
  scope: ReadScope,
  report: Report,
  { selector = null, renames = {} }: OpenapiReadOptions,
): OpenapiReading {
  const { root, placeOf } = document;
  const parts = collectParts({ dialect: dialectOf(document), root, placeOf, names, components, report });
  const context: OpenapiContext = { root, placeOf, parts, scope, report, checked: new WeakSet() };
  if (!isEmpty(document)) checkFields(root, 'document', context);
  checkFields(objectAt(root, 'components'), 'components', context);
  const operations = readPaths(context, selector, renames);
  selector?.finish(report);
  const incoming = scope === 'compared' ? readIncoming(operations, context) : [];
  return {
    tags: readTags(context),
    parts: parts.parts,
    operations,
    incoming,
    webhooks: scope === 'generated' ? readWebhooks(operations, context) : [],
    securitySchemes: readSecuritySchemes(root),
    extensions: { ...extensionsOf(root), ...extensionsOf(objectAt(root, 'info')) },
  };
}

export function dialectOf(document: BundledDocument): Dialect {
  if (document.kind === 'asyncapi') return 'draft-07';
  return document.version.startsWith('3.0') ? 'openapi-3.0' : '2020-12';
}

/** An operation that has an id. */
interface Identified extends Omit<OperationSite, 'named' | 'security'> {
  readonly operation: JsonObject;
}

/** Reads the selected operations. Why all of them are named: a selection must not change a name. */
function readPaths(context: OpenapiContext, selector: Selector | null, renames: Renames): ReadOperation[] {
  const security = readSecurity(context.root, context) ?? [];
  const operations = identifyOperations(context);
  const names = nameOperations(operations, renames.operations);
  for (const id of Object.keys(renames.operations ?? {}))
    if (!names.has(id))
      context.report('RENAME_UNUSED', null, { kind: 'operation', id, meant: closestWord(id, names.keys()) });
  return operations.flatMap(({ operation, ...site }) => {
    const { id, path } = site;
    if (selector?.selects({ id, path, tags: textsAt(operation, 'tags') }) === false) return [];
    const named = names.get(id) ?? { name: id, reason: 'exact' };
    return [readOperation(operation, { ...site, named, security }, context)];
  });
}

function identifyOperations(context: OpenapiContext): Identified[] {
  const ids = createOperationIds(context);
  const paths = objectAt(context.root, 'paths');
  return Object.keys(paths).flatMap((path) => {
    if (path.startsWith('x-')) return [];
    if (!path.startsWith('/')) {
      const expected = 'a path, which starts with `/`';
      context.report('MEMBER_MALFORMED', propertyPlace(context.placeOf(paths), path), {
        property: path,
        expected,
      });
      return [];
    }
    const pathItem = resolveProperty(paths, path, context)?.node;
    if (pathItem === undefined) return [];
    checkFields(pathItem, 'path item', context);
    for (const method of Object.keys(objectAt(pathItem, 'additionalOperations')))
      context.report('OPERATION_IGNORED', context.placeOf(pathItem), { method, path });
    return httpMethods.flatMap((method) => {
      expectProperty(pathItem, method, 'an object', context);
      const operation = propertyOf(pathItem, method);
      if (!isObject(operation)) return [];
      return [{ id: ids.nameOf(operation, method, path), method, path, pathItem, operation }];
    });
  });
}

interface OperationIds {
  nameOf(operation: JsonObject, method: HttpMethod, path: string): string;
}

function createOperationIds(context: OpenapiContext): OperationIds {
  const owners = new Map<string, string>();
  return {
    nameOf(operation, method, path) {
      const place = context.placeOf(operation);
      const operationId = textAt(operation, 'operationId');
      const written = operationId?.trim() === '' ? null : operationId;
      const wanted = written ?? missingOperationId(method, path);
      let id = wanted;
      for (let number = 2; owners.has(id); number++) id = `${wanted}${number}`;
      if (written === null) {
        context.report('OPERATION_ID_MISSING', place, { method: method.toUpperCase(), path, id });
      } else if (id !== written) {
        context.report('OPERATION_ID_DUPLICATE', place, {
          id: written,
          other: owners.get(written) ?? '',
          renamed: id,
        });
      }
      owners.set(id, `${method.toUpperCase()} ${path}`);
      return id;
    },
  };
}

function readTags(context: OpenapiContext): Tag[] {
  return objectsAt(context.root, 'tags', context).flatMap((tag) => {
    const name = textAt(tag, 'name');
    return name === null ? [] : [{ name, description: textAt(tag, 'description') }];
  });
}

function readSecuritySchemes(root: JsonObject): SecurityScheme[] {
  return Object.entries(objectAt(objectAt(root, 'components'), 'securitySchemes')).flatMap(
    ([name, written]) => {
      const declaration = resolveNode(root, written);
      return declaration === null ? [] : [{ name, type: textAt(declaration, 'type') ?? '', declaration }];
    },
  );
}
