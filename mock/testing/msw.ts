/**
 * Puts a mock behind MSW: in `setupServer` of tests, in `setupWorker` of a page, in Storybook. Requests of the API get
 * the responses of the mock; all others are left to the next handler.
 */
import { http, type HttpHandler } from 'msw';
import { withUrl, type LocalFetch } from '../hosts/fetch.ts';

/** The target of the requests: a mock or one of its worlds, of any API. */
export interface MockTarget {
  readonly fetch: LocalFetch;
  hasPath(path: string): boolean;
}

/** The options of `mockHandlers`. */
export interface MockHandlersOptions {
  /** Base URL of the service in the app; any origin, without a base path, by default. */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates the handlers that send every request of the API to a mock or a world.
 *
 * Shape: pass a function to change the target between tests, such as `() => world`. A path of the API with another
 * method results in the mock's 405.
 */
export function mockHandlers(
  target: MockTarget | (() => MockTarget),
  { baseUrl }: MockHandlersOptions = {},
): HttpHandler[] {
  const base = baseUrl === undefined ? null : new URL(baseUrl);
  const basePath = base?.pathname.replace(/(?<!\/)\/+$/, '') ?? '';
  return [
    http.all(base === null ? '*' : `${base.origin}${basePath}/*`, async ({ request }) => {
      const url = new URL(request.url);
      const path = url.pathname.slice(basePath.length);
      const current = typeof target === 'function' ? target() : target;
      if (!current.hasPath(path)) return undefined;
      url.pathname = path;
      return current.fetch(withUrl(request, url.href));
    }),
  ];
}
