/** Reads any response, including undeclared ones: other checks cover whether a response is declared. */
import { citeFacts } from './define-check.ts';
import { textOf } from './read-value.ts';
import type { OperationId } from '../contract.ts';
import type { ReceivedStatus } from './played-run.ts';
import type { CheckContext, OperationInput } from './scenario-check.ts';
import { isSuccess } from '../../laws/resource-requests.ts';

export { isSuccess };
export { isClosed } from '../../laws/reach.ts';

/** Describes a response: `200`, `409 with APPROVAL_ALREADY_RESOLVED`, or the reason why there is none. */
export function describeResponse({ status, body, exchange }: ReceivedStatus): string {
  if (status === 0) return `nothing (${exchange?.failure ?? 'no response'})`;
  // Why: messages differ between services, codes do not.
  const code = [textOf(body, 'code'), textOf(body, 'error')].find((text) => /^[A-Z0-9_]+$/.test(text ?? ''));
  return code == null || status < 400 ? String(status) : `${status} with ${code}`;
}

/** Statuses that are expected. Shape: one, or several of which the first is the one of the source. */
export type AllowedStatus = number | readonly number[];

/** Ends the check with a problem unless a response has an expected status. Shape: `what` is the subject of the sentence. */
export function expectStatus(
  context: CheckContext,
  response: ReceivedStatus | number,
  expected: AllowedStatus,
  what: string,
): void {
  context.expect(...statusProblem(response, expected, what));
}

/** Notes a problem unless a response has an expected status. Shape: as `expectStatus`. */
export function noteStatus(
  context: CheckContext,
  response: ReceivedStatus | number,
  expected: AllowedStatus,
  what: string,
): void {
  context.note(...statusProblem(response, expected, what));
}

/** Sends a request that must return 200, and returns the body. Shape: `what` is the subject of the sentence. */
export async function expectBody<Id extends OperationId>(
  context: CheckContext,
  operation: Id,
  input: OperationInput<Id>,
  what: string,
): Promise<unknown> {
  const response = await context.call(operation, input);
  expectStatus(context, response, 200, what);
  return response.body;
}

/** Ends the check with a problem unless a response is a success. */
export function expectSuccess(context: CheckContext, response: ReceivedStatus | number, what: string): void {
  const received = receivedOf(response);
  context.expect(isSuccess(received), `${what} returned ${describeResponse(received)}.`, 'status');
}

/** Ends the check with a problem if a response is a success. */
export function expectFailure(context: CheckContext, response: ReceivedStatus | number, what: string): void {
  const received = receivedOf(response);
  context.expect(!isSuccess(received), `${what} returned ${received.status}.`, 'status');
}

/** Skips the check unless a request that it depends on has succeeded. Shape: `what` is the subject of the sentence. */
export function requireSuccess(context: CheckContext, response: ReceivedStatus, what: string): void {
  if (!isSuccess(response)) context.skip(`${what} returned ${describeResponse(response)}.`);
}

/** Notes a problem unless a response is an error of the client or the service. */
export function noteRejected(context: CheckContext, response: ReceivedStatus, what: string): void {
  context.note(response.status >= 400, `${what} returned ${describeResponse(response)}.`, 'status');
}

/** Notes a problem unless an error has the string `error`. Shape: `what` is the subject of the sentence. */
export function noteErrorText(context: CheckContext, response: ReceivedStatus, what: string): void {
  const message = `${what} returned ${response.status} without an \`error\`.`;
  context.note(textOf(response.body, 'error') !== null, citeFacts(['F-7-001'], message, 'body.error'));
}

function receivedOf(response: ReceivedStatus | number): ReceivedStatus {
  return typeof response === 'number' ? { status: response } : response;
}

function statusProblem(
  response: ReceivedStatus | number,
  expected: AllowedStatus,
  what: string,
): readonly [isExpected: boolean, message: string, at: string] {
  const received = receivedOf(response);
  const statuses = [expected].flat();
  const message = `${what} returned ${describeResponse(received)} instead of ${statuses[0] ?? 'an error'}.`;
  return [statuses.includes(received.status), message, 'status'];
}
