/**
 * Decides what becomes of each request that comes in: the proxy's own pages, a refusal, the gate, or the way to the upstream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError, answerJson, answerOwn, type OwnPages } from './serve-own-pages.ts';
import type { GateOptions, Verdict } from './gate.ts';
import { passExchange, type ReadBody } from './pass-exchange.ts';
import { valuesOf } from './raw-headers.ts';
import { readTarget } from './request-target.ts';
import type { Notebook } from './tally.ts';
import type { ThreadJudge } from './thread-judge.ts';
import type { Upstream } from './upstream.ts';
import { Watch } from './watch-exchange.ts';

/** What requests are served with. */
export interface Desk {
  readonly origin: URL;
  readonly upstream: Upstream;
  readonly judge: ThreadJudge;
  readonly notebook: Notebook;
  readonly pages: OwnPages;
  /** How requests are judged before they are passed; `null` where all of them are. */
  readonly gate: GateOptions | null;
}

/** A request that came in. */
interface Call {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly number: number;
  readonly path: string;
  readonly watch: Watch;
  /** Whether the client waits with its body until it is asked for it. */
  readonly isWaiting: boolean;
}

/** Serves a request. Shape: `isWaiting` says that the client waits with its body for 100 Continue. */
export type ServeRequest = (incoming: IncomingMessage, outgoing: ServerResponse, isWaiting: boolean) => void;

/** Opens the way of requests. */
export function serveRequests(desk: Desk): ServeRequest {
  let count = 0;
  return (incoming, outgoing, isWaiting) => {
    const path = pathFor(desk, incoming, outgoing);
    if (path === null) return;
    const number = ++count;
    const { method = 'GET', rawHeaders: headers } = incoming;
    const watch = new Watch(desk.judge, { number, method, path, headers }, (reason) =>
      desk.notebook.leaveOut(reason),
    );
    const call = { incoming, outgoing, number, path, watch, isWaiting };
    if (desk.gate === null) pass(desk, call, null);
    else void passGate(desk, call, desk.gate);
  };
}

/** Answers what is not for the upstream, and answers the path of what is. */
function pathFor(
  { origin, notebook, pages }: Desk,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): string | null {
  const { localAddress, localPort } = incoming.socket;
  const target = readTarget(incoming.url ?? '/', { localAddress, localPort, upstream: origin });
  const isDoubtful = valuesOf(incoming.rawHeaders, 'host').length > 1;
  if (isDoubtful) answerError(outgoing, 400, 'The request has more than one Host.');
  else if (target.kind === 'garbage') answerError(outgoing, 400, 'The target of the request is no path.');
  else if (target.kind === 'elsewhere')
    answerError(outgoing, 421, `Nothing is passed to ${target.address}, only to ${origin.origin}.`);
  else if (target.kind === 'own')
    void answerOwn(target.path, incoming, outgoing, pages).catch((error: unknown) => {
      notebook.trouble(error);
      answerError(outgoing, 500, 'The proxy failed.');
    });
  else return target.path;
  return null;
}

function pass({ upstream, notebook }: Desk, call: Call, body: ReadBody | null): void {
  const { incoming, outgoing, path, watch } = call;
  notebook.count('passed');
  const onFailure = (error: NodeJS.ErrnoException): void => {
    notebook.count('failed');
    watch.cancel();
    const reason = error.message === '' ? (error.code ?? error.name) : error.message;
    const message = `The upstream gave no reply to ${incoming.method ?? ''} ${bare(path)}: ${reason}`;
    notebook.tell(message);
    answerError(outgoing, 502, message);
  };
  passExchange({ incoming, outgoing, path, upstream, watch, body, onFailure });
}

/** Judges a request before it is passed; where that can't be done it is passed. */
async function passGate(desk: Desk, call: Call, gate: GateOptions): Promise<void> {
  const verdict = await judge(desk, call, gate);
  const { watch, outgoing } = call;
  if (verdict.kind !== 'gone' && verdict.findings !== null) {
    watch.markJudged();
    keepFindings(desk, call, verdict, gate);
  }
  if (verdict.kind === 'pass') {
    pass(desk, call, verdict.body);
    return;
  }
  watch.cancel();
  if (verdict.kind === 'gone') return;
  desk.notebook.count('blocked');
  const checks = [...new Set(verdict.findings.map(({ check }) => check))].join(', ');
  answerJson(outgoing, 400, verdict.answer, { 'backlot-outside-contract': checks });
}

async function judge({ notebook }: Desk, call: Call, gate: GateOptions): Promise<Verdict> {
  const askForBody = (): void => {
    if (call.isWaiting) call.outgoing.writeContinue();
  };
  try {
    // Loaded only where it is needed: without a gate the contract is known to the judging thread alone.
    const { judgeAtGate } = await import('./gate.ts');
    return await judgeAtGate(call.incoming, askForBody, gate, call.path);
  } catch (error) {
    notebook.trouble(error);
    return { kind: 'pass', body: null, findings: null };
  }
}

function keepFindings(
  { notebook }: Desk,
  { incoming, number, path }: Call,
  { kind, findings }: Exclude<Verdict, { kind: 'gone' }>,
  { basePaths }: GateOptions,
): void {
  const { method = 'GET' } = incoming;
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
    notebook.keep({ ...about, status: null }, finding, kind === 'block');
  }
}

function bare(path: string): string {
  return path.split('?')[0] ?? path;
}
