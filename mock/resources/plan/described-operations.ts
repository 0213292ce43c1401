/** The operations of a contract by what they do with resources, in the form that they have in REST. */
import type { Contract } from '../../../contract/contract.ts';
import {
  ownersByParameter,
  type OperationRole,
  type Resource,
  type ResourceGraph,
} from '../../../contract/resources/graph.ts';
import { isSelf } from '../../../contract/resources/candidates/find-views.ts';
import { actionOf } from '../../../contract/resources/overrides/check-values.ts';
import {
  behaviorsById,
  type OperationBehavior,
  type ResourceOverrides,
} from '../../../contract/resources/overrides/override.ts';
import { creations } from '../../../contract/resources/overrides/required-references.ts';
import { parentOf, readBelow, readPath, templateOf } from '../../../contract/resources/path-shape.ts';
import { requestSchemaOf } from '../../../contract/resources/operation-facts.ts';
import { schemaAt, schemaOfSuccess, successOf } from '../../../contract/resources/records/schema-parts.ts';
import type { OperationOfResource } from '../../../contract/resources/records/state-values.ts';
import { inRestForm, restFormsOf, type RestForm } from '../../../contract/resources/infer/rest-forms.ts';
import { flatten, isSameName, wordsOf } from '../../../contract/resources/words.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { restRequest, restSpec } from '../requests/rest-calls.ts';

export interface ResourceContract {
  readonly contract: Contract;
  readonly source: ResourceSource;
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
  /** Identifies the description, so that stored worlds know which one they fit; absent if it cannot change. */
  readonly digest?: string;
}

/**
 * The form of what an operation returns. Shape: JSON Pointers of what was sent and of what is returned in their bodies.
 */
export interface ResultForm {
  readonly schema: SourceSchema;
  readonly envelope: string;
  readonly requestEnvelope: string;
  readonly written: SourceSchema | null;
}

/** An operation that creates what is below a record, with the last segment of its path. */
interface CreateBelow {
  readonly id: string;
  readonly segment: string;
}

export class DescribedOperations {
  protected readonly described: ResourceContract;
  protected readonly specs: ReadonlyMap<string, OperationSpec>;
  protected readonly sources: ReadonlyMap<string, SourceOperation>;
  protected readonly roles: ReadonlyMap<string, OperationRole>;
  readonly #forms: ReadonlyMap<string, RestForm>;
  readonly #behaviors: ReadonlyMap<string, OperationBehavior>;
  readonly #ownerOf: (parameter: string) => string | undefined;
  readonly #byRoute: ReadonlyMap<string, SourceOperation>;
  readonly #created: ReadonlySet<string | null>;
  readonly #read: ReadonlySet<string | null>;
  readonly #listed: ReadonlySet<string | null>;
  readonly #readAlone: ReadonlySet<string | null>;
  readonly #below = new Map<string, readonly CreateBelow[]>();
  readonly #segments = new Map<string, readonly string[]>();
  readonly #above = new Map<string, ReadonlyMap<string, string>>();
  /** The resource whose record a path shows as the caller, such as `users` for `/users/me`; `null` for none. */
  readonly callers: string | null;

  constructor(described: ResourceContract) {
    this.described = described;
    this.#ownerOf = ownersByParameter(described.graph.resources);
    const byId = <Each extends { readonly id: string }>(all: readonly Each[]): Map<string, Each> =>
      new Map(all.map((each) => [each.id, each]));
    const { operations } = described.source;
    this.#forms = restFormsOf(operations);
    const formOf = ({ id }: { readonly id: string }): RestForm | undefined => this.#forms.get(id);
    this.specs = byId(described.contract.service.operations.map((each) => restSpec(each, formOf(each))));
    this.sources = byId(operations.map((each) => inRestForm(each, formOf(each))));
    this.roles = byId(described.graph.operations);
    this.#behaviors = behaviorsById(described.source.operations, described.overrides);
    const sources = [...this.sources.values()];
    this.#byRoute = new Map(sources.map((each) => [routeOf(each), each] as const).toReversed());
    const ofRoles = (isOf: (role: string) => boolean): ReadonlySet<string | null> =>
      new Set(
        described.graph.operations.filter(({ role }) => isOf(role.value)).map(({ resource }) => resource),
      );
    this.#created = ofRoles((role) => creations.has(role));
    this.#read = ofRoles((role) => role !== 'create' && role !== 'sample');
    this.#listed = ofRoles((role) => role === 'list');
    this.#readAlone = ofRoles((role) => role === 'read');
    this.callers = this.#findCallers();
  }

  /** Returns a request as the form of its operation in REST has it. */
  requestOf(id: string, request: RequestValues): RequestValues {
    const form = this.#forms.get(id);
    return form === undefined ? request : restRequest(request, form);
  }

  get resources(): readonly Resource[] {
    return this.described.graph.resources;
  }

  get overrides(): ResourceOverrides {
    return this.described.overrides;
  }

  /** Returns the override of an operation; `null` if there is none. */
  behaviorOf({ id }: Pick<SourceOperation, 'id'>): OperationBehavior | null {
    return this.#behaviors.get(id) ?? null;
  }

  /** Returns whether clients create the records of a resource: one that they did not create does not exist. */
  isCreated(name: string): boolean {
    return this.#created.has(name);
  }

  /** Returns whether clients can find the records of a resource: they are listed, and read one by one. */
  isListedAndRead(name: string): boolean {
    return this.#listed.has(name) && this.#readAlone.has(name);
  }

  /**
   * Returns the listed resource whose keys are those of a resource that clients neither list nor create: `domains` for the
   * zones at `/zones/{domainName}`; `null` for none.
   */
  twinOf(name: string): string | null {
    const own = this.resources.find((each) => each.name === name);
    const parameter = flatten(own?.key?.value.parameters.join('/') ?? '');
    const isAlone = own?.kind === 'feed' && own.parents.length === 0 && !this.#listed.has(name);
    if (!isAlone || /^(?:|id|key|name|uuid|slug)$/.test(parameter)) return null;
    const twin = this.resources.find(
      (each) =>
        each !== own &&
        each.parents.length === 0 &&
        this.isListedAndRead(each.name) &&
        flatten(each.key?.value.parameters.join('/') ?? '') === parameter,
    );
    return twin?.name ?? null;
  }

  #findCallers(): string | null {
    const self = this.described.graph.operations.find(
      ({ id, role }) =>
        role.value === 'singleton-read' && isSelf({ path: readPath(this.sources.get(id)?.path ?? '') }),
    );
    const name = self?.resource ?? null;
    return this.resources.some((each) => each.name === name && each.itemPath !== null) ? name : null;
  }

  /** Returns the names of the actions on the records of a resource. */
  actionsOn(name: string): readonly string[] {
    return this.described.graph.operations.flatMap(({ id, resource, role }) => {
      const path = resource === name && role.value === 'action' ? this.sources.get(id)?.path : undefined;
      return path === undefined ? [] : [actionOf(path)];
    });
  }

  /** Returns the id of the operation that creates records at a path; `null` for none. */
  createdAt(path: string): string | null {
    const isAt = ({ id, role }: OperationRole): boolean =>
      role.value === 'create' && this.sources.get(id)?.path === path;
    return this.described.graph.operations.find(isAt)?.id ?? null;
  }

  /** Returns the operations that create what is below a record. */
  createsBelow(itemPath: string): readonly CreateBelow[] {
    return memoized(this.#below, itemPath, () => this.#findCreatesBelow(itemPath));
  }

  #findCreatesBelow(itemPath: string): readonly CreateBelow[] {
    const item = templateOf(itemPath);
    return this.described.graph.operations.flatMap(({ id, role, resource }) => {
      const entries = this.resources.find((each) => each.name === resource && each.entries !== undefined);
      if (
        entries !== undefined &&
        role.value === 'create' &&
        templateOf(this.sources.get(id)?.path ?? '') === item
      )
        return [{ id, segment: readPath(entries.path).name }];
      const own = /^(?:create|upsert)$/.test(role.value) ? this.sources.get(id)?.path : undefined;
      const path = role.value === 'upsert' ? own?.replace(/\/\{[^{}]+\}$/, '') : own;
      const isBelow = path !== undefined && parentOf(templateOf(path)) === item;
      return isBelow ? [{ id, segment: readPath(path).name }] : [];
    });
  }

  /** Returns the last segments of the paths below a record that an operation of a method has. */
  segmentsBelow(itemPath: string, method: 'GET' | 'POST'): readonly string[] {
    return memoized(this.#segments, `${method} ${itemPath}`, () =>
      [...this.sources.values()].flatMap(({ method: own, path }) => {
        const segment = path.startsWith(`${itemPath}/`) ? path.slice(itemPath.length + 1) : '';
        return own === method && /^[^/{}]+$/.test(segment) ? [segment] : [];
      }),
    );
  }

  /** Returns the bodies of the reads of a state below a record. */
  statesBelow(itemPath: string): readonly SourceSchema[] {
    return this.segmentsBelow(itemPath, 'GET').flatMap((segment) => {
      const source = /^(?:status|state)$/i.test(segment)
        ? this.#byRoute.get(routeOf({ method: 'GET', path: `${itemPath}/${segment}` }))
        : undefined;
      const spec = source === undefined ? undefined : this.specs.get(source.id);
      if (source === undefined || spec === undefined) return [];
      const success = successOf(spec.responses, null, source.responses);
      return schemaOfSuccess(source, success) ?? [];
    });
  }

  /** Returns whether anything but its creation is about the records of a resource. */
  isRead(name: string): boolean {
    return this.#read.has(name);
  }

  /** Returns whether an operation is declared. */
  has(method: string, path: string): boolean {
    return this.#byRoute.has(routeOf({ method, path }));
  }

  declares(method: string, path: string, status: number): boolean {
    const source = this.#byRoute.get(routeOf({ method, path }));
    return source?.responses.some((each) => each.status === status) === true;
  }

  /** Returns the schema of the body of an operation; `null` for none. */
  bodyOf(method: string, path: string): SourceSchema | null {
    const source = this.#byRoute.get(routeOf({ method, path }));
    return source === undefined ? null : requestSchemaOf(source);
  }

  operationsOf({ name }: Resource): readonly (OperationOfResource & { readonly spec: OperationSpec })[] {
    return this.described.graph.operations.flatMap((role) => {
      if (role.resource !== name) return [];
      const [spec, source] = [this.specs.get(role.id), this.sources.get(role.id)];
      return spec === undefined || source === undefined ? [] : [{ spec, source, role }];
    });
  }

  /** Returns the resources whose records a path is below, by the parameter with their key. */
  above(path: string): ReadonlyMap<string, string> {
    return memoized(this.#above, path, () => this.#findAbove(path));
  }

  #findAbove(path: string): ReadonlyMap<string, string> {
    const above = new Map<string, string>();
    for (const { 1: name = '', index } of path.matchAll(/\{([^{}]+)\}(?=\/)/g)) {
      const item = templateOf(path.slice(0, index + name.length + 2));
      const owner = this.resources.find(({ itemPath }) => itemPath !== null && templateOf(itemPath) === item);
      const namesakes =
        owner === undefined || isBeside(path, index, name, owner) ? this.#ownerOf(name) : owner.name;
      if (namesakes !== undefined) above.set(name, namesakes);
    }
    return above;
  }

  /** Returns the resource whose records a record lists below its path: `groups` of `/customers/{id}/groups`. */
  listedBelow(itemPath: string, segment: string): Resource | null {
    const isListed = ({ name, kind, itemPath: own }: Resource): boolean =>
      kind === 'collection' &&
      own !== null &&
      !own.startsWith(`${itemPath}/`) &&
      isSameName(name.split('/').at(-1) ?? '', segment);
    return this.resources.find(isListed) ?? null;
  }

  /**
   * Returns the resource whose records are the entries of a set, by the parameter with their ids. Shape: empty for
   * texts.
   */
  entriesAt(path: string, { kind }: Resource): ReadonlyMap<string, string> {
    const [, list = '', name = ''] = /^(.*)\/\{([^{}]+)\}$/.exec(path) ?? [];
    const { itemPath, segment } = readBelow(list);
    const isId = /^(?:id|gid|sid|uuid|guid)$/.test(wordsOf(name).at(-1) ?? '');
    const listResource =
      kind === 'set' && isId && segment !== '' ? this.listedBelow(itemPath, segment) : null;
    return new Map(listResource === null ? [] : [[name, listResource.name]]);
  }

  /** Returns the form of what an operation returns; `null` if it is no object. */
  resultOf(id: string): ResultForm | null {
    const [spec, source, role] = [this.specs.get(id), this.sources.get(id), this.roles.get(id)];
    const success = spec === undefined ? null : successOf(spec.responses, null, source?.responses);
    const envelope = role?.envelope?.value ?? '';
    const schema = source === undefined ? null : schemaAt(schemaOfSuccess(source, success), envelope);
    if (source === undefined || schema === null || schema.properties.size === 0) return null;
    const requestEnvelope = role?.requestEnvelope?.value ?? '';
    return { schema, envelope, requestEnvelope, written: schemaAt(requestSchemaOf(source), requestEnvelope) };
  }
}

/**
 * Returns whether a parameter is one of two in a row, and not the key of the record whose path ends there: `{author}` of
 * `/notes/{author}/{slug}` beside `/notes/{id}`.
 */
function isBeside(path: string, index: number, name: string, { itemPath }: Resource): boolean {
  const isInRow = path.startsWith('/{', index + name.length + 2);
  return isInRow && itemPath?.endsWith(`{${name}}`) === false;
}

function routeOf({ method, path }: Pick<SourceOperation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns what a cache has for a key, made on first use. */
export function memoized<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
