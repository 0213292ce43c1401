/** Adds to the frames of a stream what its events do not have: ids, and a last frame that is no event. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';

/** What a handler adds to its stream. */
export interface StreamFraming {
  /** The data of a last frame. */
  end?: string | undefined;
  /** The id of the first frame; the following ones count up. */
  firstId?: number | undefined;
}

/** Adds to the frames of a response. Shape: each batch of the stream has one event. */
export function withFraming(response: HttpResponse, { end, firstId }: StreamFraming): HttpResponse {
  if (response.body.kind !== 'frames' || (end === undefined && firstId === undefined)) return response;
  const { frames } = response.body;
  return {
    ...response,
    body: {
      kind: 'frames',
      frames: {
        [Symbol.asyncIterator]: () => new FramedIterator(frames[Symbol.asyncIterator](), firstId, end),
      },
    },
  };
}

/** Why no generator: `return` is forwarded immediately, not after the next event. */
class FramedIterator implements AsyncIterator<string, undefined> {
  readonly #inner: AsyncIterator<string>;
  #nextId: number | undefined;
  #end: string | undefined;

  constructor(inner: AsyncIterator<string>, firstId: number | undefined, end: string | undefined) {
    this.#inner = inner;
    this.#nextId = firstId;
    this.#end = end;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    const frame = await this.#inner.next();
    if (frame.done !== true) return { done: false, value: this.#withId(frame.value) };
    const end = this.#end;
    this.#end = undefined;
    return end === undefined ? { done: true, value: undefined } : { done: false, value: `data: ${end}\n\n` };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#end = undefined;
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }

  #withId(frame: string): string {
    if (this.#nextId === undefined) return frame;
    return `id: ${this.#nextId++}\n${frame}`;
  }
}
