/**
 * Performs one attempt of a call: sends the request with its credentials, and returns the response or the error.
 */
import type { XmlCodec } from '../media-type.ts';
import { chooseCredentials, type ChosenCredentials } from './auth.ts';
import type { Call, RequestParts, WrittenBody, WrittenFields } from './call.ts';
import type { CallOptions, Client, HeaderFields } from './client.ts';
import { AbortError, ClientError, NetworkError, RequestError, TimeoutError } from './errors.ts';
import type { HookRequest } from './hooks.ts';
import { writeBody } from './write-body.ts';
import { writeParameters } from './write-parameters.ts';

/** A request without the parts that each attempt adds. */
export interface PreparedRequest {
  readonly call: Call;
  readonly fields: WrittenFields;
  readonly body: WrittenBody;
  readonly accept: string;
  /** How often it has been sent. */
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

/**
 * Writes a request once for all its attempts, with a new idempotency key if the operation accepts one.
 *
 * Errors: throws RequestError.
 */
export function prepareRequest(
  { xml }: Client,
  call: Call,
  request: RequestParts,
  accept = call.accept ?? 'application/json',
): PreparedRequest {
  const fields = writeParameters(call, request);
  const key = call.idempotencyKey;
  if (key !== undefined && !fields.headers.some(([name]) => name === key.header))
    fields.headers.push([key.header, key.create()]);
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
  if (isAborted(signal)) throw new AbortError(id, signal?.reason);
  const hooks = [...client.hooks, ...(options.hooks ?? [])];
  const credentials = given ?? (await chooseCredentials(prepared.call, client.auth));
  const request: HookRequest = {
    operationId: id,
    method,
    path,
    attempt: ++prepared.attempts,
    credentials: credentials.map(([, value]) => value),
    ...(await writeRequest(client, prepared, options, credentials)),
  };
  for (const { onRequest } of hooks) await onRequest?.(request);

  const controller = new AbortController();
  const startedAt = timing.now();
  let isLate = false;
  const leave = (): void => controller.abort(signal?.reason);
  const stopClock =
    timeoutMs === null
      ? () => undefined
      : timing.after(timeoutMs, () => {
          isLate = true;
          controller.abort();
        });
  signal?.addEventListener('abort', leave);
  if (isAborted(signal)) leave();
  const release = (): void => {
    stopClock();
    signal?.removeEventListener('abort', leave);
  };
  const close = (): void => {
    release();
    controller.abort();
  };
  const explain = (error: unknown): ClientError => {
    if (error instanceof ClientError) return error;
    if (isAborted(signal)) return new AbortError(id, signal?.reason);
    if (isLate && timeoutMs !== null) return new TimeoutError(id, timeoutMs);
    return new NetworkError(id, `${id} failed: ${messageOf(error)}`, { cause: error });
  };
  const fail = async (cause: unknown): Promise<ClientError> => {
    const error = explain(cause);
    close();
    for (const { onError } of hooks)
      await onError?.({ ...request, error, durationMs: timing.now() - startedAt });
    return error;
  };

  // Why not their entries: those need a type library that a project may leave out.
  const headers: Record<string, string> = {};
  request.headers.forEach((value, name) => (headers[name] = value));
  const init = { ...request.init, headers, signal: controller.signal };
  let response: Response;
  try {
    response = await client.fetch(request.url, init);
  } catch (error) {
    throw await fail(error);
  }
  try {
    for (const { onResponse } of hooks)
      response =
        (await onResponse?.({ ...request, response, durationMs: timing.now() - startedAt })) ?? response;
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
  const headers: [name: string, text: string][] = [['accept', accept], ...Object.entries(call.headers ?? {})];
  if (body.contentType !== null) headers.push(['content-type', body.contentType]);
  for (const [{ scheme }, value] of credentials)
    scheme.place?.(value, { path, query, headers, cookies }, scheme.field ?? '');
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  headers.push(
    ...presentFields(await client.headers()),
    ...fields.headers,
    ...presentFields(options.headers ?? {}),
  );
  const init: RequestInit = {
    redirect: call.responses.some(hasRedirect) ? 'manual' : 'follow',
    ...client.init,
    ...options.init,
    method: call.method,
    ...(body.content === null ? {} : { body: body.content }),
    // Why: `fetch` requires `duplex` for a streamed body, and its types lack the property.
    ...(body.isRepeatable ? {} : { duplex: 'half' as const }),
  };
  // Descriptions may write a part of the query in the path.
  const mark = path.includes('?') ? '&' : '?';
  const url = client.baseUrl + path + (query.length === 0 ? '' : mark + query.join('&'));
  return { url, headers: writeHeaders(call, headers), init };
}

/** Why: a function, since TypeScript would narrow `aborted` and miss that it changes during an `await`. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function hasRedirect({ statuses }: Call['responses'][number]): boolean {
  return statuses.some((status) => String(status).startsWith('3'));
}

/** Returns the headers; of several fields with the same name the last one wins. Errors: throws RequestError. */
function writeHeaders({ id }: Call, fields: WrittenFields['headers']): Headers {
  const headers = new Headers();
  for (const [name, text] of fields) {
    try {
      headers.set(name, text);
    } catch (cause) {
      throw new RequestError(id, `${id}: the header ${name} contains invalid characters`, { cause });
    }
  }
  return headers;
}

function presentFields(fields: HeaderFields): WrittenFields['headers'] {
  return Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Why: the message of `fetch` is only "fetch failed"; the reason is in the cause.
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
