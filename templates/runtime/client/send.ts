/**
 * Makes a call whose response is read completely.
 */
import type { AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts } from './call.ts';
import { retryPolicy, type CallOptions, type Client } from './client.ts';
import { AbortError, NetworkError, TimeoutError } from './errors.ts';
import { prepareRequest, exchange, type PreparedRequest, type Exchange } from './exchange.ts';
import { findReading, readResponse } from './read-response.ts';
import { refreshCredentials } from './auth.ts';
import { isRepeatable, repetitionDelay, type RetryPolicy } from './retry.ts';
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
  const policy: RetryPolicy = isRepeatable(call) && body.isRepeatable ? wanted : { ...wanted, attempts: 1 };
  for (let failures = 1; ; failures++) {
    const outcome = await attempt(client, prepared, options, read, (response) =>
      repetitionDelay(failures, response, policy, client.timing),
    );
    if ('result' in outcome) return outcome.result;
    await wait(client.timing, outcome.delayMs, options.signal);
    if (options.signal?.aborted === true) throw new AbortError(call.id, options.signal.reason);
  }
}

type Outcome<Result> = { readonly result: Result } | { readonly delayMs: number };

/** Returns the delay before the next attempt; `null` if there is none. */
type Delay = (response: Response | null) => number | null;

async function attempt<Result>(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
  read: Read<Result>,
  delayAfter: Delay,
): Promise<Outcome<Result>> {
  try {
    const begun = await authorized(client, prepared, options);
    const delayMs = delayAfter(begun.response);
    if (delayMs === null) return { result: await read(prepared.call, begun) };
    begun.close();
    return { delayMs };
  } catch (error) {
    const isLost = error instanceof NetworkError || error instanceof TimeoutError;
    const delayMs = isLost ? delayAfter(null) : null;
    if (delayMs === null) throw error;
    return { delayMs };
  }
}

/** Sends a request, and once more with refreshed credentials if the service rejects its own with 401. */
async function authorized(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
): Promise<Exchange> {
  const first = await exchange(client, prepared, options);
  const isRejected = first.response.status === UNAUTHORIZED && prepared.body.isRepeatable;
  if (
    !isRejected ||
    !first.credentials.some(([{ scheme }]) => typeof client.auth[scheme.name] === 'function')
  )
    return first;
  // Why: reads the response, so that it does not occupy a connection that the refresh needs.
  await first.response
    .clone()
    .arrayBuffer()
    .catch(() => undefined);
  const renewed = await refreshCredentials(prepared.call, client, first.credentials);
  if (renewed === null) return first;
  const second = await exchange(client, prepared, options, renewed);
  const [kept, other] = second.response.status === UNAUTHORIZED ? [first, second] : [second, first];
  other.close();
  return kept;
}

const UNAUTHORIZED = 401;

/** Reads a response that is not a stream, and releases the connection. */
export async function readWhole(call: Call, begun: Exchange): Promise<AnyApiResponse> {
  try {
    const reading = await findReading(withoutStreams(call), begun.response);
    const result = await readResponse(call, begun, reading);
    begun.release();
    return result;
  } catch (error) {
    throw await begun.fail(error);
  }
}

function withoutStreams(call: Call): Call {
  return { ...call, responses: call.responses.filter(({ isStream }) => isStream !== true) };
}
