/**
 * The checks of assets, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { assetsSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  casesOf,
  describeOutcome,
  tellOnMock,
  withQuery,
  withStatus,
  type Mutation,
  type LieRow,
} from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(assetsSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(assetsSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  ['ASSET01', 'wants a credential for public assets', swapStatus(200, 401)],
  ['ASSET01', 'serves everything as bytes', withHeader('content-type', 'application/octet-stream')],
  ['ASSET01', 'changes what it serves', withText('something else')],
  ['ASSET02', 'takes what it does not know for a page', withHeader('content-type', 'text/html')],
  ['ASSET03', 'serves private assets to everybody', swapStatus(403, 200)],
  ['ASSET03', 'hides private assets', swapStatus(403, 404)],
  ['ASSET04', 'does not know its own signatures', swapStatus(200, 403)],
  ['ASSET05', 'does not look at the expiry', swapStatus(403, 200)],
  ['ASSET06', 'does not look at the signature', swapStatus(403, 200)],
  ['ASSET07', 'signs without the expiry', ignoreLaterExpiry()],
  ['ASSET08', 'serves everything on its own domain', swapStatus(403, 200)],
  ['ASSET09', 'finds nothing without storage', swapStatus(503, 404)],
  [
    'ASSET10',
    'offers previews to save',
    withHeader('content-disposition', 'attachment; filename="page.html"'),
  ],
  ['ASSET10', 'serves previews as text', withHeader('content-type', 'text/plain')],
  ['ASSET11', 'has no content security policy', withHeader('content-security-policy', null)],
  ['ASSET11', 'lets pages run scripts', withHeader('content-security-policy', "default-src 'self'"), 'warn'],
  ['ASSET12', 'finds no preview that has expired', swapStatus(410, 404)],
  ['ASSET12', 'ends previews at once', swapStatus(200, 410)],
  ['ASSET13', 'shows everything as a page', swapStatus(415, 200)],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(assetsSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

function swapStatus(from: number, to: number): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === from ? withStatus(response, to) : response;
  };
}

function withHeader(name: string, value: string | null): Mutation {
  return async (_, tell) => {
    const response = await tell();
    const headers = new Headers(response.headers);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    return new Response(await response.arrayBuffer(), { status: response.status, headers });
  };
}

function withText(text: string): Mutation {
  return async (_, tell) => {
    const { status, headers } = await tell();
    return new Response(text, { status, headers });
  };
}

/** Verifies every signature as if it were made for the time at which it really runs out. */
function ignoreLaterExpiry(): Mutation {
  return ({ path }, tell) =>
    tell({
      path: withQuery(path, (query) => {
        const expiry = query.get('exp');
        if (expiry !== null) query.set('exp', String(Number(expiry) - 864_000));
      }),
    });
}
