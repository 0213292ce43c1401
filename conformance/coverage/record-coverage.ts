/**
 * Records what one exchange covers of the contract: its operation, parameters, response, and the facts they
 * demonstrate.
 */
import { eventTypesOf } from '../streams/event-types.ts';
import { parseJson, propertyOf } from '../model/json-fields.ts';
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { operationKey, operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { provenanceOfHeader, provenanceOfMediaType } from '../provenance/provenance.ts';
import type { Exchange, RequestPlan, StreamCapture } from '../model/exchange.ts';
import { declareResponse, headerOf, isError, type DeclaredResponse } from '../responses/declared-response.ts';
import { rootLocation, type SchemaLocation } from '../../contract/locations/schema-location.ts';
import { walkValue } from '../../contract/locations/value-path.ts';
import { enumAt, type PolledEvents } from './universe.ts';

/** Everything that a run covers, by the names of the universe. */
export interface ObservedCoverage {
  readonly contract: Contract;
  /** Types of the events of streams. */
  readonly eventTypes: ReadonlySet<string>;
  readonly operations: Set<string>;
  readonly statuses: Set<string>;
  readonly parameters: Set<string>;
  readonly enumValues: Set<string>;
  readonly events: Set<string>;
  readonly facts: Set<string>;
  /** Subjects and locations whose facts are recorded, whatever their values. */
  readonly done: Set<string | SchemaLocation>;
  /** `null` if the API has none. */
  readonly polled: PolledEvents | null;
}

export function recordExchange(
  seen: ObservedCoverage,
  operation: ContractOperation,
  exchange: Exchange,
): void {
  const { request, response } = exchange;
  const isSuccess = response !== null && response.status < 300;
  seen.operations.add(operation.id);
  recordParameters(seen, operation, request, isSuccess);
  recordRequestBody(seen, operation, request, isSuccess);
  if (response === null) return;
  const declared = declareResponse(operation, response);
  if (declared.forms.length === 0) return;
  seen.statuses.add(`${operation.id} ${response.status}`);
  recordResponse(seen, declared);
}

function recordResponse(seen: ObservedCoverage, declared: DeclaredResponse): void {
  const { operation, response, form } = declared;
  const { status, body } = response;
  const key = operationKey(operation);
  recordFacts(seen, key);
  recordFacts(seen, `${key}#${status}`);
  recordSets(seen, `${key}#*`);
  for (const { name } of form?.headers ?? [])
    if (headerOf(response, name) !== null)
      for (const fact of provenanceOfHeader(operation, status, name).facts) seen.facts.add(fact);
  if (form !== null && body.kind !== 'none')
    for (const fact of provenanceOfMediaType(operation, status).facts) seen.facts.add(fact);
  if (body.kind === 'stream') recordStream(seen, operation, body.stream);
  if (body.kind !== 'json' || form?.check == null) return;
  const fits = form.check.check(body.value);
  if (fits && isError(response)) recordFacts(seen, `*#${status}`);
  recordBody(seen, form.check.name, [`${key}#${status}`], body.value, fits);
  const { polled } = seen;
  if (operation.id === polled?.operation && !isError(response)) recordPolled(seen, polled, body.value);
}

/** Records the facts about the set of statuses of an operation. */
function recordSets(seen: ObservedCoverage, subject: string): void {
  if (seen.done.has(subject)) return;
  for (const fact of factsOf(seen.contract).about(subject))
    if (fact.details.has('set')) seen.facts.add(fact.id);
  seen.done.add(subject);
}

function recordStream(
  seen: ObservedCoverage,
  { stream }: ContractOperation,
  { frames }: StreamCapture,
): void {
  const { frame, tag, checks, any } = eventTypesOf(seen.contract, stream?.stream ?? '');
  for (const { event, value } of frames) {
    if (any !== null) recordBody(seen, any.name, [], value, any.check(value));
    const type = frame === null && tag !== null ? propertyOf(value, tag) : event;
    if (typeof type !== 'string') continue;
    if (seen.eventTypes.has(type)) seen.events.add(type);
    const check = frame === null ? checks.get(type) : undefined;
    if (check !== undefined) recordBody(seen, check.name, [], value, check.check(value));
  }
}

function recordPolled(seen: ObservedCoverage, polled: PolledEvents, page: unknown): void {
  const events = propertyOf(page, polled.list);
  for (const event of Array.isArray(events) ? events : []) {
    const name = propertyOf(event, polled.name);
    if (typeof name === 'string') seen.events.add(name);
  }
}

function recordParameters(
  seen: ObservedCoverage,
  operation: ContractOperation,
  { method, path, headers }: RequestPlan,
  isSuccess: boolean,
): void {
  if (operation.parameters.length === 0) return;
  const key = operationKey(operation);
  const inPath = operationsOf(seen.contract).pathValues(method, path);
  const [, text = ''] = path.split('?');
  const query = new URLSearchParams(text);
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const { name, in: place } of operation.parameters) {
    const isSent =
      place === 'path'
        ? Object.hasOwn(inPath, name)
        : place === 'query'
          ? query.has(name)
          : sent.has(name.toLowerCase());
    if (!isSent) continue;
    seen.parameters.add(`${operation.id} ${place}.${name}`);
    if (isSuccess) recordFacts(seen, `${key}?${place}.${name}`);
    if (place !== 'query') continue;
    for (const value of query.getAll(name)) {
      seen.enumValues.add(`${operation.id} query.${name}=${value}`);
      for (const fact of factsOf(seen.contract).about(`${key}?query.${name}`))
        if (isSuccess && fact.details.get('value') === value) seen.facts.add(fact.id);
    }
  }
}

/** Records the facts of an accepted request. */
function recordRequestBody(
  seen: ObservedCoverage,
  operation: ContractOperation,
  { body }: RequestPlan,
  isSuccess: boolean,
): void {
  const content = operation.body?.content.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (body === null || content?.check == null) return;
  const value = parseJson(body);
  if (value === undefined) return;
  const fits = isSuccess && content.check.check(value);
  recordBody(seen, content.check.name, [`${operationKey(operation)}#body`], value, fits);
}

/** Records facts that do not depend on a value. */
function recordFacts(seen: ObservedCoverage, subject: string): void {
  if (seen.done.has(subject)) return;
  for (const { id, kind } of factsOf(seen.contract).about(subject))
    if (kind !== 'enum' && kind !== 'limit') seen.facts.add(id);
  seen.done.add(subject);
}

/** The facts of a place, and of each value of its enum. */
interface PlaceFacts {
  readonly facts: readonly string[];
  readonly ofValue: ReadonlyMap<unknown, readonly string[]>;
  readonly names: ReadonlyMap<unknown, string> | null;
}

const cache = new WeakMap<SchemaLocation, PlaceFacts>();

/**
 * Records what a body covers.
 *
 * Shape: `check` and `outer` as for `rootLocation`; `fits` is true if the body is valid, and facts are only recorded
 * then.
 */
export function recordBody(
  seen: ObservedCoverage,
  check: string,
  outer: readonly string[],
  value: unknown,
  fits: boolean,
): void {
  const root = rootLocation(seen.contract, check, outer);
  if (root === null) return;
  walkValue(root, value, (location, inner) => {
    if (seen.done.has(location)) return true;
    const { facts, ofValue, names } = factsAt(location, seen.polled);
    const name = names?.get(inner);
    if (name !== undefined) seen.enumValues.add(name);
    if (location.property === '' && seen.eventTypes.has(location.schema)) seen.events.add(location.schema);
    if (fits) {
      for (const fact of facts) seen.facts.add(fact);
      for (const fact of ofValue.get(inner) ?? []) seen.facts.add(fact);
      if (names === null && ofValue.size === 0) seen.done.add(location);
    }
    return true;
  });
}

function factsAt(location: SchemaLocation, polled: PolledEvents | null): PlaceFacts {
  const before = cache.get(location);
  if (before !== undefined) return before;
  const facts = factsOf(location.contract);
  const about = facts.about(...location.subjects);
  const ofValue = new Map<unknown, string[]>();
  for (const fact of about.filter(({ kind }) => kind === 'enum')) {
    const value = fact.details.get('value');
    ofValue.set(value, [...(ofValue.get(value) ?? []), fact.id]);
  }
  if (polled !== null && location.schema === polled.schema && location.shape.kind === 'values')
    for (const value of location.shape.values.filter((each) => typeof each === 'string'))
      ofValue.set(value, [
        ...(ofValue.get(value) ?? []),
        ...facts.about(`${polled.subject}${value}`).map(({ id }) => id),
      ]);
  const entry = {
    facts: about.filter(({ kind }) => /^(?:field|event|rule|status)$/.test(kind)).map(({ id }) => id),
    ofValue,
    names: enumAt(location),
  };
  cache.set(location, entry);
  return entry;
}
