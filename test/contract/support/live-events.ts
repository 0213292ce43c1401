/**
 * Reads the events of a stream as they come.
 */

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

/** Reads from the body of a reply. */
export function liveEvents(reply: Response): LiveEvents {
  if (reply.body === null) throw new Error('The reply has no body.');
  const reader: ReadableStreamDefaultReader<Uint8Array> = reply.body.getReader();
  const decoder = new TextDecoder();
  const ready: LiveEvent[] = [];
  let text = '';

  async function read(): Promise<boolean> {
    const { done, value } = await reader.read();
    if (done) return false;
    text += decoder.decode(value, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    ready.push(...frames.flatMap(eventsIn));
    return true;
  }

  async function next(): Promise<LiveEvent> {
    while (ready.length === 0) if (!(await read())) throw new Error('The stream ended.');
    return ready.shift() as LiveEvent;
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
      while (await read());
      return ready.splice(0);
    },
    leave: () => reader.cancel(),
  };
}

function eventsIn(frame: string): LiveEvent[] {
  const data = /^data: (.*)$/m.exec(frame)?.[1];
  return data === undefined ? [] : [JSON.parse(data) as LiveEvent];
}
