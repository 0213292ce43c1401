/** Reports whether a mutation changes what a client sees: compares its requests and responses with those of the service. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpRequest, HttpResponse } from '../../templates/runtime/http.ts';
import type { Mutation } from '../selftest/mutations/mutation.ts';
import { bodyOf, withBody } from '../selftest/mutations/request-mutations.ts';

/** A request as the service got it, its response, and the pieces of a stream that were read. */
interface Exchange {
  readonly request: string;
  readonly response: HttpResponse;
  readonly pieces: string[];
  readonly tookMs: number;
}

/** Units: milliseconds by which a mutation delays a response that a client finds slow. */
const SLOW = 1_000;

/** Wraps a mutation. Shape: `onChange` is called for each response that differs. */
export function observeMutation(mutation: Mutation, onChange: () => void): Mutation {
  return (serve) => {
    const calls = new AsyncLocalStorage<Exchange[]>();
    const mutated = mutation(async (request) => {
      const { read, text } = await readRequest(request);
      const started = performance.now();
      const response = await serve(read);
      const pieces: string[] = [];
      calls.getStore()?.push({ request: text, response, pieces, tookMs: performance.now() - started });
      return mapFrames(response, (piece) => pieces.push(piece));
    });
    return async (request) => {
      const { read, text, again } = await readRequest(request);
      const exchanges: Exchange[] = [];
      const started = performance.now();
      const response = await calls.run(exchanges, () => mutated(read));
      const last = exchanges.at(-1);
      if (last === undefined || !isSame(last.response, response)) onChange();
      else if (last.request !== text) {
        // Why: a changed request is only a fault for a client if the response is another one, which can be tried for GET.
        if (request.method !== 'GET' || !isSame(await serve(again()), response)) onChange();
      } else if (performance.now() - started - last.tookMs > SLOW) onChange();
      return last === undefined ? response : observeFrames(response, last.pieces, onChange);
    };
  };
}

async function readRequest(request: HttpRequest) {
  const bytes = request.method === 'GET' ? new Uint8Array(0) : await bodyOf(request);
  const headers = [...request.headers.entries()].filter(([name]) => name !== 'content-length');
  const { method, path, query } = request;
  const text = JSON.stringify([method, path, query, headers.toSorted(), new TextDecoder().decode(bytes)]);
  const again = (): HttpRequest => withBody(request, bytes);
  return { read: again(), text, again };
}

/** Compares responses. Shape: the pieces of streams are compared when they are read. */
function isSame(one: HttpResponse, other: HttpResponse): boolean {
  const contentOf = ({ status, headers, body }: HttpResponse): string =>
    JSON.stringify([status, headers, body.kind === 'frames' ? null : body]);
  return contentOf(one) === contentOf(other);
}

function mapFrames(response: HttpResponse, onPiece: (piece: string) => void): HttpResponse {
  const { body } = response;
  if (body.kind !== 'frames') return response;
  async function* frames(source: AsyncIterable<string>): AsyncIterable<string> {
    for await (const piece of source) {
      onPiece(piece);
      yield piece;
    }
  }
  return { ...response, body: { ...body, frames: frames(body.frames) } };
}

/** Compares the pieces that a client reads with those that the service sent. */
function observeFrames(response: HttpResponse, sent: readonly string[], onChange: () => void): HttpResponse {
  const { body } = response;
  if (body.kind !== 'frames') return response;
  async function* frames(source: AsyncIterable<string>): AsyncIterable<string> {
    let count = 0;
    try {
      for await (const piece of source) {
        if (piece !== sent[count]) onChange();
        count += 1;
        yield piece;
      }
      if (count !== sent.length) onChange();
    } catch (error) {
      onChange();
      throw error;
    }
  }
  return { ...response, body: { ...body, frames: frames(body.frames) } };
}
