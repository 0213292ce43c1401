/**
 * Decides what becomes of each request that comes in: the proxy's own pages, a refusal, the gate, or the way to the upstream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondWithError, respondWithJson, decideFirst, type OwnPages } from './serve-own-pages.ts';
import type { RequestFilterOptions, FilterDecision } from './request-filter.ts';
import { forwardExchange, type ReadBody } from './forward-exchange.ts';
import { valuesOf } from './raw-headers.ts';
import { readTarget } from './request-target.ts';
import type { ProxyLog } from './proxy-log.ts';
import type { CheckThread } from './check-thread.ts';
import type { Upstream } from './upstream.ts';
import { ExchangeTap } from './exchange-tap.ts';

/** What the proxy needs to serve requests. */
export interface ProxyContext {
  readonly origin: URL;
  readonly upstream: Upstream;
  readonly checker: CheckThread;
  readonly log: ProxyLog;
  readonly pages: OwnPages;
  /** How requests are judged before they are passed; `null` where all of them are. */
  readonly requestFilter: RequestFilterOptions | null;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly number: number;
  readonly path: string;
  readonly tap: ExchangeTap;
  /** Whether the client waits with its body until it is asked for it. */
  readonly isWaiting: boolean;
}

/** Serves a request. Shape: `isWaiting` says that the client waits with its body for 100 Continue. */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse, isWaiting: boolean) => void;

/** Creates the way of requests. */
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

/** Returns the path for the upstream, or responds itself. */
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
    respondWithError(response, 421, `Nothing is passed to ${target.address}, only to ${origin.origin}.`);
  else if (target.kind === 'own')
    void decideFirst(target.path, request, response, pages).catch((error: unknown) => {
      log.reportError(error);
      respondWithError(response, 500, 'Internal proxy error.');
    });
  else return target.path;
  return null;
}

function pass({ upstream, log }: ProxyContext, call: Call, body: ReadBody | null): void {
  const { request, response, path, tap } = call;
  log.count('passed');
  const onFailure = (error: NodeJS.ErrnoException): void => {
    log.count('failed');
    tap.cancel();
    const reason = error.message === '' ? (error.code ?? error.name) : error.message;
    const message = `The upstream gave no reply to ${request.method ?? ''} ${bare(path)}: ${reason}`;
    log.tell(message);
    respondWithError(response, 502, message);
  };
  forwardExchange({ request, response, path, upstream, tap, body, onFailure });
}

/** Judges a request before it is passed; where that can't be done it is passed. */
async function applyFilter(
  context: ProxyContext,
  call: Call,
  requestFilter: RequestFilterOptions,
): Promise<void> {
  const verdict = await checker(context, call, requestFilter);
  const { tap, response } = call;
  if (verdict.kind !== 'gone' && verdict.findings !== null) {
    tap.markJudged();
    keepFindings(context, call, verdict, requestFilter);
  }
  if (verdict.kind === 'pass') {
    pass(context, call, verdict.body);
    return;
  }
  tap.cancel();
  if (verdict.kind === 'gone') return;
  context.log.count('blocked');
  const checks = [...new Set(verdict.findings.map(({ check }) => check))].join(', ');
  respondWithJson(response, 400, verdict.response, { 'backlot-outside-contract': checks });
}

async function checker(
  { log }: ProxyContext,
  call: Call,
  requestFilter: RequestFilterOptions,
): Promise<FilterDecision> {
  const askForBody = (): void => {
    if (call.isWaiting) call.response.writeContinue();
  };
  try {
    // Loaded only where it is needed: without a gate the contract is known to the judging thread alone.
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
