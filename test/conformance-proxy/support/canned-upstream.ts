/** An upstream with configured responses, for responses that no mock would send. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startServer } from '../../support/server.ts';

export interface CannedUpstream {
  readonly url: URL;
  /** Received requests, as `POST /v1/agents {"name":"A"}`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** Responds to a request after its body has been read. */
export type CannedAnswer = (outgoing: ServerResponse, incoming: IncomingMessage, body: string) => void;

/** Listens on a free port. */
export async function startCannedUpstream(answer: CannedAnswer): Promise<CannedUpstream> {
  const requests: string[] = [];
  const { url, close } = await startServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (text: string) => (body += text));
    incoming.once('end', () => {
      requests.push(`${incoming.method ?? ''} ${incoming.url ?? ''} ${body}`.trimEnd());
      answer(outgoing, incoming, body);
    });
  });
  return { url: new URL(url), requests, close };
}

export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
