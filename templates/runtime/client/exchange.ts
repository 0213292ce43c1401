/**
 * Performs one attempt of a call: sends the request with its credentials, and returns the response or the error.
 */
import type { XmlCodec } from '../media-type.ts';
import { chooseCredentials } from './request/auth.ts';
import type { Call, RequestParts, WrittenBody, WrittenFields } from './call.ts';
import type { CallOptions, Client, HeaderFields } from './client.ts';
import { AbortError, NetworkError, RequestError, TimeoutError } from './errors.ts';
import { writeBody } from './request/write-body.ts';
import { writeParameters } from './request/write-parameters.ts';

/** A request without the parts that each attempt adds. */
export interface PreparedRequest {
  readonly call: Call;
  readonly fields: WrittenFields;
  readonly body: WrittenBody;
  readonly accept: string;
}

/** A response whose head has arrived. */
export interface Exchange {
  readonly response: Response;
  readonly xml?: XmlCodec | undefined;
  /** Stops the timeout; the rest of the response may take any time. */
  stopClock(): void;
  /** Removes the listener of the caller's signal; for responses that have been read completely. */
  release(): void;
  /** Closes the connection, and removes the listener of the caller's signal. */
  close(): void;
  /** Converts an error that occurred while the response was read into an error of this client. */
  explain(error: unknown): AbortError | TimeoutError | NetworkError;
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
  return { call, fields, body: writeBody(call, request, xml), accept };
}

/**
 * Sends a request.
 *
 * Errors: rejects with RequestError, AbortError, TimeoutError or NetworkError, or with an error of a caller's callback.
 */
export async function exchange(
  client: Client,
  prepared: PreparedRequest,
  options: CallOptions,
): Promise<Exchange> {
  const { signal, timeoutMs = client.timeoutMs } = options;
  const operationId = prepared.call.id;
  if (isAborted(signal)) throw new AbortError(operationId, signal?.reason);
  const { url, init } = await writeRequest(client, prepared, options);

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
      xml: client.xml,
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
  { call, fields, body, accept }: PreparedRequest,
  options: CallOptions,
): Promise<{ readonly url: string; readonly init: RequestInit }> {
  const { path } = fields;
  const query = [...fields.query];
  const cookies = [...fields.cookies];
  const headers: [name: string, text: string][] = [['accept', accept]];
  if (body.contentType !== null) headers.push(['content-type', body.contentType]);
  for (const [{ scheme }, value] of await chooseCredentials(call, client.auth))
    scheme.place?.(value, { path, query, headers, cookies }, scheme.field ?? '');
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  headers.push(
    ...presentFields(await client.headers()),
    ...fields.headers,
    ...presentFields(options.headers ?? {}),
  );
  const init = {
    method: call.method,
    headers: writeHeaders(call, headers),
    ...(body.content === null ? {} : { body: body.content }),
    // Why: `fetch` requires `duplex` for a streamed body, and its types lack the property.
    ...(body.isRepeatable ? {} : { duplex: 'half' as const }),
    redirect: call.responses.some(hasRedirect) ? ('manual' as const) : ('follow' as const),
  };
  // Descriptions may write a part of the query in the path.
  const mark = path.includes('?') ? '&' : '?';
  return { url: client.baseUrl + path + (query.length === 0 ? '' : mark + query.join('&')), init };
}

/** Why: a function, since TypeScript would narrow `aborted` and miss that it changes during an `await`. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function hasRedirect({ statuses }: Call['responses'][number]): boolean {
  return statuses.some((status) => String(status).startsWith('3'));
}

/** Returns the headers; of several fields with the same name the last one wins. */
function writeHeaders(call: Call, fields: WrittenFields['headers']): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, text] of fields) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
      throw new RequestError(call.id, `${call.id}: the header ${name} contains invalid characters`);
    }
    headers.set(name.toLowerCase(), text);
  }
  return Object.fromEntries(headers);
}

function presentFields(fields: HeaderFields): WrittenFields['headers'] {
  return Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Why: the message of `fetch` is only "fetch failed"; the reason is in the cause.
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
