/**
 * The calls of the console: the generated control client of the current world, and calls of the service with a chosen
 * credential.
 */
import { signal } from '@preact/signals';
import { createApi } from '../generated/control/api.ts';
import { isOk, type AnyApiResponse, type Success } from '../generated/control/client.ts';
import type { ResourceList } from '../generated/control/types.ts';
import { parseJson } from '../templates/runtime/json/value.ts';

const MARKER = '/_mock/console/';
const TOKEN_KEY = 'backlot-control-token';
const CREDENTIAL_KEY = 'backlot-credential';

/** The path of a world below the origin, read from the URL of the page: it may be below the path of a proxy. */
const worldPath = location.pathname.slice(0, Math.max(0, location.pathname.lastIndexOf(MARKER)));
const [, rootPath = worldPath, worldName = 'default'] = /^(.*)\/w\/([^/]+)$/.exec(worldPath) ?? [];

/** The URLs of the current world and of the server; without a trailing slash. */
export const baseUrl = location.origin + worldPath;
export const rootUrl = location.origin + rootPath;
export const worldId = decodeURIComponent(worldName);

/** Returns the URL of the console of a world. */
export function consoleOf(world: string): string {
  const prefix = world === 'default' ? rootPath : `${rootPath}/w/${encodeURIComponent(world)}`;
  return prefix + MARKER;
}

/** The token that opens the control API on network addresses; empty on this computer. Kept for this tab only. */
export const controlToken = signal(sessionStorage.getItem(TOKEN_KEY) ?? '');
/** Whether the last call was rejected because the token is missing or wrong. */
export const needsToken = signal(false);
/** The credential of calls to the service; empty for none. */
export const credential = signal(sessionStorage.getItem(CREDENTIAL_KEY) ?? '');

/** Where calls to the service put the credential. */
type CredentialPlace = Omit<NonNullable<ResourceList['credential']>, 'example'>;
const bearer: CredentialPlace = { in: 'header', name: 'authorization', prefix: 'Bearer ' };
export const credentialPlace = signal<CredentialPlace>(bearer);

/** Returns the header of the credential, or its addition to a path; neither without one. */
export function sentCredential(
  path: string,
  isAnonymous: boolean,
): { readonly header: readonly [name: string, value: string] | null; readonly query: string } {
  const { in: place, name, prefix } = credentialPlace.value;
  const token = isAnonymous ? '' : credential.value;
  const query = `${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(token)}`;
  return {
    header: token !== '' && place === 'header' ? [name, prefix + token] : null,
    query: token !== '' && place === 'query' ? query : '',
  };
}

export function useControlToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
  controlToken.value = token;
  needsToken.value = false;
}

export function useCredential(token: string): void {
  sessionStorage.setItem(CREDENTIAL_KEY, token);
  credential.value = token;
}

/** Sets the credential unless one was entered in this tab. */
export function suggestCredential(token: string): void {
  credential.value = sessionStorage.getItem(CREDENTIAL_KEY) ?? token;
}

const controlHeaders = (): Record<string, string> =>
  controlToken.value === '' ? {} : { authorization: `Bearer ${controlToken.value}` };

/** Returns the options of a client of the control API below a URL. */
export function clientOptions(url: string): Parameters<typeof createApi>[0] {
  return { baseUrl: url, headers: controlHeaders, timeoutMs: null, retry: false };
}

/** The control API of this world. */
export const control = createApi(clientOptions(baseUrl));
/** The control API at the root, for operations on worlds. */
export const root = createApi(clientOptions(rootUrl));

/** A problem of a request. Shape: `path` has dots: `steps.0.say`. */
export interface Problem {
  readonly message: string;
  readonly path?: string;
  readonly suggestion?: string;
}

/** A call that was rejected. Shape: `message` is the error of the response, with its details. */
export class CallError extends Error {
  readonly details: readonly Problem[];

  constructor(body: unknown) {
    super(errorOf(body));
    this.details = detailsOf(body);
  }
}

/**
 * Resolves with the body of a successful response.
 *
 * Errors: rejects with a CallError for other responses, and with the error of `fetch`.
 */
export async function bodyOf<R extends AnyApiResponse>(call: Promise<R>): Promise<Success<R>['body']> {
  const response = await call;
  if (isOk(response)) return response.body;
  const error = new CallError(response.body);
  if (response.status === 403 && error.message.includes('control')) needsToken.value = true;
  throw error;
}

/** Advances the clock of the world to an instant; timers until then fire, in order. Shape: `instant` in ISO 8601. */
export async function advanceTo(instant: string): Promise<void> {
  const { now } = await bodyOf(control.getClock());
  const ms = Math.max(0, Date.parse(instant) - Date.parse(now));
  await bodyOf(control.advanceClock({ body: { ms } }));
}

/** A response of the service. Shape: `body` is JSON if the response has JSON, otherwise its text. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Calls the service in this world with the chosen credential. */
export async function callService(
  method: string,
  path: string,
  {
    body,
    mediaType = 'application/json',
    headers = {},
    isAnonymous = false,
  }: {
    body?: unknown;
    mediaType?: string;
    headers?: Readonly<Record<string, string>>;
    isAnonymous?: boolean;
  } = {},
): Promise<ServiceResponse> {
  const { header, query } = sentCredential(path, isAnonymous);
  const response = await fetch(baseUrl + path + query, {
    method,
    headers: {
      ...(header !== null && { [header[0]]: header[1] }),
      ...(body !== undefined && { 'content-type': mediaType }),
      ...headers,
    },
    ...(body !== undefined && { body: textOfBody(body, mediaType) }),
  });
  const text = await response.text();
  return { status: response.status, body: parseJson(text, text) };
}

/** Returns a body as text. Shape: in a form, properties whose value is not a text are JSON. */
function textOfBody(body: unknown, mediaType: string): string {
  if (mediaType !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  const fields = Object.entries(Object(body) as object).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

/** Returns the message of an error body, with its details. */
export function errorOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'error' in body) {
    const reasons = detailsOf(body).map(reasonOf).join('; ');
    return reasons === '' ? String(body.error) : `${String(body.error)}: ${reasons}`;
  }
  return typeof body === 'string' ? body.slice(0, 500) : JSON.stringify(body);
}

function detailsOf(body: unknown): readonly Problem[] {
  return (Object(body) as { readonly details?: readonly Problem[] }).details ?? [];
}

/** Returns a message with its place, unless it begins with it, and the suggestion. */
export function reasonOf({ path = '', message, suggestion }: Problem): string {
  const reason = path === '' || message.startsWith(path) ? message : `${path}: ${message}`;
  return suggestion === undefined ? reason : `${reason}. ${suggestion}`;
}
