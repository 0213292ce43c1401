/**
 * Serves what belongs to the mock itself and not to the service, at the root and in each world: the landing page, the keys of
 * its identity provider and the descriptions of the service. These requests are not listed.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import { thenDo, type MaybePromise } from '../kernel/async.ts';
import { documentAt, serveDocument } from './contract-documents.ts';
import { JWKS_PATH, serveJwks } from './jwks.ts';
import { isLandingPath, serveLanding } from './landing.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import type { RequestContext } from './request-context.ts';

/** What browsers ask for beside every page. */
const FAVICON_PATH = '/favicon.ico';

type PageParts = Pick<PipelineParts, 'documents' | 'jwks' | 'landing'>;

/** Returns the page at a path that no operation has; `null` where there is none. */
export function serveMockPage(
  parts: PageParts,
  context: RequestContext,
): MaybePromise<HttpResponse | null> | null {
  const { method } = context.request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const page = pageAt(parts, context);
  return page && thenDo(page, (response) => unlisted(context, response));
}

function pageAt(parts: PageParts, context: RequestContext): MaybePromise<HttpResponse | null> | null {
  const { path, world, baseUrl, accept } = context;
  if (isLandingPath(path)) return serveLanding(parts.landing, { world: world.id, baseUrl }, accept);
  if (path === JWKS_PATH) return serveJwks(parts.jwks, world);
  if (path === FAVICON_PATH) return favicon;
  const name = documentAt(path);
  return name && serveDocument(parts.documents, name, baseUrl);
}

/** Keeps a request for a page out of the journal; a host without the page answers as for every unknown path. */
function unlisted(context: RequestContext, response: HttpResponse | null): HttpResponse | null {
  if (response !== null) context.isListed = false;
  return response;
}

const favicon: HttpResponse = {
  status: 204,
  headers: { 'cache-control': 'max-age=86400', [UNDECLARED_HEADER]: 'favicon' },
  body: { kind: 'none' },
};
