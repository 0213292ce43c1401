/** Makes a call whose response is read completely. */
import type { AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts } from './call.ts';
import { retryPolicy, type CallOptions, type Client } from './client.ts';
import { NetworkError, TimeoutError } from './errors.ts';
import { prepareRequest, exchange, throwIfAborted, type PreparedRequest, type Exchange } from './exchange.ts';
import { findReading, readResponse } from './read-response.ts';
import { isRepeatable, repetitionDelay } from './retry.ts';
import { wait } from './timing.ts';

/**
 * Makes a call, and retries it if that is safe and may succeed.
 *
 * Shape: every documented response is returned, whatever its status.
 * Errors: rejects with one of the errors of `errors.ts`, or with an error of a caller's callback.
 */
export async function send<Result>(
  client: Client,
  call: Call,
  request: RequestParts,
  options: CallOptions = {},
): Promise<Result> {
  return (await repeat(client, prepareRequest(client, call, request), options, readWhole)) as Result;
}

/** Reads the response of an attempt. */
export type Read<Result> = (call: Call, begun: Exchange) => Promise<Result>;

/**
 * Makes attempts until one succeeds or must not be retried.
 *
 * Shape: `read` receives the last response; an error that it throws is final, except for a broken connection.
 */
export async function repeat<Result>(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
  read: Read<Result>,
): Promise<Result> {
  const { call, body } = prepared;
  const wanted = retryPolicy(client.retry, options.retry);
  const policy = isRepeatable(call) && body.isRepeatable ? wanted : retryPolicy(wanted, false);
  for (let failures = 1; ; failures++) {
    const delayAfter = (response: Response | null): number | null =>
      repetitionDelay(failures, response, policy, client.timing);
    let delayMs: number | null;
    try {
      const begun = await authorized(client, prepared, options);
      delayMs = delayAfter(begun.response);
      if (delayMs === null) return await read(call, begun);
      begun.close();
    } catch (error) {
      const isLost = error instanceof NetworkError || error instanceof TimeoutError;
      delayMs = isLost ? delayAfter(null) : null;
      if (delayMs === null) throw error;
    }
    await wait(client.timing, delayMs, options.signal);
    throwIfAborted(call, options);
  }
}

/** Sends a request, and a second time if the service rejects credentials with 401 that can be refreshed. */
async function authorized(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
): Promise<Exchange> {
  const first = await exchange(client, prepared, options);
  const isRejected = first.response.status === UNAUTHORIZED && prepared.body.isRepeatable;
  const refresh = isRejected ? first.credentials.find((one) => one.refresh)?.refresh : undefined;
  return refresh === undefined
    ? first
    : refresh.repeat(prepared.call.id, first, (fresh) => exchange(client, prepared, options, fresh));
}

/** The status of a request whose credentials are rejected. */
export const UNAUTHORIZED = 401;

/** Reads a response, and releases the connection. */
async function readWhole(call: Call, begun: Exchange): Promise<AnyApiResponse> {
  try {
    const reading = await findReading(call, begun.response);
    const result = await readResponse(call, begun, reading);
    begun.release();
    return result;
  } catch (error) {
    throw await begun.fail(error);
  }
}
