/** The network and the time of clients in tests: a proxy that interrupts streams, and short waits. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Timing } from '../../../generated/service/client.ts';
import { startServer } from '../../support/server.ts';

/**
 * Where to cut the stream of a response: after this number of frames, and in the middle of the next
 * one for a fraction.
 */
export type Cut = number | null;

/** A listening proxy. */
export interface CuttingProxy {
  readonly url: string;
  /** Method and target of every request that was forwarded. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a proxy; `cutAt` is called for each stream, counted from 0, and `null` does not cut it. A
 * browser discards what its page has not read when the connection breaks: `untilRead` resolves once it has read the
 * text that was forwarded.
 */
export async function startCuttingProxy(
  target: string,
  cutAt: (stream: number) => Cut,
  untilRead: (text: string) => Promise<void> = () => Promise.resolve(),
): Promise<CuttingProxy> {
  const seen: string[] = [];
  let streams = 0;
  const { url, close } = await startServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { method, headers } = incoming;
    const onward = httpRequest(new URL(incoming.url ?? '/', target), {
      method,
      headers: { ...headers, connection: 'close' },
    });
    onward.on('response', (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      void forward(response, outgoing, isStream ? cutAt(streams++) : null, untilRead);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return { url, seen, close };
}

async function forward(
  response: IncomingMessage,
  outgoing: ServerResponse,
  cut: Cut,
  untilRead: (text: string) => Promise<void>,
): Promise<void> {
  outgoing.writeHead(response.statusCode ?? 502, response.headers);
  if (cut === null) {
    response.pipe(outgoing);
    return;
  }
  outgoing.flushHeaders();
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    const shown = untilCut(text, cut);
    if (shown === null) continue;
    await new Promise<void>((resolve) => outgoing.write(shown, () => resolve()));
    await untilRead(shown);
    outgoing.destroy();
    response.destroy();
    return;
  }
  outgoing.end(text);
}

/** Returns what to forward; `null` until enough has been received. */
function untilCut(text: string, cut: number): string | null {
  const whole = Math.floor(cut);
  let end = 0;
  for (let frame = 0; frame < whole; frame++) {
    const next = text.indexOf('\n\n', end);
    if (next === -1) return null;
    end = next + 2;
  }
  if (cut === whole) return text.slice(0, end);
  const next = text.indexOf('\n\n', end);
  return next === -1 ? null : text.slice(0, end + Math.ceil((next - end) / 2));
}

/** The system clock, with waits a thousand times shorter. */
export const quickTiming: Timing = {
  now: () => Date.now(),
  random: () => 0,
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs / 1_000);
    return () => clearTimeout(timer);
  },
};
