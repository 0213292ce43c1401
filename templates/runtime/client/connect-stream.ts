/**
 * Opens the connections of a stream: the first one, and those that go on where one broke off.
 * Knows how long to wait and when to give up; reads no events.
 */
import { isSuccessStatus, type AnyApiResponse } from './api-response.ts';
import type { Call, RequestParts } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import {
  AbortError,
  ApiError,
  ClientError,
  MalformedResponseError,
  NetworkError,
  StreamBrokenError,
  TimeoutError,
  UnexpectedStatusError,
} from './errors.ts';
import { draftRequest, type Exchange } from './exchange.ts';
import { acceptOf, factsOf, findReading, readResponse, readHeaders } from './read-response.ts';
import type { Progress } from './resume.ts';
import { isPassing, retryAfter } from './retry.ts';
import { repeat } from './send.ts';
import { backOff, wait } from './timing.ts';

/** How a request for a stream was answered; `begun` is `null` when the answer is no stream, and then it was read. */
export interface Opened {
  readonly answer: AnyApiResponse;
  readonly begun: Exchange | null;
}

/** Units: milliseconds before the first new connection; 1, 2, 4, 8 and 8 seconds in all. */
const USUAL_PAUSE = 1_000;

/** Connections in a row that may bring nothing. */
const MOST_FAILURES = 5;

/**
 * Sends the request for a stream.
 *
 * Errors: rejects like `send`.
 */
export async function openConnection(
  client: Client,
  call: Call,
  request: RequestParts,
  options: CallOptions,
): Promise<Opened> {
  const draft = draftRequest(
    call,
    request,
    acceptOf(call, () => true),
  );
  return repeat(client, draft, options, readOpened);
}

async function readOpened(call: Call, begun: Exchange): Promise<Opened> {
  try {
    const reading = await findReading(call, begun.response);
    if (reading.rule.kind !== 'eventStream') {
      const answer = await readResponse(call, begun, reading);
      begun.release();
      return { answer, begun: null };
    }
    begun.stopClock();
    const { response } = begun;
    const headers = readHeaders(reading.rule, response.headers);
    const { contentType } = reading;
    const answer = {
      status: response.status,
      contentType,
      headers,
      body: null,
      response: factsOf(call, response),
    };
    return { answer, begun };
  } catch (error) {
    begun.close();
    throw error instanceof ClientError ? error : begun.explain(error);
  }
}

/** Why a stream broke off, and how long the service asked to wait. */
export interface Break {
  /** `undefined` when the connection was closed in order, but too early. */
  readonly cause: unknown;
  /** Units: milliseconds. */
  readonly retryMs: number | null;
}

/** Goes on with a stream after it broke off. */
export class Reconnection {
  readonly #client: Client;
  readonly #call: Call;
  readonly #request: RequestParts;
  readonly #options: CallOptions;
  readonly #progress: Progress;
  #failures = 0;

  constructor(client: Client, call: Call, request: RequestParts, options: CallOptions, progress: Progress) {
    this.#client = client;
    this.#call = call;
    this.#request = request;
    this.#options = options;
    this.#progress = progress;
  }

  /** Notes that a connection brought something, so that the next break is the first one again. */
  succeed(): void {
    this.#failures = 0;
  }

  /**
   * Opens the next connection.
   *
   * Shape: `null` when the service says that there is nothing more.
   * Errors: rejects with StreamBrokenError when the stream can't go on or has failed too often, with ApiError when the
   * service refuses, and with AbortError.
   */
  async goOn({ cause, retryMs }: Break): Promise<Exchange | null> {
    let reason = cause;
    let asked = retryMs ?? 0;
    for (;;) {
      const next = this.#progress.continuation(this.#call, this.#request);
      if (next === null) throw this.#broken('broke off and can not be continued', reason);
      if (++this.#failures > MOST_FAILURES)
        throw this.#broken(`broke off ${MOST_FAILURES} times in a row`, reason);
      await this.#pause(asked);
      this.#progress.restart();
      const headers = { ...this.#options.headers, ...next.headers };
      const options: CallOptions = { ...this.#options, headers, retry: false };
      try {
        const { answer, begun } = await openConnection(this.#client, next.call, next.request, options);
        if (begun !== null) return begun;
        if (isOver(answer)) return null;
        const refused = refusal(answer);
        asked = this.#askedPause(answer, refused);
        reason = refused;
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

  /** Returns how long the service asks to wait; a refusal that does not pass soon is final. */
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

/** Returns whether an answer without a stream says that there is nothing to stream. */
export function isOver({ status, contentType }: AnyApiResponse): boolean {
  return isSuccessStatus(status) && contentType === null;
}

/** Creates the error of an answer that is no stream. */
export function refusal(answer: AnyApiResponse): ApiError | MalformedResponseError {
  if (!isSuccessStatus(answer.status)) return new ApiError(answer);
  return new MalformedResponseError(answer.status, answer.response, 'without a stream', '');
}

/** Returns whether trying again may help; a refusal that does not pass is final. */
function isPassingError(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof UnexpectedStatusError && isPassing(error.status);
}
