/**
 * What a fault does to an answer. A fault acts around the handler and the stream and never inside the domain; which
 * fault a request meets, the world's records say through `FaultSource`.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import type { World } from '../kernel/world/world.ts';
import { errorResponse, type ErrorResponse } from './error-responses.ts';
import type { StreamFault } from './event-stream.ts';
import { markUndeclared } from './respond.ts';

/** What a fault can be told to match. */
export interface FaultTarget {
  readonly operationId: string;
  readonly method: string;
  /** Relative to the world, percent-encoded, without a query. */
  readonly path: string;
  /** Template of the operation. */
  readonly template: string;
}

/**
 * What happens to the request that met it.
 *
 * Shape: `status` of `null` lets the handler answer; `headers` are added to its answer then.
 * Units: `latency` is milliseconds of the world's time.
 */
export interface Fault {
  readonly latency: number;
  readonly status: number | null;
  readonly code: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly streamFault: StreamFault;
}

/** Finds the fault for a request and counts the hit. */
export interface FaultMatcher {
  match(world: World, target: FaultTarget): Fault | null | Promise<Fault | null>;
}

/** Creates the response of a fault that has a status. */
export function faultError(status: number, { code, headers }: Fault): ErrorResponse {
  const response = errorResponse(status, 'injected-fault', `Injected fault ${status}`, lowerCased(headers));
  return code === null ? response : { ...response, body: { ...response.body, code } };
}

/** Adds to the service's own answer what the fault adds, and marks it when it is no longer as the service gave it. */
export function applyFault(response: HttpResponse, { headers, streamFault }: Fault): HttpResponse {
  const added = lowerCased(headers);
  const isDamaged =
    response.body.kind === 'frames' && (streamFault.cutAfter !== null || streamFault.corruptAt !== null);
  return isDamaged || Object.keys(added).length > 0
    ? markUndeclared(response, 'injected-fault', added)
    : response;
}

function lowerCased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
