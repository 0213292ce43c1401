/**
 * Judges one exchange by what every response is held to: C01 to C09. Knows nothing of what was tried with it.
 */
import { operationById, operationKey, operationOf } from '../../schema-location/operations.ts';
import type { Exchange } from '../../engine/exchange.ts';
import type { Judgement } from '../../engine/finding.ts';
import { declareResponse } from './declared-response.ts';
import { judgeBody } from './judge-body.ts';
import { judgeHeaders } from './judge-headers.ts';
import { judgeStrangers, judgeTimes } from './judge-notes.ts';
import { judgeFailure, judgeMediaType, judgeStatus } from './judge-status.ts';
import { noteBody } from './note-body.ts';

/** What is known of an exchange. Shape: `isProvoked` says that a driver brought its failure about. */
export interface ResponseOptions {
  readonly isProvoked?: boolean | undefined;
}

/**
 * Judges an exchange.
 *
 * Shape: one judgement for each check that had something to look at, without problems where it passed; none for an exchange
 * without a response, and for a request that means no operation.
 */
export async function judgeResponse(
  exchange: Exchange,
  { isProvoked = false }: ResponseOptions = {},
): Promise<readonly Judgement[]> {
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
    ...judgeStatus(declared),
    ...judgeMediaType(declared),
    ...(await judgeBody(declared, notes)),
    ...judgeHeaders(declared),
    judgeFailure(declared, isProvoked),
    ...(notes === null ? [] : [...judgeStrangers(declared, notes), ...judgeTimes(declared, notes)]),
  ];
}
