/** Matches requests and responses of the service. Control requests never match. */
import type { HttpResponse, HttpRequest } from '../../../templates/runtime/http.ts';
import { operationOf, type OperationId } from '../../../conformance/agent-platform/contract.ts';

/**
 * Picks requests and their responses.
 *
 * Shape: an absent property matches everything; a `status` below 10 matches its class, as 4 does 4xx.
 */
export interface RequestMatcher {
  readonly operation?: OperationId | readonly OperationId[];
  readonly status?: number | readonly number[];
  /** Matches the query of the request, including `?`; the query is empty for none. */
  readonly query?: RegExp;
  /** A header of the request that must be present. */
  readonly header?: string;
  /** A header of the request that must be absent. */
  readonly without?: string;
}

/** A request with the world removed from its path. */
export interface RequestTarget {
  readonly operation: OperationId;
  /** Path below the world. */
  readonly path: string;
}

const WORLD = /^\/w\/[^/]+/;
const WELL_KNOWN_OF_WORLD = /^(\/\.well-known\/[^/]+)(\/w\/[^/]+)$/;

/** Returns the operation of a request; `null` for any other request. */
export function targetOf({ method, path }: HttpRequest): RequestTarget | null {
  const bare = path.replace(WELL_KNOWN_OF_WORLD, '$1').replace(WORLD, '');
  const operation = operationOf(method, bare);
  return operation === null ? null : { operation: operation.id, path: bare };
}

/** Returns the path prefix of the world of a request; empty for the world at the root. */
export function worldOf({ path }: HttpRequest): string {
  return WORLD.exec(path)?.[0] ?? WELL_KNOWN_OF_WORLD.exec(path)?.[2] ?? '';
}

export function matchesRequest(where: RequestMatcher, request: HttpRequest): boolean {
  const target = targetOf(request);
  if (target === null) return false;
  if (where.operation !== undefined && ![where.operation].flat().includes(target.operation)) return false;
  if (where.query !== undefined && !where.query.test(`?${request.query}`)) return false;
  if (where.header !== undefined && request.headers.get(where.header) === null) return false;
  return where.without === undefined || request.headers.get(where.without) === null;
}

export function matchesResponse(where: RequestMatcher, { status }: HttpResponse): boolean {
  if (where.status === undefined) return true;
  return [where.status].flat().some((each) => each === status || each === Math.floor(status / 100));
}
