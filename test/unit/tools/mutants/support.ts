/** Small services for tests of mutations, and requests to them. */
import type { HttpResponse, HttpRequest } from '../../../../templates/runtime/http.ts';
import type { Mutation, Serve } from '../../../../tools/selftest/mutations/mutation.ts';

/** The parts of a request; all are optional. */
export interface RequestParts {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes a request; the default path lists agents. */
export function makeRequest(parts: RequestParts = {}): HttpRequest {
  const { method = 'GET', path = '/v1/agents', query = '', headers = {}, body = '' } = parts;
  const bytes = new TextEncoder().encode(body);
  return {
    ...{ method, path, query },
    headers: { get: (name) => headers[name] ?? null, entries: () => Object.entries(headers) },
    readBody: (limit) => Promise.resolve(bytes.length > limit ? null : bytes),
    remoteAddress: null,
    signal: new AbortController().signal,
  };
}

/** A request that starts an execution. */
export const runRequest: RequestParts = { method: 'POST', path: '/v1/agents/agent_1/execute', body: '{}' };

/** A service that returns the request as JSON. */
export const echo: Serve = async (request) => {
  const { method, path, query, headers } = request;
  const body = new TextDecoder().decode((await request.readBody(1_000_000)) ?? new Uint8Array(0));
  return jsonOf(200, { method, path, query, headers: Object.fromEntries(headers.entries()), body });
};

/** A service that always returns the same JSON. */
export function jsonService(status: number, value: unknown): Serve {
  return () => Promise.resolve(jsonOf(status, value));
}

/** A service that streams the given batches of events. */
export function streaming(...batches: readonly (readonly object[])[]): Serve {
  async function* frames(): AsyncGenerator<string> {
    for (const batch of batches) yield await Promise.resolve(batch.map(frameOf).join(''));
  }
  return () =>
    Promise.resolve({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: { kind: 'frames', frames: frames() },
    });
}

/** Sends a request to a mutated service. */
export function send(mutation: Mutation, serve: Serve, parts: RequestParts = {}): Promise<HttpResponse> {
  return mutation(serve)(makeRequest(parts));
}

/** Returns the JSON body of a response. */
export function jsonIn({ body }: HttpResponse): unknown {
  return body.kind === 'text' ? JSON.parse(body.text) : undefined;
}

/** Returns the text chunks of a stream. */
export async function piecesIn({ body }: HttpResponse): Promise<readonly string[]> {
  return body.kind === 'frames' ? Array.fromAsync(body.frames) : [];
}

function jsonOf(status: number, value: unknown): HttpResponse {
  const headers = { 'content-type': 'application/json', 'x-served': 'yes' };
  return { status, headers, body: { kind: 'text', text: JSON.stringify(value) } };
}

function frameOf(event: object): string {
  const { type, seq } = event as { readonly type?: string; readonly seq?: number };
  return `event: ${type ?? ''}\nid: ${seq ?? ''}\ndata: ${JSON.stringify(event)}\n\n`;
}
