/** Serves as a middleware of Express. Express removes the path that it is mounted at, so the service needs no base path. */
import type { ServeRequest } from '../server/service.ts';
import { NodeRequest, type NodeIncoming, type NodeOutgoing } from './node-request.ts';
import { exchange, type AdapterOptions } from './node.ts';

/** What is used of a request of Express. */
export interface ExpressRequest extends NodeIncoming {
  /** The result of a body parser in front. */
  readonly body?: unknown;
}

/** Takes what Express passes to a middleware; never calls `next`, since every path has a response. */
export type ExpressMiddleware = (request: ExpressRequest, response: NodeOutgoing) => void;

/** Creates a middleware; it needs no body parser in front of it. */
export function expressMiddleware(serve: ServeRequest, { onError }: AdapterOptions): ExpressMiddleware {
  return (request, response) => {
    const nodes = { incoming: request, outgoing: response };
    void exchange(serve, new ExpressNeutral(request, response), nodes, onError);
  };
}

/** Serializes the body again that a parser in front has read. */
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
