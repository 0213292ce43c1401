/** Mutants that go wrong about stored assets and their previews. */
import type { Mutant } from './mutant.ts';
import { answerInstead, changeResponse, changeStatus, dropHeader, setHeader } from './response-mutations.ts';
import type { Where } from './where.ts';

const subject = 'pack:assets';
const asset = { operation: 'getAsset' } as const;
const preview = { operation: 'getAssetPreview' } as const;

/** Mutants for the pack `assets`. */
export const assetMutants: readonly Mutant[] = [
  {
    id: 'asset-as-text',
    check: 'ASSET01',
    subject,
    says: 'serves every asset as text/plain',
    lie: setHeader({ ...asset, status: 200 }, 'content-type', 'text/plain'),
  },
  {
    id: 'type-guessed',
    check: 'ASSET02',
    subject,
    says: 'guesses the type of an asset that has none',
    lie: setHeader({ ...asset, status: 200 }, 'content-type', 'text/html'),
  },
  {
    id: 'private-asset-shown',
    check: 'ASSET03',
    subject,
    says: 'shows private assets to everybody',
    lie: serveAnyway({ ...asset, status: 403 }),
  },
  {
    id: 'signed-address-refused',
    check: 'ASSET04',
    subject,
    says: 'refuses signed addresses',
    lie: answerInstead({ ...asset, query: /[?&]sig=/ }, 403, { error: 'Access denied' }),
  },
  {
    id: 'signed-address-for-ever',
    check: 'ASSET05',
    subject,
    says: 'serves signed addresses that have run out',
    lie: serveAnyway({ ...asset, status: 403, query: /[?&]sig=/ }),
  },
  {
    id: 'signature-not-needed',
    check: 'ASSET06',
    subject,
    says: 'serves a signed address without its signature',
    lie: serveAnyway({ ...asset, status: 403, query: /^\?exp=[^&]*$/ }),
  },
  {
    id: 'expiry-not-signed',
    check: 'ASSET07',
    subject,
    says: 'takes any time at which a signed address runs out',
    lie: serveAnyway({ ...asset, status: 403, query: /[?&]exp=/ }),
  },
  {
    id: 'storage-domain-overlooked',
    check: 'ASSET08',
    subject,
    says: 'shows what must be fetched from the storage domain',
    lie: serveAnyway({ ...preview, status: 403 }),
  },
  {
    id: 'no-storage-as-not-found',
    check: 'ASSET09',
    subject,
    says: 'answers 404 without asset storage',
    lie: changeStatus({ operation: ['getAsset', 'getAssetPreview'], status: 503 }, 404),
  },
  {
    id: 'preview-as-attachment',
    check: 'ASSET10',
    subject,
    says: 'sends previews as files to save',
    lie: setHeader({ ...preview, status: 200 }, 'content-disposition', 'attachment'),
  },
  {
    id: 'preview-without-policy',
    check: 'ASSET11',
    subject,
    says: 'sends previews without a content security policy',
    lie: dropHeader({ ...preview, status: 200 }, 'content-security-policy'),
  },
  {
    id: 'expired-as-not-found',
    check: 'ASSET12',
    subject,
    says: 'answers 404 for a preview that has expired',
    lie: changeStatus({ ...preview, status: 410 }, 404),
  },
  {
    id: 'text-previewed',
    check: 'ASSET13',
    subject,
    says: 'shows previews of what is no HTML',
    lie: serveAnyway({ ...preview, status: 415 }),
  },
];

function serveAnyway(where: Where): Mutant['lie'] {
  return changeResponse(where, () => ({
    status: 200,
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'; sandbox" },
    body: { kind: 'text', text: 'Stored by a check\n' },
  }));
}
