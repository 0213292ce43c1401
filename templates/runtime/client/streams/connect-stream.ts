/**
 * Opens the connections of a stream: the first one, and those that resume it after a break.
 * Owns the delays and the number of attempts; reads no events.
 */
import { isSuccessStatus, type AnyApiResponse } from '../api-response.ts';
import type { Call, RequestParts } from '../call.ts';
import type { CallOptions, Client } from '../client.ts';
import {
  AbortError,
  ApiError,
  MalformedResponseError,
  NetworkError,
  StreamBrokenError,
  TimeoutError,
  UnexpectedStatusError,
} from '../errors.ts';
import { prepareRequest, type Exchange } from '../exchange.ts';
import { factsOf, findReading, readResponse, readHeaders } from '../read-response.ts';
import type { Progress, StreamCall } from './resume.ts';
import { isPassing, retryAfter } from '../retry.ts';
import { repeat } from '../send.ts';
import { backOff, wait } from '../timing.ts';

/** The response to a stream request; `begun` is `null` if it is not a stream, and the response has been read. */
export interface Opened {
  readonly result: AnyApiResponse;
  readonly begun: Exchange | null;
}

/** Units: milliseconds before the first reconnection; the delays are 1, 2, 4, 8 and 8 seconds. */
const USUAL_PAUSE = 1_000;

/** Maximum number of consecutive connections without an event. */
const MOST_FAILURES = 5;

/**
 * Sends the request for a stream.
 *
 * Errors: rejects like `send`.
 */
export async function openConnection(
  client: Client,
  call: StreamCall,
  request: RequestParts,
  options: CallOptions,
): Promise<Opened> {
  return repeat(client, prepareRequest(client, call, request, call.stream.accept), options, readOpened);
}

async function readOpened(call: Call, begun: Exchange): Promise<Opened> {
  try {
    const reading = await findReading(call, begun.response);
    if (reading.rule.isStream !== true) {
      const result = await readResponse(call, begun, reading);
      begun.release();
      return { result, begun: null };
    }
    begun.stopClock();
    const { response } = begun;
    const headers = readHeaders(reading.rule, response.headers);
    const { contentType } = reading;
    const result = {
      status: response.status,
      contentType,
      headers,
      body: null,
      response: factsOf(call, response),
    };
    return { result, begun };
  } catch (error) {
    throw await begun.fail(error);
  }
}

/** Why a stream broke, and the reconnection delay that the service requested. */
export interface Break {
  /** `undefined` if the connection was closed properly, but too early. */
  readonly cause: unknown;
  /** Units: milliseconds. */
  readonly retryMs: number | null;
}

/** Resumes a stream after it broke. */
export class Reconnection {
  readonly #client: Client;
  readonly #call: StreamCall;
  readonly #request: RequestParts;
  readonly #options: CallOptions;
  readonly #progress: Progress;
  #failures = 0;

  constructor(
    client: Client,
    call: StreamCall,
    request: RequestParts,
    options: CallOptions,
    progress: Progress,
  ) {
    this.#client = client;
    this.#call = call;
    this.#request = request;
    this.#options = options;
    this.#progress = progress;
  }

  /** Resets the number of failures after a connection that delivered something. */
  succeed(): void {
    this.#failures = 0;
  }

  /**
   * Opens the next connection.
   *
   * Shape: `null` if the service responds that there are no more events.
   * Errors: rejects with StreamBrokenError if the stream can't be resumed or has failed too often, with ApiError if the
   * service responds with an error, and with AbortError.
   */
  async reconnect({ cause, retryMs }: Break): Promise<Exchange | null> {
    let reason = cause;
    let asked = retryMs ?? 0;
    for (;;) {
      const next = this.#progress.continuation(this.#call, this.#request);
      if (next === null) throw this.#broken('broke and cannot be resumed', reason);
      if (++this.#failures > MOST_FAILURES)
        throw this.#broken(`broke ${MOST_FAILURES} times in a row`, reason);
      await this.#pause(asked);
      this.#progress.restart();
      const headers = { ...this.#options.headers, ...next.headers };
      const options: CallOptions = { ...this.#options, headers, retry: false };
      try {
        const { result, begun } = await openConnection(this.#client, next.call, next.request, options);
        if (begun !== null) return begun;
        if (isOver(result)) return null;
        const error = toError(result);
        asked = this.#askedPause(result, error);
        reason = error;
      } catch (error) {
        if (!isPassingError(error)) throw error;
        reason = error;
        asked = 0;
      }
    }
  }

  async #pause(askedMs: number): Promise<void> {
    const { timing } = this.#client;
    const { signal } = this.#options;
    await wait(timing, Math.max(askedMs, backOff(this.#failures, USUAL_PAUSE, timing)), signal);
    if (signal?.aborted === true) throw new AbortError(this.#call.id, signal.reason);
  }

  /** Returns the delay that the service requests; throws for a permanent error or a delay that is too long. */
  #askedPause({ status, response }: AnyApiResponse, reason: Error): number {
    const { timing, retry } = this.#client;
    const asked = retryAfter(response.headers, timing) ?? 0;
    if (!isPassing(status) || asked > retry.maxRetryAfterMs) throw reason;
    return asked;
  }

  #broken(problem: string, cause: unknown): StreamBrokenError {
    return new StreamBrokenError(this.#call.id, problem, this.#progress.position, cause);
  }
}

/** Returns whether a response means that there is nothing to stream: a success without content. */
export function isOver({ status, contentType }: AnyApiResponse): boolean {
  return isSuccessStatus(status) && contentType === null;
}

/** Creates the error for a response that is not a stream. */
export function toError(result: AnyApiResponse): ApiError | MalformedResponseError {
  if (!isSuccessStatus(result.status)) return new ApiError(result);
  return new MalformedResponseError(result.status, result.response, 'without a stream', '');
}

/** Returns whether an error is temporary, so that a retry may succeed. */
function isPassingError(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof UnexpectedStatusError && isPassing(error.status);
}
