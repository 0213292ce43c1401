/**
 * The one host that requests are passed to, and the connections to it, which are kept open and used again.
 */
import { Agent as HttpAgent, ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** The host behind the proxy. */
export interface Upstream {
  /** What `Host` is set to; `null` leaves what the client sent. */
  readonly host: string | null;
  /** Begins a request. Errors: throws when Node can't write it. */
  send(method: string, path: string, headers: readonly string[]): ClientRequest;
  close(): void;
}

/** Units: bytes of the head of a message. Both sides take more than Node usually does, so that the proxy refuses nothing. */
export const LONGEST_HEAD = 128 * 1024;

/** Units: milliseconds that an unused connection is kept, less than the five seconds after which many servers close it. */
const IDLE = 4_000;

/** Creates the way to an upstream; nothing is sent yet. */
export function createUpstream(origin: URL, keepsHost: boolean): Upstream {
  const Agent = origin.protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, timeout: IDLE, maxFreeSockets: 256 });
  const target = {
    agent,
    protocol: origin.protocol,
    host: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: origin.port || (origin.protocol === 'https:' ? 443 : 80),
    maxHeaderSize: LONGEST_HEAD,
    // Nothing is added to what the client sent; what is needed for its connection was.
    setDefaultHeaders: false,
  };
  return {
    host: keepsHost ? null : origin.host,
    send(method, path, headers) {
      const request = new ClientRequest({ ...target, method, path, headers });
      request.maxHeadersCount = 0;
      return request;
    },
    close: () => agent.destroy(),
  };
}
