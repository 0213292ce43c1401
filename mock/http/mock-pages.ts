/**
 * Serves the pages of the mock itself, at the root and in each world: the landing page, the bundled API descriptions
 * (`/openapi.json` …), whose server is the URL of the request, and those that the API adds. These requests are not in
 * the journal.
 */
import type { HttpResponse } from '../../templates/runtime/http.ts';
import { redirectToConsole, serveConsole, type ConsoleFiles } from './console-page.ts';
import { thenDo, type MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { World } from '../kernel/world/world.ts';
import type { RequestContext } from './request-context.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** The icon that browsers request with every page. */
const FAVICON_PATH = '/favicon.ico';

export interface PageParts {
  readonly documents: ContractDocuments;
  /** The pages that the API adds, by their path relative to the world. */
  readonly pages: ReadonlyMap<string, ApiPage>;
  readonly landing: Landing;
  readonly console: ConsoleFiles;
}

/** Returns a page of a world. */
export type ApiPage = (world: World) => MaybePromise<HttpResponse>;

/** Returns the page at a path without an operation; `null` when there is none. */
export function serveMockPage(parts: PageParts, context: RequestContext): MaybePromise<HttpResponse | null> {
  const { method } = context;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const page = pageAt(parts, context);
  return page && thenDo(page, (response) => unlisted(context, response));
}

function pageAt(parts: PageParts, context: RequestContext): MaybePromise<HttpResponse | null> | null {
  const { path, world, baseUrl } = context;
  if (isLandingPath(path)) return serveRoot(parts, context);
  const consolePage = serveConsole(parts.console, path);
  if (consolePage !== null) return consolePage;
  if (path === FAVICON_PATH) return favicon;
  const apiPage = parts.pages.get(path);
  if (apiPage !== undefined) return apiPage(world);
  const name = DOCUMENTS.get(path);
  return name === undefined ? null : serveDocument(parts.documents, name, baseUrl);
}

/** Keeps a request for a page out of the journal; a host without the page responds as for any unknown path. */
function unlisted(context: RequestContext, response: HttpResponse | null): HttpResponse | null {
  if (response !== null) context.isListed = false;
  return response;
}

const favicon: HttpResponse = {
  status: 204,
  headers: { 'cache-control': 'max-age=86400', [UNDECLARED_HEADER]: 'favicon' },
  body: { kind: 'none' },
};

/** The world that the page describes. Shape: `baseUrl` has no trailing slash. */
export interface LandingPlace {
  readonly world: string;
  readonly baseUrl: string;
}

export interface Landing {
  html(place: LandingPlace): string;
  json(place: LandingPlace): object;
}

const paths: ReadonlySet<string> = new Set(['', '/', '/_mock', '/_mock/']);

/** Returns whether a path, relative to its world, is that of the landing page. */
function isLandingPath(path: string): boolean {
  return paths.has(path);
}

/** Redirects browsers from the root to the console; everything else gets the landing page. */
function serveRoot(parts: PageParts, context: RequestContext): MaybePromise<HttpResponse> {
  const { path, sentPath, world, baseUrl, accept } = context;
  const landing = (): HttpResponse => serveLanding(parts.landing, { world: world.id, baseUrl }, accept);
  if (path.startsWith('/_mock') || accept?.includes('text/html') !== true) return landing();
  return thenDo(redirectToConsole(parts.console, sentPath), (redirect) => redirect ?? landing());
}

/** Returns the landing page in the format that the client accepts. */
function serveLanding(landing: Landing, place: LandingPlace, accept: string | null): HttpResponse {
  const isHtml = accept?.includes('text/html') === true;
  return {
    status: 200,
    headers: {
      'content-type': isHtml ? 'text/html; charset=utf-8' : 'application/json',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      vary: 'Accept',
      [UNDECLARED_HEADER]: 'landing-page',
    },
    body: { kind: 'text', text: isHtml ? landing.html(place) : JSON.stringify(landing.json(place), null, 2) },
  };
}

/** Reads the bundled API descriptions. */
export interface ContractDocuments {
  /** Returns the text of a file of `spec/dist/`, such as `openapi.json`; `null` on hosts without them. */
  read(name: string): Promise<string | null>;
}

/** File names of the descriptions, by their paths. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['/openapi.json', 'openapi-3.2.json'],
  ['/openapi.yaml', 'openapi-3.2.yaml'],
  ['/openapi-3.1.json', 'openapi.json'],
  ['/openapi-3.1.yaml', 'openapi.yaml'],
  ['/asyncapi.json', 'asyncapi.json'],
  ['/asyncapi.yaml', 'asyncapi.yaml'],
]);

/** Returns a description whose only server is `baseUrl`; `null` on hosts without such a file. */
async function serveDocument(
  documents: ContractDocuments,
  name: string,
  baseUrl: string,
): Promise<HttpResponse | null> {
  const text = await documents.read(name);
  if (text === null) return null;
  const servers = name.startsWith('openapi') ? openapiServers(baseUrl) : asyncapiServers(baseUrl);
  const isJson = name.endsWith('.json');
  const mediaType = isJson ? 'application/json' : 'application/yaml';
  return {
    status: 200,
    headers: { 'content-type': mediaType, [UNDECLARED_HEADER]: 'contract-document' },
    body: { kind: 'text', text: withServers(text, servers, isJson) },
  };
}

function openapiServers(baseUrl: string): unknown {
  return [{ url: baseUrl, description: 'This mock.' }];
}

function asyncapiServers(baseUrl: string): unknown {
  const { host, protocol, pathname } = new URL(baseUrl);
  const server = { host, protocol: protocol.slice(0, -1), description: 'This mock.' };
  return { mock: pathname === '/' ? server : { ...server, pathname } };
}

/** Replaces the top-level `servers`. JSON is valid YAML, so both formats can have it on one line. */
function withServers(text: string, servers: unknown, isJson: boolean): string {
  return isJson
    ? JSON.stringify({ ...(JSON.parse(text) as object), servers }, null, 2)
    : text.replace(/^servers:\n(?:[ -].*\n|\n)*/m, () => `servers: ${JSON.stringify(servers)}\n`);
}
