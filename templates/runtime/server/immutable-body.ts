/** Bodies that are validated and serialized once, however often they are sent. */
import type { ResponseBody } from '../http.ts';
import type { ResponseSpec } from '../operation-spec.ts';

/** A serialized body and the declaration that it matches; `null` until it is first sent. */
const cache = new WeakMap<object, { readonly body: ResponseBody; readonly declared: ResponseSpec } | null>();

/** Marks a response body that never changes. */
export function immutable<Body extends object>(body: Body): Body {
  cache.set(body, null);
  return body;
}

/** Returns what was sent for a body under the same declaration. */
export function getCachedBody(body: unknown, declared: ResponseSpec): ResponseBody | null {
  const cached = typeof body === 'object' && body !== null ? cache.get(body) : null;
  return cached?.declared === declared ? cached.body : null;
}

/** Keeps what is sent for an immutable body that matches its declaration. */
export function cacheBody(body: unknown, declared: ResponseSpec, text: string): void {
  if (typeof body !== 'object' || body === null || !cache.has(body)) return;
  cache.set(body, { body: { kind: 'text', text, isReused: true }, declared });
}
