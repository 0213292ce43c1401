/** Links inferred from the resources of a contract: which response has the key for a path or a body. */
import type { Contract } from '../../../contract/contract.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { OperationLink } from '../../../templates/runtime/testing/operation-test.ts';
import {
  LIKELY,
  ownersByParameter,
  roleOf,
  type OperationRole,
  type Resource,
  type Role,
} from '../../../contract/resources/graph.ts';
import { templateOf } from '../../../contract/resources/path-shape.ts';

const caches = new WeakMap<Contract, ReadonlyMap<string, readonly OperationLink[]>>();

/**
 * Lists the inferred links to an operation: for each path parameter from the creation of the record that it
 * identifies, and for a request that changes nothing also from a list. Shape: creations first.
 */
export function inferLinksTo(contract: Contract, operation: string): readonly OperationLink[] {
  const cached = caches.get(contract) ?? inferAll(contract);
  caches.set(contract, cached);
  return cached.get(operation) ?? [];
}

interface KeySource {
  readonly id: string;
  readonly path: string;
  /** Runtime expression. */
  readonly key: string;
}

function inferAll(contract: Contract): ReadonlyMap<string, readonly OperationLink[]> {
  const byPath = new Map(
    contract.resources.resources.map(
      // Why: a record without its own path may still be the parent of others.
      (resource) => [templateOf(resource.itemPath ?? `${resource.path}/{key}`), resource] as const,
    ),
  );
  const byName = new Map(contract.resources.resources.map((resource) => [resource.name, resource]));
  const ownerOf = ownersByParameter(contract.resources.resources);
  return new Map(
    contract.service.operations.map((operation) => {
      const links = parametersOf(operation.path).flatMap(({ name, prefix }) => {
        const atPath = byPath.get(templateOf(prefix));
        // Why: a path may start at a record whose own path is longer, and a set has the keys of another resource.
        const owner = byName.get(ownerOf(name) ?? '') ?? atPath;
        const isAdded = atPath !== owner && isUpsertAt(contract, operation, prefix);
        const resource = atPath?.kind === 'collection' && !isAdded ? atPath : owner;
        if (resource === undefined) return [];
        const withLists =
          operation.method === 'GET' || isOnlyParent(contract, operation, { resource, prefix });
        return sourcesOf(contract, resource, withLists)
          .filter(({ id }) => id !== operation.id)
          .map((source) => linkFrom(source, operation, name));
      });
      return [operation.id, links];
    }),
  );
}

/** The roles of operations that change nothing, and of those that create a record in a collection. */
const harmless: ReadonlySet<Role> = new Set(['list', 'search', 'read', 'create', 'bulk-create', 'upsert']);

/**
 * Returns whether an operation may be sent below a record that existed before: no operation creates one, and what is
 * changed was created below it.
 */
function isOnlyParent(
  contract: Contract,
  { id, path }: OperationSpec,
  { resource, prefix }: { readonly resource: Resource; readonly prefix: string },
): boolean {
  const { operations, resources } = contract.resources;
  const creators = operations.filter(({ role }) => role.value === 'create' && role.confidence >= LIKELY);
  if (creators.some((each) => each.resource === resource.name)) return false;
  const role = roleOf(contract.resources, id);
  const isBelow = role !== null && role.resource !== resource.name;
  if (isBelow && harmless.has(role.role.value)) return true;
  return resources.some(({ name, itemPath }) => {
    const isCreated = creators.some((each) => each.resource === name);
    return isCreated && itemPath !== null && itemPath.startsWith(`${prefix}/`) && isAtOrBelow(path, itemPath);
  });
}

function isAtOrBelow(path: string, itemPath: string): boolean {
  return `${templateOf(path)}/`.startsWith(`${templateOf(itemPath)}/`);
}

/** The roles of operations that make one record. */
const creating: ReadonlySet<Role> = new Set(['create', 'upsert']);

/** Returns whether an operation adds a record of another resource at a path: `PUT /teams/{team}/members/{userName}`. */
function isUpsertAt(contract: Contract, { id, path }: OperationSpec, prefix: string): boolean {
  return path === prefix && roleOf(contract.resources, id)?.role.value === 'upsert';
}

/** Lists the operations whose responses have the key of a record. */
function sourcesOf(
  { resources: { operations }, service }: Contract,
  { name, key }: Resource,
  withLists: boolean,
): readonly KeySource[] {
  const property = key?.value.property ?? null;
  if (property === null || (key?.confidence ?? 0) < LIKELY) return [];
  const own = operations.filter(({ resource, role }) => resource === name && role.confidence >= LIKELY);
  const sourceOf = ({ id, envelope }: OperationRole, step: string): readonly KeySource[] => {
    const operation = service.operations.find((each) => each.id === id);
    if (operation === undefined || envelope === null || envelope.confidence < LIKELY) return [];
    return [{ id, path: operation.path, key: `$response.body#${envelope.value}${step}${property}` }];
  };
  return [
    ...own.filter(({ role }) => creating.has(role.value)).flatMap((role) => sourceOf(role, '')),
    ...(withLists
      ? own
          .filter(({ role }) => role.value === 'list')
          .flatMap((role) => sourceOf(role, `/0${role.inItem ?? ''}`))
      : []),
  ];
}

/** Creates the link for a parameter, and for those before it that the source has in its path. */
function linkFrom(source: KeySource, { id, path }: OperationSpec, parameter: string): OperationLink {
  const before = parametersOf(path).slice(
    0,
    parametersOf(path).findIndex(({ name }) => name === parameter),
  );
  const own = parametersOf(source.path);
  const inherited = before.flatMap(({ name, prefix }, index): [string, string][] => {
    const same = own[index];
    const isSame = same !== undefined && templateOf(same.prefix) === templateOf(prefix);
    return isSame ? [[`path.${name}`, `$request.path.${same.name}`]] : [];
  });
  return {
    name: `${source.id} to ${id}`,
    from: source.id,
    status: '2XX',
    to: id,
    parameters: { ...Object.fromEntries(inherited), [`path.${parameter}`]: source.key },
  };
}

function parametersOf(path: string): readonly { readonly name: string; readonly prefix: string }[] {
  return Array.from(path.matchAll(/\{([^{}]+)\}/g), (match) => ({
    name: match[1] ?? '',
    prefix: path.slice(0, match.index + match[0].length),
  }));
}
