/**
 * Reads whatever a call was answered, also what the contract does not know: a story decides itself what counts, and other
 * checks judge whether a response is declared.
 */
import type { AnyApiResponse } from '../../../generated/runtime/client/api-response.ts';
import { MalformedResponseError, UnexpectedStatusError } from '../../../generated/runtime/client/errors.ts';

/** What came back. Shape: `body` is JSON where it parses, else text; `undefined` without one. */
export interface CallResponse {
  readonly status: number;
  readonly body: unknown;
  /** The value of a header, `null` without it. */
  header(name: string): string | null;
}

/** Waits for a call of the generated client. Errors: rejects when no answer came. */
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

/** Says whether an answer is a success. */
export function isSuccess({ status }: Pick<CallResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
