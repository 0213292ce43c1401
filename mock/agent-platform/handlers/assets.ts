/** The operations that serve stored assets. */
import type { Handlers } from '../../../generated/service/server.ts';
import {
  assetBytes,
  assetText,
  checkPreview,
  findAsset,
  unknownContentType,
  addressSecret,
  expiryFor,
  isAhead,
  signedText,
} from '../domain/assets/asset.ts';
import type { AssetRecord, SignedQuery, AssetError } from '../domain/assets/asset.ts';
import type { ServiceContext } from './context.ts';
import type { Signer } from '../../kernel/signing.ts';
import type { DurationMs } from '../../kernel/time/time.ts';
import type { World } from '../../kernel/world/world.ts';
import { createErrorResponses, type ErrorTable } from '../../http/error-responses.ts';

/**
 * The content security policy of a previewed page: it may show itself, images and its own styles, and nothing else.
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

/** Media types whose documents may run scripts in a browser. */
const activeMediaType = /html|xml|svg/i;

/**
 * Returns the headers of an asset. It has the origin of the mock, and a script of that origin could control the mock,
 * so active documents run in an opaque origin.
 */
function assetHeaders(contentType: string) {
  const isActive = activeMediaType.test(contentType);
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isActive && { 'Content-Security-Policy': 'sandbox allow-scripts' }),
  } as const;
}

export function createAssetHandlers(
  addresses: SignedAddresses,
): Pick<Handlers<ServiceContext>, 'getAsset' | 'getAssetPreview'> {
  return {
    async getAsset({ path, query }, { world }) {
      const result = world.query((view) => findAsset(view, path.orgId, path.assetId));
      if (!result.ok) return assetErrorResponse(result.error);
      const asset = result.value;
      if (asset.visibility === 'private' && !(await addresses.isGood(world, asset, query)))
        return assetErrorResponse({ code: 'ASSET_ACCESS_DENIED' });
      const contentType = asset.contentType ?? unknownContentType;
      return {
        status: 200,
        contentType,
        headers: assetHeaders(contentType),
        bytes: assetBytes(asset),
      };
    },

    getAssetPreview({ path }, { world }) {
      const result = world.query((view) => findAsset(view, path.orgId, path.assetId));
      if (!result.ok) return assetErrorResponse(result.error);
      const page = checkPreview(result.value, world.now);
      if (!page.ok) return assetErrorResponse(page.error);
      return { status: 200, headers: previewHeaders, body: assetText(page.value) };
    },
  };
}

export interface SignedAddresses {
  /** Returns the path of an asset with a signature that is valid for a limited time. */
  sign(world: World, asset: AssetRecord, life: DurationMs): Promise<string>;
  /** Returns whether the query of a request is a valid, unexpired signature for this asset. */
  isGood(world: World, asset: AssetRecord, query: SignedQuery): Promise<boolean>;
}

/** Creates a signer of URLs; each world has its own secret. */
export function createSignedAddresses(signer: Signer): SignedAddresses {
  return {
    async sign(world, asset, life) {
      const path = assetPath(asset);
      const exp = expiryFor(world.now, life);
      const sig = await signer.sign(addressSecret(world.origin.seed), signedText(path, exp));
      return `${path}?sig=${sig}&exp=${exp}`;
    },

    async isGood(world, asset, { sig, exp }) {
      if (sig === undefined || exp === undefined || !isAhead(exp, world.now)) return false;
      return signer.verify(addressSecret(world.origin.seed), signedText(assetPath(asset), exp), sig);
    },
  };
}

/** Returns the path of an asset, relative to its world. */
export function assetPath({ organizationId, id }: AssetRecord): string {
  return `/v1/assets/${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}`;
}

/** Returns the path of the preview of an asset, relative to its world. */
export function previewPath({ organizationId, id }: AssetRecord): string {
  return `/v1/assets/preview/${encodeURIComponent(organizationId)}/${encodeURIComponent(id)}`;
}

const table = {
  ASSET_STORAGE_UNCONFIGURED: { status: 503, error: 'Asset storage is not configured' },
  ASSET_NOT_FOUND: { status: 404, error: 'Asset not found' },
  STORAGE_DOMAIN_REQUIRED: { status: 403, error: 'This asset must be fetched from the storage domain' },
  ASSET_ACCESS_DENIED: { status: 403, error: 'Access denied' },
  ASSET_NOT_PREVIEWABLE: {
    status: 415,
    error: ({ contentType, isPage }) =>
      isPage ? 'This asset was not stored for previewing' : `Unsupported content type ${contentType}`,
  },
  PREVIEW_EXPIRED: { status: 410, error: 'Preview expired' },
} as const satisfies ErrorTable<AssetError>;

export const assetErrorResponse = createErrorResponses<AssetError, typeof table>(table);
