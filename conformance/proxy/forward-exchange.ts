/**
 * Passes a request to the upstream and its response back, byte for byte as they come and no faster than they are taken. What is
 * noted of them is noted on the side.
 */
import type {
  ClientRequest,
  IncomingMessage,
  InformationEvent,
  OutgoingMessage,
  ServerResponse,
} from 'node:http';
import { pairUp, responseHeadFor, requestHeadFor } from './raw-headers.ts';
import type { Upstream } from './upstream.ts';
import type { ExchangeTap } from './exchange-tap.ts';

/** One exchange on its way. */
export interface ProxiedExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly path: string;
  readonly upstream: Upstream;
  readonly tap: ExchangeTap;
  /** What was read of the body already; `null` where it is still to come. */
  readonly body: ReadBody | null;
  /** Is told why there will be no response; nothing has been sent to the client yet. */
  readonly onFailure: (error: Error) => void;
}

/** A body that was read before it is passed on. Shape: `isWhole` is false where more is to come. */
export interface ReadBody {
  readonly pieces: readonly Uint8Array[];
  readonly isWhole: boolean;
}

/** Source: RFC 9110 9.2.2; a request that may be sent twice is sent again when an idle connection turns out to be closed. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Passes an exchange. Errors: told to `onFailure`; what ends early on one side ends on the other. */
export function forwardExchange(proxiedExchange: ProxiedExchange): void {
  send(proxiedExchange, true);
}

function send(proxiedExchange: ProxiedExchange, mayRepeat: boolean): void {
  const { incoming, outgoing, path, upstream, tap } = proxiedExchange;
  const method = incoming.method ?? 'GET';
  const head = requestHeadFor(incoming.rawHeaders, upstream.host);
  let request: ClientRequest;
  try {
    request = upstream.send(method, path, head.headers);
  } catch (error) {
    proxiedExchange.onFailure(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  let isAnswered = false;
  outgoing.on('error', () => undefined);
  request.once('response', (response) => {
    isAnswered = true;
    forwardResponse(response, proxiedExchange);
  });
  request.on('information', (info) => forwardInformation(info, proxiedExchange));
  request.once('upgrade', (_reply, socket) => {
    isAnswered = true;
    socket.destroy();
    proxiedExchange.onFailure(new Error('unexpected protocol upgrade'));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    // Once there is a response, its own end tells whether it came whole.
    if (isAnswered || outgoing.destroyed) return;
    const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
    if (mayRepeat && isStale && !head.hasBody && repeatable.has(method)) send(proxiedExchange, false);
    else proxiedExchange.onFailure(error);
  });
  outgoing.once('close', () => {
    if (outgoing.writableFinished) return;
    tap.breakOff('client');
    request.destroy();
  });
  if (head.hasBody) forwardBody(proxiedExchange, request);
  else {
    request.end();
    tap.requestEnd(true);
  }
}

function forwardBody({ incoming, tap, body }: ProxiedExchange, request: ClientRequest): void {
  for (const piece of body?.pieces ?? []) {
    request.write(piece);
    tap.requestPiece(piece);
  }
  const finish = (): void => {
    forwardTrailers(incoming, request);
    request.end();
    tap.requestEnd(true);
  };
  if (body?.isWhole === true) {
    finish();
    return;
  }
  incoming.on('error', () => undefined);
  incoming.pipe(request, { end: false });
  let isEmpty = true;
  incoming.on('data', (piece: Buffer) => {
    isEmpty = false;
    tap.requestPiece(piece);
  });
  incoming.once('end', finish);
  incoming.once('close', () => tap.requestEnd(false));
  // A client may send its head long before its body.
  setImmediate(() => {
    if (isEmpty && !request.writableEnded && !request.destroyed) request.flushHeaders();
  });
  request.once('close', () => {
    // The upstream wants no more of it; the client may go on sending to be able to read the response.
    incoming.unpipe(request);
    incoming.resume();
  });
}

function forwardResponse(response: IncomingMessage, proxiedExchange: ProxiedExchange): void {
  const { incoming, outgoing, tap } = proxiedExchange;
  const { statusCode = 502, statusMessage = '', rawHeaders } = response;
  response.on('error', () => undefined);
  const fault = faultOfStatusLine(statusCode, statusMessage);
  if (fault !== null) {
    response.destroy();
    proxiedExchange.onFailure(new Error(fault));
    return;
  }
  response.once('close', () => {
    if (response.complete) return;
    tap.breakOff('upstream');
    outgoing.destroy();
  });
  const takesChunks = incoming.httpVersionMajor > 1 || incoming.httpVersionMinor > 0;
  try {
    outgoing.sendDate = false;
    outgoing.writeHead(statusCode, statusMessage, responseHeadFor(rawHeaders, takesChunks).headers);
  } catch {
    response.destroy();
    outgoing.destroy();
    return;
  }
  tap.response(statusCode, rawHeaders);
  let isEmpty = true;
  response.pipe(outgoing, { end: false });
  response.on('data', (piece: Buffer) => {
    isEmpty = false;
    tap.responsePiece(piece);
  });
  response.once('end', () => {
    if (!response.complete) return;
    isEmpty = false;
    forwardTrailers(response, outgoing);
    outgoing.end();
    tap.responseEnd();
  });
  // A head leaves with the first bytes of its body where they came together, and alone where they are late.
  setImmediate(() => {
    if (isEmpty && !outgoing.destroyed) outgoing.flushHeaders();
  });
}

/** Says why Node would refuse to write a status line that it has read; `null` for one that can be passed. */
function faultOfStatusLine(status: number, reason: string): string | null {
  if (status < 100 || status > 999) return `its status is ${status}, which is none of HTTP`;
  return passableReason.test(reason) ? null : 'the reason phrase of its status has control characters';
}

/** Source: RFC 9112 4, `reason-phrase`. */
const passableReason = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Why: what Node would refuse to write is no reason to lose the body before it. */
function forwardTrailers({ rawTrailers }: IncomingMessage, message: OutgoingMessage): void {
  if (rawTrailers.length === 0) return;
  try {
    message.addTrailers(pairUp(rawTrailers));
  } catch {
    message.addTrailers([]);
  }
}

/** Passes 100 Continue, 103 Early Hints and their like. Source: RFC 9110 15.2. */
function forwardInformation(info: InformationEvent, { incoming, outgoing, body }: ProxiedExchange): void {
  if (outgoing.headersSent || incoming.httpVersionMinor === 0) return;
  const { statusCode, statusMessage, rawHeaders } = info;
  // Who has read the body has asked for it.
  if (statusCode === 100 && body !== null) return;
  if (statusCode === 100 && rawHeaders.length === 0) {
    outgoing.writeContinue();
    return;
  }
  const { headers } = responseHeadFor(rawHeaders, true);
  const fields = pairUp(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${fields.join('')}\r\n`;
  // A response to an earlier request may still be on its way; this one's connection is given to it then.
  if (outgoing.socket !== null) outgoing.socket.write(head, 'latin1');
  else outgoing.once('socket', (socket: NodeJS.WritableStream) => void socket.write(head, 'latin1'));
}
