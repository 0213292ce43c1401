/**
 * Bounds what is read of a response that anybody may have sent.
 */
import type { Fetch } from '../http/wire.ts';

/** Creates a `fetch` whose bodies fail once they are longer. Units: bytes. */
export function boundFetch(fetch: Fetch, most: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    let length = 0;
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        length += piece.length;
        if (length > most) throw new RangeError(`A body is longer than ${most} bytes.`);
        controller.enqueue(piece);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
  };
}
