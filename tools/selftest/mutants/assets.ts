/** Defects of stored assets and their previews. */
import type { MutantRow, Mutation } from '../mutations/mutant.ts';
import {
  respondWith,
  mapResponse,
  changeStatus,
  dropHeader,
  setHeader,
} from '../mutations/response-mutations.ts';
import type { RequestMatcher } from '../mutations/request-matcher.ts';

const asset = { operation: 'getAsset' } as const;
const preview = { operation: 'getAssetPreview' } as const;

/** Mutants for the group `assets`. */
export const assetMutants: readonly MutantRow[] = [
  {
    id: 'asset-as-text',
    check: 'ASSET01',
    description: 'serves every asset as text/plain',
    mutation: setHeader({ ...asset, status: 200 }, 'content-type', 'text/plain'),
  },
  {
    id: 'asset-encoded-twice',
    check: 'ASSET01',
    description: 'encodes the bytes of an asset as UTF-8 once more',
    mutation: mapResponse({ ...asset, status: 200 }, (response) =>
      response.body.kind === 'bytes'
        ? { ...response, body: { kind: 'text', text: Buffer.from(response.body.bytes).toString('latin1') } }
        : response,
    ),
  },
  {
    id: 'type-guessed',
    check: 'ASSET02',
    description: 'guesses the type of an asset that has none',
    mutation: setHeader({ ...asset, status: 200 }, 'content-type', 'text/html'),
  },
  {
    id: 'private-asset-shown',
    check: 'ASSET03',
    description: 'serves private assets to everyone',
    mutation: serveAnyway({ ...asset, status: 403 }),
  },
  {
    id: 'signed-address-rejected',
    check: 'ASSET04',
    description: 'rejects signed URLs',
    mutation: respondWith({ ...asset, query: /[?&]sig=/ }, 403, { error: 'Access denied' }),
  },
  {
    id: 'signed-address-for-ever',
    check: 'ASSET05',
    description: 'serves expired signed URLs',
    mutation: serveAnyway({ ...asset, status: 403, query: /[?&]sig=/ }),
  },
  {
    id: 'signature-not-needed',
    check: 'ASSET06',
    description: 'serves a signed URL without its signature',
    mutation: serveAnyway({ ...asset, status: 403, query: /^\?exp=[^&]*$/ }),
  },
  {
    id: 'expiry-not-signed',
    check: 'ASSET07',
    description: 'accepts any expiry of a signed URL',
    mutation: serveAnyway({ ...asset, status: 403, query: /[?&]exp=/ }),
  },
  {
    id: 'storage-domain-ignored',
    check: 'ASSET08',
    description: 'serves assets of the storage domain',
    mutation: serveAnyway({ ...preview, status: 403 }),
  },
  {
    id: 'no-storage-as-not-found',
    check: 'ASSET09',
    description: 'returns 404 without asset storage',
    mutation: changeStatus({ operation: ['getAsset', 'getAssetPreview'], status: 503 }, 404),
  },
  {
    id: 'preview-as-attachment',
    check: 'ASSET10',
    description: 'sends previews as attachments',
    mutation: setHeader({ ...preview, status: 200 }, 'content-disposition', 'attachment'),
  },
  {
    id: 'preview-without-policy',
    check: 'ASSET11',
    description: 'sends previews without a content security policy',
    mutation: dropHeader({ ...preview, status: 200 }, 'content-security-policy'),
  },
  {
    id: 'expired-as-not-found',
    check: 'ASSET12',
    description: 'returns 404 for an expired preview',
    mutation: changeStatus({ ...preview, status: 410 }, 404),
  },
  {
    id: 'text-previewed',
    check: 'ASSET13',
    description: 'serves previews of other types than HTML',
    mutation: serveAnyway({ ...preview, status: 415 }),
  },
  {
    id: 'configured-preview-of-any-type',
    check: 'ASSET14',
    description: 'serves a preview of the configured asset, which is not HTML',
    mutation: serveAnyway({ ...preview, status: 415 }),
    expects: 'warn',
  },
];

function serveAnyway(where: RequestMatcher): Mutation {
  return mapResponse(where, () => ({
    status: 200,
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; sandbox" },
    body: { kind: 'text', text: 'Stored by a check\n' },
  }));
}
