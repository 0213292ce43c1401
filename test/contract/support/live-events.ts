/**
 * Reads the events of a stream as they come.
 */
import { createClient, followWorld } from '../../../generated/control/client.ts';

/** An event of a stream: the JSON of its data. */
export type LiveEvent = Record<string, unknown> & { readonly type: string };

/** A stream that a test reads from. */
export interface LiveEvents {
  /** Waits for so many more events. Fails when the stream ends before. */
  take(count: number): Promise<readonly LiveEvent[]>;
  /** Waits for the first event of a type and gives it; what comes before is left out. */
  until(type: string): Promise<LiveEvent>;
  /** Reads to the end of the stream. */
  rest(): Promise<readonly LiveEvent[]>;
  /** Leaves before the end. */
  leave(): Promise<void>;
}

/** Reads the response with the emitted client, as far as it has come and on as it goes. */
export function liveEvents(response: Response): LiveEvents {
  const client = createClient({
    baseUrl: 'http://reply.test',
    fetch: () => Promise.resolve(response),
    timeoutMs: null,
    retry: false,
  });
  const events = followWorld(client, {}, { resume: false })[Symbol.asyncIterator]();

  async function next(): Promise<LiveEvent> {
    const read = await events.next();
    if (read.done === true) throw new Error('The stream ended.');
    return read.value;
  }

  return {
    async take(count) {
      const taken: LiveEvent[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    },
    async until(type) {
      for (;;) {
        const event = await next();
        if (event.type === type) return event;
      }
    },
    async rest() {
      const found: LiveEvent[] = [];
      for (let read = await events.next(); read.done !== true; read = await events.next())
        found.push(read.value);
      return found;
    },
    async leave() {
      await events.return?.();
    },
  };
}
