/**
 * Performs one attempt of a call: sends the request with its credentials, and returns the response or the error.
 */
import type { XmlCodec } from '../media-type.ts';
import { chooseCredentials, type ChosenCredentials } from './auth.ts';
import type { Call, RequestParts, WrittenBody, WrittenFields } from './call.ts';
import type { CallOptions, Client } from './client.ts';
import { AbortError, ClientError, messageOf, NetworkError, RequestError, TimeoutError } from './errors.ts';
import type { HookRequest } from './hooks.ts';
import { writeBody } from './write-body.ts';
import { writeParameters } from './write-parameters.ts';

/** A request without the parts that each attempt adds. */
export interface PreparedRequest {
  readonly call: Call;
  readonly fields: WrittenFields;
  readonly body: WrittenBody;
  readonly accept: string;
  /** The number of times it has been sent. */
  attempts: number;
}

/** A response whose head has arrived. */
export interface Exchange {
  readonly response: Response;
  /** The credentials in the request. */
  readonly credentials: ChosenCredentials;
  readonly xml?: XmlCodec | undefined;
  /** Stops the timeout; the rest of the response may take any time. */
  stopClock(): void;
  /** Removes the listener of the caller's signal; for responses that have been read completely. */
  release(): void;
  /** Closes the connection, and removes the listener of the caller's signal. */
  close(): void;
  /**
   * Closes the connection, and returns the error of this client for one that occurred while the response was read.
   *
   * Errors: rejects with the error of a hook.
   */
  fail(error: unknown): Promise<ClientError>;
}

/** Writes a request once for all its attempts. Errors: throws RequestError. */
export function prepareRequest(
  { xml }: Client,
  call: Call,
  request: RequestParts,
  accept = call.accept ?? 'application/json',
): PreparedRequest {
  const fields = writeParameters(call, request);
  return { call, fields, body: writeBody(call, request, xml), accept, attempts: 0 };
}

/**
 * Sends a request, with the credentials of the client unless others are given.
 *
 * Errors: rejects with RequestError, AbortError, TimeoutError or NetworkError, or with an error of a caller's callback.
 */
export async function exchange(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
  given?: ChosenCredentials,
): Promise<Exchange> {
  const { signal, timeoutMs = client.timeoutMs } = options;
  const { timing } = client;
  const { id, method, path } = prepared.call;
  throwIfAborted(prepared.call, options);
  const hooks = [...client.hooks, ...(options.hooks ?? [])];
  const credentials = given ?? (await chooseCredentials(prepared.call, client.auth));
  const request: HookRequest = {
    operationId: id,
    method,
    path,
    attempt: ++prepared.attempts,
    credentials: credentials.map(({ value }) => value),
    ...(await writeRequest(client, prepared, options, credentials)),
  };
  for (const { onRequest } of hooks) await onRequest?.(request);
  throwIfAborted(prepared.call, options);

  const controller = new AbortController();
  const startedAt = timing.now();
  const durationMs = (): number => timing.now() - startedAt;
  const leave = (): void => controller.abort(new AbortError(id, signal?.reason));
  const stopClock =
    timeoutMs === null
      ? () => undefined
      : timing.after(timeoutMs, () => controller.abort(new TimeoutError(id, timeoutMs)));
  signal?.addEventListener('abort', leave);
  const release = (): void => {
    stopClock();
    signal?.removeEventListener('abort', leave);
  };
  const close = (): void => {
    release();
    controller.abort();
  };
  const fail = async (cause: unknown): Promise<ClientError> => {
    const error =
      [cause, controller.signal.reason].find((one) => one instanceof ClientError) ??
      new NetworkError(id, `${id} failed: ${messageOf(cause)}`, { cause });
    close();
    for (const { onError } of hooks) await onError?.({ ...request, error, durationMs: durationMs() });
    return error;
  };

  let response: Response;
  try {
    const { url, headers, init } = request;
    response = await client.fetch(url, { ...init, headers, signal: controller.signal });
  } catch (error) {
    throw await fail(error);
  }
  try {
    for (const { onResponse } of hooks)
      response = (await onResponse?.({ ...request, response, durationMs: durationMs() })) ?? response;
  } catch (error) {
    close();
    throw error;
  }
  return { response, credentials, xml: client.xml, stopClock, release, close, fail };
}

async function writeRequest(
  client: Client,
  { call, fields, body, accept }: PreparedRequest,
  options: CallOptions,
  credentials: ChosenCredentials,
): Promise<Pick<HookRequest, 'url' | 'headers' | 'init'>> {
  const { path } = fields;
  const query = [...fields.query];
  const cookies = [...fields.cookies];
  const headers: [name: string, text: string][] = [];
  for (const { scheme, value } of credentials)
    scheme.place?.(value, { path, query, headers, cookies }, scheme.field ?? '');
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  const all = [
    ...Object.entries({ accept, ...call.headers, 'content-type': body.contentType }),
    ...headers,
    ...Object.entries(await client.headers()),
    ...fields.headers,
    ...Object.entries(options.headers ?? {}),
  ];
  const init: RequestInit = {
    redirect: call.redirect ?? 'follow',
    ...client.init,
    ...options.init,
    method: call.method,
    body: body.content,
    // Why: `fetch` requires `duplex` for a streamed body, and its types lack the property.
    ...(body.isRepeatable ? {} : { duplex: 'half' as const }),
  };
  // Descriptions may write a part of the query in the path.
  const mark = path.includes('?') ? '&' : '?';
  const url = client.baseUrl + path + (query.length === 0 ? '' : mark + query.join('&'));
  return { url, headers: writeHeaders(call, all), init };
}

/** Errors: throws AbortError if the caller has aborted the call. */
export function throwIfAborted({ id }: Call, { signal }: CallOptions): void {
  if (signal?.aborted === true) throw new AbortError(id, signal.reason);
}

/** Returns the headers; of several fields with the same name the last one wins. Errors: throws RequestError. */
function writeHeaders(
  { id }: Call,
  fields: readonly (readonly [name: string, text: string | null | undefined])[],
): Headers {
  const headers = new Headers();
  for (const [name, text] of fields) {
    try {
      if (text != null) headers.set(name, text);
    } catch (cause) {
      throw new RequestError(id, `${id}: the header ${name} contains invalid characters`, { cause });
    }
  }
  return headers;
}
