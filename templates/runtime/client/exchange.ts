/**
 * Creates one attempt of a call: the request with its credentials, and the answer or what kept it away.
 */
import { credentialsFor } from './auth.ts';
import type { Call, RequestParts, WrittenBody } from './call.ts';
import type { CallOptions, Client, HeaderFields } from './client.ts';
import { AbortError, NetworkError, RequestError, TimeoutError } from './errors.ts';
import { writeBody } from './write-body.ts';
import { joinPairs, writeParameters, type Fields, type WrittenParameters } from './write-parameters.ts';

/** A request that is written but for what each attempt adds. */
export interface Draft {
  readonly call: Call;
  readonly parameters: WrittenParameters;
  readonly body: WrittenBody;
  readonly accept: string;
}

/** An answer that has begun to arrive. */
export interface Exchange {
  readonly response: Response;
  /** Lets the answer take as long as it wants from here on. */
  stopClock(): void;
  /** Forgets the caller's signal; for answers that were read to their end. */
  release(): void;
  /** Ends the connection, and forgets the caller's signal. */
  close(): void;
  /** Turns whatever reading the answer was rejected with into an error of this client. */
  explain(error: unknown): AbortError | TimeoutError | NetworkError;
}

/**
 * Writes a request once for all its attempts, with an idempotency key of its own where the operation takes one.
 *
 * Errors: throws RequestError.
 */
export function draftRequest(call: Call, request: RequestParts, accept: string): Draft {
  const parameters = writeParameters(call, request);
  const key = call.idempotencyKey;
  const isMissing = key !== undefined && !parameters.headers.some(([name]) => name === key);
  const headers: Fields = isMissing ? [...parameters.headers, [key, createKey()]] : parameters.headers;
  return { call, parameters: { ...parameters, headers }, body: writeBody(call, request), accept };
}

/**
 * Sends a request.
 *
 * Errors: rejects with RequestError, AbortError, TimeoutError or NetworkError, and with what a callback of the caller throws.
 */
export async function exchange(client: Client, draft: Draft, options: CallOptions): Promise<Exchange> {
  const { signal, timeoutMs = client.timeoutMs } = options;
  const operationId = draft.call.id;
  if (isAborted(signal)) throw new AbortError(operationId, signal?.reason);
  const { url, init } = await writeRequest(client, draft, options);

  const controller = new AbortController();
  let isLate = false;
  const leave = (): void => controller.abort(signal?.reason);
  const stopClock =
    timeoutMs === null
      ? () => undefined
      : client.timing.after(timeoutMs, () => {
          isLate = true;
          controller.abort();
        });
  signal?.addEventListener('abort', leave);
  if (isAborted(signal)) leave();
  const release = (): void => {
    stopClock();
    signal?.removeEventListener('abort', leave);
  };
  const explain = (error: unknown): AbortError | TimeoutError | NetworkError => {
    if (isAborted(signal)) return new AbortError(operationId, signal?.reason);
    if (isLate && timeoutMs !== null) return new TimeoutError(operationId, timeoutMs);
    return new NetworkError(operationId, `${operationId} failed: ${messageOf(error)}`, { cause: error });
  };

  try {
    const response = await client.fetch(url, { ...init, signal: controller.signal });
    return {
      response,
      stopClock,
      release,
      close: () => {
        release();
        controller.abort();
      },
      explain,
    };
  } catch (error) {
    release();
    throw explain(error);
  }
}

async function writeRequest(
  client: Client,
  { call, parameters, body, accept }: Draft,
  options: CallOptions,
): Promise<{ readonly url: string; readonly init: RequestInit }> {
  const credentials = await credentialsFor(call, client.auth);
  const query = joinPairs([...parameters.query, ...credentials.query]);
  const cookies = [...parameters.cookies, ...credentials.cookies].map(([name, text]) => `${name}=${text}`);
  const fields: Fields = [
    ['accept', accept],
    ...(body.contentType === null ? [] : [['content-type', body.contentType] as const]),
    ...(cookies.length === 0 ? [] : [['cookie', cookies.join('; ')] as const]),
    ...credentials.headers,
    ...presentFields(await client.headers()),
    ...parameters.headers,
    ...presentFields(options.headers ?? {}),
  ];
  const init = {
    method: call.method,
    headers: writeHeaders(call, fields),
    ...(body.content === null ? {} : { body: body.content }),
    // Why: `fetch` takes a body of unknown length only so, and the type of its options does not know the member.
    ...(body.isRepeatable ? {} : { duplex: 'half' as const }),
    redirect: call.responses.some(hasRedirect) ? ('manual' as const) : ('follow' as const),
  };
  return { url: `${client.baseUrl}${parameters.path}${query === '' ? '' : `?${query}`}`, init };
}

/** A function, since a signal may fire while something is waited for. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function hasRedirect({ statuses }: Call['responses'][number]): boolean {
  return statuses.some((status) => String(status).startsWith('3'));
}

/** The last of several fields of one name counts. */
function writeHeaders(call: Call, fields: Fields): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, text] of fields) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
      throw new RequestError(call.id, `${call.id}: the header ${name} holds what a header may not hold`);
    }
    headers.set(name.toLowerCase(), text);
  }
  return Object.fromEntries(headers);
}

function presentFields(fields: HeaderFields): Fields {
  return Object.entries(fields).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
}

/** Creates a key that no other call has: 128 bits of chance. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Why: `fetch` says only "fetch failed" and keeps the reason in the cause.
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
