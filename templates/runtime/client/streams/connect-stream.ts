/**
 * Opens the connections of a stream: the first one, and those that resume it after a break.
 * Owns the delays and the number of attempts; reads no events.
 */
import { isSuccessStatus, type AnyApiResponse } from '../api-response.ts';
import type { Call, RequestParts } from '../call.ts';
import type { CallOptions, Client } from '../client.ts';
import {
  ApiError,
  MalformedResponseError,
  NetworkError,
  StreamBrokenError,
  TimeoutError,
  UnexpectedStatusError,
} from '../errors.ts';
import { prepareRequest, throwIfAborted, type Exchange } from '../exchange.ts';
import { factsOf, findReading, readResponse, readHeaders } from '../read-response.ts';
import type { Progress, StreamCall } from './resume.ts';
import { isTemporary, retryAfter } from '../retry.ts';
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
const MAX_FAILURES = 5;

/** Sends the request for a stream. Errors: rejects like `send`. */
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
    const result = {
      status: response.status,
      contentType: reading.contentType,
      headers: readHeaders(reading.rule, response.headers),
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
export interface Reconnection {
  /** Resets the number of failures after a connection that delivered something. */
  readonly succeed: () => void;
  /**
   * Opens the next connection.
   *
   * Shape: `null` if the service responds that there are no more events.
   * Errors: rejects with StreamBrokenError if the stream can't be resumed or has failed too often, with ApiError if the
   * service responds with an error, and with AbortError.
   */
  reconnect(broken: Break): Promise<Exchange | null>;
}

/** Prepares to resume a stream. */
export function reconnection(
  client: Client,
  call: StreamCall,
  request: RequestParts,
  options: CallOptions,
  progress: Progress,
): Reconnection {
  const { timing } = client;
  let failures = 0;
  const broken = (problem: string, cause: unknown): StreamBrokenError =>
    new StreamBrokenError(call.id, problem, progress.position, cause);
  return {
    succeed: () => {
      failures = 0;
    },
    async reconnect({ cause, retryMs }) {
      let reason = cause;
      let asked = retryMs ?? 0;
      for (;;) {
        const next = progress.continuation(call, request);
        if (next === null) throw broken('broke and cannot be resumed', reason);
        if (++failures > MAX_FAILURES) throw broken(`broke ${MAX_FAILURES} times in a row`, reason);
        await wait(timing, Math.max(asked, backOff(failures, USUAL_PAUSE, timing)), options.signal);
        throwIfAborted(call, options);
        progress.restart();
        const headers = { ...options.headers, ...next.headers };
        try {
          const opened = await openConnection(client, next.call, next.request, {
            ...options,
            headers,
            retry: false,
          });
          if (opened.begun !== null) return opened.begun;
          if (isOver(opened.result)) return null;
          reason = toError(opened.result);
          asked = askedPause(client, opened.result, reason);
        } catch (error) {
          if (!isTemporaryError(error)) throw error;
          reason = error;
          asked = 0;
        }
      }
    },
  };
}

/** Returns the delay that the service requests; throws for a permanent error or a delay that is too long. */
function askedPause(
  { timing, retry }: Client,
  { status, response }: AnyApiResponse,
  reason: unknown,
): number {
  const asked = retryAfter(response.headers, timing) ?? 0;
  if (!isTemporary(status) || asked > retry.maxRetryAfterMs) throw reason;
  return asked;
}

/** Returns whether a response means that there is nothing to stream: a success without content. */
export function isOver({ status, contentType }: AnyApiResponse): boolean {
  return isSuccessStatus(status) && contentType === null;
}

/** Creates the error for a response that is not a stream. */
export function toError(result: AnyApiResponse): ApiError | MalformedResponseError {
  if (!isSuccessStatus(result.status)) return new ApiError(result);
  return new MalformedResponseError(result.status, result.response, ' without a stream', '');
}

/** Returns whether an error is temporary, so that a retry may succeed. */
function isTemporaryError(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof UnexpectedStatusError && isTemporary(error.status);
}
