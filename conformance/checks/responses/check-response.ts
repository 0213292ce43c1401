/**
 * Judges one exchange by what every response is held to: C01 to C09. Knows nothing of what was tried with it.
 */
import { operationById, operationKey, operationOf } from '../../schema-location/operations.ts';
import type { Exchange } from '../../engine/exchange.ts';
import type { CheckResult } from '../../engine/finding.ts';
import { declareResponse } from './declared-response.ts';
import { checkBody } from './check-body.ts';
import { checkHeaders } from './check-headers.ts';
import { checkUnknownProperties, checkTimes } from './check-notes.ts';
import { checkFailure, checkMediaType, checkStatus } from './check-status.ts';
import { noteBody } from './note-body.ts';

/** What is known of an exchange. Shape: `isProvoked` says that a driver brought its failure about. */
export interface ResponseOptions {
  readonly isProvoked?: boolean | undefined;
}

/**
 * Judges an exchange.
 *
 * Shape: one check result for each check that had something to look at, without problems where it passed; none for an exchange
 * without a response, and for a request that means no operation.
 */
export async function checkResponse(
  exchange: Exchange,
  { isProvoked = false }: ResponseOptions = {},
): Promise<readonly CheckResult[]> {
  const { request, response } = exchange;
  const { operation: id, method, path } = request;
  const operation = (id === null ? undefined : operationById(id)) ?? operationOf(method, path);
  if (operation === null || response === null) return [];
  const { status, body } = response;
  const declared = declareResponse(operation, response);
  const check = declared.form?.check ?? null;
  const outer = [`${operationKey(operation)}#${status}`];
  const notes = body.kind === 'json' && check !== null ? noteBody(check.name, body.value, outer) : null;
  return [
    ...checkStatus(declared),
    ...checkMediaType(declared),
    ...(await checkBody(declared, notes)),
    ...checkHeaders(declared),
    checkFailure(declared, isProvoked),
    ...(notes === null ? [] : [...checkUnknownProperties(declared, notes), ...checkTimes(declared, notes)]),
  ];
}
