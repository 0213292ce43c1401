/**
 * One of the two contracts the mock answers for: the service's and the control API's. Finds the operation that a
 * request line means and knows the limits of its bodies.
 */
import { createRouter, type Router } from '../../generated/runtime/router.ts';
import type { AccessGuard } from './access.ts';
import { joinOperations, type ContractParts, type Operation } from './operation.ts';

/** One contract, ready to answer. */
export interface ApiSurface {
  readonly router: Router<Operation>;
  /** Who may come here at all. */
  readonly guard: AccessGuard;
  readonly limits: BodyLimits;
}

/** Units: `bytes` of a body; `depth` counts arrays and objects that may be open at once. */
export interface BodyLimits {
  readonly bytes: number;
  readonly depth: number;
}

/** What a request line means at a desk. */
export type RouteResult =
  | {
      readonly kind: 'found';
      readonly operation: Operation;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** Opens a desk for a contract. */
export function createApi(parts: ContractParts, guard: AccessGuard, limits: BodyLimits): ApiSurface {
  return { router: createRouter(joinOperations(parts)), guard, limits };
}

/**
 * Finds the operation.
 *
 * Shape: HEAD means the operation of GET; `allowed` says so too, and that OPTIONS is answered. An operation marked
 * `x-world: root` is not there below the prefix of a world.
 */
export function findOperation(api: ApiSurface, method: string, path: string, prefix: string): RouteResult {
  const route = api.router.match(method, path);
  switch (route.kind) {
    case 'found':
      return isElsewhere(route.operation, prefix) ? { kind: 'none' } : route;
    case 'method':
      return method === 'HEAD' && route.allowed.includes('GET')
        ? findOperation(api, 'GET', path, prefix)
        : { kind: 'method', allowed: completed(route.allowed) };
    case 'none':
      return route;
  }
}

function isElsewhere({ spec }: Operation, prefix: string): boolean {
  return prefix !== '' && spec.extensions['x-world'] === 'root';
}

function completed(allowed: readonly string[]): readonly string[] {
  const answered = allowed.includes('GET') ? [...allowed, 'HEAD', 'OPTIONS'] : [...allowed, 'OPTIONS'];
  return [...new Set(answered)].sort();
}
