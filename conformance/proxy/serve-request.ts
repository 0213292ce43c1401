/**
 * Routes each incoming request: to the proxy's own pages, to an error, or through the request filter to the upstream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondWithError, respondWithJson, serveOwnPage, type OwnPages } from './serve-own-pages.ts';
import type { RequestFilterOptions, FilterDecision } from './request-filter.ts';
import { forwardExchange, type BufferedBody } from './forward-exchange.ts';
import { valuesOf } from './raw-headers.ts';
import { readTarget } from './request-target.ts';
import type { ProxyLog } from './proxy-log.ts';
import type { CheckThread } from './check-thread.ts';
import type { Upstream } from './upstream.ts';
import { ExchangeTap } from './exchange-tap.ts';

export interface ProxyContext {
  readonly origin: URL;
  readonly upstream: Upstream;
  readonly checker: CheckThread;
  readonly log: ProxyLog;
  readonly pages: OwnPages;
  /** Options of the request filter; `null` to forward all requests. */
  readonly requestFilter: RequestFilterOptions | null;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly number: number;
  readonly path: string;
  readonly tap: ExchangeTap;
  /** Whether the client waits for 100 Continue before it sends its body. */
  readonly isWaiting: boolean;
}

/** Serves a request. Shape: `isWaiting` is true if the client waits for 100 Continue before it sends its body. */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse, isWaiting: boolean) => void;

/** Creates the request listener. */
export function serveRequests(context: ProxyContext): ServeRequest {
  let count = 0;
  return (request, response, isWaiting) => {
    const path = pathFor(context, request, response);
    if (path === null) return;
    const number = ++count;
    const { method = 'GET', rawHeaders: headers } = request;
    const tap = new ExchangeTap(context.checker, { number, method, path, headers }, (reason) =>
      context.log.skip(reason),
    );
    const call = { request, response, number, path, tap, isWaiting };
    if (context.requestFilter === null) pass(context, call, null);
    else void applyFilter(context, call, context.requestFilter);
  };
}

/** Returns the path for the upstream; `null` once it has sent a response itself. */
function pathFor(
  { origin, log, pages }: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): string | null {
  const { localAddress, localPort } = request.socket;
  const target = readTarget(request.url ?? '/', { localAddress, localPort, upstream: origin });
  const isDoubtful = valuesOf(request.rawHeaders, 'host').length > 1;
  if (isDoubtful) respondWithError(response, 400, 'The request has more than one Host.');
  else if (target.kind === 'garbage') respondWithError(response, 400, 'The request target is not a path.');
  else if (target.kind === 'elsewhere')
    respondWithError(
      response,
      421,
      `This proxy forwards to ${origin.origin} only, not to ${target.address}.`,
    );
  else if (target.kind === 'own')
    void serveOwnPage(target.path, request, response, pages).catch((error: unknown) => {
      log.reportError(error);
      respondWithError(response, 500, 'Internal proxy error.');
    });
  else return target.path;
  return null;
}

function pass({ upstream, log }: ProxyContext, call: Call, body: BufferedBody | null): void {
  const { request, response, path, tap } = call;
  log.count('passed');
  const onFailure = (error: NodeJS.ErrnoException): void => {
    log.count('failed');
    tap.cancel();
    const reason = error.message === '' ? (error.code ?? error.name) : error.message;
    const message = `The upstream sent no response to ${request.method ?? ''} ${bare(path)}: ${reason}`;
    log.report(message);
    respondWithError(response, 502, message);
  };
  forwardExchange({ request, response, path, upstream, tap, body, onFailure });
}

/** Filters a request before it is forwarded; if the filter fails, the request is forwarded. */
async function applyFilter(
  context: ProxyContext,
  call: Call,
  requestFilter: RequestFilterOptions,
): Promise<void> {
  const decision = await filterCall(context, call, requestFilter);
  const { tap, response } = call;
  if (decision.kind !== 'gone' && decision.findings !== null) {
    tap.markChecked();
    keepFindings(context, call, decision, requestFilter);
  }
  if (decision.kind === 'pass') {
    pass(context, call, decision.body);
    return;
  }
  tap.cancel();
  if (decision.kind === 'gone') return;
  context.log.count('blocked');
  const checks = [...new Set(decision.findings.map(({ check }) => check))].join(', ');
  respondWithJson(response, 400, decision.response, { 'backlot-outside-contract': checks });
}

async function filterCall(
  { log }: ProxyContext,
  call: Call,
  requestFilter: RequestFilterOptions,
): Promise<FilterDecision> {
  const askForBody = (): void => {
    if (call.isWaiting) call.response.writeContinue();
  };
  try {
    // Loaded on demand: without a request filter only the check thread loads the contract.
    const { filterRequest } = await import('./request-filter.ts');
    return await filterRequest(call.request, askForBody, requestFilter, call.path);
  } catch (error) {
    log.reportError(error);
    return { kind: 'pass', body: null, findings: null };
  }
}

function keepFindings(
  { log }: ProxyContext,
  { request, number, path }: Call,
  { kind, findings }: Exclude<FilterDecision, { kind: 'gone' }>,
  { basePaths }: RequestFilterOptions,
): void {
  const { method = 'GET' } = request;
  const inner = bare(basePaths.strip(path) ?? path);
  for (const finding of findings ?? []) {
    const operation = finding.subject === 'unknown' ? null : finding.subject;
    const about = {
      exchange: number,
      at: Date.now(),
      side: 'request' as const,
      operation,
      method,
      path: inner,
    };
    log.keep({ ...about, status: null }, finding, kind === 'block');
  }
}

function bare(path: string): string {
  return path.split('?')[0] ?? path;
}
