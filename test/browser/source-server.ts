/**
 * Serves the sources of this repository to a browser, with their types stripped, under a policy that forbids `eval`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';
import { join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');
const policy = "default-src 'none'; script-src 'self'; connect-src *";

/** A server of sources; `url` has no trailing slash. */
export interface SourceServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on a free port; `/` is a page that runs the module that its query names, if any. */
export async function serveSources(): Promise<SourceServer> {
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', policy);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(decodeURIComponent(pathname));
    if (path === '/') {
      const script = search === '' ? '' : `<script type="module" src="/${search.slice(1)}"></script>`;
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><title>Backlot</title><body>${script}`);
      return;
    }
    try {
      const source = readFileSync(join(root, path), 'utf8');
      response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
