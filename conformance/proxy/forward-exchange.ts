/**
 * Forwards a request to the upstream and its response to the client, byte for byte and with backpressure. The tap
 * copies the traffic without changing it.
 */
import type {
  ClientRequest,
  IncomingMessage,
  InformationEvent,
  OutgoingMessage,
  ServerResponse,
} from 'node:http';
import { toPairs, responseHeadFor, requestHeadFor } from './raw-headers.ts';
import type { Upstream } from './upstream.ts';
import type { ExchangeTap } from './exchange-tap.ts';

export interface ProxiedExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly upstream: Upstream;
  readonly tap: ExchangeTap;
  /** The part of the body that was already read; `null` if none was. */
  readonly body: BufferedBody | null;
  /** Called if there is no response, before anything was sent to the client. */
  readonly onFailure: (error: Error) => void;
}

/** A body that was read before it is forwarded. Shape: `isWhole` is false if more follows. */
export interface BufferedBody {
  readonly chunks: readonly Uint8Array[];
  readonly isWhole: boolean;
}

/** Idempotent methods, retried once if an idle connection turns out to be closed. Source: RFC 9110 9.2.2. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Forwards an exchange. Errors: passed to `onFailure`; if one side closes early, the other is closed too. */
export function forwardExchange(proxiedExchange: ProxiedExchange): void {
  send(proxiedExchange, true);
}

function send(proxiedExchange: ProxiedExchange, mayRepeat: boolean): void {
  const { request, response, path, upstream, tap } = proxiedExchange;
  const method = request.method ?? 'GET';
  const head = requestHeadFor(request.rawHeaders, upstream.host);
  let upstreamRequest: ClientRequest;
  try {
    upstreamRequest = upstream.send(method, path, head.headers);
  } catch (error) {
    proxiedExchange.onFailure(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  let hasResponse = false;
  response.on('error', () => undefined);
  upstreamRequest.once('response', (upstreamResponse) => {
    hasResponse = true;
    forwardResponse(upstreamResponse, proxiedExchange);
  });
  upstreamRequest.on('information', (info) => forwardInformation(info, proxiedExchange));
  upstreamRequest.once('upgrade', (_reply, socket) => {
    hasResponse = true;
    socket.destroy();
    proxiedExchange.onFailure(new Error('unexpected protocol upgrade'));
  });
  upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
    // Once there is a response, its `close` event shows whether it was complete.
    if (hasResponse || response.destroyed) return;
    const isStale = upstreamRequest.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    if (mayRepeat && isStale && !head.hasBody && repeatable.has(method)) send(proxiedExchange, false);
    else proxiedExchange.onFailure(error);
  });
  response.once('close', () => {
    if (response.writableFinished) return;
    tap.breakOff('client');
    upstreamRequest.destroy();
  });
  if (head.hasBody) forwardBody(proxiedExchange, upstreamRequest);
  else {
    upstreamRequest.end();
    tap.requestEnd(true);
  }
}

function forwardBody({ request, tap, body }: ProxiedExchange, upstreamRequest: ClientRequest): void {
  for (const chunk of body?.chunks ?? []) {
    upstreamRequest.write(chunk);
    tap.requestChunk(chunk);
  }
  const finish = (): void => {
    forwardTrailers(request, upstreamRequest);
    upstreamRequest.end();
    tap.requestEnd(true);
  };
  if (body?.isWhole === true) {
    finish();
    return;
  }
  request.on('error', () => undefined);
  request.pipe(upstreamRequest, { end: false });
  let isEmpty = true;
  request.on('data', (chunk: Buffer) => {
    isEmpty = false;
    tap.requestChunk(chunk);
  });
  request.once('end', finish);
  request.once('close', () => tap.requestEnd(false));
  // A client may send the head long before the body.
  setImmediate(() => {
    if (isEmpty && !upstreamRequest.writableEnded && !upstreamRequest.destroyed)
      upstreamRequest.flushHeaders();
  });
  upstreamRequest.once('close', () => {
    // The upstream reads no more of the body, but the client must be able to finish sending to read the response.
    request.unpipe(upstreamRequest);
    request.resume();
  });
}

function forwardResponse(upstreamResponse: IncomingMessage, proxiedExchange: ProxiedExchange): void {
  const { request, response, tap } = proxiedExchange;
  const { statusCode = 502, statusMessage = '', rawHeaders } = upstreamResponse;
  upstreamResponse.on('error', () => undefined);
  const fault = faultOfStatusLine(statusCode, statusMessage);
  if (fault !== null) {
    upstreamResponse.destroy();
    proxiedExchange.onFailure(new Error(fault));
    return;
  }
  upstreamResponse.once('close', () => {
    if (upstreamResponse.complete) return;
    tap.breakOff('upstream');
    response.destroy();
  });
  const allowsChunked = request.httpVersionMajor > 1 || request.httpVersionMinor > 0;
  try {
    response.sendDate = false;
    response.writeHead(statusCode, statusMessage, responseHeadFor(rawHeaders, allowsChunked).headers);
  } catch {
    upstreamResponse.destroy();
    response.destroy();
    return;
  }
  tap.response(statusCode, rawHeaders);
  let isEmpty = true;
  upstreamResponse.pipe(response, { end: false });
  upstreamResponse.on('data', (chunk: Buffer) => {
    isEmpty = false;
    tap.responseChunk(chunk);
  });
  upstreamResponse.once('end', () => {
    if (!upstreamResponse.complete) return;
    isEmpty = false;
    forwardTrailers(upstreamResponse, response);
    response.end();
    tap.responseEnd();
  });
  // Sends the head together with the first bytes of the body if they arrived together, and alone otherwise.
  setImmediate(() => {
    if (isEmpty && !response.destroyed) response.flushHeaders();
  });
}

/** Explains why Node cannot write a status line that it has read; `null` if it can. */
function faultOfStatusLine(status: number, reason: string): string | null {
  if (status < 100 || status > 999) return `its status is ${status}, which is not valid in HTTP`;
  return passableReason.test(reason) ? null : 'the reason phrase of its status has control characters';
}

/** Source: RFC 9112 4, `reason-phrase`. */
const passableReason = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Forwards trailers; drops those that Node rejects. Why: the client must still receive the complete body. */
function forwardTrailers({ rawTrailers }: IncomingMessage, message: OutgoingMessage): void {
  if (rawTrailers.length === 0) return;
  try {
    message.addTrailers(toPairs(rawTrailers));
  } catch {
    message.addTrailers([]);
  }
}

/** Forwards 100 Continue, 103 Early Hints and other informational responses. Source: RFC 9110 15.2. */
function forwardInformation(info: InformationEvent, { request, response, body }: ProxiedExchange): void {
  if (response.headersSent || request.httpVersionMinor === 0) return;
  const { statusCode, statusMessage, rawHeaders } = info;
  // The request filter has already sent 100 Continue to read the body.
  if (statusCode === 100 && body !== null) return;
  if (statusCode === 100 && rawHeaders.length === 0) {
    response.writeContinue();
    return;
  }
  const { headers } = responseHeadFor(rawHeaders, true);
  const fields = toPairs(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${fields.join('')}\r\n`;
  // With pipelining the response to an earlier request may still use the connection; Node assigns the socket later.
  if (response.socket !== null) response.socket.write(head, 'latin1');
  else response.once('socket', (socket: NodeJS.WritableStream) => void socket.write(head, 'latin1'));
}
