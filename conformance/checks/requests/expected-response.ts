/** What a valid request expects: success, or a refusal that the state of the service explains. */
import { provenanceOfOperation, capSeverity } from './request-provenance.ts';
import type { Operation } from '../../schema-location/operations.ts';
import type { Provenance } from '../../schema-location/provenance.ts';
import type { Subject } from './case.ts';
import type { Expectation } from './expectation.ts';
import { isObject } from './request-form.ts';

/** What a request expects that the contract allows. */
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
 * What the base request expects. One that was given must be accepted; a refusal that the state explains is told, because an
 * earlier run may have left it. Of one whose ids were only likely to do, the refusal is no fault.
 */
export function expectBase(subject: Subject): Expectation {
  const { operation, confidence, traits, isNamed } = subject;
  const provenance = provenanceOfOperation(operation);
  const isOfRecord = operation.parameters.some((parameter) => parameter.in === 'path');
  const description = isOfRecord ? 'A valid request for the record that was named' : 'A valid request';
  const expected = expectSuccess(subject, description, provenance);
  if (confidence !== 'given') {
    return traits.requiresSpecificRecord ? { ...expected, statuses: [...expected.statuses, 400] } : expected;
  }
  const passing =
    traits.consumes === null ? explainedErrors(operation).filter(isPassing) : errorsOnceUsed(operation);
  // Why: who names an operation that is our idea has it.
  const isTheirs = provenance.severity === 'off' && isNamed;
  return {
    ...expected,
    statuses: ['2XX', '3XX'],
    tolerated: passing,
    severity: isTheirs ? 'warn' : provenance.severity,
  };
}

/** Why: where neither 404 nor 409 is declared, 400 is all that is left to say that something is used up. */
function errorsOnceUsed(operation: Operation): readonly number[] {
  const canTell = declared(operation, [404, 409]).length > 0;
  return clientErrors(operation, canTell ? [400, 401] : [401]);
}

/** Checks whether an error may be temporary: of a plan, a conflict, a precondition, a policy. */
function isPassing(status: number): boolean {
  return status !== 403 && status !== 404;
}

/** What the base request expects of access: to be let in without a credential. */
export function expectOpenDoor(subject: Subject): Expectation {
  const { operation } = subject;
  return {
    ...expectSuccess(subject, 'A request without a credential', provenanceOfOperation(operation)),
    statuses: ['2XX', '3XX', ...clientErrors(operation, [401, 403])],
  };
}

/** What a request expects whose body or query the contract forbids. */
export function expectError(subject: Subject, description: string, provenance: Provenance): Expectation {
  const statuses = errorStatusesOf(subject);
  // Why: where 400 is not declared, the source does not say that such a request is refused at all.
  const isStated = declared(subject.operation, [400]).length > 0;
  const sure = isStated ? provenance : capSeverity(provenance);
  return {
    description,
    statuses: isStated ? statuses : [400, ...statuses],
    tolerated: [],
    wording: null,
    ...sure,
  };
}

/** Errors of a valid request that the state of the service explains. */
const explained = [402, 403, 404, 409, 410, 412, 422];

/** Errors that report an invalid request. */
const wrong = [400, 409, 412, 415, 422];

/** Those of some statuses that an operation declares. */
export function declared({ responses }: Operation, statuses: readonly number[]): readonly number[] {
  return statuses.filter((wanted) => responses.some(({ status }) => status === wanted));
}

/** The refusals of a valid request that the state explains. */
export function explainedErrors(operation: Operation): readonly number[] {
  return declared(operation, explained);
}

/** Every status between 400 and 499 that an operation declares, without some. */
export function clientErrors({ responses }: Operation, without: readonly number[]): readonly number[] {
  const all = responses.flatMap(({ status }) => (typeof status === 'number' ? [status] : []));
  return [...new Set(all)].filter((status) => status >= 400 && status < 500 && !without.includes(status));
}

/**
 * The refusals of a request whose body or query is wrong.
 *
 * Shape: where a valid request was not accepted either, its refusal comes first and tells nothing.
 */
export function errorStatusesOf({ operation, baseline }: Subject): readonly number[] {
  const isProven = baseline !== null && baseline < 400;
  const state = isProven ? [] : [402, 403, 404, 410];
  const access = authProperty(operation) === null ? [] : [401, 403];
  const before = baseline !== null && baseline >= 400 && baseline < 500 ? [baseline] : [];
  const honest = [...new Set([...declared(operation, [...wrong, ...state, ...access]), ...before])];
  return declared(operation, [400]).length > 0 ? honest : clientErrors(operation, [401]);
}

/** The member of the body that says who calls; `null` where none does. */
export function authProperty({ extensions }: Operation): string | null {
  const auth = extensions['x-auth'];
  return isObject(auth) && auth['in'] === 'body' && typeof auth['name'] === 'string' ? auth['name'] : null;
}
