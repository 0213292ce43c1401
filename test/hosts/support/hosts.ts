/** The hosts that the suite runs on, with one interface: a URL and a `fetch` that reaches it. */
import { createFetch } from '../../../mock/hosts/fetch.ts';
import { listen } from '../../../mock/hosts/node.ts';
import type { Serve } from '../../../mock/http/pipeline.ts';

/** A service on a host. */
export interface Hosted {
  readonly url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** All hosts. */
export const hosts: readonly { readonly name: string; readonly start: (serve: Serve) => Promise<Hosted> }[] =
  [
    {
      name: 'node',
      async start(serve) {
        const server = await listen(serve, { host: '127.0.0.1', port: 0 });
        return {
          url: server.url,
          fetch: (path, init) => fetch(server.url + path, init),
          close: () => server.close(),
        };
      },
    },
    {
      name: 'fetch',
      start(serve) {
        const url = 'http://127.0.0.1:4010';
        const local = createFetch(serve, url, 'loopback');
        return Promise.resolve({
          url,
          fetch: (path, init) => local(path, init),
          close: () => Promise.resolve(),
        });
      },
    },
  ];
