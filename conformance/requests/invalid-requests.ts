/** N04: requests that match the schemas and are still invalid, as `x-test` of an operation lists them. */
import { isObject, toText } from '../../templates/runtime/json/value.ts';
import { testOf, type ContractOperation } from '../../contract/operations.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { InvalidRequest, RequestChange } from '../../templates/runtime/testing/operation-test.ts';
import type { Expectation } from '../model/expectation.ts';
import { provenanceOfStatus } from '../provenance/provenance.ts';
import type { Case, Subject } from './case.ts';
import { errorStatusesOf } from './expected-response.ts';
import { createUnsignedToken, internalAddresses } from './generated-values.ts';
import { propertiesOf, withJson, type RequestForm } from './request-form.ts';

/** What the requests need besides the base request of their operation. */
export interface Siblings {
  /** Returns the id of another record for a path parameter; `null` if there is none. */
  readonly otherRecord: (parameter: string) => string | null;
  /** Returns the base request of another operation; `null` if a part of it is missing. */
  readonly baseOf: (id: string) => RequestForm | null;
}

const NO_OTHER_RECORD = 'No other record is known: the response that created one has no id.';

function rowsOf(operation: ContractOperation): readonly InvalidRequest[] {
  return testOf(operation).invalid ?? [];
}

/** Returns whether an operation has such requests. */
export function hasInvalidRequests(operation: ContractOperation): boolean {
  return rowsOf(operation).length > 0;
}

/** Lists the path parameters of an operation that its invalid requests fill with the id of another record. */
export function mixedParameters(operation: ContractOperation): readonly string[] {
  return rowsOf(operation).flatMap(({ change: { path = {} } }) =>
    Object.entries(path).flatMap(([name, value]) => (isOtherRecord(value) ? [name] : [])),
  );
}

/** Creates the requests of an operation, or returns why there are none. */
export function invalidRequests(subject: Subject, siblings: Siblings): readonly Case[] | string {
  const { operation, confidence, isBorrowed } = subject;
  const rows = rowsOf(operation);
  if (isBorrowed && rows.some(({ before = [] }) => before.length > 0)) return NO_OTHER_RECORD;
  const isLacking = mixedParameters(operation).some((name) => otherIdFor(subject, siblings, name) === null);
  if (isLacking) return NO_OTHER_RECORD;
  // Why: if the state rejects a request anyway, this proves nothing about another part of it.
  if (operation.body !== null && confidence === 'guessed' && mixedParameters(operation).length > 0)
    return `No body is known that the state accepts: name one in conformance.yaml under bodies.${operation.id}.`;
  return rows.flatMap((row) => casesOf(subject, siblings, row));
}

function casesOf(subject: Subject, siblings: Siblings, row: InvalidRequest): readonly Case[] {
  const { title, change, before = [] } = row;
  return generateValues(change).map(({ name, change: complete }) => {
    const form = changeForm(subject, siblings, complete);
    const earlier = before.flatMap((id) => {
      const base = id === subject.operation.id ? subject.base : siblings.baseOf(id);
      return base === null ? [] : [changeForm({ ...subject, base }, siblings, complete)];
    });
    const expectation = expectationOf(subject, row, title.replace('{value}', name));
    return { form, expectation, before: earlier, keeps: null };
  });
}

function expectationOf(subject: Subject, row: InvalidRequest, description: string): Expectation {
  const { status: statuses = errorStatusesOf(subject), also = [], sources = [], severity = 'fail' } = row;
  const [status = 400] = statuses;
  const { place } = provenanceOfStatus(subject.operation, typeof status === 'number' ? status : 400);
  return {
    description,
    statuses,
    tolerated: also,
    severity,
    place,
    facts: sources,
    assumption: null,
    wording: null,
  };
}

/**
 * A change without generated values, except ids of other records. Shape: `name` is the name of the value, or empty.
 */
interface NamedChange {
  readonly name: string;
  readonly change: RequestChange;
}

/** Replaces generated values. Shape: one change for each internal address. */
function generateValues(change: RequestChange): readonly NamedChange[] {
  const addresses = findGenerated(change as JsonValue, 'internalAddress').map(({ path }) => path);
  const [path] = addresses;
  if (path === undefined) return [{ name: '', change: replaceValues(change, null) }];
  return internalAddresses(typeof path === 'string' ? path : '/').map(([name, url]) => ({
    name,
    change: replaceValues(change, url),
  }));
}

type Fields = Readonly<Record<string, JsonValue>>;

/** Lists the objects in a value that are placeholders for generated values of a kind. */
function findGenerated(value: JsonValue, kind: string): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => findGenerated(item, kind));
  if (!isObject(value)) return [];
  if (value['generate'] === kind) return [value];
  return Object.values(value).flatMap((item) => findGenerated(item, kind));
}

function replaceValues(change: RequestChange, address: string | null): RequestChange {
  const replace = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value)) return value;
    if (value['generate'] === 'internalAddress') return address;
    if (value['generate'] === 'unsignedToken') return createUnsignedToken(value['claims'] ?? {});
    if (value['generate'] === 'otherRecord') return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item)]));
  };
  return replace(change as JsonValue) as RequestChange;
}

function changeForm(subject: Subject, siblings: Siblings, { body, query, path }: RequestChange): RequestForm {
  const { base } = subject;
  const ids = Object.entries(path ?? {}).map(([name, value]) => [
    name,
    isOtherRecord(value) ? (otherIdFor(subject, siblings, name) ?? '') : toText(value),
  ]);
  const texts = Object.entries(query ?? {}).map(([name, value]) => [name, toText(value)]);
  const form: RequestForm = {
    ...base,
    path: { ...base.path, ...(Object.fromEntries(ids) as RequestForm['path']) },
    query: { ...base.query, ...(Object.fromEntries(texts) as RequestForm['query']) },
  };
  return body === undefined ? form : withJson(form, mergePatch(propertiesOf(base), body));
}

/** Merges a change into an object. Source: RFC 7396. */
function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}

function isOtherRecord(value: JsonValue): boolean {
  return isObject(value) && value['generate'] === 'otherRecord';
}

/**
 * Returns the id of a record other than that of the base request. Why not just any other: if only some records are
 * valid, a created one is not.
 */
function otherIdFor({ base, traits }: Subject, { otherRecord }: Siblings, name: string): string | null {
  const id = otherRecord(name);
  return id === base.path[name] && !traits.requiresSpecificRecord ? null : id;
}
