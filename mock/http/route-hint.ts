/**
 * Prefixes of request paths: the base path of a server of the description, or a part that is superfluous or missing.
 */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';

/** Returns a hint for a path without an operation; empty for none. */
export type RouteHint = (path: string) => string;

/** Paths of the mock itself. */
const CONTROL_ROOT = '_mock';

/** The first segments of paths that belong to the API and not to a resource. */
const API_ROOT = /^(?:v\d\w*|api|rest)$/i;

export function createRouteHint(operations: readonly Pick<OperationSpec, 'path'>[]): RouteHint {
  const roots = rootsOf(operations);
  const apiRoot = [...roots].find((root) => API_ROOT.test(root));
  return (path) => {
    if (apiRoot !== undefined && path.startsWith(`/${apiRoot}/${apiRoot}/`))
      return `. It has /${apiRoot} twice: a base address ends before it`;
    if (roots.has(rootOf(path))) return '';
    return apiRoot === undefined
      ? ''
      : `. Operations are below /${apiRoot}, controls of the mock below /${CONTROL_ROOT}`;
  };
}

/** Returns the base path of a server that a path begins with; empty for none. */
export type BasePath = (path: string) => string;

/** Finds the base paths of an API; `servers` are the URLs of its description. */
export function createBasePath(
  operations: readonly Pick<OperationSpec, 'path'>[],
  servers: readonly string[],
): BasePath {
  const roots = rootsOf(operations);
  const prefixes = servers.map(prefixOf).filter((prefix) => prefix !== '' && !roots.has(rootOf(prefix)));
  return (path) => prefixes.find((prefix) => path.startsWith(`${prefix}/`)) ?? '';
}

function rootsOf(operations: readonly Pick<OperationSpec, 'path'>[]): ReadonlySet<string> {
  return new Set([CONTROL_ROOT, ...operations.map(({ path }) => rootOf(path))]);
}

function rootOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** Returns the path of a URL, without a trailing slash. */
function prefixOf(server: string): string {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*(|\/.*)$/is.exec(server)?.[1] ?? server;
  return path.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
}
