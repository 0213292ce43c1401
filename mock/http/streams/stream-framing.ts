/** Adds ids to the frames of a stream, and a last frame that is not an event. */
import type { HttpResponse } from '../../../templates/runtime/http.ts';

/** The fields of a frame besides its data. */
export interface FrameFields {
  readonly event?: string;
  readonly id?: string;
}

/** The additions of a handler to its stream. */
export interface StreamFraming {
  /** The data of a last frame. */
  end?: string | undefined;
  /** The name and the id of each frame whose event has none. */
  fields?: readonly FrameFields[] | undefined;
}

/** Adds to the frames of a response. Shape: each batch of the stream has one event. */
export function withFraming(response: HttpResponse, { end, fields = [] }: StreamFraming): HttpResponse {
  if (
    response.body.kind !== 'frames' ||
    (end === undefined && !fields.some(({ event, id }) => event !== undefined || id !== undefined))
  )
    return response;
  const { frames } = response.body;
  return {
    ...response,
    body: {
      kind: 'frames',
      frames: {
        [Symbol.asyncIterator]: () => new FramedIterator(frames[Symbol.asyncIterator](), fields, end),
      },
    },
  };
}

/** Why no generator: `return` is forwarded immediately, not after the next event. */
class FramedIterator implements AsyncIterator<string, undefined> {
  readonly #inner: AsyncIterator<string>;
  readonly #fields: readonly FrameFields[];
  #place = 0;
  #end: string | undefined;

  constructor(inner: AsyncIterator<string>, fields: readonly FrameFields[], end: string | undefined) {
    this.#inner = inner;
    this.#fields = fields;
    this.#end = end;
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    const frame = await this.#inner.next();
    if (frame.done !== true) return { done: false, value: this.#withFields(frame.value) };
    const end = this.#end;
    this.#end = undefined;
    return end === undefined ? { done: true, value: undefined } : { done: false, value: `data: ${end}\n\n` };
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#end = undefined;
    await this.#inner.return?.();
    return { done: true, value: undefined };
  }

  #withFields(frame: string): string {
    const { id, event } = this.#fields[this.#place++] ?? {};
    const hasId = id === undefined || /^id:/m.test(frame);
    const hasName = event === undefined || /^event:/m.test(frame);
    return `${hasId ? '' : `id: ${id}\n`}${hasName ? '' : `event: ${event}\n`}${frame}`;
  }
}
