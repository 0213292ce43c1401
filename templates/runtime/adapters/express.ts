/**
 * Serves as a middleware of Express. Where it is mounted, the path it is mounted at is taken off, so the service needs
 * no base path.
 */
import type { ServeRequest } from '../server/service.ts';
import { exchange, NodeRequest, type AdapterOptions, type NodeIncoming, type NodeOutgoing } from './node.ts';

/** What is used of a request of Express. */
export interface ExpressRequest extends NodeIncoming {
  /** What a parser of bodies has made of it, when one is in front. */
  readonly body?: unknown;
}

/** Takes what Express hands to a middleware; never calls `next`, since every path is answered. */
export type ExpressMiddleware = (request: ExpressRequest, response: NodeOutgoing) => void;

/** Makes a middleware; parsers of bodies are not needed in front of it. */
export function expressMiddleware(serve: ServeRequest, { onError }: AdapterOptions): ExpressMiddleware {
  return (request, response) => {
    void exchange(serve, new ExpressNeutral(request, response), response, onError);
  };
}

/** Reads the body again from what a parser in front has left of it. */
class ExpressNeutral extends NodeRequest {
  readonly #body: unknown;

  constructor(request: ExpressRequest, response: NodeOutgoing) {
    super(request, response);
    this.#body = request.body;
  }

  override readBody(limit: number): Promise<Uint8Array | null> {
    if (this.#body === undefined) return super.readBody(limit);
    const bytes = bytesOf(this.#body);
    return Promise.resolve(bytes.length > limit ? null : bytes);
  }
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
