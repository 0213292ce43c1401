/**
 * A Fastify plugin: Fastify's hooks and logger see every request. The service reads the bodies, so Fastify's parsers
 * and schemas do not apply inside the plugin. If it is registered with a prefix, pass it to the service as base path.
 */
import type { ResponseBody } from '../http.ts';
import type { ServeRequest } from '../server/service.ts';
import { frameBody } from './fetch.ts';
import { NodeRequest, type NodeIncoming, type NodeOutgoing } from './node-request.ts';
import { mutableHeaders } from './node-response.ts';

/** The methods of a Fastify instance that are used. */
export interface FastifyApp {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    parser: (request: never, payload: never, done: ParserDone) => void,
  ): unknown;
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

type ParserDone = (error: Error | null, body?: unknown) => void;

/** The properties of a Fastify request that are used. */
export interface FastifyRequest {
  readonly raw: NodeIncoming;
}

/** The properties of a Fastify reply that are used. */
export interface FastifyReply {
  readonly raw: NodeOutgoing;
  code(status: number): unknown;
  headers(fields: Record<string, string | string[]>): unknown;
  send(payload?: unknown): unknown;
}

/** Creates a plugin for `app.register`. */
export function fastifyPlugin(serve: ServeRequest): (app: FastifyApp) => Promise<void> {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all('/*', async (request, reply) => {
      const { status, headers, body } = await serve(new NodeRequest(request.raw, reply.raw));
      reply.code(status);
      reply.headers(mutableHeaders(headers));
      return reply.send(payloadOf(body));
    });
    return Promise.resolve();
  };
}

function payloadOf(body: ResponseBody): unknown {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      return body.text;
    case 'bytes':
      return body.bytes;
    case 'frames':
      return frameBody(body.frames);
  }
}
