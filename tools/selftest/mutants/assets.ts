/** Mutants that go wrong about stored assets and their previews. */
import type { Mutant, Mutation } from './mutant.ts';
import { respondWith, mapResponse, changeStatus, dropHeader, setHeader } from './response-mutations.ts';
import type { RequestMatcher } from './request-matcher.ts';

const subject = 'pack:assets';
const asset = { operation: 'getAsset' } as const;
const preview = { operation: 'getAssetPreview' } as const;

/** Mutants for the pack `assets`. */
export const assetMutants: readonly Mutant[] = [
  {
    id: 'asset-as-text',
    check: 'ASSET01',
    subject,
    description: 'serves every asset as text/plain',
    mutation: setHeader({ ...asset, status: 200 }, 'content-type', 'text/plain'),
  },
  {
    id: 'type-guessed',
    check: 'ASSET02',
    subject,
    description: 'guesses the type of an asset that has none',
    mutation: setHeader({ ...asset, status: 200 }, 'content-type', 'text/html'),
  },
  {
    id: 'private-asset-shown',
    check: 'ASSET03',
    subject,
    description: 'serves private assets to everyone',
    mutation: serveAnyway({ ...asset, status: 403 }),
  },
  {
    id: 'signed-address-refused',
    check: 'ASSET04',
    subject,
    description: 'rejects signed URLs',
    mutation: respondWith({ ...asset, query: /[?&]sig=/ }, 403, { error: 'Access denied' }),
  },
  {
    id: 'signed-address-for-ever',
    check: 'ASSET05',
    subject,
    description: 'serves expired signed URLs',
    mutation: serveAnyway({ ...asset, status: 403, query: /[?&]sig=/ }),
  },
  {
    id: 'signature-not-needed',
    check: 'ASSET06',
    subject,
    description: 'serves a signed URL without its signature',
    mutation: serveAnyway({ ...asset, status: 403, query: /^\?exp=[^&]*$/ }),
  },
  {
    id: 'expiry-not-signed',
    check: 'ASSET07',
    subject,
    description: 'accepts any expiry of a signed URL',
    mutation: serveAnyway({ ...asset, status: 403, query: /[?&]exp=/ }),
  },
  {
    id: 'storage-domain-overlooked',
    check: 'ASSET08',
    subject,
    description: 'serves assets of the storage domain',
    mutation: serveAnyway({ ...preview, status: 403 }),
  },
  {
    id: 'no-storage-as-not-found',
    check: 'ASSET09',
    subject,
    description: 'answers 404 without asset storage',
    mutation: changeStatus({ operation: ['getAsset', 'getAssetPreview'], status: 503 }, 404),
  },
  {
    id: 'preview-as-attachment',
    check: 'ASSET10',
    subject,
    description: 'sends previews as attachments',
    mutation: setHeader({ ...preview, status: 200 }, 'content-disposition', 'attachment'),
  },
  {
    id: 'preview-without-policy',
    check: 'ASSET11',
    subject,
    description: 'sends previews without a content security policy',
    mutation: dropHeader({ ...preview, status: 200 }, 'content-security-policy'),
  },
  {
    id: 'expired-as-not-found',
    check: 'ASSET12',
    subject,
    description: 'answers 404 for a preview that has expired',
    mutation: changeStatus({ ...preview, status: 410 }, 404),
  },
  {
    id: 'text-previewed',
    check: 'ASSET13',
    subject,
    description: 'serves previews of other types than HTML',
    mutation: serveAnyway({ ...preview, status: 415 }),
  },
];

function serveAnyway(where: RequestMatcher): Mutation {
  return mapResponse(where, () => ({
    status: 200,
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; sandbox" },
    body: { kind: 'text', text: 'Stored by a check\n' },
  }));
}
