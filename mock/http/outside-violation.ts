/**
 * What the journal says of an answer that no operation declares: whose fault it was.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import type { OperationSpec } from '../../generated/runtime/operation-spec.ts';
import type { Violation } from './journal.ts';
import { UNDECLARED_HEADER, type UndeclaredReason } from './undeclared.ts';
import { pointerStep } from './pointer.ts';

/** What is wrong by the reason of the mark; `null` for an answer that nobody has to correct. */
const VIOLATIONS: Readonly<Record<UndeclaredReason, Omit<Violation, 'pointer'> | null>> = {
  'unknown-world': { in: 'request', message: 'The world does not exist' },
  'unknown-route': { in: 'request', message: 'The contract has no operation at this path' },
  'method-not-allowed': { in: 'request', message: 'The contract has no such method at this path' },
  'preference-refused': { in: 'request', message: 'A preference of the request is not known' },
  'body-too-large': { in: 'request', message: 'The body of the request is too long' },
  'request-refused': { in: 'request', message: 'The request does not fit the contract' },
  options: null,
  'contract-document': null,
  'landing-page': null,
  favicon: null,
  jwks: null,
  'control-access': null,
  'host-refused': null,
  'origin-refused': null,
  unauthorized: { in: 'reply', message: 'The operation declares no 401' },
  'insufficient-scope': { in: 'reply', message: 'The operation declares no 403' },
  sampled: {
    in: 'reply',
    message: 'The mock has no handler for this operation; the response is its sample',
  },
  'injected-fault': { in: 'reply', message: 'An injected fault has changed the response', injected: true },
  'reply-violation': { in: 'reply', message: 'The reply did not fit the contract' },
  'internal-error': { in: 'reply', message: 'The mock failed' },
};

/** Describes where a marked response leaves the contract; nothing for a response without the mark. */
export function markedViolations(
  { headers }: HttpResponse,
  operation: Pick<OperationSpec, 'method' | 'path'> | null,
): readonly Violation[] {
  const reason = headers[UNDECLARED_HEADER];
  const violation = isReason(reason) ? VIOLATIONS[reason] : null;
  return violation === null
    ? []
    : [{ ...violation, pointer: operation === null ? '' : pointerOf(operation) }];
}

function isReason(value: HttpResponse['headers'][string] | undefined): value is UndeclaredReason {
  return typeof value === 'string' && Object.hasOwn(VIOLATIONS, value);
}

function pointerOf({ method, path }: Pick<OperationSpec, 'method' | 'path'>): string {
  return `#/paths${pointerStep(path)}/${method.toLowerCase()}/responses`;
}
