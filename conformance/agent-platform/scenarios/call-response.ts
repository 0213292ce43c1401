/** Reads any response of a call, including undeclared ones: other checks cover whether a response is declared. */
import type { AnyApiResponse } from '../../../templates/runtime/client/api-response.ts';
import { MalformedResponseError, UnexpectedStatusError } from '../../../templates/runtime/client/errors.ts';
import type { CheckContext } from './scenario-check.ts';

/** The response of a call. Shape: `body` is parsed JSON if possible, else text; `undefined` without one. */
export interface CallResponse {
  readonly status: number;
  readonly body: unknown;
  /** Returns the value of a header; `null` if it is absent. */
  header(name: string): string | null;
}

/** Waits for a call of the generated client. Errors: rejects if there is no response. */
export async function awaitResponse(call: Promise<AnyApiResponse>): Promise<CallResponse> {
  try {
    const { status, body, response } = await call;
    return { status, body, header: (name) => response.headers.get(name) };
  } catch (error) {
    if (!(error instanceof UnexpectedStatusError || error instanceof MalformedResponseError)) throw error;
    const { status, text, response } = error;
    return { status, body: parsed(text), header: (name) => response.headers.get(name) };
  }
}

/** Returns whether a status is 200 to 299. */
export function isSuccess({ status }: Pick<CallResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Ends the check with a problem unless a status is the expected one. Shape: `what` is the subject of the sentence. */
export function expectStatus(context: CheckContext, status: number, expected: number, what: string): void {
  context.expect(status === expected, `${what} returned ${status} instead of ${expected}.`, 'status');
}

/** Ends the check with a problem unless a status is a success. */
export function expectSuccess(context: CheckContext, status: number, what: string): void {
  context.expect(isSuccess({ status }), `${what} returned ${status}.`, 'status');
}

/** Ends the check with a problem if a status is a success. */
export function expectFailure(context: CheckContext, status: number, what: string): void {
  context.expect(!isSuccess({ status }), `${what} returned ${status}.`, 'status');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
