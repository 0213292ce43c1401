/**
 * Creates the request on which an operation's cases are based, from the test environment: ids of existing records,
 * bodies that the current state accepts, headers that make runs short.
 */
import { isObject } from '../../templates/runtime/json/value.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, testOf, type ContractOperation } from '../../contract/operations.ts';
import type { JsonValue, SecuritySpec } from '../../templates/runtime/operation-spec.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { HeaderList } from '../model/exchange.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { pointerStep, splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import { referencesOf } from './records/references.ts';
import { fitsPath, makeValue, putAt, statefulReason, placesIn, shapeOfCheck } from './values.ts';
import type { Subject, Confidence } from './case.ts';
import { withOwnKey } from './own-key.ts';
import { provenanceOfProperty } from './request-provenance.ts';
import { addedTextOf, traitsOf } from './operation-traits.ts';
import { contentOf, isCredential, type BodyForm, type Texts } from './request-form.ts';
import type { KnownParts, RequestTraits } from './request-traits.ts';
import { writeOther } from './write-body.ts';
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';

/** An example of a request. Shape: `body` is absent for none. */
interface SampleRequest {
  readonly body?: JsonValue;
  readonly query?: Readonly<Record<string, JsonValue>>;
  readonly headers?: Readonly<Record<string, JsonValue>>;
}

type SampleRequests = ReadonlyMap<string, SampleRequest>;

export interface RequestBuilder {
  readonly contract: Contract;
  readonly api: RequestTraits;
  /** Shape: `scratch` has the ids of records that were created for the request, by path parameter; default none. */
  readonly baseOf: (operation: ContractOperation, environment: TestEnvironment, scratch?: Texts) => Subject;
}

/** Loads the examples of the requests of a contract. */
export async function loadSampleRequests({ loadSamples }: Contract): Promise<SampleRequests> {
  const { operationSamples = {} } = await loadSamples();
  return readSampleRequests(operationSamples);
}

/** Reads the examples of requests. Shape: `samples` has the parts of each request by operation id. */
export function readSampleRequests(samples: object): SampleRequests {
  // Why also undefined: a required value of a request may have no sample.
  const entries = Object.entries(
    samples as Readonly<Record<string, { readonly request?: SampleRequest } | undefined>>,
  );
  return new Map(entries.map(([id, sample]) => [id, sample?.request ?? {}]));
}

export function createRequestBuilder(
  contract: Contract,
  api: RequestTraits,
  samples: SampleRequests,
): RequestBuilder {
  return {
    contract,
    api,
    baseOf: (operation, environment, scratch = {}) =>
      createBase({
        operation,
        environment,
        scratch,
        api,
        samples,
        parts: api.partsOf(operation, environment),
      }),
  };
}

/** What a base request is created from. */
interface Sources {
  readonly operation: ContractOperation;
  readonly environment: TestEnvironment;
  readonly scratch: Texts;
  readonly api: RequestTraits;
  readonly samples: SampleRequests;
  readonly parts: KnownParts;
}

function createBase(sources: Sources): Subject {
  const { operation, environment, scratch, api } = sources;
  const traits = traitsOf(operation);
  const values = environment.parameters[operation.id] ?? {};
  const names = namesIn(operation, 'path');
  const isOwn = names.some((name) => values[name] !== undefined);
  const isScratch = traits.needsScratchRecord && !isOwn && names.some((name) => scratch[name] !== undefined);
  const path = pathOf(sources);
  const named = { ...environment.records?.[operation.id], ...values };
  const query = { ...requiredTexts(sources, 'query'), ...pick(named, namesIn(operation, 'query')) };
  const body = bodyOf(sources, path);
  const isRight = isScratch || names.every((name) => values[name] !== undefined || isShared(operation, name));
  return {
    operation,
    traits,
    api,
    base: {
      operation,
      path,
      query,
      headers: headersOf(sources),
      body: body.form,
      profile: profileOf(operation.security, api),
    },
    confidence: confidenceOf(
      body.confidence,
      isRight && !(traits.requiresSpecificRecord && names.some((name) => values[name] === undefined)),
    ),
    isNamed: Object.keys(values).length > 0 || environment.bodies[operation.id] !== undefined,
    missing: [...names.filter((name) => path[name] === undefined), ...lackingIn(operation, query)],
    isBorrowed: traits.needsScratchRecord && !isScratch && !isOwn,
    baseline: null,
  };
}

/** Returns the name of the credential for an operation; `null` if it is public. */
export function profileOf(security: SecuritySpec, api: RequestTraits): string | null {
  if (security.length === 0 || security.some(({ schemes }) => schemes.length === 0)) return null;
  return api.profileOf(security.flatMap(({ schemes }) => schemes.map(({ name }) => name)));
}

function pathOf({ operation, environment, scratch, parts }: Sources): Texts {
  const { parameters, records } = environment;
  const any: Texts = { ...parameters['any'], ...parts.parameters };
  const values = parameters[operation.id] ?? {};
  const { needsScratchRecord } = traitsOf(operation);
  const added = addedTextOf(operation);
  const entries = namesIn(operation, 'path').flatMap((name): readonly (readonly [string, string])[] => {
    const made = scratch[name];
    const general = isShared(operation, name) ? any[name] : undefined;
    const value =
      values[name] ??
      records?.[operation.id]?.[name] ??
      (needsScratchRecord ? (made ?? general) : (general ?? made)) ??
      (name === added ? plainText(operation, name) : undefined);
    const isFitting = value !== undefined && value !== '' && fitsPath(operation, name, value);
    return isFitting ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Names of path parameters that records of any kind may have. */
const commonNames: ReadonlySet<string> = new Set(['id', 'key', 'name', 'uuid', 'slug', 'code', 'number']);

/**
 * Returns whether a value for every operation (`parameters.any`) is valid for a path parameter. Why: records of
 * several kinds have an `id`, and no value is valid for all of them, so it applies to the first kind in the contract.
 */
function isShared({ path, contract }: ContractOperation, name: string): boolean {
  const placeholder = `{${name}}`;
  const first = operationsOf(contract).all.find((operation) => operation.path.includes(placeholder));
  if (first === undefined || !commonNames.has(name)) return true;
  return path.startsWith(first.path.slice(0, first.path.indexOf(placeholder) + placeholder.length));
}

function confidenceOf(body: Confidence, isRight: boolean): Confidence {
  return body === 'given' && !isRight ? 'likely' : body;
}

function headersOf(sources: Sources): HeaderList {
  const { operation, environment, parts } = sources;
  const { parameters } = environment;
  const values = parameters[operation.id] ?? {};
  const named = namesIn(operation, 'header').flatMap((name): HeaderList => {
    const value = values[name] ?? parts.parameters?.[name];
    return value === undefined ? [] : [[name, value]];
  });
  const required = Object.entries(requiredTexts(sources, 'header'));
  return [
    ...required.filter(([name]) => !named.some(([each]) => each === name)),
    ...named,
    ...(parts.headers ?? []),
  ];
}

/** Returns a valid text of a parameter, its example if that is valid; `undefined` if it is not scalar. */
function plainText(
  { parameters, contract }: ContractOperation,
  name: string,
  example?: JsonValue,
): string | undefined {
  const check = parameters.find((each) => each.name === name)?.check;
  const made =
    check === undefined
      ? undefined
      : makeValue(contract, shapeOfCheck(contract, check.name), (_, isWanted) => isWanted);
  const value = example !== undefined && check?.check(example) === true ? example : made;
  const item = Array.isArray(value) ? (value[0] as JsonValue | undefined) : value;
  const isScalar = typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean';
  return isScalar ? String(item) : undefined;
}

/** Returns valid texts of the required parameters in a place. Shape: omits values that must exist, such as ids. */
function requiredTexts({ operation, samples }: Sources, place: 'query' | 'header'): Texts {
  const { parameters, contract } = operation;
  const { query, headers } = samples.get(operation.id) ?? {};
  const shown = (place === 'query' ? query : headers) ?? {};
  const required = parameters.filter(
    ({ in: where, required: isRequired, name }) =>
      where === place && isRequired && statefulReason(name) === null && !isCredential(contract, place, name),
  );
  return Object.fromEntries(
    required.flatMap(({ name }) => {
      const text = plainText(operation, name, shown[name]);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

/** Lists the required query parameters without a value. */
function lackingIn({ parameters, contract }: ContractOperation, query: Texts): readonly string[] {
  return parameters.flatMap(({ name, in: place, required }) => {
    const isLacking = place === 'query' && required && query[name] === undefined;
    return isLacking && !isCredential(contract, place, name) ? [name] : [];
  });
}

/** Describes why an operation is not called: a required parameter has no value. */
export function describeLack({ id, parameters }: ContractOperation, name: string): string {
  const isQuery = parameters.some((each) => each.in === 'query' && each.name === name);
  const parameter = isQuery ? `required query parameter ${name}` : `path parameter {${name}}`;
  return `No value is known for the ${parameter}: name it in conformance.yaml under parameters.${id}.`;
}

interface KnownBody {
  readonly form: BodyForm;
  readonly confidence: Confidence;
}

function bodyOf(sources: Sources, path: Texts): KnownBody {
  const { operation, environment, parts } = sources;
  const { id, stream } = operation;
  if (operation.body === null) return { form: { kind: 'none' }, confidence: 'given' };
  const body = (environment.bodies[id] as JsonValue | undefined) ?? parts.body;
  const named = environment.records?.[id] ?? {};
  const value = body ?? withNamed(operation, named, withOwnKey(operation, path, sampleBody(sources)));
  const content = contentOf(operation);
  if (content !== null && !isJsonMediaType(content.mediaType))
    return { form: writeOther(content, value), confidence: 'likely' };
  if (value === undefined)
    return { form: { kind: 'none' }, confidence: operation.body.required ? 'guessed' : 'given' };
  const isAccepted = body !== undefined && !isUsedUp(operation, environment);
  const confidence = isAccepted ? 'given' : isMadeUp(operation, value, named) ? 'guessed' : 'likely';
  if (!isObject(value)) return { form: { kind: 'json', value }, confidence };
  const mode = stream?.parameter == null ? {} : { [stream.parameter.name]: false };
  return { form: { kind: 'json', value: { ...value, ...parts.properties, ...mode } }, confidence };
}

/** Returns whether an earlier operation uses up the state that a body refers to, such as a claim. */
function isUsedUp(operation: ContractOperation, { bodies }: TestEnvironment): boolean {
  const own = bodies[operation.id] as JsonValue | undefined;
  return (testOf(operation).after ?? []).some((id) => {
    const earlier = operationsOf(operation.contract).byId(id);
    const other = bodies[id] as JsonValue | undefined;
    const isUsing = earlier !== null && traitsOf(earlier).consumes !== null;
    if (!isUsing || !isObject(own) || !isObject(other)) return false;
    return Object.entries(own).some(([name, value]) => typeof value === 'string' && other[name] === value);
  });
}

/** Returns the example of the contract, without optional ids; `undefined` if no value is known. */
function sampleBody({ operation, samples }: Sources): JsonValue | undefined {
  const { contract } = operation;
  const check = contentOf(operation)?.check?.name;
  const shape = check === undefined ? null : shapeOfCheck(contract, check);
  const sample = exampleOf(operation, samples.get(operation.id)?.body);
  if (!isObject(sample) || check === undefined || shape?.kind !== 'record') return sample;
  const isSpare = (name: string): boolean =>
    statefulReason(name) !== null &&
    !shape.properties.some((property) => property.name === name && property.isRequired) &&
    provenanceOfProperty(operation, check, name, 'type').severity === 'fail';
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !isSpare(name)));
}

/**
 * Returns the example if it is valid for the body, otherwise a plain value. Why: an example may belong to another
 * media type.
 */
function exampleOf(operation: ContractOperation, example: JsonValue | undefined): JsonValue | undefined {
  const content = contentOf(operation);
  if (content?.check == null || !isJsonMediaType(content.mediaType)) return example;
  const { check } = content;
  const plain = makeValue(operation.contract, shapeOfCheck(operation.contract, check.name), () => false);
  return [example, plain].find((value) => value !== undefined && check.check(value));
}

/** Returns a body with the ids of the records that were created for it. */
function withNamed(
  operation: ContractOperation,
  keys: Texts,
  body: JsonValue | undefined,
): JsonValue | undefined {
  const place = splitPointer(envelopeOf(operation));
  return referencesOf(operation).reduce<JsonValue | undefined>((whole, { property, known }) => {
    const at = [...place, property];
    const value = valueAt(whole, at.map(pointerStep).join(''));
    const key = keys[known];
    if (whole === undefined || key === undefined || value === undefined) return whole;
    return putAt(whole, at.join('.'), typeof value === 'number' ? Number(key) : key);
  }, body);
}

function envelopeOf({ id, contract }: ContractOperation): string {
  return roleOf(contract.resources, id)?.requestEnvelope?.value ?? '';
}

/** Returns whether a body has an invented value for a stateful field, other than the keys of created records. */
function isMadeUp(operation: ContractOperation, value: JsonValue, keys: Texts): boolean {
  const { contract } = operation;
  const check = contentOf(operation)?.check?.name;
  const places = check === undefined ? [] : placesIn(contract, shapeOfCheck(contract, check), value);
  const references = new Map(
    referencesOf(operation).map(({ property, known }) => [
      [...splitPointer(envelopeOf(operation)), property].join('.'),
      known,
    ]),
  );
  return places.some(({ path }) => {
    const name = path.split('.').at(-1) ?? '';
    const known = references.get(path);
    if (known !== undefined) return keys[known] === undefined;
    return statefulReason(name) !== null && !isOwnValue(operation, name);
  });
}

/** Returns whether a property belongs to the record that is written: the address of a new person is new. */
function isOwnValue({ id, contract }: ContractOperation, name: string): boolean {
  const role = contract.provenance === null ? roleOf(contract.resources, id)?.role.value : undefined;
  return name === 'email' && (role === 'create' || role === 'replace' || role === 'update');
}

function namesIn({ parameters }: ContractOperation, place: string): readonly string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function pick(values: Texts, names: readonly string[]): Texts {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}
