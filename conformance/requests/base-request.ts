/**
 * Creates the request on which an operation's cases are based, from the test environment: ids of existing records,
 * bodies that the current state accepts, headers that make runs short.
 */
import type { JsonValue, SecuritySpec } from '../../templates/runtime/operation-spec.ts';
import { operationSamples } from '../../generated/service/samples.ts';
import { operationsOf, testOf, type ContractOperation } from '../../contract/operations.ts';
import type { TestEnvironment } from '../driver/driver.ts';
import type { HeaderList } from '../model/exchange.ts';
import { statefulReason, placesIn, shapeOfCheck } from './values.ts';
import type { Subject, Confidence } from './case.ts';
import { provenanceOfProperty } from './request-provenance.ts';
import { traitsOf } from './operation-traits.ts';
import { isObject, type BodyForm, type Texts } from './request-form.ts';

/**
 * Creates the base request of an operation.
 *
 * Shape: `scratchAgent` is the id of an agent that was created for this, `null` if there is none.
 */
export function baseOf(
  operation: ContractOperation,
  environment: TestEnvironment,
  scratchAgent: string | null,
): Subject {
  const traits = traitsOf(operation);
  const values = environment.parameters[operation.id] ?? {};
  const isScratch = traits.needsScratch && values['id'] === undefined && scratchAgent !== null;
  const path = pathOf(operation, environment, scratchAgent);
  const names = namesIn(operation, 'path');
  const missing = names.filter((name) => path[name] === undefined);
  const body = bodyOf(operation, environment);
  const isRight =
    isScratch || names.every((name) => values[name] !== undefined || isUnambiguous(operation, name));
  return {
    operation,
    traits,
    base: {
      operation,
      path,
      query: pick(values, namesIn(operation, 'query')),
      headers: headersOf(operation, environment),
      body: body.form,
      profile: profileOf(operation.security),
    },
    confidence: confidenceOf(
      body.confidence,
      isRight && !(traits.requiresSpecificRecord && names.some((name) => values[name] === undefined)),
    ),
    isNamed: Object.keys(values).length > 0 || environment.bodies[operation.id] !== undefined,
    missing,
    isBorrowed: traits.needsScratch && !isScratch && values['id'] === undefined,
    baseline: null,
  };
}

/** Returns the profile for an operation: `full`, `session` if it requires one, `null` if it is public. */
export function profileOf(security: SecuritySpec): string | null {
  if (security.length === 0 || security.some(({ schemes }) => schemes.length === 0)) return null;
  const names = security.flatMap(({ schemes }) => schemes.map(({ name }) => name));
  return names.includes('apiKey') ? 'full' : 'session';
}

function pathOf(
  operation: ContractOperation,
  { parameters, found, runs }: TestEnvironment,
  scratchAgent: string | null,
): Texts {
  const runner = operation.id === 'executeAgent' ? runs['text']?.agentId : undefined;
  const any: Texts = { ...parameters['any'], ...(runner === undefined ? {} : { id: runner }) };
  const values = parameters[operation.id] ?? {};
  const { needsScratch } = traitsOf(operation);
  const entries = namesIn(operation, 'path').flatMap((name): readonly (readonly [string, string])[] => {
    const made = isAgentId(operation, name) ? scratchAgent : null;
    const general = isUnambiguous(operation, name) ? any[name] : undefined;
    const value =
      values[name] ?? found?.[operation.id]?.[name] ?? (needsScratch ? (made ?? general) : (general ?? made));
    return value === undefined || value === null || value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Returns whether a path parameter is the id of an agent. */
export function isAgentId({ path }: ContractOperation, name: string): boolean {
  return path.startsWith(`/v1/agents/{${name}}`) || path.startsWith(`/v1/agent-versions/{${name}}`);
}

/** Why: batches and deployments also have an `id`, and one value can't be valid for all of them. */
function isUnambiguous({ path }: ContractOperation, name: string): boolean {
  return name !== 'id' || path.startsWith('/v1/agents/{id}');
}

function confidenceOf(body: Confidence, isRight: boolean): Confidence {
  return body === 'given' && !isRight ? 'likely' : body;
}

function headersOf(
  operation: ContractOperation,
  { parameters, clientSession, runs }: TestEnvironment,
): HeaderList {
  const values = parameters[operation.id] ?? {};
  const named = namesIn(operation, 'header').flatMap((name): HeaderList => {
    const value = values[name] ?? (name === 'Origin' ? clientSession?.origin : null);
    return value == null ? [] : [[name, value]];
  });
  const quick = operation.stream?.parameter == null ? [] : Object.entries(runs['text']?.headers ?? {});
  return [...named, ...quick];
}

interface KnownBody {
  readonly form: BodyForm;
  readonly confidence: Confidence;
}

function bodyOf(operation: ContractOperation, environment: TestEnvironment): KnownBody {
  const { id, stream } = operation;
  if (operation.body === null) return { form: { kind: 'none' }, confidence: 'given' };
  const given = environment.bodies[id] as JsonValue | undefined;
  const body = given ?? runBody(operation, environment);
  const value = body ?? sampleBody(operation);
  if (value === undefined) return { form: { kind: 'none' }, confidence: 'given' };
  const isAccepted = body !== undefined && !isUsedUp(operation, environment);
  const confidence = isAccepted ? 'given' : isMadeUp(operation, value) ? 'guessed' : 'likely';
  if (!isObject(value)) return { form: { kind: 'json', value }, confidence };
  const session = sessionProperty(operation, given, environment);
  const mode = stream?.parameter == null ? {} : { [stream.parameter.name]: false };
  return { form: { kind: 'json', value: { ...value, ...session, ...mode } }, confidence };
}

/** Returns whether an earlier operation uses up the state that a body names, such as a claim. */
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

const samples = new Map(
  Object.entries(operationSamples).map(([id, { request }]) => [id, request as { readonly body?: JsonValue }]),
);

/** Returns the example of the contract, without ids that may be omitted. */
function sampleBody(operation: ContractOperation): JsonValue | undefined {
  const sample = samples.get(operation.id)?.body;
  const check = operation.body?.content[0]?.check?.name;
  const shape = check === undefined ? null : shapeOfCheck(check);
  if (!isObject(sample) || check === undefined || shape?.kind !== 'record') return sample;
  const isSpare = (name: string): boolean =>
    statefulReason(name) !== null &&
    !shape.properties.some((property) => property.name === name && property.isRequired) &&
    provenanceOfProperty(operation, check, name, 'type').severity === 'fail';
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !isSpare(name)));
}

/** Returns whether a body has an invented value for a stateful field. */
function isMadeUp(operation: ContractOperation, value: JsonValue): boolean {
  const check = operation.body?.content[0]?.check?.name;
  const places = check === undefined ? [] : placesIn(shapeOfCheck(check), value);
  return places.some(({ path }) => statefulReason(path.split('.').at(-1) ?? '') !== null);
}

/** Returns the body of a run from the template of a plain run, for an operation without a configured body. */
function runBody({ id }: ContractOperation, { runs, clientSession }: TestEnvironment): JsonValue | undefined {
  const runTemplate = runs['text'];
  if (runTemplate === undefined) return undefined;
  const messages = [{ role: 'user', content: runTemplate.message }];
  const properties = runTemplate.body as Readonly<Record<string, JsonValue>>;
  if (id === 'executeAgent') return { ...properties, messages };
  if (id === 'dispatchRun') return { ...properties, agent: { agentId: runTemplate.agentId }, messages };
  if (id === 'chatClientSession' && clientSession !== null) return { messages };
  return undefined;
}

/** Returns the session for a body without one. Why: a configured body has the session of its records. */
function sessionProperty(
  { extensions }: ContractOperation,
  given: JsonValue | undefined,
  { clientSession }: TestEnvironment,
): Readonly<Record<string, JsonValue>> {
  const auth = extensions['x-auth'];
  const isSession = isObject(auth) && auth['kind'] === 'client-session';
  if (!isSession || clientSession === null) return {};
  return isObject(given) && given['sessionId'] !== undefined ? {} : { sessionId: clientSession.sessionId };
}

function namesIn({ parameters }: ContractOperation, place: string): readonly string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function pick(values: Texts, names: readonly string[]): Texts {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}
