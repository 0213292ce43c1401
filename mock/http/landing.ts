/**
 * Serves the landing page at the root of a world: HTML for browsers, JSON for everything else.
 */
import type { HttpResponse } from '../../generated/runtime/http.ts';
import { UNDECLARED_HEADER } from './undeclared.ts';

/** The world that the page is about. Shape: `baseUrl` has no trailing slash. */
export interface LandingPlace {
  readonly world: string;
  readonly baseUrl: string;
}

/** Writes the page. */
export interface Landing {
  html(place: LandingPlace): string;
  json(place: LandingPlace): object;
}

const paths: ReadonlySet<string> = new Set(['', '/', '/_mock', '/_mock/']);

/** Returns whether a path below a world is where the landing page is. */
export function isLandingPath(path: string): boolean {
  return paths.has(path);
}

/** Returns the page in the form that the client accepts. */
export function serveLanding(landing: Landing, place: LandingPlace, accept: string | null): HttpResponse {
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
