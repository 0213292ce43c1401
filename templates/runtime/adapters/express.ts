/** An Express middleware. Express removes the path at which it is mounted, so the service needs no base path. */
import type { ServeRequest } from '../server/service.ts';
import { NodeRequest, type NodeIncoming, type NodeOutgoing } from './node-request.ts';
import { exchange, type AdapterOptions } from './node.ts';

/** The properties of an Express request that are used. */
export interface ExpressRequest extends NodeIncoming {
  /** The result of a body parser that ran earlier. */
  readonly body?: unknown;
  /** The bytes of the body, if a body parser keeps them. */
  readonly rawBody?: unknown;
}

/** An Express middleware; never calls `next`, since it responds to every path. */
export type ExpressMiddleware = (request: ExpressRequest, response: NodeOutgoing) => void;

/** Creates a middleware; it needs no body parser before it. */
export function expressMiddleware(serve: ServeRequest, { onError }: AdapterOptions): ExpressMiddleware {
  return (request, response) => {
    const nodes = { incoming: request, outgoing: response };
    void exchange(serve, new ExpressNeutral(request, response), nodes, onError);
  };
}

/** A request whose body was read by a body parser, and is serialized again unless its bytes were kept. */
class ExpressNeutral extends NodeRequest {
  readonly #body: unknown;

  constructor(request: ExpressRequest, response: NodeOutgoing) {
    super(request, response);
    this.#body = request.rawBody instanceof Uint8Array ? request.rawBody : request.body;
  }

  override readBody(limit: number): Promise<Uint8Array | null> {
    if (this.#body === undefined) return super.readBody(limit);
    const bytes = bodyBytes(this.#body);
    return Promise.resolve(bytes.length > limit ? null : bytes);
  }

  override async *readChunks(): AsyncGenerator<Uint8Array> {
    if (this.#body === undefined) yield* super.readChunks();
    else yield await Promise.resolve(bodyBytes(this.#body));
  }
}

function bodyBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
