/**
 * The operations that serve stored assets.
 */
import type { Handlers } from '../../../generated/service/server.ts';
import {
  assetBytes,
  assetText,
  checkPreview,
  findAsset,
  unknownContentType,
} from '../../domain/assets/asset.ts';
import type { ServiceContext } from '../../http/context.ts';
import { assetRefusal } from './asset-refusals.ts';
import type { SignedAddresses } from './signed-addresses.ts';

/**
 * What a previewed page may do: show itself, pictures and its own styles, and nothing in the visitor's name.
 *
 * Source: spec/headers/Content-Security-Policy.yaml; assumption A-CSP.
 */
const previewHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  'Content-Disposition': 'inline',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Media types whose documents a browser would run scripts of. */
const activeMediaType = /html|xml|svg/i;

/**
 * An asset has the origin of the mock, and a script of that origin could steer it. So a document runs in an origin of its
 * own.
 */
function assetHeaders(contentType: string) {
  const isActive = activeMediaType.test(contentType);
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isActive && { 'Content-Security-Policy': 'sandbox allow-scripts' }),
  } as const;
}

/** Handles the operations on assets. */
export function createAssetHandlers(
  addresses: SignedAddresses,
): Pick<Handlers<ServiceContext>, 'getAsset' | 'getAssetPreview'> {
  return {
    async getAsset({ path, query }, { world }) {
      const found = world.query((view) => findAsset(view, path.orgId, path.assetId));
      if (!found.ok) return assetRefusal(found.error);
      const asset = found.value;
      if (asset.visibility === 'private' && !(await addresses.isGood(world, asset, query)))
        return assetRefusal({ code: 'ASSET_ACCESS_DENIED' });
      const contentType = asset.contentType ?? unknownContentType;
      return {
        status: 200,
        contentType,
        headers: assetHeaders(contentType),
        bytes: assetBytes(asset),
      };
    },

    getAssetPreview({ path }, { world }) {
      const found = world.query((view) => findAsset(view, path.orgId, path.assetId));
      if (!found.ok) return assetRefusal(found.error);
      const page = checkPreview(found.value, world.now);
      if (!page.ok) return assetRefusal(page.error);
      return { status: 200, headers: previewHeaders, body: assetText(page.value) };
    },
  };
}
