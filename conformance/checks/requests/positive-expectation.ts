/**
 * What a valid request expects: success, or a refusal that the state of the service explains.
 */
import { provenanceOfOperation } from './request-provenance.ts';
import type { Operation } from '../../schema-location/operations.ts';
import type { Provenance } from '../../schema-location/provenance.ts';
import type { Subject } from './case.ts';
import type { Expectation } from './expectation.ts';
import { clientErrors, declared, explainedRefusals } from './statuses.ts';

/** What a request expects that the contract allows. */
export function expectSuccess(
  { operation }: Subject,
  description: string,
  provenance: Provenance,
): Expectation {
  return {
    description,
    statuses: ['2XX', '3XX', ...explainedRefusals(operation)],
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
    traits.consumes === null ? explainedRefusals(operation).filter(isPassing) : refusalsOnceUsed(operation);
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
function refusalsOnceUsed(operation: Operation): readonly number[] {
  const canTell = declared(operation, [404, 409]).length > 0;
  return clientErrors(operation, canTell ? [400, 401] : [401]);
}

/** Checks whether a refusal may be another one tomorrow: of a plan, a conflict, a precondition, a policy. */
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
