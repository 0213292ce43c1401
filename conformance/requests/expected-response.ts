/** The expected responses of requests: success, or an error that the state of the service explains. */
import { isObject } from '../../templates/runtime/json/value.ts';
import { provenanceOfOperation, capSeverity } from './request-provenance.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Provenance } from '../provenance/provenance.ts';
import type { Subject } from './case.ts';
import type { Expectation } from '../model/expectation.ts';
import type { Shape } from '../../templates/runtime/shape.ts';
import { resolveShape, shapeOfCheck } from './values.ts';

/** Returns the expected response of a valid request. */
export function expectSuccess(
  { operation }: Subject,
  description: string,
  provenance: Provenance,
): Expectation {
  return {
    description,
    statuses: ['2XX', '3XX', ...explainedErrors(operation)],
    tolerated: [],
    wording: null,
    ...provenance,
  };
}

/**
 * Returns the expected response of the base request. A given request must be accepted; an error that the state
 * explains is reported, since an earlier run may have caused that state. If the ids are only likely to be valid, such
 * an error is no finding.
 */
export function expectBase(subject: Subject): Expectation {
  const { operation, confidence, traits, isNamed } = subject;
  const provenance = provenanceOfOperation(operation);
  const isOfRecord = operation.parameters.some((parameter) => parameter.in === 'path');
  const description = isOfRecord ? 'A valid request for the configured record' : 'A valid request';
  const expected = expectSuccess(subject, description, provenance);
  if (confidence !== 'given') {
    return traits.requiresSpecificRecord ? { ...expected, statuses: [...expected.statuses, 400] } : expected;
  }
  const passing =
    traits.consumes === null ? explainedErrors(operation).filter(isTemporary) : errorsOnceUsed(operation);
  // Why: a configuration that names an assumed operation claims to implement it.
  const isTheirs = provenance.severity === 'off' && isNamed;
  return {
    ...expected,
    statuses: [
      '2XX',
      '3XX',
      ...declared(operation, stateErrors(subject)),
      ...(hasSuccess(operation) ? [] : clientErrors(operation, [])),
    ],
    tolerated: passing,
    severity: isTheirs ? 'warn' : provenance.severity,
  };
}

/**
 * Returns the errors that the state of a new record explains: it may lack a flag, a member or a part, and an action
 * may only be possible later. Why 428 for all: the request has no version of the record.
 */
function stateErrors({ operation, isNamed }: Subject): readonly number[] {
  const { id, contract, body, parameters } = operation;
  const role = roleOf(contract.resources, id)?.role.value ?? '';
  const isOfPath = parameters.some((parameter) => parameter.in === 'path');
  // Why: without an id in the path, 404 is about a record in the query or the body.
  const namesRecord = !isOfPath && role !== 'list' && (body !== null || parameters.length > 0);
  const isUnknown = namesRecord && contract.provenance === null && !isNamed;
  if (isUnknown || /^(?:flag|unrelate|singleton)/.test(role)) return [404, 428];
  return role === 'action' && contract.provenance === null && !isNamed ? [409, 422, 428] : [428];
}

/** Returns whether an operation declares that it can succeed. */
function hasSuccess({ responses }: ContractOperation): boolean {
  return responses.some(({ status }) => typeof status !== 'number' || status < 400);
}

/** Why: if neither 404 nor 409 is declared, only 400 can report a consumed state. */
function errorsOnceUsed(operation: ContractOperation): readonly number[] {
  const hasSpecificError = declared(operation, [404, 409]).length > 0;
  return clientErrors(operation, hasSpecificError ? [400, 401] : [401]);
}

/** Returns whether an error may be temporary: a plan, a conflict, a precondition, a policy. */
function isTemporary(status: number): boolean {
  return status !== 403 && status !== 404;
}

/** Returns the expected response of the base request without a credential. */
export function expectPublic(subject: Subject): Expectation {
  const { operation } = subject;
  return {
    ...expectSuccess(subject, 'A request without a credential', provenanceOfOperation(operation)),
    statuses: ['2XX', '3XX', ...clientErrors(operation, [401, 403])],
  };
}

/** Returns the expected response of a request with an invalid body or query. */
export function expectError(subject: Subject, description: string, provenance: Provenance): Expectation {
  const statuses = errorStatusesOf(subject);
  // Why: if 400 is not declared, the source does not state that such a request is rejected.
  const isOpen = subject.operation.contract.provenance === null;
  const isStated = declared(subject.operation, isOpen ? [400, 422] : [400]).length > 0;
  const sure = isStated ? provenance : capSeverity(provenance);
  // Why 422: frameworks return it instead of 400. If neither is declared, C01 reports it.
  const common = isOpen ? [400, 422] : isStated ? [] : [400];
  return {
    description,
    statuses: [...new Set([...common, ...statuses])],
    tolerated: [],
    wording: null,
    ...sure,
  };
}

/** Errors of a valid request that the state of the service explains. */
const explained = [402, 403, 404, 409, 410, 412, 422, 428];

/** Errors that report an invalid request. */
const wrong = [400, 409, 412, 415, 422];

/** Returns the statuses of a list that an operation declares. */
export function declared({ responses }: ContractOperation, statuses: readonly number[]): readonly number[] {
  return statuses.filter((candidate) => responses.some(({ status }) => status === candidate));
}

/** Returns the declared errors of a valid request that the state explains. */
export function explainedErrors(operation: ContractOperation): readonly number[] {
  if (!hasSuccess(operation)) return clientErrors(operation, []);
  // Why: a valid patch may still refer to something that the record does not have.
  const ofPatches = takesPatch(operation) ? [400, 409, 422] : [];
  // Why: without a request body, 415 is about the content of the record.
  const stated = declared(operation, operation.body === null ? [...explained, 415] : explained);
  return [...new Set([...stated, ...ofPatches])];
}

/** Returns whether an operation takes a JSON Patch (RFC 6902): as the body, or as a list in it. */
function takesPatch({ contract, body }: ContractOperation): boolean {
  const isPatch = (shape: Shape): boolean => {
    const target = resolveShape(contract, shape);
    const item = target.kind === 'list' ? resolveShape(contract, target.rest) : null;
    const names = item?.kind === 'record' ? item.properties.map(({ name }) => name) : [];
    return names.includes('op') && names.includes('path');
  };
  return (body?.content ?? []).some(({ mediaType, check }) => {
    if (mediaType.includes('json-patch')) return true;
    const shape = check === null ? null : shapeOfCheck(contract, check.name);
    if (shape === null) return false;
    return (
      isPatch(shape) || (shape.kind === 'record' && shape.properties.some((each) => isPatch(each.shape)))
    );
  });
}

/** Returns every declared status between 400 and 499, except those in `without`. */
export function clientErrors(
  { responses }: ContractOperation,
  without: readonly number[],
): readonly number[] {
  const all = responses.flatMap(({ status }) => (typeof status === 'number' ? [status] : []));
  return [...new Set(all)].filter((status) => status >= 400 && status < 500 && !without.includes(status));
}

/**
 * Returns the possible errors of a request with an invalid body or query.
 *
 * Shape: includes errors of the state unless a valid request succeeded, since these may take precedence.
 */
export function errorStatusesOf({ operation, baseline }: Subject): readonly number[] {
  const isProven = baseline !== null && baseline < 400;
  const state = isProven ? [] : [402, 403, 404, 410];
  const access = authProperty(operation) === null ? [] : [401, 403];
  const before = baseline !== null && baseline >= 400 && baseline < 500 ? [baseline] : [];
  const statuses = [...new Set([...declared(operation, [...wrong, ...state, ...access]), ...before])];
  return declared(operation, [400]).length > 0 ? statuses : clientErrors(operation, [401]);
}

/** Returns the body property that identifies the caller; `null` if there is none. */
export function authProperty({ extensions }: ContractOperation): string | null {
  const auth = extensions['x-auth'];
  return isObject(auth) && auth['in'] === 'body' && typeof auth['name'] === 'string' ? auth['name'] : null;
}
