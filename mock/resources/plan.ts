/** What each operation does with which resource, worked out when the operation is first called. */
import type { Contract } from '../../contract/contract.ts';
import {
  LIKELY,
  ownersByParameter,
  type OperationRole,
  type Resource,
  type ResourceGraph,
} from '../../contract/resources/graph.ts';
import {
  behaviorsById,
  type OperationBehavior,
  type ResourceOverrides,
} from '../../contract/resources/overrides/override.ts';
import { actionOf } from '../../contract/resources/overrides/check-values.ts';
import type { ResourceSource, SourceOperation, SourceSchema } from '../../contract/resources/source.ts';
import { bestOf, showingRecords, shownSchema } from '../../contract/resources/records/record-schema.ts';
import { schemaAt, successOf, writtenBy } from '../../contract/resources/records/schema-parts.ts';
import { withListedStates, type OperationOfResource } from '../../contract/resources/records/state-values.ts';
import { parentOf, readPath, templateOf } from '../../contract/resources/path-shape.ts';
import { inRestForm, restFormsOf, type RestForm } from '../../contract/resources/rest-forms.ts';
import { flatten } from '../../contract/resources/words.ts';
import { coversMediaType } from '../../templates/runtime/media-type.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { ResponseSample } from '../../templates/runtime/testing/sample.ts';
import { pointerStep, splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import { responseSamples } from '../http/samples.ts';
import { isFields, textOf, withPart } from './fields.ts';
import {
  writes,
  isSuccessSample,
  keyInAddress,
  lastOf,
  keyOf,
  namedKeyOf,
  nestedKeyOf,
  otherKeysOf,
} from './plan-parts.ts';
import { referencesIn, type ReferredResource } from './effects/known-records.ts';
import type { RecordFields } from './record.ts';
import { restRequest, restSpec } from './rest-calls.ts';
import type { FakeValues } from './plausible/fake-values.ts';
import { asEntry, inOneForm, recordsIn, sampleOf, withKind, type ShownRecord } from './shown-record.ts';

/** A contract with its resources. */
export interface ResourceContract {
  readonly contract: Contract;
  readonly source: ResourceSource;
  readonly graph: ResourceGraph;
  readonly overrides: ResourceOverrides;
  /** Identifies the description, so that stored worlds know which one they fit; absent if it cannot change. */
  readonly digest?: string;
}

/** What an operation does. */
export interface OperationPlan {
  readonly spec: OperationSpec;
  readonly source: SourceOperation;
  readonly role: OperationRole;
  readonly resource: ResourcePlan;
  /** The declared response that it sends; `null` if no success is declared. */
  readonly success: ResponseSpec | null;
  /** The sample of that response. */
  readonly sample: ResponseSample | null;
  /** JSON Pointer of the record or of the list in the response. */
  readonly envelope: string | null;
  /** The schema of a record in the response; `null` if it shows none. */
  readonly shown: SourceSchema | null;
  /** A record of the sample. */
  readonly shownSample: RecordFields;
  /** JSON Pointer of the record in the body. */
  readonly requestEnvelope: string;
  /** The schema of the record in the body; `null` for none. */
  readonly written: SourceSchema | null;
  /** The property that the last parameter of its path has instead of the key; `null` for the key. */
  readonly namedKey: string | null;
  /** The resources whose records its path is below, by the parameter with their key. */
  readonly above: ReadonlyMap<string, string>;
}

/** A resource with what its records are made of. */
export interface ResourcePlan {
  readonly resource: Resource;
  /** The schema of a record: of the operation that shows the most of it; `null` if none shows one. */
  readonly schema: SourceSchema | null;
  /** A valid record; empty if none is shown. */
  readonly sample: RecordFields;
  /** The property with the key; `null` if records have none, or have it in an object. */
  readonly key: string | null;
  /** JSON Pointer of the key in a record: also of one in an object; `null` if records have none. */
  readonly keyPointer: string | null;
  /** The name of the parameter with the key in the item path; `null` for a singleton. */
  readonly keyParameter: string | null;
  /** Returns whether a path may have a key; absent if no path has one. */
  readonly acceptsKey?: ((key: JsonValue) => boolean) | undefined;
  /** A key that a path may have. */
  readonly keySample?: JsonValue | undefined;
  /** The key that the sample has in the address of itself; absent if it has it elsewhere or nowhere. */
  readonly shownKey?: string;
  /** That key, if the description states it. */
  readonly statedKey?: JsonValue | undefined;
  /** The properties that also identify a record in its path, such as the name for `{idOrName}`. */
  readonly otherKeys: readonly string[];
  /** The names of the properties that clients write, without case and separators. */
  readonly writable: ReadonlySet<string>;
  /** Records in the examples of the description; empty without any. */
  readonly examples: readonly JsonValue[];
  /** Returns whether the response that shows the most of a record may have this one. */
  readonly accepts: (record: RecordFields) => boolean;
  /** Values of a library for made-up data; `null` without one. */
  readonly fake: FakeValues | null;
  /** The resources that its properties refer to by objects, or lists of them. */
  readonly references: ReadonlyMap<string, ReferredResource>;
}

/** Loads a library for made-up data. Shape: `null` if there is none. */
export type LoadFake = () => Promise<FakeValues | null>;

/** Plans the operations of a contract. */
export class ResourcePlans {
  readonly #described: ResourceContract;
  readonly #forms: ReadonlyMap<string, RestForm>;
  readonly #specs: ReadonlyMap<string, OperationSpec>;
  readonly #sources: ReadonlyMap<string, SourceOperation>;
  readonly #roles: ReadonlyMap<string, OperationRole>;
  readonly #behaviors: ReadonlyMap<string, OperationBehavior>;
  readonly #resources = new Map<string, Promise<ResourcePlan>>();
  readonly #operations = new Map<string, Promise<OperationPlan | null>>();

  readonly #loadFake: LoadFake;
  readonly #owners: ReadonlyMap<string, string>;

  constructor(described: ResourceContract, loadFake: LoadFake = () => Promise.resolve(null)) {
    this.#described = described;
    this.#loadFake = loadFake;
    this.#owners = ownersByParameter(described.graph.resources);
    const byId = <Each extends { readonly id: string }>(all: readonly Each[]): Map<string, Each> =>
      new Map(all.map((each) => [each.id, each]));
    const { operations } = described.source;
    this.#forms = restFormsOf(operations);
    const formOf = ({ id }: { readonly id: string }): RestForm | undefined => this.#forms.get(id);
    this.#specs = byId(described.contract.service.operations.map((each) => restSpec(each, formOf(each))));
    this.#sources = byId(operations.map((each) => inRestForm(each, formOf(each))));
    this.#roles = byId(described.graph.operations);
    this.#behaviors = behaviorsById(described.source.operations, described.overrides);
  }

  /** Returns a request as the form of its operation in REST has it. */
  requestOf(id: string, request: RequestValues): RequestValues {
    const form = this.#forms.get(id);
    return form === undefined ? request : restRequest(request, form);
  }

  get resources(): readonly Resource[] {
    return this.#described.graph.resources;
  }

  get overrides(): ResourceOverrides {
    return this.#described.overrides;
  }

  /** Returns what a file says about an operation; `null` if nothing. */
  behaviorOf({ id }: Pick<SourceOperation, 'id'>): OperationBehavior | null {
    return this.#behaviors.get(id) ?? null;
  }

  /** Returns whether clients create the records of a resource: one that they did not create does not exist. */
  isCreated(name: string): boolean {
    return this.#described.graph.operations.some(
      ({ resource, role }) => resource === name && (role.value === 'create' || role.value === 'upsert'),
    );
  }

  /** Returns the names of the actions on the records of a resource. */
  actionsOn(name: string): readonly string[] {
    return this.#described.graph.operations.flatMap(({ id, resource, role }) => {
      const path = resource === name && role.value === 'action' ? this.#sources.get(id)?.path : undefined;
      return path === undefined ? [] : [actionOf(path)];
    });
  }

  /** Returns the id of the operation that creates records at a path; `null` for none. */
  createdAt(path: string): string | null {
    const isAt = ({ id, role }: OperationRole): boolean =>
      role.value === 'create' && this.#sources.get(id)?.path === path;
    return this.#described.graph.operations.find(isAt)?.id ?? null;
  }

  /** Returns the operations that create what is below a record, with the last segments of their paths. */
  createsBelow(itemPath: string): readonly { readonly id: string; readonly segment: string }[] {
    const item = templateOf(itemPath);
    return this.#described.graph.operations.flatMap(({ id, role }) => {
      const path = role.value === 'create' ? this.#sources.get(id)?.path : undefined;
      const isBelow = path !== undefined && parentOf(templateOf(path)) === item;
      return isBelow ? [{ id, segment: readPath(path).name }] : [];
    });
  }

  /** Returns whether anything but its creation is about the records of a resource. */
  isRead(name: string): boolean {
    return this.#described.graph.operations.some(
      ({ resource, role }) => resource === name && role.value !== 'create' && role.value !== 'sample',
    );
  }

  /** Returns whether an operation is declared. */
  has(method: string, path: string): boolean {
    return [...this.#sources.values()].some((each) => each.method === method && each.path === path);
  }

  /** Returns the schema of the body of an operation; `null` for none. */
  bodyOf(method: string, path: string): SourceSchema | null {
    const source = [...this.#sources.values()].find((each) => each.method === method && each.path === path);
    return source?.bodies.find(({ schema }) => schema !== null)?.schema ?? null;
  }

  /** Returns what an operation does; `null` if it is not sure enough, or nothing with a resource. */
  of(id: string): Promise<OperationPlan | null> {
    return memoized(this.#operations, id, () => this.#plan(id));
  }

  /** Returns a resource by its name. */
  resource(name: string): Promise<ResourcePlan | null> {
    const resource = this.resources.find((each) => each.name === name);
    return resource === undefined
      ? Promise.resolve(null)
      : memoized(this.#resources, name, () => this.#planResource(resource));
  }

  async #plan(id: string): Promise<OperationPlan | null> {
    const [spec, source, role] = [this.#specs.get(id), this.#sources.get(id), this.#roles.get(id)];
    if (spec === undefined || source === undefined || role === undefined) return null;
    if (role.resource === null || role.role.value === 'sample' || role.role.confidence < LIKELY) return null;
    const resource = await this.resource(role.resource);
    if (resource === null) return null;
    const success = successOf(spec.responses, role.role.value);
    const { schema: shown, sample: shownSample } = await this.#shownBy(spec, source, role);
    return {
      shown,
      shownSample,
      spec,
      source,
      role,
      resource,
      success,
      sample: inOneForm(await this.#sampleOf(spec, success), role.envelope?.value ?? null),
      envelope: role.envelope?.value ?? null,
      requestEnvelope: role.requestEnvelope?.value ?? '',
      written: writtenBy(source, role),
      namedKey: lookupKey(role) ?? namedKeyOf(spec.path, resource.resource, resource.schema),
      above: this.above(spec.path),
    };
  }

  /** Returns the resources whose records a path is below, by the parameter with their key. */
  above(path: string): ReadonlyMap<string, string> {
    const above = new Map<string, string>();
    for (const { 1: name = '', index } of path.matchAll(/\{([^}]+)\}(?=\/)/g)) {
      const item = templateOf(path.slice(0, index + name.length + 2));
      const owner = this.resources.find(({ itemPath }) => itemPath !== null && templateOf(itemPath) === item);
      const named = owner?.name ?? this.#owners.get(name);
      if (named !== undefined) above.set(name, named);
    }
    return above;
  }

  /** Returns the form of what an operation returns; `null` if it is no object. */
  resultOf(id: string): ResultForm | null {
    const [spec, source, role] = [this.#specs.get(id), this.#sources.get(id), this.#roles.get(id)];
    const success = spec === undefined ? null : successOf(spec.responses);
    const response = source?.responses.find(
      ({ status, kind }) => kind === 'json' && status === success?.status,
    );
    const envelope = role?.envelope?.value ?? '';
    const schema = schemaAt(response?.schema ?? null, envelope);
    if (source === undefined || schema === null || schema.properties.size === 0) return null;
    const requestEnvelope = role?.requestEnvelope?.value ?? '';
    const body = source.bodies.find((each) => each.schema !== null)?.schema ?? null;
    return { schema, envelope, requestEnvelope, written: schemaAt(body, requestEnvelope) };
  }

  async #planResource(resource: Resource): Promise<ResourcePlan> {
    const operations = this.#operationsOf(resource);
    const all = await Promise.all(
      operations
        .filter(({ role }) => role.envelope !== null)
        .map(async ({ spec, source, role }) => asEntry(await this.#shownBy(spec, source, role), resource)),
    );
    const shown = showingRecords(all, resource);
    const best = bestOf(shown);
    const schema = withListedStates(best?.schema ?? null, operations);
    const sample = withKind(sampleOf(best, shown), schema, resource);
    const key = keyOf(resource, schema, sample);
    const keyParameter = lastOf(resource);
    const writable = this.#writableIn(resource);
    const references = referencesIn(schema, resource, this.resources);
    const keyPointer = key === null ? nestedKeyOf(resource, schema) : pointerStep(key);
    const declared = withNumbers(await this.#keysIn(resource, keyParameter), key, all);
    const shownKey = keyPointer === null ? keyInAddress(sample, resource) : null;
    const asShown = typeof declared.keySample === 'number' ? Number(shownKey) : shownKey;
    const isUsable = shownKey !== null && asShown !== null && declared.acceptsKey?.(asShown) !== false;
    const keys = isUsable ? { ...declared, keySample: asShown, shownKey } : declared;
    const { examples = [], accepts = () => true } = best ?? {};
    const sources = operations.map(({ source }) => source);
    const otherKeys = otherKeysOf(sources, schema);
    const values = { examples, accepts, references, otherKeys, fake: await this.#loadFake() };
    return { ...values, resource, schema, sample, key, keyPointer, keyParameter, writable, ...keys };
  }

  #operationsOf({ name }: Resource): readonly (OperationOfResource & { readonly spec: OperationSpec })[] {
    return this.#described.graph.operations.flatMap((role) => {
      if (role.resource !== name) return [];
      const [spec, source] = [this.#specs.get(role.id), this.#sources.get(role.id)];
      return spec === undefined || source === undefined ? [] : [{ spec, source, role }];
    });
  }

  #writableIn(resource: Resource): ReadonlySet<string> {
    const names = this.#operationsOf(resource)
      .filter(({ role }) => writes.has(role.role.value))
      .flatMap(({ source, role }) => {
        const written = writtenBy(source, role);
        if (source.bodies.length === 0)
          return source.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []));
        return [...(written?.properties ?? [])].flatMap(([each, { isReadOnly }]) =>
          isReadOnly ? [] : [each],
        );
      });
    return new Set(names.map(flatten));
  }

  /** Returns which keys the paths of records may have. */
  async #keysIn(
    { itemPath }: Resource,
    name: string | null,
  ): Promise<Pick<ResourcePlan, 'acceptsKey' | 'keySample' | 'statedKey'>> {
    const spec = [...this.#specs.values()].find(({ path }) => path === itemPath);
    const parameter = spec?.parameters.find((each) => each.in === 'path' && each.name === name);
    if (spec === undefined || parameter === undefined) return {};
    const { operationSamples = {} } = await this.#described.contract.loadSamples();
    const samples = (operationSamples as Readonly<Record<string, OperationSamples | undefined>>)[spec.id];
    const keySample = samples?.request?.path?.[parameter.name];
    const source = this.#sources.get(spec.id)?.parameters.find((each) => each.name === name)?.schema;
    return {
      acceptsKey: (key) => parameter.check.check(parameter.kind === 'string' ? textOf(key) : key),
      keySample,
      statedKey: [...(source?.examples ?? []), ...(source?.values ?? [])].find((each) => each === keySample),
    };
  }

  /** Returns the record that the success of an operation shows. */
  async #shownBy(spec: OperationSpec, source: SourceOperation, role: OperationRole): Promise<ShownRecord> {
    const success = successOf(spec.responses, role.role.value);
    const body = (await this.#sampleOf(spec, success))?.body;
    const own = shownSchema(source, role);
    const pointer = role.envelope?.value ?? '';
    const part = valueAt(body, pointer);
    const { inItem = '' } = role;
    const shown: unknown = own.isList && Array.isArray(part) ? valueAt(part[0], inItem) : part;
    const written = [...(success?.examples ?? []).map(({ value }) => value), ...own.examples];
    const accepts = (record: RecordFields): boolean =>
      success?.check?.check(withPart(body, pointer, own.isList ? [withPart({}, inItem, record)] : record)) ??
      true;
    return {
      ...own,
      sample: isFields(shown) ? shown : {},
      examples: recordsIn(written, pointer).flatMap(
        (each) => (valueAt(each, inItem) as JsonValue | undefined) ?? [],
      ),
      accepts,
    };
  }

  async #sampleOf(spec: OperationSpec, success: ResponseSpec | null): Promise<ResponseSample | null> {
    if (success === null) return null;
    const samples = await responseSamples(this.#described.contract.loadSamples, spec);
    const wanted = samples.filter(({ contentType }) => isTypeOf(success, contentType));
    return wanted.find(({ status }) => status === success.status) ?? wanted.find(isSuccessSample) ?? null;
  }
}

/** The form of what an operation returns. Shape: JSON Pointers of what was sent and of what is returned in their bodies. */
export interface ResultForm {
  readonly schema: SourceSchema;
  readonly envelope: string;
  readonly requestEnvelope: string;
  readonly written: SourceSchema | null;
}

type Keys = Pick<ResourcePlan, 'acceptsKey' | 'keySample'>;

/** Returns the keys that paths may have: those with digits only, where an operation shows them as numbers. */
function withNumbers(keys: Keys, key: string | null, shown: readonly ShownRecord[]): Keys {
  const isNumber = ({ schema }: ShownRecord): boolean => {
    const types = schema?.properties.get(key ?? '')?.types ?? null;
    return types?.has('integer') === true && !types.has('string');
  };
  const numbered = key === null ? undefined : shown.find(isNumber);
  if (key === null || numbered === undefined) return keys;
  const { acceptsKey = () => true } = keys;
  return {
    acceptsKey: (made) => acceptsKey(made) && /^\d+$/.test(textOf(made)),
    keySample: numbered.sample[key] ?? keys.keySample,
  };
}

/** Returns the property that a path selects a record by; `null` for none. */
function lookupKey({ lookup }: OperationRole): string | null {
  const [name, inner] = splitPointer(lookup?.property ?? '');
  return name === undefined || inner !== undefined ? null : name;
}

/** Returns whether a sample is of a declared media type, which may be a range of types. */
function isTypeOf({ mediaType }: ResponseSpec, contentType: string | null): boolean {
  if (mediaType === null || contentType === null) return mediaType === contentType;
  return coversMediaType(mediaType, contentType);
}

interface OperationSamples {
  readonly request?: { readonly path?: Readonly<Record<string, JsonValue>> };
}

function memoized<Value>(
  cache: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
