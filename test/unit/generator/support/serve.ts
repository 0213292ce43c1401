/** A server on 127.0.0.1 that records the paths of its requests. */
import type { RequestListener } from 'node:http';
import { serve as serveLocally } from '../../../support/server.ts';

/** Starts a server that ends with the test. */
export async function serve(listener: RequestListener): Promise<{ origin: string; paths: string[] }> {
  const paths: string[] = [];
  const { url } = await serveLocally((request, response) => {
    paths.push(request.url ?? '');
    listener(request, response);
  });
  return { origin: url, paths };
}
