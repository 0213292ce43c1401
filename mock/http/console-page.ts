/** Serves the console: the page at `/_mock/console/` of each world, and its files. */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** Path of the console, relative to its world. */
export const CONSOLE_PATH = '/_mock/console/';

export interface ConsoleFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Reads the files of the console. */
export interface ConsoleFiles {
  /** Returns a file by its name, such as `index.html`; `null` for an unknown one, and on hosts without the console. */
  read(name: string): MaybePromise<ConsoleFile | null>;
}

/**
 * The policy of the page: its own files and calls of its own origin, nothing else. Texts become elements only through
 * the DOM, never as HTML.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'media-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const SECURITY_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Names with a hash of their content, which never change. */
const HASHED = /-[0-9A-Z]{8}\.[a-z]+$/;

/** Returns the response for a path of the console; `null` for other paths and on hosts without the console. */
export function serveConsole(files: ConsoleFiles, path: string): MaybePromise<HttpResponse | null> {
  // Relative, so that it works below the path of a reverse proxy.
  if (path === CONSOLE_PATH.slice(0, -1))
    return thenDo(files.read(INDEX), (file) => (file === null ? null : redirect('console/')));
  if (!path.startsWith(CONSOLE_PATH)) return null;
  const name = path.slice(CONSOLE_PATH.length) || INDEX;
  return thenDo(files.read(name), (file) => (file === null ? null : respond(name, file)));
}

/**
 * Returns the redirect of a browser from the root of a world to its console; `null` on hosts without the console.
 *
 * Shape: `path` is that of the request, such as `/w/{id}`; the redirect is relative to it.
 */
export function redirectToConsole(files: ConsoleFiles, path: string): MaybePromise<HttpResponse | null> {
  const target = `${path.split('/').at(-1) ?? ''}${CONSOLE_PATH}`.replace(/^\//, '');
  return thenDo(files.read(INDEX), (file) => (file === null ? null : redirect(target)));
}

const INDEX = 'index.html';

function redirect(location: string): HttpResponse {
  return {
    status: 302,
    headers: { location, vary: 'Accept', 'cache-control': 'no-store', [UNDECLARED_HEADER]: 'console' },
    body: { kind: 'none' },
  };
}

function respond(name: string, { mediaType, bytes }: ConsoleFile): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': mediaType,
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...SECURITY_HEADERS,
      [UNDECLARED_HEADER]: 'console',
    },
    body: { kind: 'bytes', bytes },
  };
}
