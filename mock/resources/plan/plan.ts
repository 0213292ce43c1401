/** What each operation does with which resource, worked out when the operation is first called. */
import {
  LIKELY,
  type OperationRole,
  type RecordCount,
  type Resource,
} from '../../../contract/resources/graph.ts';
import {
  requiredReferences,
  type SentReference,
} from '../../../contract/resources/overrides/required-references.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import {
  bestOf,
  recordSchemaOf,
  showingRecords,
  shownSchema,
} from '../../../contract/resources/records/record-schema.ts';
import { schemaOfSuccess, successOf, writtenBy } from '../../../contract/resources/records/schema-parts.ts';
import { signRules, type SignRule } from '../../../contract/resources/records/sign-rules.ts';
import {
  withListedStates,
  type OperationOfResource,
} from '../../../contract/resources/records/state-values.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import type { ResponseSample } from '../../../templates/runtime/testing/sample.ts';
import { pointerStep, splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { responseSamples } from '../../http/samples.ts';
import { isFields, schemaFields, textOf, withPart } from '../fields.ts';
import { plainValue } from '../values/complete.ts';
import {
  writes,
  isSuccessSample,
  isTypeOf,
  keyInAddress,
  keyKindOf,
  lastOf,
  keyOf,
  namedKeyOf,
  nestedKeyOf,
  otherKeysOf,
} from './plan-parts.ts';
import { referencesIn, resourcesReferredTo, type ReferredResource } from '../links/known-records.ts';
import { countLinks, keptCounts, type CountLink } from '../links/record-counts.ts';
import { inverseLinksIn, type InverseLink } from '../links/inverse-links.ts';
import type { RecordFields } from '../record.ts';
import { hasMadeUpKey, isNameOfKey } from '../values/made-up.ts';
import type { FakeValues } from '../plausible/fake-values.ts';
import { DescribedOperations, memoized, type ResourceContract } from './described-operations.ts';
import { withStateBelow } from './states-below.ts';
import {
  asEntry,
  inOneForm,
  recordsIn,
  sampleOf,
  withKind,
  withListed,
  type ShownRecord,
} from './shown-record.ts';

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
  /** The schema of the JSON body of that response; `null` for none. */
  readonly responseSchema: SourceSchema | null;
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
  /** The query parameter that names the property which the last parameter of its path has; `null` for none. */
  readonly keyKind: string | null;
  /** The resources whose records its path is below, or names as entries of a set, by the parameter with their key. */
  readonly above: ReadonlyMap<string, string>;
  /** The references in its body to records that must exist. */
  readonly references: readonly SentReference[];
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
  /** Whether the key of the sample is made up, and clients can find or create records with others. */
  readonly hasMadeUpKey: boolean;
  /** The properties that also identify a record in its path, such as the name for `{idOrName}`. */
  readonly otherKeys: readonly string[];
  /** The names of the properties that clients write, without case and separators. */
  readonly writable: ReadonlySet<string>;
  /** The properties that requests have, records do not show, and lists filter by. */
  readonly sentOnly: ReadonlySet<string>;
  /** Records in the examples of the description; empty without any. */
  readonly examples: readonly JsonValue[];
  /** Returns whether the response that shows the most of a record may have this one. */
  readonly accepts: (record: RecordFields) => boolean;
  /** Values of a library for made-up data; `null` without one. */
  readonly fake: FakeValues | null;
  /** The resources that its properties refer to by objects, or lists of them. */
  readonly references: ReadonlyMap<string, ReferredResource>;
  /** The references that the records which they name list. */
  readonly inverse: readonly InverseLink[];
  /** The numbers that its records have of others. */
  readonly counts: readonly RecordCount[];
  /** The numbers that other records have of its records. */
  readonly countedBy: readonly CountLink[];
  /** The properties that follow the signs of numbers. */
  readonly signs: readonly SignRule[];
  /** The resources whose records the sample names, by property: those that a record of it needs. */
  readonly refers: ReadonlyMap<string, string>;
}

/** Loads a library for made-up data. Shape: `null` if there is none. */
export type LoadFake = () => Promise<FakeValues | null>;

export class ResourcePlans extends DescribedOperations {
  readonly #resources = new Map<string, Promise<ResourcePlan>>();
  readonly #operations = new Map<string, Promise<OperationPlan | null>>();
  readonly #loadFake: LoadFake;

  constructor(described: ResourceContract, loadFake: LoadFake = () => Promise.resolve(null)) {
    super(described);
    this.#loadFake = loadFake;
  }

  /** Returns what an operation does; `null` if it is not sure enough, or nothing with a resource. */
  of(id: string): Promise<OperationPlan | null> {
    return memoized(this.#operations, id, () => this.#plan(id));
  }

  resource(name: string): Promise<ResourcePlan | null> {
    const resource = this.resources.find((each) => each.name === name);
    return resource === undefined
      ? Promise.resolve(null)
      : memoized(this.#resources, name, () => this.#planResource(resource));
  }

  async #plan(id: string): Promise<OperationPlan | null> {
    const [spec, source, role] = [this.specs.get(id), this.sources.get(id), this.roles.get(id)];
    if (spec === undefined || source === undefined || role === undefined) return null;
    if (role.resource === null || role.role.value === 'sample' || role.role.confidence < LIKELY) return null;
    const resource = await this.resource(role.resource);
    if (resource === null) return null;
    const success = successOf(spec.responses, role.role.value, source.responses);
    const { schema: shown, sample: shownSample } = await this.#shownBy(spec, source, role);
    return {
      shown,
      shownSample,
      spec,
      source,
      role,
      resource,
      success,
      responseSchema: schemaOfSuccess(source, success),
      sample: inOneForm(await this.#sampleOf(spec, success), role.envelope?.value ?? null),
      envelope: role.envelope?.value ?? null,
      requestEnvelope: role.requestEnvelope?.value ?? '',
      written: writtenBy(source, role),
      namedKey: lookupKey(role) ?? namedKeyOf(spec.path, resource.resource, resource.schema),
      keyKind: keyKindOf(source),
      above: new Map([...this.above(spec.path), ...this.entriesAt(spec.path, resource.resource)]),
      references: await this.#referencesOf(source, role),
    };
  }

  async #planResource(resource: Resource): Promise<ResourcePlan> {
    const operations = this.operationsOf(resource);
    const all = await Promise.all(
      operations
        .filter(({ role }) => role.envelope !== null)
        .map(async ({ spec, source, role }) => asEntry(await this.#shownBy(spec, source, role), resource)),
    );
    const shown = showingRecords(all, resource);
    const best = withListed(bestOf(shown), { shown, all }, resource);
    const listed = withListedStates(best?.schema ?? null, operations);
    const below = resource.itemPath === null ? [] : this.statesBelow(resource.itemPath);
    const shownSample = sampleOf(best, shown);
    const stated =
      Object.keys(shownSample).length > 0
        ? shownSample
        : await this.#sentSample(operations, resource, listed);
    const { schema, sample: own } = withStateBelow(
      { schema: listed, sample: stated },
      below,
      this.actionsOn(resource.name),
    );
    const references = referencesIn(schema, resource, this.resources);
    const sample = withKind(own, schema, resource, references);
    const key = keyOf(resource, schema, sample);
    const keyParameter = lastOf(resource);
    const writable = this.#writableIn(resource);
    const keyPointer = key === null ? nestedKeyOf(resource, schema) : pointerStep(key);
    const declared = withNumbers(await this.#keysIn(resource, keyParameter), key, all);
    const shownKey = keyPointer === null ? keyInAddress(sample, resource) : null;
    const asShown = typeof declared.keySample === 'number' ? Number(shownKey) : shownKey;
    const isUsable = shownKey !== null && asShown !== null && declared.acceptsKey?.(asShown) !== false;
    const keys = isUsable ? { ...declared, keySample: asShown, shownKey } : declared;
    const { examples = [], accepts = () => true } = best ?? {};
    const sources = operations.map(({ source }) => source);
    const otherKeys = otherKeysOf(sources, schema);
    const keysShown = [keys.statedKey, ...shown.flatMap((each) => each.examples)];
    const isFound = operations.some(({ role }) => role.role.value === 'list' || role.role.value === 'create');
    const isMadeUp =
      isFound &&
      (isNameOfKey(sample, keyPointer, keysShown) || hasMadeUpKey(schema, sample, keyPointer, keysShown));
    const refers = resourcesReferredTo({ schema, sample, key, resource, references }, this.resources);
    const schemaOf = (each: Resource): SourceSchema | null =>
      recordSchemaOf(this.described.graph, this.described.source, each);
    const inverse = inverseLinksIn(schema, resource, this.resources, schemaOf);
    const sentOnly = new Set(operations.flatMap(({ role }) => sentNames(role)));
    const counts = keptCounts(resource, this.resources, schemaOf);
    const countedBy = countLinks(resource, refers, this.resources);
    const written = operations.map(({ source, role }) => writtenBy(source, role));
    const linked = { refers, inverse, counts, countedBy, signs: signRules(schema, written) };
    const made = { hasMadeUpKey: isMadeUp, fake: await this.#loadFake(), ...linked };
    const values = { examples, accepts, references, otherKeys, sentOnly, ...made };
    return { ...values, resource, schema, sample, key, keyPointer, keyParameter, writable, ...keys };
  }

  /** Returns a record with what requests send, where no response is sampled with one. */
  async #sentSample(
    operations: readonly OperationOfResource[],
    { key }: Resource,
    schema: SourceSchema | null,
  ): Promise<RecordFields> {
    if (schema === null) return {};
    for (const { source, role } of operations.filter((each) => writes.has(each.role.role.value))) {
      const samples = await this.#samplesOf(source.id);
      const sent: unknown = valueAt(samples?.request?.body, role.requestEnvelope?.value ?? '');
      if (!isFields(sent)) continue;
      const isKey = (name: string): boolean => pointerStep(name) === key?.value.property;
      return schemaFields(
        schema,
        (name, property) => sent[name] ?? (isKey(name) ? undefined : plainValue(property)),
      );
    }
    return {};
  }

  #writableIn(resource: Resource): ReadonlySet<string> {
    const names = this.operationsOf(resource)
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
  async #keysIn({ itemPath }: Resource, name: string | null): Promise<Keys> {
    const spec = [...this.specs.values()].find(({ path }) => path === itemPath);
    const parameter = spec?.parameters.find((each) => each.in === 'path' && each.name === name);
    if (spec === undefined || parameter === undefined) return {};
    const samples = await this.#samplesOf(spec.id);
    const keySample = samples?.request?.path?.[parameter.name];
    const source = this.sources.get(spec.id)?.parameters.find((each) => each.name === name)?.schema;
    return {
      acceptsKey: (key) => parameter.check.check(parameter.kind === 'string' ? textOf(key) : key),
      keySample,
      statedKey: [...(source?.examples ?? []), ...(source?.values ?? [])].find((each) => each === keySample),
    };
  }

  async #referencesOf(source: SourceOperation, role: OperationRole): Promise<readonly SentReference[]> {
    const required = requiredReferences(this.described, source, role, this.behaviorOf(source));
    const samples = required.length === 0 ? undefined : await this.#samplesOf(source.id);
    const sample = valueAt(samples?.request?.body, role.requestEnvelope?.value ?? '');
    return required.map((each) => ({
      ...each,
      shown: [...each.schema.examples, valueAt(sample, pointerStep(each.name))],
    }));
  }

  async #samplesOf(id: string): Promise<OperationSamples | undefined> {
    const { operationSamples = {} } = await this.described.contract.loadSamples();
    return (operationSamples as Readonly<Record<string, OperationSamples | undefined>>)[id];
  }

  /** Returns the record that the success of an operation shows. */
  async #shownBy(spec: OperationSpec, source: SourceOperation, role: OperationRole): Promise<ShownRecord> {
    const success = successOf(spec.responses, role.role.value, source.responses);
    const body = (await this.#sampleOf(spec, success))?.body;
    const own = shownSchema(source, role);
    const pointer = role.envelope?.value ?? '';
    const part = valueAt(body, pointer);
    const { inItem = '' } = role;
    const shown: unknown = Array.isArray(part) ? valueAt(part[0], inItem) : part;
    const written = [...(success?.examples ?? []).map(({ value }) => value), ...own.examples];
    const accepts = (record: RecordFields): boolean =>
      success?.check?.check(
        withPart(body, pointer, Array.isArray(part) ? [withPart({}, inItem, record)] : record),
      ) ?? true;
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
    const samples = await responseSamples(this.described.contract.loadSamples, spec);
    const wanted = samples.filter(({ contentType }) => isTypeOf(success, contentType));
    return wanted.find(({ status }) => status === success.status) ?? wanted.find(isSuccessSample) ?? null;
  }
}

type Keys = Pick<ResourcePlan, 'acceptsKey' | 'keySample' | 'statedKey'>;

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

/** Returns the properties that only requests have and a list filters by. */
function sentNames({ query }: OperationRole): readonly string[] {
  return query.flatMap(({ use: { value } }) => (value.kind === 'sent' ? splitPointer(value.property) : []));
}

/** Returns the property that a path selects a record by; `null` for none. */
function lookupKey({ lookup }: OperationRole): string | null {
  const [name, inner] = splitPointer(lookup?.property ?? '');
  return name === undefined || inner !== undefined ? null : name;
}

interface OperationSamples {
  readonly request?: { readonly path?: Readonly<Record<string, JsonValue>>; readonly body?: JsonValue };
}
