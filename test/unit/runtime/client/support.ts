/** A client whose network and time are controlled by a test. */
import type { Call } from '../../../../templates/runtime/client/call.ts';
import { openClient, type Client, type ClientConfig } from '../../../../templates/runtime/client/client.ts';
import type { Timing } from '../../../../templates/runtime/client/timing.ts';

/** A request as `fetch` received it. */
export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly init: RequestInit;
  /** The body as text; empty for none. */
  readonly body: string;
}

/** A response, or a function that creates one from the request. */
export type Reaction = Response | Error | ((sent: Sent) => Response | Promise<Response>);

/** A client and everything it has sent. */
export interface Fake {
  readonly client: Client;
  readonly sent: Sent[];
  readonly timing: FakeTiming;
}

/** Creates a client that gets the reactions one by one; the last one is repeated for all further requests. */
export function fakeClient(reactions: readonly Reaction[], config: Partial<ClientConfig> = {}): Fake {
  const sent: Sent[] = [];
  const timing = new FakeTiming();
  const client = openClient({
    baseUrl: 'https://api.test/base/',
    timeoutMs: null,
    timing,
    fetch: async (url, init) => {
      const request: Sent = {
        method: init.method ?? 'GET',
        url: new URL(url),
        headers: new Headers(init.headers),
        init,
        body: typeof init.body === 'string' ? init.body : '',
      };
      sent.push(request);
      init.signal?.throwIfAborted();
      const reaction = reactions[Math.min(sent.length, reactions.length) - 1];
      if (reaction === undefined) throw new TypeError('Nobody answers');
      if (reaction instanceof Error) throw reaction;
      const response = typeof reaction === 'function' ? await reaction(request) : reaction.clone();
      init.signal?.throwIfAborted();
      return response;
    },
    ...config,
  });
  return { client, sent, timing };
}

/** Time that is advanced manually, or automatically if `isEager`. */
export class FakeTiming implements Timing {
  /** Every requested wait, in milliseconds. */
  readonly waits: number[] = [];
  /** Whether waits end immediately. */
  isEager = true;
  chance = 0;
  #now = Date.parse('2026-01-05T09:00:00Z');
  #alarms: { readonly at: number; readonly ring: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  random(): number {
    return this.chance;
  }

  after(delayMs: number, callback: () => void): () => void {
    this.waits.push(delayMs);
    const alarm = { at: this.#now + delayMs, ring: callback };
    this.#alarms.push(alarm);
    const takeBack = (): void => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
    if (this.isEager) {
      queueMicrotask(() => {
        if (this.#alarms.includes(alarm)) this.advance(alarm.at - this.#now);
      });
    }
    return takeBack;
  }

  /** Advances the time and fires the timers that fall due. */
  advance(byMs: number): void {
    this.#now += byMs;
    const due = this.#alarms.filter(({ at }) => at <= this.#now);
    this.#alarms = this.#alarms.filter((alarm) => !due.includes(alarm));
    for (const { ring } of due) ring();
  }

  /** The number of pending timers. */
  get pending(): number {
    return this.#alarms.length;
  }
}

/** An operation that returns JSON for 200 and for an error. */
export function callOf(changes: Partial<Call> = {}): Call {
  return {
    id: 'getThing',
    method: 'GET',
    path: '/things',
    responses: [{ statuses: [200, 404, 429, 503], mediaType: 'application/json' }],
    ...changes,
  };
}

/** A response with a JSON body. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Creates a response with a stream of frames that then ends, breaks or stays open. */
export function streamResponse(
  frames: readonly string[],
  end: 'end' | 'break' | 'open' = 'end',
  onCancel: () => void = () => undefined,
): (sent: Sent) => Response {
  return ({ init }) => {
    const encoder = new TextEncoder();
    let next = 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
      pull(controller) {
        const frame = frames[next++];
        if (frame !== undefined) controller.enqueue(encoder.encode(frame));
        else if (end === 'end') controller.close();
        else if (end === 'break') controller.error(new Error('connection reset'));
        else return new Promise(() => undefined);
        return undefined;
      },
      cancel: onCancel,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

/** Reads a sequence to its end. */
export async function collect<Item>(items: AsyncIterable<Item>, most = Infinity): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}

/** Returns the error that a promise was rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('It was not rejected');
}
