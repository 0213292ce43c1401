/**
 * Lies that remember: a reply that was given before is given again, or what was done is forgotten.
 */
import type { HttpReply, HttpRequest } from '../../generated/runtime/http.ts';
import type { Lie } from './mutant.ts';
import { bodyOf, withBody } from './request-lies.ts';
import { concernsReply, concernsRequest, targetOf, type Where } from './where.ts';

/** What makes two requests the same; `null` for one that is never remembered. */
export type KeyOf = (request: HttpRequest, body: string) => string | null;

/** Two requests are the same when they have the same line and body. */
export const sameRequest: KeyOf = ({ method, path, query }, body) => `${method} ${path}?${query} ${body}`;

/** Gives the first reply that was meant to every later request of the same key. */
export function repeatReply(where: Where, keyOf: KeyOf = sameRequest): Lie {
  return (serve) => {
    const kept = new Map<string, HttpReply>();
    return async (request) => {
      if (!concernsRequest(where, request)) return serve(request);
      const body = await bodyOf(request);
      const key = keyOf(request, new TextDecoder().decode(body));
      const before = key === null ? undefined : kept.get(key);
      if (before !== undefined) return again(before);
      const reply = await keep(await serve(withBody(request, body)));
      if (key !== null && concernsReply(where, reply)) kept.set(key, reply);
      return again(reply);
    };
  };
}

/** Answers without asking the service, from the second request of the same key on. */
export function answerLater(where: Where, keyOf: KeyOf, answer: (count: number) => HttpReply | null): Lie {
  return (serve) => {
    const counts = new Map<string, number>();
    return async (request) => {
      if (!concernsRequest(where, request)) return serve(request);
      const body = await bodyOf(request);
      const key = keyOf(request, new TextDecoder().decode(body)) ?? '';
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return (count > 1 ? answer(count) : null) ?? serve(withBody(request, body));
    };
  };
}

/** Says that something was done without doing it: the operation is answered with what another request of the service answers. */
export function askInstead(where: Where, other: (request: HttpRequest) => HttpRequest): Lie {
  return (serve) => (request) => serve(concernsRequest(where, request) ? other(request) : request);
}

/** The path of a request, below its world, with another end. */
export function atPath(request: HttpRequest, method: string, change: (path: string) => string): HttpRequest {
  const below = targetOf(request)?.path ?? request.path;
  const world = request.path.slice(0, request.path.length - below.length);
  return { ...request, method, path: world + change(below) };
}

async function keep(reply: HttpReply): Promise<HttpReply> {
  if (reply.body.kind !== 'frames') return reply;
  let text = '';
  for await (const frame of reply.body.frames) text += frame;
  return { ...reply, body: { kind: 'text', text } };
}

/** A reply that can be sent once more. */
function again(reply: HttpReply): HttpReply {
  return { ...reply };
}
